import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { Level } from 'level';
import { pino } from 'pino';
import t from 'tap';
import { crc32 } from '../../src/crc32.js';
import { seal } from '../../src/store/checksum.js';
import { Database } from '../../src/store/database.js';
import { joinKey, rangeBelow, splitKey } from '../../src/store/key.js';
import { fakeClock, openDatabase, silentLog } from './open-database.js';

interface Note {
  text: string;
  tag?: string;
  until?: number;
}

const notes = {
  name: 'notes',
  version: 2,
  read(value: unknown, version: number): Note {
    const row = value as Note;
    if (typeof row?.text !== 'string') throw new Error('text is missing');
    return version === 1 ? { ...row, text: row.text.toUpperCase() } : row;
  },
  expiresAt: (row: Note) => row.until,
  indexes: { tag: (row: Note) => (row.tag === undefined ? undefined : [row.tag]) },
};

/** Writes below the collections, as damage or an older version would have. */
async function writeRaw(directory: string, rows: Record<string, string>): Promise<void> {
  const level = new Level<string, string>(join(directory, 'db'));
  for (const [key, value] of Object.entries(rows)) await level.sublevel('notes').put(key, value);
  await level.close();
}

async function countKeys(directory: string): Promise<number> {
  const level = new Level<string, string>(join(directory, 'db'));
  const keys = await level.keys().all();
  await level.close();
  return keys.filter((key) => !key.startsWith('!meta!')).length;
}

t.test('rows survive closing and opening', async (t) => {
  const directory = t.testdir({});
  const first = await Database.open({ directory, log: silentLog });
  t.equal(first.status, 'open');
  const collection = first.collection(notes);
  await collection.put('a', { text: 'one', tag: 'x' }, { durable: true });
  await collection.put('b', { text: 'two', tag: 'x' });
  await collection.del('b');
  await collection.del('never there');
  const unawaited = collection.put('c', { text: 'three' });
  const closing = first.close();
  t.equal(first.status, 'closing');
  await closing;
  await unawaited;
  t.equal(first.status, 'closed');
  await t.rejects(collection.put('d', { text: 'late' }), { code: 'shutting_down' });
  t.throws(() => collection.get('a'), { code: 'shutting_down' });
  await first.close();

  const second = await openDatabase(t, { directory });
  const again = second.collection(notes);
  t.strictSame(await again.get('a'), { text: 'one', tag: 'x' });
  t.strictSame(again.get('c'), { text: 'three' });
  t.equal(await again.get('b'), undefined);
  t.strictSame((await again.list('tag', ['x'])).items, [{ text: 'one', tag: 'x' }]);
  t.throws(() => second.collection(notes), /exists already/);
});

t.test('an expired row is gone at once, and from the disk with the sweep', async (t) => {
  const directory = t.testdir({});
  const clock = fakeClock();
  const database = await Database.open({ directory, log: silentLog, clock });
  const collection = database.collection(notes);
  const soon = clock() + 1000;
  const count = 600;
  await Promise.all(
    Array.from({ length: count }, (_, i) => collection.put(`k${i}`, { text: 'x', tag: 't', until: soon })),
  );
  await collection.put('longer', { text: 'x', tag: 't', until: soon });
  await collection.put('longer', { text: 'y', tag: 't', until: soon + 1000 });
  await collection.put('for ever', { text: 'z', tag: 't' });
  t.equal(await database.sweep(), 0);
  clock.advance(999);
  t.ok(collection.get('k0'));
  clock.advance(1);
  t.equal(collection.get('k0'), undefined);
  t.strictSame(
    (await collection.list('tag', ['t'])).items.map(({ text }) => text),
    ['z', 'y'],
  );
  const all: string[] = [];
  for await (const [key] of collection.all()) all.push(key);
  t.strictSame(all, ['for ever', 'longer']);
  t.equal(await database.sweep(), count, 'in several batches');
  t.equal(await database.sweep(), 0);
  clock.advance(1000);
  t.equal(await database.sweep(), 1);
  await database.close();
  t.equal(await countKeys(directory), 2, 'one row and its index entry are left');
});

t.test('sweeping by itself', async (t) => {
  const clock = fakeClock();
  const database = await openDatabase(t, { clock });
  const collection = database.collection(notes);
  await collection.put('a', { text: 'x', until: clock() + 10 });
  clock.advance(10);
  database.startSweeping(5);
  while ((await collection.rows.get('a')) !== undefined) await new Promise(setImmediate);
  t.pass('the row went away');
});

t.test('indexes follow their rows, whatever happens to them', async (t) => {
  const directory = t.testdir({});
  const database = await Database.open({ directory, log: silentLog });
  const collection = database.collection(notes);
  const model = new Map<string, Note>();
  const key = fc.constantFrom('a', 'b', 'c', '%00', 'a\0b');
  const tag = fc.option(fc.constantFrom('x', 'x\0', 'x\0y', '', '%', 'é'), { nil: undefined });
  const action = fc.record({ key, row: fc.option(fc.record({ text: fc.string(), tag })) });
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 20 }), async (actions) => {
      // Not awaited one by one, so that many share a batch.
      await Promise.all(
        actions.map(({ key, row }) => {
          if (row) model.set(key, row);
          else model.delete(key);
          return row ? collection.put(key, row) : collection.del(key);
        }),
      );
      for (const tag of ['x', 'x\0', 'x\0y', '', '%', 'é']) {
        const { items } = await collection.list('tag', [tag]);
        const expected = [...model.values()].filter((row) => row.tag === tag);
        assert.deepEqual(items.map(({ text }) => text).sort(), expected.map(({ text }) => text).sort());
      }
    }),
    { numRuns: 50 },
  );
  await Promise.all([...model.keys()].map((key) => collection.del(key)));
  await database.close();
  t.equal(await countKeys(directory), 0, 'nothing is left behind');
});

t.test('pages: all rows, each once, in both directions', async (t) => {
  const database = await openDatabase(t);
  const collection = database.collection({ ...notes, indexes: { tag: (row: Note) => [row.tag!, row.text] } });
  const texts = Array.from({ length: 23 }, (_, i) => String(i).padStart(2, '0'));
  await Promise.all(texts.map((text) => collection.put(`k${text}`, { text, tag: 'x' })));
  await collection.put('other', { text: '05', tag: 'x2' });
  for (const reverse of [false, true]) {
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const page = await collection.list('tag', ['x'], { limit: 5, after, reverse });
      t.ok(page.items.length <= 5);
      seen.push(...page.items.map(({ text }) => text));
      after = page.next;
    } while (after !== undefined);
    t.strictSame(seen, reverse ? [...texts].reverse() : texts);
  }
  t.equal((await collection.list('tag', ['x'], { limit: 23 })).next, undefined, 'no empty last page');
  for (const after of ['', '!', 'AAA=', '\u{1F600}']) {
    await t.rejects(collection.list('tag', ['x'], { after }), { code: 'invalid_request' }, after);
  }
});

t.test('a mutation is atomic, sees those before it, and one that throws leaves nothing', async (t) => {
  const database = await openDatabase(t);
  const collection = database.collection(notes);
  const increment = () =>
    database.write((batch) => {
      const text = batch.stored(collection, 'n')?.text ?? '0';
      batch.put(collection, 'n', { text: String(Number(text) + 1) });
    });
  await Promise.all(Array.from({ length: 1000 }, increment));
  t.equal(collection.get('n')?.text, '1000');
  const failing = database.write((batch) => {
    batch.put(collection, 'half', { text: 'x', tag: 't' });
    throw new RangeError('no');
  });
  const [failed, passed] = await Promise.allSettled([failing, increment()]);
  t.equal(failed.status, 'rejected');
  t.equal(passed.status, 'fulfilled');
  t.equal(collection.get('half'), undefined);
  t.strictSame((await collection.list('tag', ['t'])).items, []);
});

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

t.test('a row is decoded once for each text it has, and cannot be changed by who shares it', async (t) => {
  const database = await openDatabase(t);
  let reads = 0;
  const collection = database.collection<{ text: string; tags: string[] }>({
    name: 'shared',
    version: 1,
    read: (value) => {
      reads++;
      return value as { text: string; tags: string[] };
    },
  });
  const row = { text: 'first', tags: ['a'] };
  await collection.put('key', row);
  row.tags.push('b');
  t.strictSame(collection.get('key'), { text: 'first', tags: ['a'] });
  t.equal(collection.get('key'), collection.get('key'));
  t.equal(reads, 1);
  t.throws(() => collection.get('key')!.tags.push('c'), TypeError);
  await collection.put('key', { text: 'second', tags: [] });
  t.strictSame(collection.get('key'), { text: 'second', tags: [] });
  for (let index = 0; index < 600; index++) await collection.put(`${index}`, row);
  for (let index = 0; index < 600; index++) t.strictSame(collection.get(`${index}`), row);
  t.strictSame(collection.get('key'), { text: 'second', tags: [] });
  await collection.del('key');
  t.equal(collection.get('key'), undefined);
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

/** Sets how large a file of this process may become. @returns whether that can be done here */
function limitFiles(bytes: number | 'unlimited'): boolean {
  return spawnSync('prlimit', [`--pid=${process.pid}`, `--fsize=${bytes}:`]).status === 0;
}

const needsLimit = limitFiles('unlimited') ? false : 'needs prlimit';
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
  // A file that may not grow is to LevelDB what a full disk is.
  // Whose default is to end the process.
  process.on('SIGXFSZ', () => undefined);
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
  limitFiles('unlimited');
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
  const child = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  t.equal(child.stdout.trim(), 'LEVEL_LOCKED', child.stderr);
});

t.test('a second process is told who holds the folder, and may wait for it', async (t) => {
  const directory = t.testdir({});
  const holder = spawn(process.execPath, [
    fileURLToPath(new URL('./hold-store.js', import.meta.url)),
    directory,
  ]);
  t.teardown(() => holder.kill('SIGKILL'));
  await once(holder.stdout, 'data');
  const error = await Database.open({ directory, log: silentLog }).catch((e) => e);
  t.equal(error.code, 'store_locked');
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

t.test('a lock that a dead process left behind is taken over', async (t) => {
  const directory = t.testdir({});
  const holder = spawn(process.execPath, [
    fileURLToPath(new URL('./hold-store.js', import.meta.url)),
    directory,
  ]);
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

t.test('a true owner that its file does not prove is still respected, and its file put back', async (t) => {
  const directory = t.testdir({});
  const holder = spawn(process.execPath, [
    fileURLToPath(new URL('./hold-store.js', import.meta.url)),
    directory,
  ]);
  t.teardown(() => holder.kill('SIGKILL'));
  await once(holder.stdout, 'data');
  const file = join(directory, 'owner.json');
  const foreign = { ...JSON.parse(readFileSync(file, 'utf8')), host: 'another-container' };
  writeFileSync(file, JSON.stringify(foreign));
  const second = Database.open({ directory, log: silentLog });
  await t.rejects(second, { code: 'store_locked', message: /on another-container since/ });
  t.strictSame(JSON.parse(readFileSync(file, 'utf8')), foreign);
});

t.test('folders that cannot be used', async (t) => {
  const directory = t.testdir({ file: 'x', newer: {}, damaged: { db: { CURRENT: 'MANIFEST-000009\n' } } });
  const open = (name: string) => Database.open({ directory: join(directory, name), log: silentLog });
  await t.rejects(open('file'), { code: 'store_failed', message: /cannot be used: .*Check that/ });
  await t.rejects(open('file/below'), { code: 'store_failed' });
  await t.rejects(open('damaged'), { code: 'store_failed', message: /damaged.*cannot be used: / });
  mkdirSync(join(directory, 'newer', 'db'));
  const level = new Level<string, string>(join(directory, 'newer', 'db'));
  await level.sublevel('meta').put('format', '2');
  await level.close();
  await t.rejects(open('newer'), { code: 'store_failed', message: /format 2/ });
  await t.rejects(open('newer'), { code: 'store_failed' }, 'and the folder was given free again');
});

t.test('keys of several parts keep apart and in order', async (t) => {
  const part = fc.string({ unit: fc.constantFrom('a', '%', '0', '\0', '\u0001', 'é', '~') });
  fc.assert(
    fc.property(fc.array(part, { minLength: 1 }), fc.array(part, { minLength: 1 }), (a, b) => {
      const key = joinKey(a);
      if (splitKey(key).join('|') !== a.join('|')) return false;
      const { gte, lt } = rangeBelow(b);
      const compare = (other: string) => Buffer.compare(Buffer.from(key), Buffer.from(other));
      const isBelow = a.length > b.length && b.every((value, i) => value === a[i]);
      return (compare(gte) >= 0 && compare(lt) < 0) === isBelow;
    }),
    { numRuns: 3000 },
  );
  t.same(splitKey(joinKey(['', ''])), ['', '']);
});

t.test('the checksum is the common CRC-32', async (t) => {
  t.equal(crc32(Buffer.from('123456789')), 0xcbf43926);
  t.equal(crc32(Buffer.alloc(0)), 0);
});
