// Packs may bring a language of their own, which need not have all the words that English has.
import t from 'tap';
import { createUnderstander, loadPack } from '../../src/nlu/index.js';
import { english } from '../../src/nlu/locales/en.js';
import type { LanguageData } from '../../src/nlu/locales/language-data.js';
import { converse } from './say-to.js';

function pick<Whole extends object, Name extends keyof Whole>(
  whole: Whole,
  ...names: Name[]
): Pick<Whole, Name> {
  return Object.fromEntries(names.map((name) => [name, whole[name]])) as Pick<Whole, Name>;
}

const words = ['fillers', 'hesitations', 'openWords', 'functionWords', 'contractions', 'homophones'] as const;
const amounts = ['money', 'comparisons', 'units', 'spelling', 'regions', 'describePrice'] as const;
const forms = ['stem', 'plural', 'article', 'soundKey', 'joinList', 'examples'] as const;
const numbers = [
  'units',
  'tens',
  'scales',
  'and',
  'articles',
  'collectives',
  'fractions',
  'ordinals',
] as const;
const figures = ['point', 'minus', 'zeroDigits', 'last'] as const;
const days = ['weekdays', 'months', 'days', 'morning', 'afternoon', 'next', 'in', 'of', 'spans'] as const;
const times = ['clock', 'oclock', 'past', 'to', 'durations', 'durationNames'] as const;

/** English with what the type demands, and nothing else. */
const bare: LanguageData = {
  ...pick(english, 'language', ...words, ...amounts, ...forms),
  numbers: pick(english.numbers, ...numbers, ...figures),
  time: pick(english.time, ...days, ...times),
};

for (const [name, said, context] of [
  [
    'coffee-bar',
    ['a large latte with oat milk', 'and two teas'],
    { order: [{ quantity: 1 }, { quantity: 2 }] },
  ],
  ['home-control', ['turn on the kitchen light', 'turn it off'], { area: 'kitchen', device: 'light' }],
] as const) {
  t.test(
    `${name}: with fewer words all that is said has some answer, and plain requests the right one`,
    async (t) => {
      const pack = loadPack(name, { tests: true, locales: [bare] });
      const understander = createUnderstander(pack);
      t.match(converse(understander, said).at(-1)?.context, context);
      const every10th = pack.definition.tests.filter((_, at) => at % 10 === 0);
      const turns = every10th.map((test) => ('turns' in test ? test.turns : [test]));
      const results = turns.flatMap((one) =>
        converse(
          understander,
          one.map(({ say }) => say),
        ),
      );
      t.ok(results.every(({ reply }) => reply.text !== ''));
      const wanted = turns.flat().map(({ intent }) => intent);
      const right = results.filter(({ intent }, at) => intent === wanted[at]);
      t.ok(right.length > 0.9 * results.length, `${right.length} of ${results.length} as with all words`);
    },
  );
}
