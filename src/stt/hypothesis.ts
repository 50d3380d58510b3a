/** One recognised word. Times are seconds from the first sample of the stream. */
export interface Word {
  text: string;
  start: number;
  end: number;
  /** Posterior probability that the word was said, 0..1, calibrated. */
  confidence: number;
}

/** One reading of an utterance. An n-best list is ordered by falling score. */
export interface Hypothesis {
  /** Words joined by single spaces, lower case, numbers as words, without hesitations; empty when nothing was said. */
  text: string;
  words: Word[];
  /** Natural-log score of the whole path (acoustic + language model + context). */
  score: number;
  /** Posterior probability of the whole reading among the alternatives, 0..1, calibrated. */
  confidence: number;
}

/** A word or phrase that the search should expect, from a domain pack, a catalogue or a query's context. */
export interface BiasPhrase {
  text: string;
  /**
   * Added to the natural-log score of a path for each word of a complete match; of a stream's own phrases above 0 and at
   * most 10. The larger, the more often what only sounds like the phrase is taken for it. @default 2
   */
  weight?: number;
  /**
   * Pronunciations of the whole phrase in the model's phones, if the text alone does not tell them. A model of word
   * pieces goes by the text alone.
   */
  pronunciations?: string[][];
}
