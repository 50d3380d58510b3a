import type { Mention } from '../mention.js';

/** What may be read next of a phrase. */
export interface PhraseStep {
  end: number;
  score: number;
  mention?: Mention;
  /** Behind it the phrase holds something. */
  fills: boolean;
  /** Only where the phrase holds something already. */
  needsFilled: boolean;
  /** Behind something that the phrase holds only where the word before is not left out. */
  needsKnown: boolean;
  /** Only where the phrase begins to hold something, or behind a separator. */
  needsStart: boolean;
  /** The word is on no list, and kept. */
  isRest: boolean;
  /** What it costs more where the word before is not kept likewise. */
  opening: number;
  /** The word is left out. */
  isSkipped: boolean;
}

/** A step; one literal for all of them, which is several times as fast as to copy what most have in common. */
export function stepTo(
  end: number,
  score: number,
  {
    mention,
    fills = false,
    needsFilled = false,
    needsKnown = false,
    needsStart = false,
    isRest = false,
    opening = 0,
    isSkipped = false,
  }: Partial<PhraseStep> = {},
): PhraseStep {
  return {
    end,
    score,
    mention,
    fills,
    needsFilled,
    needsKnown,
    needsStart,
    isRest,
    opening,
    isSkipped,
  };
}
