import type { Locale } from '../locales/locale.js';
import { oncePer } from '../once-per.js';
import type { Price } from '../understanding.js';

/** The words by which a locale compares amounts, taken apart and indexed by first word. */
export interface ComparisonPhrases {
  before: Map<string, { words: string[]; type: Price['type'] }[]>;
  after: { words: string[]; type: Price['type'] }[];
  ranges: { open: string[]; join: string[][] }[];
  /** Between the two ends of a range without an opening phrase, or behind a comparison. */
  joins: string[][];
  lead: Set<string>;
  pricing: Set<string>;
  /** Phrases that make even a bare number in front of them an amount. */
  closings: { words: string[]; type: Price['type'] }[];
}

/** Those of a locale; they are made once. */
export const comparisonPhrases = oncePer(({ comparisons }: Locale): ComparisonPhrases => {
  const byLength = (a: { words: string[] }, b: { words: string[] }) => b.words.length - a.words.length;
  const before: ComparisonPhrases['before'] = new Map();
  for (const [type, phrases] of Object.entries(comparisons.before)) {
    for (const phrase of phrases) {
      const words = phrase.split(' ');
      const known = before.get(words[0]) ?? [];
      known.push({ words, type: type as Price['type'] });
      before.set(words[0], known);
    }
  }
  for (const known of before.values()) known.sort(byLength);
  const after = Object.entries(comparisons.after)
    .flatMap(([type, phrases]) =>
      phrases.map((phrase) => ({ words: phrase.split(' '), type: type as Price['type'] })),
    )
    .sort(byLength);
  const splitAll = (texts: readonly string[]) => texts.map((text) => text.split(' '));
  const ranges = comparisons.ranges
    .map(({ open, join }) => ({ open: open.split(' '), join: splitAll(join) }))
    .sort((a, b) => b.open.length - a.open.length);
  const sure = new Set(comparisons.sureAfter);
  const closings = after.filter(({ words }) => sure.has(words.join(' ')));
  return {
    before,
    after,
    ranges,
    joins: splitAll([...comparisons.bareJoin, ...comparisons.alternatives]),
    lead: new Set([...comparisons.lead, ...comparisons.pricing]),
    pricing: new Set(comparisons.pricing),
    closings,
  };
});
