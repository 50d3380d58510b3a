// Holds the store of a folder until standard input ends: the other process of the tests on ownership.
import { Database } from '../../src/store/database.js';
import { silentLog } from './open-database.js';

const database = await Database.open({ directory: process.argv[2], log: silentLog });
database.announceControl('/run/some.sock');
process.stdout.write('held\n');
for await (const _ of process.stdin);
await database.close();
