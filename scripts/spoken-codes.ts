import { seededRandom } from '../src/seeded-random.js';

const digits = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const teens = ['ten', 'eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen'].concat([
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
]);
const tens = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const months = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august'].concat([
  'september',
  'october',
  'november',
  'december',
]);
const ordinals = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
].concat(
  ['tenth', 'eleventh', 'twelfth', 'thirteenth', 'fourteenth', 'fifteenth', 'sixteenth', 'seventeenth'],
  ['eighteenth', 'nineteenth', 'twentieth', 'twenty first', 'twenty second', 'twenty third'],
  ['twenty fourth', 'twenty fifth', 'twenty sixth', 'twenty seventh', 'twenty eighth', 'thirtieth'],
);
const alphabet = [...'abcdefghijklmnopqrstuvwxyz'];
const spellingIntroductions = ['', '', '', '', "that's", 'spelled', "it's", 'my name is'];
const codeIntroductions = ['', '', '', 'code', 'number', 'order number', 'room', 'gate', 'my code is'];

/**
 * Lines of what people spell and count out, which written text hardly has: names letter by letter, order codes, phone
 * numbers, postcodes, dates, prices, times. Written from common knowledge; the same seed gives the same lines.
 *
 * @param words Words to spell, such as the vocabulary of the text.
 */
export function spokenCodes(words: readonly string[], count: number, seed = 1): string[][] {
  const random = seededRandom(seed);
  const pick = <T>(of: readonly T[]) => of[Math.floor(random() * of.length)];
  const repeat = (least: number, most: number, one: () => string) =>
    Array.from({ length: least + Math.floor(random() * (most - least + 1)) }, one).join(' ');
  // People say "oh" for a zero about as often as its name.
  const digit = () => {
    const value = Math.floor(random() * 10);
    return value === 0 && random() < 0.5 ? 'oh' : digits[value];
  };
  const twoDigits = () => {
    const value = 10 + Math.floor(random() * 90);
    if (value < 20) return teens[value - 10];
    const ten = tens[Math.floor(value / 10) - 2];
    return value % 10 === 0 ? ten : `${ten} ${digits[value % 10]}`;
  };
  const spelled = () => [...pick(words)].join(' ');
  const year = () => `${pick(['nineteen', 'twenty', 'eighteen'])} ${twoDigits()}`;
  const kinds: [number, () => string][] = [
    [6, () => `${pick(spellingIntroductions)} ${spelled()}`],
    [1, () => `${pick(words)} ${spelled()}`],
    [4, () => `${pick(codeIntroductions)} ${repeat(1, 6, () => pick(alphabet))} ${repeat(1, 4, digit)}`],
    [1, () => `${pick(codeIntroductions)} ${repeat(2, 6, () => pick(alphabet))} ${twoDigits()}`],
    [
      1,
      () =>
        `${repeat(1, 2, () => pick(alphabet))} ${repeat(1, 4, digit)} ${repeat(1, 3, () => pick(alphabet))}`,
    ],
    [3, () => `${pick(codeIntroductions)} ${repeat(2, 5, digit)}`],
    [3, () => repeat(7, 11, digit)],
    [2, () => repeat(2, 3, twoDigits)],
    [1, () => `${pick(digits)} ${twoDigits()}`],
    [1, () => `${pick(digits)} hundred and ${twoDigits()}`],
    [1, () => `${pick(months)} ${pick(ordinals)} ${year()}`],
    [1, () => `${pick(months)} ${twoDigits()} ${year()}`],
    [1, () => `the ${pick(ordinals)} of ${pick(months)}`],
    [1, () => `${pick(digits)} ${twoDigits()} ${pick(['a m', 'p m'])}`],
    [1, () => `${twoDigits()} dollars and ${twoDigits()} cents`],
  ];
  const total = kinds.reduce((sum, [weight]) => sum + weight, 0);
  return Array.from({ length: count }, () => {
    let draw = random() * total;
    const at = kinds.findIndex(([weight]) => {
      draw -= weight;
      return draw < 0;
    });
    return kinds[at][1]().split(' ').filter(Boolean);
  });
}
