import fc from 'fast-check';
import t from 'tap';
import { createUnderstander, loadPack, type UnderstandResult } from '../../src/nlu/index.js';
import { sayTo, typed } from './say-to.js';
import { catalogue } from './small-catalogue.js';

const pack = loadPack('product-search');
const clock = Date.UTC(2026, 10, 20);
const understander = createUnderstander(pack, { now: () => new Date(clock) });
const say = sayTo(understander);

const shop = createUnderstander(pack, { catalogue, now: () => new Date(clock) });

t.test('however much is not wanted, the conversation goes on', async (t) => {
  let turn = say('a dress');
  for (let index = 0; index < 120; index++) {
    const name = index
      .toString(26)
      .replace(/./g, (digit) => 'bcdfghjklmnpqrstvwxzyaeiou'[parseInt(digit, 26)]);
    turn = say(`without q${name}q`, turn);
  }
  const excluded = turn.entities.excluded as string[];
  t.equal(excluded.length, 100);
  t.same(say('in red', turn).entities.excluded, excluded);
});

t.test('any text, context and memory get a defined answer', async (t) => {
  const vocabulary = fc.constantFrom(
    'show',
    'me',
    'red',
    'shoes',
    'under',
    'fifty',
    'dollars',
    'and',
    'a',
    'the',
    'two',
    'one',
    'not',
    'instead',
    'of',
    'in',
    'size',
    'ten',
    'point',
    'half',
    'between',
    '$',
    '1,000',
    'um',
    'please',
    'xyzzy',
    "i'm",
    'cheaper',
    'first',
    'for',
    'to',
    'iphone',
    'undo',
  );
  const sentence = fc.oneof(
    fc.string({ maxLength: 300 }),
    fc.string({ unit: 'binary', maxLength: 100 }),
    fc.array(vocabulary, { maxLength: 60 }).map((words) => words.join(' ')),
  );
  let before: UnderstandResult | undefined;
  fc.assert(
    fc.property(sentence, fc.boolean(), fc.jsonValue(), (text, fresh, junk) => {
      const memory = fresh ? junk : before?.memory;
      const context =
        fresh && typeof junk === 'object' && junk !== null && !Array.isArray(junk)
          ? (junk as Record<string, unknown>)
          : before?.context;
      before = shop.understand({
        locale: fresh ? text.slice(0, 5) : 'en-US',
        ...typed(text),
        context,
        memory,
      });
      return (
        before.intent !== '' && before.confidence >= 0 && before.confidence <= 1 && before.reply.text !== ''
      );
    }),
    { numRuns: 1500 },
  );
  t.pass();
});

t.test('a long or hostile sentence costs a bounded amount of work', async (t) => {
  // Each would take hours if any part of the matching grew faster than the sentence.
  for (const text of [
    'red '.repeat(5000),
    'under fifty dollars and '.repeat(2000),
    'one two three four five six seven eight nine ten '.repeat(500),
    `${'between one and two to three and '.repeat(500)}dollars`,
    'show me the show me the not red instead of blue '.repeat(300),
    'x'.repeat(1_000_000),
    '"'.repeat(100_000),
    '1'.repeat(100_000),
  ]) {
    t.ok(say(text).intent);
  }
});
