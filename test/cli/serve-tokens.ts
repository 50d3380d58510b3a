// Owns the store of a folder and its control socket until standard input ends: a server as the token commands see it.
import { ControlServer } from '../../src/auth/control-server.js';
import { DirectTokenAdmin } from '../../src/auth/token-admin.js';
import { TokenService } from '../../src/auth/token-service.js';
import { Database } from '../../src/store/database.js';
import { LevelTokenStore } from '../../src/store/level-token-store.js';
import { silentLog as log } from '../store/open-database.js';

const database = await Database.open({ directory: process.argv[2], log });
const service = new TokenService({ store: new LevelTokenStore(database), log });
await service.ensureLocalOrganisation();
const control = await ControlServer.listen({
  directory: database.directory,
  admin: new DirectTokenAdmin(service),
  log,
});
database.announceControl(control.address);
service.onRevoked(({ refreshIds }) => process.stdout.write(`revoked ${refreshIds.join(' ')}\n`));
process.stdout.write('ready\n');
for await (const _ of process.stdin);
database.announceControl(undefined);
await control.close();
await database.close();
