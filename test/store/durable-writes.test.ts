// What a client was promised is synced to the disk: a machine that loses its power forgets what only the system had.
import { Level } from 'level';
import t, { type Test } from 'tap';
import { TokenService } from '../../src/auth/token-service.js';
import { LevelTokenStore } from '../../src/store/level-token-store.js';
import { owner, setUpQueries, text } from '../query/small-query-service.js';
import { notes } from './notes.js';
import { openDatabase, silentLog } from './open-database.js';

/** For each batch that was written from now on, whether it was synced. */
function watchBatches(t: Test): () => boolean[] {
  const calls = t.capture(Level.prototype, 'batch', Level.prototype.batch);
  return () => calls().map(({ args }) => (args[1] as { sync?: boolean }).sync === true);
}

t.test('a durable write is synced, with those that share its batch, and no other is', async (t) => {
  const collection = (await openDatabase(t)).collection(notes);
  const batches = watchBatches(t);
  await collection.put('a', { text: 'quick' });
  t.strictSame(batches(), [false]);
  await Promise.all([
    collection.put('a', { text: 'quick' }),
    collection.put('b', { text: 'promised' }, { durable: true }),
    collection.put('c', { text: 'quick' }),
  ]);
  t.strictSame(batches(), [true]);
  await collection.del('b', { durable: true });
  t.strictSame(batches(), [true]);
});

t.test('tokens are synced when they are made and when they are revoked', async (t) => {
  const service = new TokenService({ store: new LevelTokenStore(await openDatabase(t)), log: silentLog });
  const batches = watchBatches(t);
  const { organisation, token } = await service.createOrganisation('shop');
  const refresh = await service.issueRefreshToken(token, { uid: 'anna' });
  await service.revokeToken(refresh.value);
  await service.revokeOrganisation(organisation.id);
  t.strictSame(batches(), [true, true, true, true]);
});

t.test('conversations and results are synced before they are told', async (t) => {
  const { service } = await setUpQueries(t);
  const batches = watchBatches(t);
  await service.createConversation(owner, { locale: 'en-US' });
  t.strictSame(batches(), [true]);
  await service.create(owner, text('red shoes'));
  t.equal(batches().at(-1), true);
});
