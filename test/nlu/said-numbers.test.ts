import fc from 'fast-check';
import t from 'tap';
import { formatHundredths, readNumber } from '../../src/nlu/entities/number.js';
import { resolveLocale } from '../../src/nlu/locales/index.js';
import { tokenise } from '../../src/nlu/tokenise.js';
import { inWords } from './in-words.js';

const { locale } = resolveLocale('en-US')!;

function number(text: string): string | undefined {
  const list = tokenise(text, locale);
  const read = readNumber(list, 0, locale.numbers);
  return read === undefined || read.end !== list.length ? undefined : formatHundredths(read.hundredths);
}

t.test('numbers as people say them', async (t) => {
  const cases: Record<string, string | undefined> = {
    seven: '7',
    'forty nine': '49',
    'a hundred and five': '105',
    'one fifty': '150',
    'one oh five': '105',
    'one oh one point three': '101.3',
    'one fifty point five': '150.5',
    'one twenty five': '125',
    'nineteen ninety five': '1995',
    'twelve hundred': '1200',
    'one thousand one hundred twenty': '1120',
    'two and a half': '2.5',
    'ten and a half': '10.5',
    'eight point five': '8.5',
    'point seven five': '0.75',
    'nine point ninety nine': '9.99',
    'two dozen': '24',
    'half a dozen': '6',
    'a dozen': '12',
    'one zero eight zero': '1080',
    '1,299.99': '1299.99',
    '3/4': '0.75',
    'minus five': '-5',
    'two thousand and twenty six': '2026',
    'one hundred twenty thousand': '120000',
    'one twenty thousand': '120000',
    'nineteen twenty thousand': undefined,
    'one oh five thousand': undefined,
    'one oh twelve': undefined,
    '3 quarters': '0.75',
    '8 quarters': undefined,
    '8 point 12345': undefined,
    minus: undefined,
    // another number begins: what is read must not end at the end
    'one hundred and two hundred': undefined,
    'two thousand and three thousand': undefined,
    'three million': '3000000',
    'a million': '1000000',
    'two and a half million': '2500000',
    'one point five million': '1500000',
    'half a million': '500000',
    'a million and a half': '1500000',
    'two million and a quarter': '2250000',
    'a hundred and a half': '100.5',
    'two thousand and five and a half': '2005.5',
    'a couple of dozen': '24',
    'three quarters': '0.75',
    'one half': '0.5',
    'oh point five': '0.5',
    'five and six': undefined,
    'hundred hundred': undefined,
    'two thousand thousand': undefined,
    '9/4': '2.25',
    'three point oh five': '3.05',
    'seven point one two five': '7.125',
    'minus zero point oh oh one five': '-0.0015',
    '125.378': '125.378',
    'one point two five three million': '1253000',
    '3/8': '0.375',
    'plus or minus five': undefined,
    'zero quarters': undefined,
    '999999999 point five million': undefined,
    '5/0': undefined,
    '90/14': undefined,
    'three point one four one five nine': undefined,
    'three point five twelve': undefined,
    '8 3/2': undefined,
    'twenty zero': undefined,
    '1000000 million': '1000000000000',
    '1000001 million': undefined,
    'one two three four five six seven eight nine one two three': '123456789123',
    'one two three four five six seven eight nine one two three four': undefined,
    '': undefined,
  };
  for (const [text, value] of Object.entries(cases)) t.equal(number(text), value, text);
});

t.test('every whole number is read back from its words', async (t) => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999 }), fc.boolean(), (value, and) => {
      return number(inWords(value, and)) === String(value);
    }),
    { numRuns: 2000 },
  );
  t.pass();
});
