/** A word with the frames in which its first and its last unit begin. */
export interface TracedWord {
  word: number;
  firstFrame: number;
  lastFrame: number;
  /** How far the word falls behind the best unit of every frame, natural log per frame; 0 is a perfect fit. */
  fit: number;
}

/** One word sequence with its score. */
export interface TracedPath {
  words: TracedWord[];
  score: number;
  /** Whether it is one of the sentences to expect, by which it was scored. @default false */
  isExpected?: boolean;
}
