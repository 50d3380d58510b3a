import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Level } from 'level';
import { pino } from 'pino';
import t from 'tap';
import { seal } from '../../src/store/checksum.js';
import { Database } from '../../src/store/database.js';
import { limitFiles, needsLimit } from './limit-files.js';
import { notes, writeRaw } from './notes.js';
import { openDatabase, silentLog } from './open-database.js';

t.test('an unreadable row is reported once and absent; an older version is brought up', async (t) => {
  const directory = t.testdir({});
  await (await Database.open({ directory, log: silentLog })).close();
  const row = (v: unknown, row: unknown) => seal(JSON.stringify({ v, row }));
  await writeRaw(directory, {
    old: row(1, { text: 'old' }),
    half: row(2, { text: 'x'.repeat(99) }).slice(0, 50),
    flipped: row(2, { text: 'true' }).replace('true', 'tree'),
    newer: row(3, { text: 'x' }),
    shape: row(2, { txet: 'x' }),
    zero: row(0, { text: 'x' }),
    null: seal('null'),
    empty: '',
    good: row(2, { text: 'good' }),
  });
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => lines.push(JSON.parse(line)) });
  const database = await openDatabase(t, { directory, log });
  const collection = database.collection(notes);
  t.equal(collection.get('old')?.text, 'OLD');
  const found: string[] = [];
  for await (const [key] of collection.all()) found.push(key);
  t.strictSame(found, ['good', 'old']);
  t.equal(collection.get('half'), undefined);
  t.equal(database.corruptRows, 7);
  t.strictSame(lines.map(({ key }) => key).sort(), [
    'empty',
    'flipped',
    'half',
    'newer',
    'null',
    'shape',
    'zero',
  ]);
  t.ok(lines.every(({ collection, reason }) => collection === 'notes' && typeof reason === 'string'));
  await collection.put('half', { text: 'whole' });
  t.equal(collection.get('half')?.text, 'whole');
});

t.test('damaged blocks on disk: what is readable stays so, and nothing comes back changed', async (t) => {
  const directory = t.testdir({});
  const count = 2000;
  const first = await Database.open({ directory, log: silentLog });
  const before = first.collection(notes);
  const text = (i: number) => createHash('sha512').update(String(i)).digest('hex').repeat(2);
  await Promise.all(
    Array.from({ length: count }, (_, i) => before.put(`k${i}`, { text: text(i), tag: 't' })),
  );
  await first.close();
  const folder = join(directory, 'db');
  const level = new Level<string, string>(folder);
  await level.open();
  await (level as unknown as { compactRange(from: string, to: string): Promise<void> }).compactRange(
    '\0',
    '~',
  );
  await level.close();
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.ldb'))) {
    const bytes = readFileSync(join(folder, name));
    for (let i = 5000; i < bytes.length - 5000; i += 20_000) bytes.fill(0xff, i, i + 4);
    writeFileSync(join(folder, name), bytes);
  }
  const database = await openDatabase(t, { directory });
  const collection = database.collection(notes);
  let readable = 0;
  for (let i = 0; i < count; i++) {
    const row = collection.get(`k${i}`);
    if (row) readable++;
    if (row && row.text !== text(i)) t.fail(`k${i} came back changed`);
  }
  t.ok(readable < count && readable > count / 2, `${readable} of ${count} rows are readable`);
  t.equal(database.corruptRows, count - readable);
  // Damage that LevelDB notices ends the list with an error; other damage leaves rows out, and never changes one.
  const listed = await collection.list('tag', ['t']).catch((error) => error);
  if (listed.items) t.ok(listed.items.length < count && listed.items.length > count / 2);
  else t.match(listed, { code: 'store_failed', message: /damaged/ });
  await collection.put('k0', { text: 'new' });
  t.equal(collection.get('k0')?.text, 'new');
});

t.test('what is acknowledged after a disk was full is not lost', { skip: needsLimit }, async (t) => {
  const directory = t.testdir({});
  const first = await Database.open({ directory, log: silentLog });
  const collection = first.collection(notes);
  const text = 'x'.repeat(1000);
  const kept: string[] = [];
  const write = async (key: string, durable: boolean) => {
    await collection.put(key, { text, tag: 't' }, { durable });
    kept.push(key);
  };
  limitFiles(50_000);
  t.teardown(() => limitFiles('unlimited'));
  let refused = 0;
  for (let i = 0; i < 60; i++) {
    await write(`full ${i}`, i % 2 === 0).catch((error) => {
      t.equal(error.code, 'store_failed');
      refused++;
    });
  }
  t.ok(refused > 0, `${refused} writes are refused`);
  t.equal(collection.get(kept[0])?.text, text, 'what is there can be read meanwhile');
  t.notOk(first.isWritable);
  limitFiles('unlimited');
  while (!first.isWritable) await sleep(100);
  t.pass('that there is room again is noticed without a write');
  for (let i = 0; i < 60; i++) await write(`room ${i}`, i % 2 === 0);
  t.equal((await collection.list('tag', ['t'])).items.length, kept.length);
  await first.close();
  const again = (await openDatabase(t, { directory })).collection(notes);
  t.strictSame(
    kept.filter((key) => again.get(key) === undefined),
    [],
    'all is there after opening again',
  );
});

t.test('what was left of the search for room is given back before any is needed', async (t) => {
  const directory = t.testdir({ db: { 'room.tmp': 'x'.repeat(1000) } });
  await openDatabase(t, { directory });
  t.notOk(existsSync(join(directory, 'db', 'room.tmp')));
});

t.test('files that are missing or cut short are called damage, and nothing is made over them', async (t) => {
  const directory = t.testdir({});
  for (const text of ['first', 'second']) {
    const database = await Database.open({ directory, log: silentLog });
    await database.collection(notes).put(text, { text });
    // leaves a row that opening reads
    await database.sweep();
    await database.close();
  }
  const folder = join(directory, 'db');
  const named = (pattern: RegExp) => join(folder, readdirSync(folder).find((name) => pattern.test(name))!);
  const [current, manifest, table] = [named(/^CURRENT$/), named(/^MANIFEST/), named(/\.ldb$/)];
  const harms: [string, (file: string) => void][] = [
    [current, rmSync],
    [manifest, rmSync],
    [table, rmSync],
    [table, (file) => truncateSync(file, 20)],
  ];
  for (const [file, harm] of harms) {
    const whole = readFileSync(file);
    harm(file);
    await t.rejects(
      Database.open({ directory, log: silentLog }),
      { code: 'store_failed', message: /Restore it from a backup|It is damaged: restore it/ },
      file,
    );
    writeFileSync(file, whole);
  }
  const collection = (await openDatabase(t, { directory })).collection(notes);
  t.equal(collection.get('first')?.text, 'first', 'whole again, all is there');
});

t.test('what was written last and is damaged is told of', async (t) => {
  const directory = t.testdir({});
  const first = await Database.open({ directory, log: silentLog });
  const text = 'x'.repeat(1000);
  const written = first.collection(notes);
  for (const key of ['a', 'b', 'c']) await written.put(key, { text });
  await first.close();
  const folder = join(directory, 'db');
  const log = join(folder, readdirSync(folder).find((name) => name.endsWith('.log'))!);
  const bytes = readFileSync(log);
  bytes[bytes.length - 500] ^= 1;
  writeFileSync(log, bytes);
  const lines: { msg: string; bytes: number }[] = [];
  const reopen = async () => {
    const log = pino({ level: 'error' }, { write: (line: string) => lines.push(JSON.parse(line)) });
    const database = await Database.open({ directory, log });
    const rows = database.collection(notes);
    t.strictSame(
      ['a', 'b', 'c'].map((key) => rows.get(key)?.text),
      [text, text, undefined],
    );
    await database.close();
  };
  await reopen();
  t.match(lines, [{ msg: /what was written last .* is damaged and lost/ }]);
  t.ok(lines[0].bytes > 1000, `${lines[0].bytes} bytes`);
  await reopen();
  t.equal(lines.length, 1, 'once');
});

t.test('files that cannot be read for a while are not called damage', async (t) => {
  const directory = t.testdir({});
  for (const key of ['a', 'b']) {
    const database = await Database.open({ directory, log: silentLog });
    await database.collection(notes).put(key, { text: key, tag: 't' });
    await database.close();
  }
  // Out of the log, into a table.
  await (await Database.open({ directory, log: silentLog })).close();
  const collection = (await openDatabase(t, { directory })).collection(notes);
  const folder = join(directory, 'db');
  const tables = readdirSync(folder).filter((name) => name.endsWith('.ldb'));
  const table = join(folder, tables.sort().at(-1)!);
  renameSync(table, `${table}.away`);
  // A link to itself: to open it fails as with too many open files.
  symlinkSync(table, table);
  const refusal = { code: 'store_failed', message: /^The data folder cannot be read; see the log\.$/ };
  t.throws(() => collection.get('b'), refusal);
  await t.rejects(collection.list('tag', ['t']), refusal);
  renameSync(`${table}.away`, table);
  t.equal((await collection.list('tag', ['t'])).items.length, 2);
});

t.test('folders that cannot be used', async (t) => {
  const directory = t.testdir({ file: 'x', newer: {}, damaged: { db: { CURRENT: 'MANIFEST-000009\n' } } });
  const open = (name: string) => Database.open({ directory: join(directory, name), log: silentLog });
  await t.rejects(open('file'), { code: 'store_failed', message: /cannot be used: .*Check that/ });
  await t.rejects(open('file/below'), { code: 'store_failed' });
  symlinkSync(join(directory, 'not-mounted'), join(directory, 'link'));
  const toNothing = {
    code: 'store_failed',
    message: /cannot be used: .*link is a link to what is not there\. Check/,
  };
  await t.rejects(open('link'), toNothing);
  await t.rejects(open('link/below'), toNothing);
  const inProc = Database.open({ directory: '/proc/earshot/data', log: silentLog });
  await t.rejects(inProc, { code: 'store_failed' }, 'where Node itself would try for ever');
  await t.rejects(open('damaged'), { code: 'store_failed', message: /damaged.*cannot be used: / });
  mkdirSync(join(directory, 'newer', 'db'));
  const level = new Level<string, string>(join(directory, 'newer', 'db'));
  await level.sublevel('meta').put('format', '2');
  await level.close();
  await t.rejects(open('newer'), { code: 'store_failed', message: /format 2/ });
  await t.rejects(open('newer'), { code: 'store_failed' }, 'and the folder was given free again');
});
