/**
 * Sentences that the search should prefer, as a weighted acceptor over words. Words gain while a sentence goes on; what
 * they gained is taken back where it leaves the grammar or ends before the sentence does, so that other speech is not
 * forced into it.
 */
export interface SentenceGrammar {
  readonly initialState: number;
  /** What the latest {@link step} added to the natural-log score. */
  readonly gain: number;
  /** @returns The state after the word, or -1 once the words fit no sentence. */
  step(state: number, word: string): number;
  /** What an utterance that ends in a state gains or gives back. */
  finish(state: number): number;
}
