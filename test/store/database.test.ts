import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { crc32 } from '../../src/files/crc32.js';
import { Database } from '../../src/store/database.js';
import { joinKey, rangeBelow, splitKey } from '../../src/store/key.js';
import { countKeys, type Note, notes } from './notes.js';
import { openDatabase, silentLog } from './open-database.js';

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
  const looksRight = Buffer.from('07\0k07').toString('base64url');
  for (const after of ['', '!', 'AAA=', 'AAAA', looksRight, '\u{1F600}']) {
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

t.test('a row that is read while it is written is the new one as soon as that is acknowledged', async (t) => {
  const database = await openDatabase(t);
  const collection = database.collection(notes);
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  await collection.put('key', { text: '0' });
  for (let index = 1; index <= 20; index++) {
    let isWritten = false;
    const writing = collection.put('key', { text: `${index}` }, { durable: true }).then(() => {
      isWritten = true;
      t.strictSame(collection.get('key'), { text: `${index}` });
    });
    let reads = 0;
    for (; !isWritten; reads++) {
      collection.get('key');
      await turn();
    }
    await writing;
    t.ok(reads > 0);
  }
  const deleting = collection.del('key', { durable: true });
  t.strictSame(collection.get('key'), { text: '20' });
  await deleting;
  t.equal(collection.get('key'), undefined);
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
