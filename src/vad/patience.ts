import { EarshotError } from '../errors.js';

/** What the words so far are as a request: whole, broken off, or who knows. */
export type Completeness = 'complete' | 'incomplete' | 'unknown';

/** How likely it is that the speaker is done, from what was said. */
export type Outlook = 'complete' | 'likely' | 'unknown' | 'unlikely' | 'incomplete';

export interface PatienceOptions {
  /** Silence that ends an utterance whose words are a complete request. @default 128 */
  completeSilenceMs?: number;
  /** Silence that ends an utterance when nothing is known about its words. @default 400 */
  trailingSilenceMs?: number;
  /** Silence that ends an utterance whose words break off: "under ...", "and ...", "um ...". @default 1000 */
  incompleteSilenceMs?: number;
}

export const patienceDefaults: Required<PatienceOptions> = {
  completeSilenceMs: 128,
  trailingSilenceMs: 400,
  incompleteSilenceMs: 1000,
};

/**
 * ln P(end of sentence) by the language model. On held-out text 78 % of the ends lie above the first and 15 % of the
 * places inside sentences; 1 to 4 % of the ends lie below the second and half of the places inside (bench/endpointing.ts
 * prints these shares).
 */
const endLogProbBounds = { likely: -2, unlikely: -4 };

/** Joins what the domain makes of the words with what the language model makes of them. */
export function outlookOf(completeness: Completeness, endLogProb: number | undefined): Outlook {
  if (completeness === 'incomplete' || endLogProb === undefined) return completeness;
  const isLikely = endLogProb > endLogProbBounds.likely;
  const isUnlikely = endLogProb < endLogProbBounds.unlikely;
  if (completeness === 'unknown') return isLikely ? 'likely' : isUnlikely ? 'unlikely' : 'unknown';
  // A complete request may be the start of a longer one: "show me red" of "show me red shoes".
  return isLikely ? 'complete' : isUnlikely ? 'unknown' : 'likely';
}

/** Silence to wait for; half-known cases lie half way between the known ones. */
export function silenceFor(outlook: Outlook, options: Required<PatienceOptions>): number {
  const { completeSilenceMs, trailingSilenceMs, incompleteSilenceMs } = options;
  switch (outlook) {
    case 'complete':
      return completeSilenceMs;
    case 'likely':
      return (completeSilenceMs + trailingSilenceMs) / 2;
    case 'unknown':
      return trailingSilenceMs;
    case 'unlikely':
      return (trailingSilenceMs + incompleteSilenceMs) / 2;
    case 'incomplete':
      return incompleteSilenceMs;
  }
}

/** @throws EarshotError `invalid_config` when one of the three silences is shorter than the one before it. */
export function checkPatience(options: Required<PatienceOptions>): void {
  const { completeSilenceMs, trailingSilenceMs, incompleteSilenceMs } = options;
  if (completeSilenceMs <= trailingSilenceMs && trailingSilenceMs <= incompleteSilenceMs) return;
  throw new EarshotError(
    'invalid_config',
    `completeSilenceMs, trailingSilenceMs and incompleteSilenceMs must not decrease; got ${completeSilenceMs}, ${trailingSilenceMs} and ${incompleteSilenceMs}.`,
  );
}
