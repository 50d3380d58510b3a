import type { Locale } from '../locales/locale.js';
import type { Token } from '../tokenise.js';
import { formatHundredths, readNumber } from './number.js';

export interface QuantityMatch {
  end: number;
  /** Plain digits. */
  amount: string;
  unit: string;
}

const unitCache = new WeakMap<Locale, Map<string, { words: string[]; unit: string }[]>>();

function unitsOf(locale: Locale): Map<string, { words: string[]; unit: string }[]> {
  const cached = unitCache.get(locale);
  if (cached !== undefined) return cached;
  const units = new Map<string, { words: string[]; unit: string }[]>();
  for (const { unit, words } of locale.units) {
    for (const word of words) {
      const parts = word.split(' ');
      const known = units.get(parts[0]) ?? [];
      known.push({ words: parts, unit });
      known.sort((a, b) => b.words.length - a.words.length);
      units.set(parts[0], known);
    }
  }
  unitCache.set(locale, units);
  return units;
}

/** Reads "sixty four gigabytes", "ten inch", "12 oz", "seventy by fifty five inch", "two hundred fifty watt". */
export function readQuantity(
  tokens: readonly Token[],
  at: number,
  locale: Locale,
  allowed?: ReadonlySet<string>,
): QuantityMatch | undefined {
  const number = readNumber(tokens, at, locale.numbers);
  if (number === undefined) return undefined;
  let amount = formatHundredths(number.hundredths);
  let { end } = number;
  for (let sides = 0; sides < 2; sides++) {
    const by = tokens[end]?.norm;
    if (by !== 'by' && by !== 'x') break;
    const other = readNumber(tokens, end + 1, locale.numbers);
    if (other === undefined) break;
    amount += ` x ${formatHundredths(other.hundredths)}`;
    end = other.end;
  }
  const first = tokens[end]?.norm;
  if (first === undefined) return undefined;
  for (const { words, unit } of unitsOf(locale).get(first) ?? []) {
    if (allowed !== undefined && !allowed.has(unit)) continue;
    if (words.every((word, offset) => tokens[end + offset]?.norm === word)) {
      return { end: end + words.length, amount, unit };
    }
  }
  return undefined;
}
