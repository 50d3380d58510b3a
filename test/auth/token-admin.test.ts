import t from 'tap';
import { DirectTokenAdmin } from '../../src/auth/token-admin.js';
import { TokenService } from '../../src/auth/token-service.js';
import type { TokenRecord } from '../../src/auth/token-store.js';
import { LevelTokenStore } from '../../src/store/level-token-store.js';
import { openDatabase, silentLog } from '../store/open-database.js';

t.test('a token is revoked by the beginning of its id where no other begins like that', async (t) => {
  const store = new LevelTokenStore(await openDatabase(t));
  const service = new TokenService({ store, log: silentLog });
  const admin = new DirectTokenAdmin(service);
  const { organisation } = await service.createOrganisation('shop');
  const record = (id: string, more: Partial<TokenRecord> = {}): TokenRecord => ({
    id,
    kind: 'refresh',
    organisationId: organisation.id,
    uid: 'anna',
    createdAt: '2026-03-01T12:00:00.000Z',
    ...more,
  });
  const [first, second] = [record('likewise-first'), record('likewise-second')];
  const session = record('likewise-a-session', { kind: 'session', refreshId: first.id });
  await store.put({ tokens: [first, second, session] });

  await t.rejects(admin.revoke({ token: 'likewise' }), {
    code: 'invalid_request',
    message: /^2 tokens have an id that begins like this; give more of it/,
  });
  t.ok(store.token(first.id) && store.token(second.id), 'neither is revoked');
  await t.rejects(admin.revoke({ token: 'likewise-a-s' }), { code: 'not_found' });
  t.match(await admin.revoke({ token: session.id }), { refreshTokens: 0, sessionTokens: 1 }, 'its whole id');
  t.match(await admin.revoke({ token: 'likewise-s' }), { refreshTokens: 1 });
  t.ok(store.token(first.id));
  t.equal(store.token(second.id), undefined);
  t.match(await admin.revoke({ token: 'likewise' }), { refreshTokens: 1 }, 'nothing else is left of it');
});
