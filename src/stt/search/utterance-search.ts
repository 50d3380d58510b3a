import type { TracedPath, TracedWord } from './traced-path.js';

/** What an utterance would be as a sentence if it ended here. */
export interface Ending {
  /** ln P that nothing follows, by language model and context. */
  logProb: number;
  /** How far the sentences of the context foretold the words, 0 to 1. */
  domainShare: number;
  /** Whether the last thing heard is a hesitation, which is left out of the words. */
  isHesitating: boolean;
}

/** A search for the words of one utterance, whatever its network tells it. State persists from chunk to chunk. */
export interface UtteranceSearch {
  /**
   * Mean posterior of the best unit where the network heard something: speech gives one unit most of it, other sound a
   * little to many. 0 where nothing was heard.
   */
  readonly clarity: number;
  /** The last output frame in which something but the blank was likeliest, or -1. */
  readonly lastUnitFrame: number;
  /** Where the search stands now, for {@link rewind}: to look how the utterance would end and then to go on. */
  mark(): unknown;
  /** Stands again where `mark` was made, which is good for one time. */
  rewind(mark: unknown): void;
  /** The words so far that seem settled; the word under way is left out. */
  partial(): TracedWord[];
  /** Hash of the words of {@link partial}. */
  partialHash(): number;
  /** Of the best complete hypothesis; undefined where there is none, or no language model that tells. */
  ending(): Ending | undefined;
  /** The best word sequences if the utterance ends here, best first. The search can go on afterwards. */
  nBest(count: number): TracedPath[];
}
