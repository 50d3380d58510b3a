import type { Test } from 'tap';
import { TokenService, type TokenServiceOptions } from '../../src/auth/token-service.js';
import { LevelTokenStore } from '../../src/store/level-token-store.js';
import { fakeClock, openDatabase, silentLog } from '../store/open-database.js';

/** A token service on a store of its own, with an organisation and a clock that stands. */
export async function setUp(t: Test, options: Partial<TokenServiceOptions> = {}) {
  const clock = fakeClock();
  const directory = t.testdir({});
  const database = await openDatabase(t, { clock, directory });
  const store = new LevelTokenStore(database);
  const service = new TokenService({ store, log: silentLog, clock, rateLimits: { clock }, ...options });
  const { organisation, token } = await service.createOrganisation('shop');
  return { clock, directory, database, store, service, organisation, organisationToken: token };
}
