import type { Locale } from '../locales/locale.js';
import { oncePer } from '../once-per.js';
import { startsWith, type Token } from '../tokenise.js';

/** A way to say a unit of measure. */
export interface UnitPhrase {
  words: string[];
  unit: string;
  /** Counts only behind figures. */
  isWritten: boolean;
  /** Counts only right behind figures. */
  isAttached: boolean;
  takesHundredths: boolean;
}

/** By their first word, the longest first. */
const unitsOf = oncePer(({ units: definitions }: Locale) => {
  const units = new Map<string, UnitPhrase[]>();
  for (const { unit, words, typed, written, attached, hundredths = false } of definitions) {
    for (const word of [...words, ...typed, ...written, ...attached]) {
      const parts = word.split(' ');
      const known = units.get(parts[0]) ?? [];
      known.push({
        words: parts,
        unit,
        isWritten: written.includes(word) || attached.includes(word),
        isAttached: attached.includes(word),
        takesHundredths: hundredths,
      });
      known.sort((a, b) => b.words.length - a.words.length);
      units.set(parts[0], known);
    }
  }
  return units;
});

/** The units that stand behind a number which ends before `at`, the longest first. */
export function unitsBehind(tokens: readonly Token[], at: number, locale: Locale): UnitPhrase[] {
  const first = tokens[at]?.norm;
  const found = first === undefined ? undefined : unitsOf(locale).get(first);
  if (found === undefined) return [];
  const isFigure = /\d/.test(tokens[at - 1].norm);
  // "1.7 l" is no size L, as "2 l" may be
  const isNext = tokens[at - 1].end === tokens[at].start || /\d\.\d/.test(tokens[at - 1].norm);
  // "$40 in purple" is no length
  const isMoney = Object.hasOwn(locale.money.symbols, tokens[at - 2]?.norm ?? '');
  return found.filter(
    ({ words, isWritten, isAttached }) =>
      (isFigure || !isWritten) &&
      !(isWritten && isMoney) &&
      (isNext || !isAttached) &&
      startsWith(tokens, at, words),
  );
}

/** Whether a word is the first of any unit. */
export function opensUnit(word: string, locale: Locale): boolean {
  return unitsOf(locale).has(word);
}
