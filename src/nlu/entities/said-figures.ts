import type { NumberWords } from '../locales/locale.js';

/** More ways than these to say a phrase are not looked for. */
const mostWays = 24;

/**
 * The ways in which a phrase with figures is said, by its words: "gate twelve", "room one oh one" and "room one hundred
 * one", "nineteen eighty four". None where there are no figures in it, or some that nobody would say.
 */
export function saidFigures(phrase: readonly string[], numbers: NumberWords): string[][] {
  if (!phrase.some((word) => /\d/.test(word))) return [];
  let said: string[][] = [[]];
  for (const word of phrase) {
    const ways = /\d/.test(word) ? waysToSay(word, numbers) : [[word]];
    said = said.flatMap((before) => ways.map((way) => [...before, ...way])).slice(0, mostWays);
  }
  return said;
}

/** @param figure Plain digits, perhaps with a decimal point. */
export function waysToSay(figure: string, numbers: NumberWords): string[][] {
  const [, whole, decimals] = /^(\d{1,6})(?:\.(\d{1,4}))?$/.exec(figure) ?? [];
  if (whole === undefined) return [];
  if (decimals !== undefined) {
    const behind = [...numbers.point.slice(0, 1), ...digits(decimals, numbers)];
    return cardinals(Number(whole), numbers).map((way) => [...way, ...behind]);
  }
  const isCode = whole.length > 2 || whole.startsWith('0');
  const ways = [
    ...(whole.length > 1 && whole.startsWith('0') ? [] : cardinals(Number(whole), numbers)),
    ...inPairs(whole, numbers),
    ...(isCode ? [digits(whole, numbers), digits(whole, numbers, numbers.zeroDigits[0])] : []),
  ];
  return [...new Map(ways.map((way) => [way.join(' '), way])).values()];
}

/** "one hundred one", "one hundred and one", "a hundred and one". */
function cardinals(value: number, numbers: NumberWords): string[][] {
  const one = nameOf(1, numbers.units);
  const [and] = numbers.and;
  const [article] = numbers.articles;
  const said = cardinal(value, numbers);
  const joined = and === undefined ? said : cardinal(value, numbers, and);
  const isOne = said.length > 1 && said[0] === one;
  return [said, joined, ...(isOne && article !== undefined ? [[article, ...joined.slice(1)]] : [])];
}

/** @param and Stands behind a hundred, before what is left. */
function cardinal(value: number, numbers: NumberWords, and?: string): string[] {
  if (value < 100) return belowHundred(value, numbers);
  const [scale, name] =
    value < 1000 ? [100, nameOf(100, numbers.scales)] : [1000, nameOf(1000, numbers.scales)];
  const rest = value % scale;
  const more = rest === 0 ? [] : cardinal(rest, numbers, and);
  const joined = and !== undefined && rest > 0 && rest < 100 ? [and, ...more] : more;
  return [...cardinal(Math.floor(value / scale), numbers, and), name, ...joined];
}

function belowHundred(value: number, { units, tens }: NumberWords): string[] {
  if (value < 20) return [nameOf(value, units)];
  const ten = nameOf(value - (value % 10), tens);
  return value % 10 === 0 ? [ten] : [ten, nameOf(value % 10, units)];
}

/** "one twenty", "nineteen eighty four", "twenty oh one": as rooms, flights and years are said. */
function inPairs(whole: string, numbers: NumberWords): string[][] {
  if (whole.length < 3 || whole.length > 4 || whole.startsWith('0')) return [];
  const first = belowHundred(Number(whole.slice(0, -2)), numbers);
  const second = Number(whole.slice(-2));
  if (second >= 10) return [[...first, ...belowHundred(second, numbers)]];
  if (second === 0)
    return whole.length === 4 && whole[1] !== '0' ? [[...first, nameOf(100, numbers.scales)]] : [];
  return numbers.zeroDigits.slice(0, 1).map((zero) => [...first, zero, nameOf(second, numbers.units)]);
}

function digits(text: string, { units }: NumberWords, zero = nameOf(0, units)): string[] {
  return [...text].map((digit) => (digit === '0' ? zero : nameOf(Number(digit), units)));
}

/** The first word of a value. */
function nameOf(value: number, words: Readonly<Record<string, number>>): string {
  return Object.keys(words).find((word) => words[word] === value) ?? String(value);
}
