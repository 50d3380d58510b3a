import type { Hypothesis } from '../stt/hypothesis.js';
import type { Transcript } from './transcriber.js';

/**
 * What may be understood of a transcript. Where the recogniser takes the sound for noise, that is nothing: among the
 * words that it might have been there is always one that some rule likes.
 */
export function readingsOf({
  best,
  alternatives,
}: Pick<Transcript, 'best' | 'alternatives'>): readonly Hypothesis[] {
  return best.text === '' ? [best] : alternatives;
}
