import type { CompiledContext } from './compile-context.js';
import type { BiasPhrase } from './hypothesis.js';
import type { TracedPath } from './search/traced-path.js';
import type { UtteranceSearch } from './search/utterance-search.js';

/** A search that has begun, with what its words stand for. */
export interface BegunSearch<Search extends UtteranceSearch = UtteranceSearch> {
  search: Search;
  /** Spelling of a word of the search; undefined for unknown speech, which is left out. */
  textOf(word: number): string | undefined;
  /** Whether a word of the search begins one of the text, or goes on with the one before. @default all begin one */
  isStart?(word: number): boolean;
  /** Reads what was found again, with more time than the search has; at least one path, best first. */
  rescore?(paths: readonly TracedPath[]): Promise<TracedPath[]>;
}

/** What the network told of the next chunk of one utterance. */
export interface EncodedChunk<Search extends UtteranceSearch = UtteranceSearch> {
  search: Search;
  /** [frames, outputDim]. */
  encoded: Float32Array;
  /** How many of these frames are sound, where the network pads what it hears. @default all */
  frames?: number;
}

/** What the utterances of a recogniser are searched in. */
export interface SearchVocabulary<Search extends UtteranceSearch = UtteranceSearch> {
  /**
   * @param context What many utterances expect.
   * @param own Phrases that this one expects besides; only where there is a context.
   */
  createSearch(context: CompiledContext | undefined, own: readonly BiasPhrase[]): BegunSearch<Search>;
  /** Moves every search, each begun here, on by its chunk. */
  advance(chunks: readonly EncodedChunk<Search>[]): Promise<void>;
}
