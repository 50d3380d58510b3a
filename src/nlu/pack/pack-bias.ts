import type { Pack } from './pack.js';

/** A word or phrase that the recogniser should expect, and how strongly (natural-log units per word). */
export interface PackPhrase {
  text: string;
  weight: number;
}

/**
 * What a recogniser should know about a pack: its hotwords and the values of its lists, strongest first. Words and
 * weights only; the sentences are in {@link packSentences}, because a bonus for their common words would do harm.
 */
export function packBias(pack: Pack): PackPhrase[] {
  const weights = new Map<string, number>();
  const add = (text: string, weight: number) => {
    if (weight > 0 && text !== '') weights.set(text, Math.max(weight, weights.get(text) ?? 0));
  };
  for (const [text, weight] of Object.entries(pack.definition.hotwords)) add(text, weight);
  for (const [name, entries] of pack.lists) {
    const { bias } = pack.definition.lists[name];
    for (const { words } of entries) add(words.join(' '), bias);
  }
  return [...weights].map(([text, weight]) => ({ text, weight })).sort((a, b) => b.weight - a.weight);
}
