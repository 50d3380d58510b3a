import { withPossessive } from '../../../with-possessive.js';
import type { Pack } from '../pack.js';

/** A word or phrase that the recogniser should expect, and how strongly (natural-log units per word; 0: only how it is said). */
export interface PackPhrase {
  text: string;
  weight: number;
  /** Ways to say it, each a list of phones; the recogniser's own where there are none. */
  pronunciations?: string[][];
}

/**
 * What a recogniser should know about a pack: its hotwords and the values of its lists, strongest first, and before them
 * the words whose pronunciation the pack gives. Words and weights only; the sentences are in {@link packSentences},
 * because a bonus for their common words would do harm.
 */
export function packBias(pack: Pack): PackPhrase[] {
  const weights = new Map<string, number>();
  const add = (text: string, weight: number) => {
    if (weight > 0 && text !== '') weights.set(text, Math.max(weight, weights.get(text) ?? 0));
  };
  for (const [text, weight] of Object.entries(pack.definition.hotwords)) add(text, weight);
  for (const [name, { bias }] of Object.entries(pack.definition.lists))
    for (const phrase of pack.expectedValues(name)) add(asWritten(phrase, pack), bias);
  const { pronunciations } = pack.definition;
  const said = Object.entries(pronunciations).flatMap(([text, ways]) => {
    const weight = weights.get(text) ?? 1;
    weights.delete(text);
    const phones = ways.map((way) => way.split(' '));
    const plural = pack.locale.plural(text);
    const isNew = isInflected(pack, text) && pronunciations[plural] === undefined;
    return [
      { text, weight, pronunciations: phones },
      ...(isNew ? [{ text: plural, weight: 0, pronunciations: phones.map(withPossessive) }] : []),
    ];
  });
  const rest = [...weights].map(([text, weight]) => ({ text, weight }));
  return [...said, ...rest.sort((a, b) => b.weight - a.weight)];
}

/** Whether what is said in the plural as well has this name. */
function isInflected({ definition, lists }: Pack, text: string): boolean {
  return [...lists].some(([name, values]) => definition.lists[name].inflect && values.has(text));
}

/** A phrase in normal words as it is written, where that is in one way. */
function asWritten(phrase: string, { spellings }: Pack): string {
  const written = (word: string) => {
    const ways = spellings.get(word) ?? [];
    return ways.length === 1 ? ways[0] : word;
  };
  return phrase.split(' ').map(written).join(' ');
}
