import { opensNoun } from '../matching/asides.js';
import type { AnalysedSentence } from '../matching/sentence.js';
import type { Pack } from '../pack/pack.js';

/** Whether something is named here that a request may begin with: "bedroom lights off". */
export function isNamedAt({ topics }: Pack, sentence: AnalysedSentence, at: number): boolean {
  return topics.some((topic) => sentence.mentions(topic, at).some(({ cost }) => cost === 0));
}

/** Where a noun stands before which there may be an article. */
export function nounAt({ tokens, resolved }: AnalysedSentence, at: number): number {
  return opensNoun(tokens[at].norm, resolved) ? at + 1 : at;
}
