import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import type { Collection } from '../../src/store/collection.js';
import { KnownPages } from '../../src/store/known-pages.js';
import { type Note, notes } from './notes.js';
import { fakeClock, openDatabase } from './open-database.js';

interface Place extends Note {
  shelf: string;
}

const places = {
  ...notes,
  read: (value: unknown) => value as Place,
  indexes: { place: ({ tag, shelf, text }: Place) => (tag === undefined ? undefined : [tag, shelf, text]) },
};

interface Reading {
  parts: string[];
  limit: number;
  reverse: boolean;
}

interface Writing {
  key: string;
  /** null: the row is deleted. */
  row: (Place & { lifeMs?: number }) | null;
}

/** All pages of a list. */
async function pagesOf(collection: Collection<Place>, { parts, limit, reverse }: Reading) {
  const items: Place[] = [];
  let after: string | undefined;
  do {
    const page = await collection.list('place', parts, { limit, after, reverse });
    items.push(...page.items);
    after = page.next;
  } while (after !== undefined);
  return items;
}

const key = fc.constantFrom('a', 'b', '%00', 'a\0b');
// few, so that the same page is asked for again and again
const tag = fc.constantFrom('x', 'x\0');
const shelf = fc.constantFrom('', '%');
const parts = fc.tuple(tag, shelf, fc.nat(2)).map(([tag, shelf, length]) => [tag, shelf].slice(0, length));
const row = fc.record({
  text: fc.constantFrom('1', '2', '3'),
  tag: fc.option(tag, { nil: undefined }),
  shelf,
  lifeMs: fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined }),
});
const writing: fc.Arbitrary<Writing> = fc.record({ key, row: fc.option(row) });
const reading: fc.Arbitrary<Reading> = fc.record({
  parts,
  limit: fc.integer({ min: 1, max: 2 }),
  reverse: fc.boolean(),
});
const step = fc.record({
  actions: fc.array(fc.oneof(writing, reading), { maxLength: 4 }),
  // back, too, where a clock is put right
  passMs: fc.integer({ min: -5, max: 10 }),
  sweeps: fc.boolean(),
  walks: fc.boolean(),
  readings: fc.array(reading, { minLength: 1, maxLength: 4 }),
});

t.test('pages are those of the whole list, which is never kept, after any write or expiry', async (t) => {
  const clock = fakeClock();
  const database = await openDatabase(t, { clock });
  const collection = database.collection(places);
  const write = ({ key, row }: Writing) => {
    if (row === null) return collection.del(key);
    const { lifeMs, ...rest } = row;
    return collection.put(key, { ...rest, until: lifeMs === undefined ? undefined : clock() + lifeMs });
  };
  let known = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      for (const { actions, passMs, sweeps, walks, readings } of steps) {
        // Not awaited one by one, so that pages are read while rows of theirs are written.
        await Promise.all(
          actions.map((action) =>
            'key' in action ? write(action) : collection.list('place', action.parts, action),
          ),
        );
        clock.advance(passMs);
        if (sweeps) await database.sweep();
        for (const reading of readings) {
          const { parts, limit, reverse } = reading;
          const whole = (await collection.list('place', parts, { reverse })).items;
          const first = await collection.list('place', parts, { limit, reverse });
          assert.deepEqual(first.items, whole.slice(0, limit));
          assert.equal(first.next !== undefined, whole.length > limit);
          if ((await collection.list('place', parts, { limit, reverse })) === first) known++;
          if (walks) assert.deepEqual(await pagesOf(collection, reading), whole);
        }
      }
    }),
    { numRuns: 100 },
  );
  t.ok(known > 100, `${known} pages were known`);
});

t.test('a page that is asked for again is the same, frozen; a bounded number of rows is kept', async (t) => {
  const database = await openDatabase(t);
  const collection = database.collection(places);
  const put = (name: string, shelf: string) =>
    collection.put(`${name}/${shelf}`, { text: 'x', tag: name, shelf });
  await Promise.all(Array.from({ length: 600 }, (_, i) => put(`tag ${i}`, '1')));
  const page = (name: string) => collection.list('place', [name], { limit: 5 });
  const first = await page('tag 0');
  t.equal(await page('tag 0'), first);
  t.throws(() => first.items.push(first.items[0]), TypeError);
  await put('tag 1', '2');
  t.equal(await page('tag 0'), first, 'another list was written');
  const shelves = async () => (await page('tag 0')).items.map(({ shelf }) => shelf);
  await put('tag 0', '2');
  t.strictSame(await shelves(), ['1', '2']);
  const second = await page('tag 0');
  for (let i = 1; i < 600; i++) await page(`tag ${i}`);
  t.not(await page('tag 0'), second, 'the oldest is not kept');
  const last = await page('tag 599');
  t.equal(await page('tag 599'), last);
});

t.test('a page that was read by a wrong clock is not that of the right one', async (t) => {
  const clock = fakeClock();
  const collection = (await openDatabase(t, { clock })).collection(places);
  await collection.put('a', { text: 'x', tag: 't', shelf: '1', until: clock() + 1000 });
  const count = async () => (await collection.list('place', ['t'], { limit: 5 })).items.length;
  const year = 365 * 86_400_000;
  clock.advance(year);
  t.equal(await count(), 0);
  clock.advance(-year);
  t.equal(await count(), 1);
  clock.advance(1000);
  t.equal(await count(), 0);
});

t.test('a page is not kept when a row of its list was written while it was read', async (t) => {
  for (const [written, isKept] of [
    ['x\x001', false],
    ['x\x001\0y', false],
    ['x1', true],
    ['y\0x\0', true],
  ] as const) {
    const pages = new KnownPages<number>();
    const page = { items: [1] };
    const read = async () => {
      pages.forgetEntry('!index!', written);
      return { page, from: 0, until: Number.POSITIVE_INFINITY };
    };
    t.equal(await pages.keep('!index!x\0', 'first', read), page);
    t.equal(pages.get('!index!x\0', 'first', 0), isKept ? page : undefined, JSON.stringify(written));
    t.equal(pages.get('!index!x\0', 'second', 0), undefined);
  }
});

t.test('rows are counted in all pages together, and no more when they are forgotten', async (t) => {
  const pages = new KnownPages<number>();
  const keep = (list: string, isWritten = false) =>
    pages.keep(list, 'first', async () => {
      if (isWritten) pages.forgetEntry('', list);
      return { page: { items: Array<number>(200).fill(1) }, from: 0, until: Number.POSITIVE_INFINITY };
    });
  const known = () => ['a', 'b', 'c'].filter((list) => pages.get(list, 'first', 0) !== undefined).join('');
  await keep('a');
  await keep('b');
  t.equal(known(), 'ab');
  await keep('c');
  t.equal(known(), 'bc', 'there is room for two');
  for (let time = 0; time < 3; time++) await keep('written meanwhile\0', true);
  t.equal(known(), 'bc');
  pages.forgetAll();
  await keep('a');
  await keep('b');
  t.equal(known(), 'ab');
});
