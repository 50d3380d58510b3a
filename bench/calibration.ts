import type { Recogniser } from '../src/stt/recogniser.js';
import type { StreamOptions } from '../src/stt/recogniser-options.js';
import type { SileroVad } from '../src/vad/silero.js';
import type { VadStream } from '../src/vad/vad-stream.js';
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
  /** Has heard all of it, too. */
  detector?: VadStream;
}

/** Runs the network over recordings, and a detector of voice activity if there is one. */
export async function decodeAll(
  recogniser: Recogniser,
  utterances: readonly Utterance[],
  vad?: SileroVad,
): Promise<Decoded[]> {
  const decoded: Decoded[] = [];
  for (const utterance of utterances) {
    const samples = await utterance.read();
    const encoded = await recogniser.encode(samples);
    decoded.push({ utterance, encoded, detector: vad && (await detectorOf(vad, samples)) });
  }
  return decoded;
}

/** A detector that has heard all of a recording. */
export async function detectorOf(vad: SileroVad, samples: Float32Array): Promise<VadStream> {
  const detector = await vad.createStream();
  await detector.acceptWaveform(samples);
  await detector.flush();
  return detector;
}

/** Confidences of the best readings: every word that was heard, and every reading that has words. */
export async function judge(
  recogniser: Recogniser,
  decoded: readonly Decoded[],
  options: StreamOptions = {},
): Promise<{ words: Judged[]; queries: Judged[] }> {
  const words: Judged[] = [];
  const queries: Judged[] = [];
  for (const { utterance, encoded, detector } of decoded) {
    const [best] = await recogniser.searchAlone(encoded, { ...options, detector });
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
