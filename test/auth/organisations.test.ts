import t from 'tap';
import { TokenService } from '../../src/auth/token-service.js';
import { LevelTokenStore } from '../../src/store/level-token-store.js';
import { openDatabase, silentLog } from '../store/open-database.js';
import { setUp } from './token-stage.js';

t.test('the first start makes one organisation, once', async (t) => {
  const database = await openDatabase(t);
  const service = new TokenService({ store: new LevelTokenStore(database), log: silentLog });
  const first = await service.ensureLocalOrganisation();
  t.equal(first?.organisation.name, 'local');
  t.ok(await service.issueRefreshToken(first!.token, { uid: 'me' }));
  t.equal(await service.ensureLocalOrganisation(), undefined);
  const same = await Promise.allSettled([1, 2, 3].map(() => service.createOrganisation('twice')));
  t.equal(same.filter(({ status }) => status === 'fulfilled').length, 1);
  await t.rejects(service.createOrganisation(''), { code: 'invalid_request' });
  t.equal((await service.findOrganisation('twice'))?.name, 'twice');
});

t.test('the organisation of the machine itself is made where it never was, and stays removed', async (t) => {
  const database = await openDatabase(t);
  const service = new TokenService({ store: new LevelTokenStore(database), log: silentLog });
  const { organisation } = await service.createOrganisation('my-shop');
  const made = await service.ensureLocalOrganisation();
  t.equal(made?.organisation.name, 'local', 'beside others too');
  await service.revokeOrganisation(organisation.id);
  t.equal(await service.ensureLocalOrganisation(), undefined);
  await service.revokeOrganisation(made!.organisation.id);
  t.equal(await service.ensureLocalOrganisation(), undefined, 'on an empty store too');
  const again = await service.createOrganisation('local');
  t.equal((await service.findOrganisation('local'))?.id, again.organisation.id);
});

t.test('of tokens of one organisation that are made at once, the last one counts', async (t) => {
  const { service, organisation } = await setUp(t);
  const { id } = organisation;
  const tokens = await Promise.all([1, 2, 3].map(() => service.rotateOrganisationToken(id)));
  const counts = tokens.map((token) => {
    try {
      return service.organisationOf(token) === id;
    } catch {
      return false;
    }
  });
  t.strictSame(counts, [false, false, true]);
  const limited = service.rotateOrganisationToken(id, { apiCalls: 5 });
  await Promise.all([limited, service.revokeOrganisation(id)]);
  t.equal(await service.findOrganisation(id), undefined, 'one that was removed meanwhile does not come back');
});
