import type { Pack } from '../pack/pack.js';
import type { TrieMatch, WordReading } from '../pack/word-trie.js';
import type { Token } from '../tokenise.js';

/** Words as if they were written together. */
export function asOne(tokens: readonly Token[]): Token {
  return {
    text: tokens.map(({ text }) => text).join(''),
    norm: tokens.map(({ norm }) => norm).join(''),
    start: tokens[0].start,
    end: tokens.at(-1)!.end,
    confidence: Math.min(...tokens.map(({ confidence }) => confidence)),
  };
}

/** Whether a word says little by itself: articles, pronouns, "not". */
export function isLittle(norm: string, { locale, functionWords, negations }: Pack): boolean {
  return functionWords.has(norm) || negations.has(norm) || locale.openWords.includes(norm);
}

/** Each word as it is, and in the singular. */
export interface ListWords {
  exact: WordReading[][];
  stems: WordReading[][];
}

/** Words as the tries of lists read them, none taken for another one. */
export function listWordsOf(tokens: readonly Token[], { locale }: Pack): ListWords {
  const read = (word: string): WordReading[] => [{ word, cost: 0 }];
  return {
    exact: tokens.map(({ norm }) => read(norm)),
    stems: tokens.map(({ norm }) => read(locale.stem(norm))),
  };
}

/** The values of lists that begin at a word. */
export function valuesAt(words: ListWords, at: number, { exact, stems }: Pack): TrieMatch[] {
  const found: TrieMatch[] = [];
  exact.matches(words.exact, at, found);
  stems.matches(words.stems, at, found);
  return found;
}

/** Where the values of a list go. */
export function fieldsOf({ list }: TrieMatch, { entities }: Pack): readonly string[] {
  return [...entities.values()].flatMap(({ kind, listId, into }) =>
    kind === 'list' && listId === list ? into : [],
  );
}
