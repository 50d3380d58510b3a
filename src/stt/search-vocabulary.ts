import type { CompiledBias } from './bias.js';
import type { CompiledContext } from './compile-context.js';
import type { UtteranceSearch } from './search/utterance-search.js';

/** A search that has begun, with what its words stand for. */
export interface BegunSearch {
  search: UtteranceSearch;
  /** Spelling of a word of the search; undefined for unknown speech, which is left out. */
  textOf(word: number): string | undefined;
  /** Whether a word of the search begins one of the text, or goes on with the one before. @default all begin one */
  isStart?(word: number): boolean;
}

/** What the utterances of a recogniser are searched in. */
export interface SearchVocabulary {
  /**
   * @param bias Phrases to expect: those of `context` and the utterance's own.
   * @param context What many utterances expect.
   */
  createSearch(bias?: CompiledBias, context?: CompiledContext): BegunSearch;
}
