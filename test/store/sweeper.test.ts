// What has expired goes from the disk, and nothing else does.
import { randomBytes } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import type { EarshotError } from '../../src/errors.js';
import { seal } from '../../src/store/checksum.js';
import { Database } from '../../src/store/database.js';
import { SweepClock } from '../../src/store/sweep-clock.js';
import { countKeys, notes, writeRaw } from './notes.js';
import { fakeClock, openDatabase, silentLog } from './open-database.js';

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

t.test('a sweep goes by what a row says now, and removes what is due and cannot be read', async (t) => {
  const directory = t.testdir({});
  const clock = fakeClock();
  const until = clock() + 1000;
  const first = await Database.open({ directory, log: silentLog, clock });
  const rows = first.collection(notes);
  for (const key of ['lives longer', 'damaged', 'gone']) await rows.put(key, { text: 'x', until });
  const unused = { ...notes, name: 'unused' };
  await first.collection(unused).put('a', { text: 'x', until });
  await first.close();
  // Below the collections, so that they stay in the list of what expires when.
  const longer = seal(JSON.stringify({ v: 2, row: { text: 'x', until: until + 1000 } }));
  await writeRaw(directory, { 'lives longer': longer, damaged: 'x', gone: undefined });
  clock.advance(1000);

  const second = await Database.open({ directory, log: silentLog, clock });
  const collection = second.collection(notes);
  await second.sweep();
  t.ok(collection.get('lives longer'));
  t.equal(await second.sweep(), 0, 'nothing is looked at twice');
  await second.close();
  t.equal(await countKeys(directory), 3, 'it, and what a collection has that was not in use, with its entry');

  const third = await openDatabase(t, { directory, clock });
  third.collection(unused);
  t.equal(await third.sweep(), 1, 'which waits for its collection');
});

t.test('many rows of collections that are not in use hold up no others', async (t) => {
  const directory = t.testdir({});
  const clock = fakeClock();
  const first = await Database.open({ directory, log: silentLog, clock });
  const unused = first.collection({ ...notes, name: 'unused' });
  const count = 600;
  await Promise.all(
    Array.from({ length: count }, (_, i) => unused.put(`k${i}`, { text: 'x', until: clock() + 1 })),
  );
  await first.collection(notes).put('a', { text: 'x', until: clock() + 2 });
  await first.close();
  clock.advance(2);
  const second = await Database.open({ directory, log: silentLog, clock });
  second.collection(notes);
  t.equal(await second.sweep(), 1);
  await second.close();
  const third = await openDatabase(t, { directory, clock });
  third.collection({ ...notes, name: 'unused' });
  t.equal(await third.sweep(), count, 'they wait for their collection');
});

t.test('by a timer, too, rows go when they are due and not before', async (t) => {
  const clock = fakeClock();
  const database = await openDatabase(t, { clock });
  const collection = database.collection(notes);
  await collection.put('a', { text: 'x', until: clock() + 10 });
  clock.advance(10);
  // longer than a timer can be, which Node takes for a millisecond
  database.startSweeping(30 * 86_400_000);
  await new Promise((resolve) => setTimeout(resolve, 50));
  t.ok(await collection.rows.get('a'), 'not before its time');
  database.startSweeping(5);
  while ((await collection.rows.get('a')) !== undefined) await new Promise(setImmediate);
  t.pass('the row went away');
});

t.test('a sweep that a shutdown interrupts ends with its batch, and the next one goes on', async (t) => {
  const directory = t.testdir({});
  const clock = fakeClock();
  const first = await Database.open({ directory, log: silentLog, clock });
  const collection = first.collection(notes);
  const count = 2000;
  await Promise.all(
    Array.from({ length: count }, (_, i) => collection.put(`k${i}`, { text: 'x', until: clock() + 1 })),
  );
  t.equal(await first.sweep(), 0);
  clock.advance(1);
  const sweeping = first.sweep();
  t.equal(first.sweep(), sweeping, 'one at a time');
  await first.close();
  const removed = await sweeping;
  t.ok(removed < count, `${removed} before the shutdown`);
  const second = await openDatabase(t, { directory, clock });
  second.collection(notes);
  t.equal(await second.sweep(), count - removed);
});

t.test('a clock that is wrong for a while costs no row', async (t) => {
  const directory = t.testdir({});
  const [minute, day] = [60_000, 86_400_000];
  const clock = fakeClock(Date.parse('2027-03-01T12:00:00.000Z'));
  const steadyClock = fakeClock(0);
  const open = async () => {
    const database = await Database.open({ directory, log: silentLog, clock, steadyClock });
    return { database, collection: database.collection(notes) };
  };
  const pass = (ms: number) => {
    clock.advance(ms);
    steadyClock.advance(ms);
  };
  const first = await open();
  await first.collection.put('for a minute', { text: 'x', until: clock() + minute });
  await first.collection.put('for a month', { text: 'y', until: clock() + 30 * day });
  pass(minute);
  t.equal(await first.database.sweep(), 1, 'by a right clock what is due goes at once');

  clock.advance(365 * day);
  t.equal(await first.database.sweep(), 0);
  pass(minute);
  t.equal(await first.database.sweep(), 0);
  t.equal(first.collection.get('for a month'), undefined, 'expired, by the clock');
  clock.advance(-365 * day);
  t.ok(first.collection.get('for a month'), 'and not, by the clock that was put right');
  await first.database.close();

  const wrong = clock() + 365 * day;
  clock.advance(wrong - clock());
  const second = await open();
  pass(60 * minute);
  t.equal(await second.database.sweep(), 0, 'nor does it cost rows that it was wrong from the start');
  clock.advance(-wrong);
  t.equal(await second.database.sweep(), 0);
  clock.advance(wrong - 365 * day + 30 * day);
  t.equal(second.collection.get('for a month'), undefined);
  t.equal(await second.database.sweep(), 0, 'a month that the machine was off is not believed at once');
  steadyClock.advance((30 * day) / 24);
  t.equal(await second.database.sweep(), 1, 'but after as much time as 24 times the speed takes');
  await second.database.close();
});

t.test('nor does one that is wrong when a store is opened that nothing was removed from yet', async (t) => {
  const directory = t.testdir({});
  const clock = fakeClock(Date.parse('2027-03-01T12:00:00.000Z'));
  const steadyClock = fakeClock(0);
  const first = await Database.open({ directory, log: silentLog, clock, steadyClock });
  const until = clock() + 30 * 86_400_000;
  await first.collection(notes).put('for a month', { text: 'x', until });
  t.equal(await first.sweep(), 0);
  await first.close();
  clock.advance(365 * 86_400_000);
  const second = await openDatabase(t, { directory, clock, steadyClock });
  second.collection(notes);
  t.equal(await second.sweep(), 0);
});

t.test('a clock that is ahead is followed no faster by who asks often', async (t) => {
  const start = Date.parse('2027-03-01T12:00:00.000Z');
  const clock = fakeClock(start);
  const steadyClock = fakeClock(0);
  const sweepClock = new SweepClock({ clock, steadyClock });
  clock.advance(365 * 86_400_000);
  for (let second = 1; second <= 60; second++) {
    steadyClock.advance(1000);
    sweepClock.now();
  }
  t.equal(sweepClock.now() - start, 24 * 60_000, '24 minutes in one');
});

t.test('what LevelDB writes about its own work does not grow for ever', async (t) => {
  const directory = t.testdir({});
  const database = await openDatabase(t, { directory, mostJournalBytes: 2000 });
  const collection = database.collection(notes);
  const journals = () =>
    readdirSync(join(directory, 'db')).filter((name) => /^(LOG|MANIFEST-\d+)$/.test(name));
  const bytes = () => journals().reduce((sum, name) => sum + statSync(join(directory, 'db', name)).size, 0);
  const text = randomBytes(3000).toString('base64');
  // Which number it has tells whether the store was opened anew; what LevelDB tidies by itself leaves it.
  const manifest = () => journals().find((name) => name.startsWith('MANIFEST'));
  let written = 0;
  const write = () => collection.put(`note ${written++}`, { text, tag: 't' });
  while (bytes() <= 2000) await write();
  const grown = manifest();
  let isDone = false;
  const done = Promise.all([database.sweep(), write(), write()]).then(() => {
    isDone = true;
  });
  const refusals = new Set<string>();
  while (!isDone) {
    await new Promise(setImmediate);
    try {
      collection.get(`note ${Math.floor(Math.random() * written)}`);
    } catch (error) {
      const { code, message, retryAfterSeconds } = error as EarshotError;
      refusals.add(`${code} ${retryAfterSeconds} ${message}`);
    }
  }
  await done;
  const asked = 'store_failed 1 The data folder is being opened anew. Try again in a moment.';
  t.ok(
    [...refusals].every((refusal) => refusal === asked),
    'for a moment nothing can be read',
  );
  t.not(manifest(), grown, 'begun anew');
  t.ok(journals().length === 2, 'and the old one is gone');
  await write();
  t.equal((await collection.list('tag', ['t'])).items.length, written, 'nothing is lost');
  t.ok(database.isWritable);
  const small = manifest();
  await database.sweep();
  t.equal(manifest(), small, 'it is left alone until there is much of it again');
});
