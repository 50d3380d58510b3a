/** Phrases of words by their first word, longest first. */
export type PhraseIndex = ReadonlyMap<string, readonly (readonly string[])[]>;

/** Phrases by the word that they begin with. */
export function indexPhrases(phrases: Iterable<readonly string[]>): PhraseIndex {
  const index = new Map<string, (readonly string[])[]>();
  for (const words of phrases) {
    if (words.length === 0) continue;
    const known = index.get(words[0]) ?? [];
    known.push(words);
    known.sort((a, b) => b.length - a.length);
    index.set(words[0], known);
  }
  return index;
}
