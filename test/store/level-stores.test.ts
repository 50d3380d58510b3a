import t, { type Test } from 'tap';
import { crashRounds } from '../../bench/crash-rounds.js';
import { Database } from '../../src/store/database.js';
import { LevelQueryStore } from '../../src/store/level-query-store.js';
import { LevelTokenStore } from '../../src/store/level-token-store.js';
import { queryStoreConformance } from '../conformance/store/query-store.js';
import { tokenStoreConformance } from '../conformance/store/token-store.js';
import { silentLog } from './open-database.js';

function opener<Store>(make: (database: Database) => Store) {
  return async (t: Test, clock: () => number) => {
    const directory = t.testdir({});
    const open = () => Database.open({ directory, log: silentLog, clock });
    let database = await open();
    t.teardown(() => database.close());
    return {
      store: make(database),
      async reopen() {
        await database.close();
        database = await open();
        return make(database);
      },
    };
  };
}

t.test('query store over LevelDB', async (t) =>
  queryStoreConformance(
    t,
    opener((database) => new LevelQueryStore(database)),
  ),
);
t.test('token store over LevelDB', async (t) =>
  tokenStoreConformance(
    t,
    opener((database) => new LevelTokenStore(database)),
  ),
);

t.test('killed at random moments under load: nothing acknowledged is lost', async (t) => {
  const report = await crashRounds({ directory: t.testdir({}), rounds: 3 });
  t.strictSame(report.lost, []);
  t.equal(report.rounds, 3);
  t.ok(report.acknowledged > 3, `${report.acknowledged} acknowledged writes`);
});
