import { resolveLocale } from '../../src/nlu/locales/index.js';

const english = resolveLocale('en-US')!.locale;

/** English words of a whole number, the long way. */
export function inWords(value: number, and = false): string {
  const units = Object.keys(english.numbers.units);
  const tens = Object.keys(english.numbers.tens);
  if (value < 20) return units[value];
  if (value < 100)
    return `${tens[Math.trunc(value / 10) - 2]}${value % 10 === 0 ? '' : ` ${units[value % 10]}`}`;
  const scale = value < 1000 ? 100 : value < 1_000_000 ? 1000 : 1_000_000;
  const name = { 100: 'hundred', 1000: 'thousand', 1000000: 'million' }[scale as 100];
  const rest = value % scale;
  const tail = rest === 0 ? '' : ` ${and && scale === 100 ? 'and ' : ''}${inWords(rest, and)}`;
  return `${inWords(Math.trunc(value / scale), and)} ${name}${tail}`;
}
