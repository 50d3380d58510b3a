import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { Database } from '../../src/store/database.js';
import { nodeCommand } from '../node-command.js';
import { notes } from './notes.js';
import { openDatabase, silentLog } from './open-database.js';

/** A user that owns nothing. */
const nobody = 65_534;

/** Another process that has the store open until its input ends; prints something once it has. */
function holdStore(directory: string) {
  return spawn(...nodeCommand([fileURLToPath(new URL('./hold-store.js', import.meta.url)), directory]));
}

t.test('one owner inside the process, whatever the folder is called', async (t) => {
  const directory = t.testdir({ real: {} });
  const real = join(directory, 'real');
  symlinkSync(real, join(directory, 'link'));
  const database = await openDatabase(t, { directory: real });
  await database.collection(notes).put('a', { text: 'x' }, { durable: true });
  for (const name of ['real', 'link', 'real/../real']) {
    const second = Database.open({ directory: join(directory, name), log: silentLog });
    await t.rejects(second, { code: 'store_locked', message: /this very process/ }, name);
  }
  // The refused opens must not have dropped LevelDB's own lock.
  const script = `import { Level } from 'level'; const db = new Level(${JSON.stringify(join(real, 'db'))});
    await db.open().then(() => console.log('opened'), (error) => console.log(error.cause.code));`;
  const child = spawnSync(...nodeCommand(['--input-type=module', '-e', script]), { encoding: 'utf8' });
  t.equal(child.stdout.trim(), 'LEVEL_LOCKED', child.stderr);
});

t.test('a second process is told who holds the folder, and may wait for it', async (t) => {
  const directory = t.testdir({});
  const holder = holdStore(directory);
  t.teardown(() => holder.kill('SIGKILL'));
  await once(holder.stdout, 'data');
  utimesSync(directory, 1, 1);
  const error = await Database.open({ directory, log: silentLog }).catch((e) => e);
  t.equal(error.code, 'store_locked');
  t.equal(statSync(directory).mtimeMs, 1000, 'nothing is written, as there may be no room');
  t.match(
    error.message,
    new RegExp(`process ${holder.pid} on ${hostname()} since 20..-..-..T..:..:..\\....Z`),
  );
  t.match(error.extra.owner, { pid: holder.pid, control: '/run/some.sock' });
  const waiting = Database.open({ directory, log: silentLog, waitMs: 60_000 });
  holder.stdin.end();
  const database = await waiting;
  t.equal(database.owner.pid, process.pid);
  await database.close();
});

t.test('a copy of a folder that is in use has no owner', async (t) => {
  const directory = t.testdir({});
  const [used, copy] = [join(directory, 'used'), join(directory, 'copy')];
  const holder = holdStore(used);
  t.teardown(() => holder.kill('SIGKILL'));
  await once(holder.stdout, 'data');
  // as `cp -r` makes it; nothing is written meanwhile
  cpSync(used, copy, { recursive: true });
  t.match(JSON.parse(readFileSync(join(copy, 'owner.json'), 'utf8')), { pid: holder.pid });
  const database = await openDatabase(t, { directory: copy });
  t.equal(database.owner.pid, process.pid);
  await t.rejects(Database.open({ directory: used, log: silentLog }), { code: 'store_locked' });
});

const hasUsers = process.seteuid !== undefined;
t.test('a folder that has become read-only is closed all the same', { skip: !hasUsers }, async (t) => {
  // not below a home that only root may enter
  const directory = mkdtempSync(join(tmpdir(), 'earshot-owner-'));
  t.teardown(() => rmSync(directory, { recursive: true }));
  const database = await Database.open({ directory, log: silentLog });
  const file = join(directory, 'owner.json');
  const isRoot = process.geteuid?.() === 0;
  chmodSync(directory, 0o555);
  if (isRoot) {
    // whom nothing is forbidden
    chownSync(file, nobody, nobody);
    process.seteuid?.(nobody);
  }
  try {
    await database.close();
  } finally {
    if (isRoot) process.seteuid?.(0);
    chmodSync(directory, 0o755);
  }
  t.equal(database.status, 'closed');
  t.ok(existsSync(file), 'it could not be removed');
});

t.test('an attempt for which there is no room leaves no file', async (t) => {
  const directory = t.testdir({ db: {} });
  const script = fileURLToPath(new URL('./hold-store.js', import.meta.url));
  const limited = `ulimit -f 0; exec ${JSON.stringify(process.execPath)} ${JSON.stringify(script)} ${JSON.stringify(directory)}`;
  const { stderr } = spawnSync('sh', ['-c', limited], { encoding: 'utf8' });
  t.match(stderr, /EFBIG.*the disk is not full/s);
  t.strictSame(readdirSync(directory), ['db']);
});

t.test('a lock that a dead process left behind is taken over', async (t) => {
  const directory = t.testdir({});
  const holder = holdStore(directory);
  await once(holder.stdout, 'data');
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  const file = join(directory, 'owner.json');
  const left = JSON.parse(readFileSync(file, 'utf8'));
  t.equal(left.pid, holder.pid);
  const leftovers: [string, string][] = [
    ['dead process', JSON.stringify(left)],
    ['its id used again', JSON.stringify({ ...left, pid: process.pid, processIdentity: 'boot:1' })],
    ['another host', JSON.stringify({ ...left, host: 'elsewhere', pid: process.pid })],
    [
      'another host, whose system tells less, with a process of our id',
      JSON.stringify({
        ...left,
        host: 'elsewhere',
        pid: process.pid,
        processIdentity: undefined,
        since: new Date().toISOString(),
      }),
    ],
    ['half a file', '{"pid": 1'],
    ['an empty file', ''],
  ];
  for (const [what, content] of leftovers) {
    writeFileSync(file, content);
    const database = await Database.open({ directory, log: silentLog });
    t.equal(JSON.parse(readFileSync(file, 'utf8')).pid, process.pid, what);
    await database.close();
    t.throws(() => readFileSync(file), { code: 'ENOENT' }, 'nothing is left after closing');
  }
});

t.test('who closes a folder that was taken over leaves the file of its new owner', async (t) => {
  const directory = t.testdir({});
  const database = await Database.open({ directory, log: silentLog });
  const file = join(directory, 'owner.json');
  const other = JSON.stringify({ ...database.owner, lease: 'of another' });
  writeFileSync(file, other);
  await database.close();
  t.equal(readFileSync(file, 'utf8'), other);
});

t.test('a true owner that its file does not prove is still respected, and its file put back', async (t) => {
  const directory = t.testdir({});
  const holder = holdStore(directory);
  t.teardown(() => holder.kill('SIGKILL'));
  await once(holder.stdout, 'data');
  const file = join(directory, 'owner.json');
  const foreign = { ...JSON.parse(readFileSync(file, 'utf8')), host: 'another-container' };
  writeFileSync(file, JSON.stringify(foreign));
  const second = Database.open({ directory, log: silentLog });
  await t.rejects(second, { code: 'store_locked', message: /on another-container since/ });
  t.strictSame(JSON.parse(readFileSync(file, 'utf8')), foreign);
});
