import type { Locale, UnitWords } from '../locales/locale.js';
import { oncePer } from '../once-per.js';

/** An amount that a text of a catalogue names. */
export interface WrittenAmount {
  /** What is measured, such as a length; what it is counted in where that is no unit; empty for a number alone. */
  dimension: string;
  /** In the smallest unit of what is measured. */
  amount: number;
}

const figure = '\\d+(?:,\\d{3})*(?:[.,]\\d+)?';
/** Marks that look like the quotes which stand for inches. */
const doublePrimes = /[\u201c\u201d\u2033]|''|\u2019\u2019/g;

const readersOf = oncePer(({ units }: Locale) => {
  const byWord = new Map<string, UnitWords>();
  for (const unit of units) {
    const { words, typed, written, attached } = unit;
    for (const word of [...words, ...typed, ...written, ...attached]) byWord.set(word, unit);
  }
  const names = [...byWord.keys()].sort((one, other) => other.length - one.length);
  const name = names.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  // sides ("100 x 50 cm") are more than one length
  const source = `(?<![\\p{L}\\d.,/]|\\d\\s?[x×]\\s?)(?:(${figure})\\s?[-–]\\s?)?(${figure})[\\s-]?(${name})(?![\\p{L}\\d])(?!\\s?[x×])`;
  return { byWord, pattern: new RegExp(source, 'gu') };
});

/** The amounts with a unit that a title, a description or a value names: "55-inch", `43"`, "1.5 L", "50-60 cm". */
export function writtenAmounts(text: string, locale: Locale): WrittenAmount[] {
  if (!/\d/.test(text)) return [];
  const { byWord, pattern } = readersOf(locale);
  const plain = text.toLowerCase().replace(doublePrimes, '"');
  return [...plain.matchAll(pattern)].flatMap(([, from, to, word]) => {
    const { unit, of = unit, per = 1 } = byWord.get(word)!;
    return [from, to]
      .filter((one) => one !== undefined)
      .map((one) => ({ dimension: of, amount: numberOf(one) * per }));
  });
}

/** The amount of a value that is a number alone, "8.5", or a number of what is no unit, "4 persons". */
export function countedAmount(value: string, locale: Locale): WrittenAmount | undefined {
  const found = /^(\d+(?:[.,]\d+)?)(?:[\s-](\p{L}+))?$/u.exec(value.trim().toLowerCase());
  if (found === null) return undefined;
  const [, number, name = ''] = found;
  return { dimension: locale.stem(name), amount: numberOf(number) };
}

/** "1,500" has a thousand, "1,5" a half. */
function numberOf(text: string): number {
  return Number(/,\d{3}(?!\d)/.test(text) ? text.replaceAll(',', '') : text.replace(',', '.'));
}
