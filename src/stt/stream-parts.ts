import type { AcousticModel } from './acoustic/acoustic-model.js';
import type { AcousticState } from './acoustic/network-states.js';
import type { Hypothesis } from './hypothesis.js';
import type { UtteranceSearch } from './search/utterance-search.js';
import type { FeatureMark } from './stream-features.js';

/** When a frame of the network's output begins, in seconds. */
export type SecondsAt = (outputFrame: number) => number;

/** A search, and what becomes of its results. */
export interface StreamSearch {
  search: UtteranceSearch;
  toHypotheses(count: number, secondsAt: SecondsAt): Promise<Hypothesis[]>;
  toPartial(secondsAt: SecondsAt): Pick<Hypothesis, 'text' | 'words'>;
}

/** What a stream needs of its recogniser. */
export interface StreamParts {
  acoustic: AcousticModel;
  /** A search that has heard nothing. */
  newSearch(): StreamSearch;
}

/** What a stream keeps while it tries how it would end, or what its chunk under way tells. */
export interface StreamMark {
  /** Absent when a single chunk is to be tried: then the network's memory does not move on. */
  state: AcousticState | undefined;
  features: FeatureMark;
  /** Absent where no words are asked for. */
  search: { mark: unknown } | undefined;
  /** Whether the input goes on as far as the network knows. */
  isAhead: boolean;
}
