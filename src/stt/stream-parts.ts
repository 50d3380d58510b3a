import type { AcousticModel } from './acoustic/acoustic-model.js';
import type { Hypothesis } from './hypothesis.js';
import type { UtteranceSearch } from './search/utterance-search.js';

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
