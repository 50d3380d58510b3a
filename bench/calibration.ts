import type { Recogniser } from '../src/stt/recogniser.js';
import type { StreamOptions } from '../src/stt/recogniser-options.js';
import type { Utterance } from './speech-set.js';
import { align, plainWords } from './word-errors.js';

/** Something that was given a confidence, and whether it was right. */
export interface Judged {
  confidence: number;
  isRight: boolean;
}

/** A recording with what the network said about it, so that searches can be repeated. */
export interface Decoded {
  utterance: Utterance;
  /** From Recogniser.encode. */
  encoded: Float32Array;
}

/** Runs the network over recordings. */
export async function decodeAll(
  recogniser: Recogniser,
  utterances: readonly Utterance[],
): Promise<Decoded[]> {
  const decoded: Decoded[] = [];
  for (const utterance of utterances) {
    decoded.push({ utterance, encoded: await recogniser.encode(await utterance.read()) });
  }
  return decoded;
}

/** Confidences of the best readings: every word that was heard, and every reading that has words. */
export async function judge(
  recogniser: Recogniser,
  decoded: readonly Decoded[],
  options: StreamOptions = {},
): Promise<{ words: Judged[]; queries: Judged[] }> {
  const words: Judged[] = [];
  const queries: Judged[] = [];
  for (const { utterance, encoded } of decoded) {
    const [best] = await recogniser.searchAlone(encoded, options);
    if (best.words.length === 0) continue;
    const said = plainWords(utterance.transcript);
    const right = rightWords(said, best.words);
    words.push(...best.words.map(({ confidence }, at) => ({ confidence, isRight: right.words[at] })));
    queries.push({ confidence: best.confidence, isRight: right.isAll });
  }
  return { words, queries };
}

/** Which words of a reading were said in their places, and whether they are all that was said. */
export function rightWords(
  said: readonly string[],
  words: readonly { text: string }[],
): { words: boolean[]; isAll: boolean } {
  const heard = words.map(({ text }) => text.toLowerCase());
  const found = align(said, heard).filter(([, word]) => word !== undefined);
  return {
    words: found.map(([reference, word]) => reference === word),
    isAll: said.join(' ') === heard.join(' '),
  };
}

export interface Bin {
  from: number;
  to: number;
  count: number;
  /** Mean confidence in the bin. */
  confidence: number;
  /** Share that was right. */
  accuracy: number;
}

/** Confidence against accuracy in bins of equal width. */
export function reliability(judged: readonly Judged[], bins = 10): Bin[] {
  return Array.from({ length: bins }, (_, index) => {
    const inside = judged.filter(
      ({ confidence }) => Math.min(bins - 1, Math.floor(confidence * bins)) === index,
    );
    const mean = (value: (one: Judged) => number) =>
      inside.reduce((sum, one) => sum + value(one), 0) / Math.max(1, inside.length);
    return {
      from: index / bins,
      to: (index + 1) / bins,
      count: inside.length,
      confidence: mean(({ confidence }) => confidence),
      accuracy: mean(({ isRight }) => (isRight ? 1 : 0)),
    };
  });
}

/** Mean distance of confidence from accuracy over bins, weighted by what is in them (Naeini et al., AAAI 2015). */
export function calibrationError(judged: readonly Judged[], bins = 10): number {
  return reliability(judged, bins).reduce(
    (sum, { count, confidence, accuracy }) =>
      sum + (count / Math.max(1, judged.length)) * Math.abs(confidence - accuracy),
    0,
  );
}
