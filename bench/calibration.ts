import type { Recogniser, StreamOptions } from '../src/stt/recogniser.js';
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
  /** [frames, units] */
  logProbs: Float32Array;
}

/** Runs the network over recordings. */
export async function decodeAll(
  recogniser: Recogniser,
  utterances: readonly Utterance[],
  onProgress?: (done: number) => void,
): Promise<Decoded[]> {
  const decoded: Decoded[] = [];
  for (const utterance of utterances) {
    decoded.push({ utterance, logProbs: await recogniser.logProbs(await utterance.read()) });
    onProgress?.(decoded.length);
  }
  return decoded;
}

/** Confidences of the best readings: every word that was heard, and every reading that has words. */
export function judge(
  recogniser: Recogniser,
  decoded: readonly Decoded[],
  options: StreamOptions = {},
): { words: Judged[]; queries: Judged[] } {
  const words: Judged[] = [];
  const queries: Judged[] = [];
  for (const { utterance, logProbs } of decoded) {
    const [best] = recogniser.searchAlone(logProbs, options);
    if (best.words.length === 0) continue;
    const said = plainWords(utterance.transcript);
    const heard = best.words.map(({ text }) => text.toLowerCase());
    let position = 0;
    for (const [reference, found] of align(said, heard)) {
      if (found === undefined) continue;
      words.push({ confidence: best.words[position++].confidence, isRight: reference === found });
    }
    queries.push({ confidence: best.confidence, isRight: said.join(' ') === heard.join(' ') });
  }
  return { words, queries };
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

/**
 * Logistic regression of right or wrong on the log-odds of the confidence (Platt scaling), by Newton's method.
 *
 * @returns Slope (at least 0.05: more confidence never means less), offset, and mean negative log-likelihood.
 */
export function fitLogistic(judged: readonly Judged[]): { slope: number; offset: number; loss: number } {
  const points = judged.map(({ confidence, isRight }) => {
    const p = Math.min(1 - 1e-4, Math.max(1e-4, confidence));
    return { x: Math.log(p / (1 - p)), y: isRight ? 1 : 0 };
  });
  const sigmoid = (value: number) => 1 / (1 + Math.exp(-value));
  // A weak pull to (1, 0) keeps small or one-sided data from running away.
  const lossAt = (a: number, b: number) =>
    points.reduce(
      (sum, { x, y }) => sum + Math.log1p(Math.exp((a * x + b) * (1 - 2 * y))),
      ((a - 1) ** 2 + b ** 2) / 2,
    );
  let slope = 1;
  let offset = 0;
  let loss = lossAt(slope, offset);
  for (let step = 0; step < 50; step++) {
    let [ga, gb, haa, hab, hbb] = [slope - 1, offset, 1, 0, 1];
    for (const { x, y } of points) {
      const p = sigmoid(slope * x + offset);
      const weight = p * (1 - p);
      ga += (p - y) * x;
      gb += p - y;
      haa += weight * x * x;
      hab += weight * x;
      hbb += weight;
    }
    const determinant = haa * hbb - hab * hab;
    let [da, db] = [(ga * hbb - gb * hab) / determinant, (gb * haa - ga * hab) / determinant];
    // A full step may go too far; half of it then, and half of that.
    while (lossAt(slope - da, offset - db) > loss && Math.abs(da) + Math.abs(db) > 1e-6)
      [da, db] = [da / 2, db / 2];
    slope -= da;
    offset -= db;
    loss = lossAt(slope, offset);
    if (Math.abs(da) + Math.abs(db) < 1e-5) break;
  }
  return { slope: Math.max(0.05, slope), offset, loss: loss / Math.max(1, points.length) };
}
