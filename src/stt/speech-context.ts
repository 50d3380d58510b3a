import type { BiasPhrase } from './hypothesis.js';

/** Words or phrases that are listed together, such as all drinks, and share a weight. */
export interface WordClass {
  /** Natural-log units per word, as in {@link BiasPhrase}. @default 2 */
  weight?: number;
  phrases: readonly string[];
}

/**
 * Sentences as a network over words that may call networks (a recursive transition network); state 0 is the start. A
 * word may be null (none); a capital letter is one that is spelled, and no article or pronoun. Weights are natural logarithms;
 * those of all that leaves a state are scaled to probabilities.
 */
export interface WordNetwork {
  states: number;
  finals: readonly number[];
  arcs: readonly { from: number; to: number; word: string | null; weight?: number }[];
  /** At `from` the network that begins at `enter` may stand; after one of `returns` it goes on at `to`. */
  calls?: readonly { from: number; to: number; enter: number; weight?: number }[];
  /** States where a called network may end. */
  returns?: readonly number[];
  /** Some of what people say there, each in words: what is said more often than the network tells. */
  examples?: readonly (readonly string[])[];
  /** Factor of the log-probabilities, see SearchOptions.grammarScale, which is the default. */
  scale?: number;
}

/**
 * What the recogniser should expect, from a domain pack, a catalogue or one query's context. Words and weights, nothing
 * else: it is how understanding tells recognition what it knows.
 */
export interface SpeechContext {
  phrases?: readonly BiasPhrase[];
  classes?: Readonly<Record<string, WordClass>>;
  sentences?: WordNetwork;
}
