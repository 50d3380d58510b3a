import type { Locale } from '../locales/index.js';
import type { PackData } from './compile/compile-pack.js';
import type { NearMissIndex } from './near-miss.js';
import type { WordTrie } from './word-trie.js';

/** Where the values of lists are found. */
interface ListIndexes {
  exact: WordTrie;
  stems: WordTrie;
  nearMisses: NearMissIndex;
}

/** Lists that entities match go into the tries; words of the others are known and never taken for misheard ones. */
export function indexLists(
  { definition, entities, lists }: PackData,
  locale: Locale,
  { exact, stems, nearMisses }: ListIndexes,
): void {
  const matched = new Set(
    [...entities.values()].flatMap(({ kind, list }) => (kind === 'list' ? [list] : [])),
  );
  // a list that others take in is indexed with them
  const takenIn = new Set(Object.values(definition.lists).flatMap(({ lists = [] }) => lists));
  for (const [list, [name, values]] of [...lists].entries()) {
    if (definition.lists[name].weighed || (takenIn.has(name) && !matched.has(name))) continue;
    if (!matched.has(name)) {
      for (const phrase of values.keys()) for (const word of phrase.split(' ')) nearMisses.know(word);
      continue;
    }
    const { nearMiss, inflect } = definition.lists[name];
    for (const [phrase, value] of values) {
      const words = phrase.split(' ');
      for (const word of words) {
        if (nearMiss) nearMisses.add(word);
        // its plural is found as well
        else if (inflect) nearMisses.know(word);
      }
      // "lattes" are no lettuce, even where they were hardly heard
      const plural = locale.plural(words.at(-1)!);
      if (nearMiss && inflect) nearMisses.know(plural);
      exact.add(words, { list, value });
      if (!inflect) continue;
      const stemmed = words.map((word) => locale.stem(word));
      stems.add(stemmed, { list, value });
      // "kiwis" is spelled as one might be, as "tennis" is; a phrase that is there already is not added again
      stems.add([...stemmed.slice(0, -1), locale.stem(plural)], { list, value });
    }
  }
}
