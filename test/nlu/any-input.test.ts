import fc from 'fast-check';
import t from 'tap';
import { configuredPack } from '../../src/cli/configured-pack.js';
import { createUnderstander, type UnderstandResult } from '../../src/nlu/index.js';
import { PackSource, readPackFiles } from '../../src/nlu/pack/source/pack-source.js';
import { renderReply, replyFaults } from '../../src/nlu/reply/reply.js';
import { sayTo, typed } from './say-to.js';
import { catalogue } from './small-catalogue.js';

const pack = configuredPack({ pack: 'product-search' });
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

t.test('what stands behind a courtesy and a hyphen is understood by itself', async (t) => {
  t.same(say('please-5').context.keywords, ['5']);
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

for (const name of ['product-search', 'coffee-bar', 'home-control'])
  t.test(`${name}: what people say, in any order, gets a defined answer`, async () => {
    const { tests } = new PackSource(readPackFiles(name)).definition;
    const turns = tests.flatMap((test) => ('turns' in test ? test.turns : [test]));
    const others = [
      'bigger',
      'two',
      'that one',
      'the other',
      'again',
      'without',
      'seven',
      'a bit more',
      'no',
      'yes',
    ];
    const said = fc.constantFrom(...others, ...turns.map(({ say }) => say));
    const talk = createUnderstander(configuredPack({ pack: name }), { now: () => new Date(clock) });
    fc.assert(
      fc.property(fc.array(said, { minLength: 2, maxLength: 5 }), (texts) => {
        let before: UnderstandResult | undefined;
        for (const text of texts) before = sayTo(talk)(text, before);
        return before?.reply.text !== '';
      }),
      { numRuns: 400 },
    );
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
  t.equal(replyFaults('{'.repeat(1_000_000)).length, 1_000_000);
});

t.test(
  'a reply with optional parts within each other is said whatever their number, and told of',
  async (t) => {
    const resolved = configuredPack({ pack: 'coffee-bar' }).resolve('en-US');
    const nested = (times: number) => `tea ${'['.repeat(times)}{size}${']'.repeat(times)} now`;
    for (const times of [1, 20, 100_000]) {
      t.equal(renderReply(nested(times), { size: 'large' }, resolved), 'Tea large now');
      t.equal(renderReply(nested(times), {}, resolved), 'Tea now');
    }
    t.strictSame(replyFaults(nested(20)), []);
    t.strictSame(replyFaults(nested(21)), ['"[" is nested deeper than 20']);
  },
);

t.test('an order that is no order of the pack gets a defined answer', async (t) => {
  const bar = createUnderstander(configuredPack({ pack: 'coffee-bar' }));
  const large = (quantity: unknown) => {
    const context = { order: [{ drink: 'latte', quantity }] };
    return bar.understand({ locale: 'en-US', ...typed('make all the lattes large'), context }).context.order;
  };
  for (const quantity of [-1, 0, 0.5, null, 'x', {}, [3], { valueOf: 1, toString: 1 }])
    t.same(large(quantity), [{ drink: 'latte', size: 'large' }], JSON.stringify(quantity));
  t.same(large('3'), [{ drink: 'latte', size: 'large', quantity: 3 }]);
  // Nothing is made for each of them.
  t.same(large(1e15), [{ drink: 'latte', size: 'large', quantity: 1e15 }]);

  const option = fc.oneof(
    fc.constantFrom('latte', 'tea', 'large', 'oat milk', 1, 2),
    fc.jsonValue(),
    fc.constant({ toString: 1, valueOf: 1 }),
    fc.record({ type: fc.constantFrom('range', 'exact'), from: fc.jsonValue(), to: fc.jsonValue() }),
  );
  const names = fc.constantFrom('drink', 'food', 'size', 'milk', 'topping', 'for', 'quantity', 'constructor');
  const order = fc.oneof(fc.jsonValue(), fc.array(fc.dictionary(names, option), { maxLength: 4 }));
  const sentence = fc.constantFrom(
    'make all the lattes large',
    'the second one with oat milk',
    'take off the last tea',
    'the same again but smaller',
    'one of them decaf',
    'two more teas and what have i ordered',
  );
  fc.assert(
    fc.property(sentence, order, option, (text, said, status) => {
      const context = { order: said, status, name: status };
      return bar.understand({ locale: 'en-US', ...typed(text), context }).reply.text !== '';
    }),
    { numRuns: 200 },
  );
});
