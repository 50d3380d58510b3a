import { addMatches } from './add-matches.js';
import type { Hypothesis, Word } from './hypothesis.js';
import type { TracedPath } from './search/traced-path.js';

/**
 * How scores become probabilities: sigmoid(slope * logit(share of the n-best list) + fit * (fit of the word) + offset),
 * fitted by scripts/calibrate-confidence.ts.
 */
export interface ConfidenceMap {
  /** Scores are multiplied by this before the softmax over the n-best list. @default 0.5 */
  scale: number;
  /** Of a word. @default 1 */
  slope: number;
  /** @default 0 */
  fit: number;
  /** @default 0 */
  offset: number;
  /** Of a whole reading, whose fit is the mean over its words. @default 1 */
  querySlope: number;
  /** @default 0 */
  queryFit: number;
  /** @default 0 */
  queryOffset: number;
  /**
   * An utterance is taken for noise, its best reading being the empty one, where speechSureness * logit(mean confidence
   * of its words) + speechClarity * logit(clarity of the sound, see LexiconBeamSearch.clarity) + speechLength * ln(letters
   * of the text, up to 16) + speechOffset < 0. Where a detector of voice activity listened too, speechVoice * logit(its
   * probability of speech, see VadStream.voiceProbability, from 0.02 to 0.98) + voiceOffset is added.
   * @default 1
   */
  speechSureness: number;
  /** @default 0 */
  speechClarity: number;
  /** @default 0 */
  speechLength: number;
  /** @default 0 */
  speechOffset: number;
  /** @default 0 */
  speechVoice: number;
  /** @default 0 */
  voiceOffset: number;
}

export const defaultConfidenceMap: Readonly<ConfidenceMap> = {
  scale: 0.5,
  slope: 1,
  fit: 0,
  offset: 0,
  querySlope: 1,
  queryFit: 0,
  queryOffset: 0,
  speechSureness: 1,
  speechClarity: 0,
  speechLength: 0,
  speechOffset: 0,
  speechVoice: 0,
  voiceOffset: 0,
};

/**
 * More letters than these tell no more of whether a sound is speech: noise is mostly taken for "a" or "up", but where a
 * pack expects sentences also for "it's a really related".
 */
const mostLetters = 16;

/** The detector is at least so sure of nearly all speech that is near: more tells nothing. */
const surelyVoice = 0.98;

/**
 * So long a word's last unit still sounds after the frame in which it was heard, at most until the next word begins: ends
 * of 16 words said alone (flite) were 73 ms early at the median without, and are 7 ms late with it.
 */
const soundingFrames = 2;

/** Shares and probabilities are told apart to this: what is less is as good as none. */
const leastShare = 1e-4;

/** One reading before its scores have become confidences. */
export interface Reading {
  text: string;
  words: Word[];
  score: number;
  /** Share of the n-best list. */
  share: number;
  /** Of each word: share of the list that has it in the same place. */
  support: Float64Array;
  /** Of each word: see TracedWord. */
  fits: number[];
}

/** How paths of the search become readings. */
export interface ReadingOptions {
  /** Spelling of a word id; undefined for unknown speech, which is left out. */
  textOf(word: number): string | undefined;
  /** Whether a word of the search begins one of the text, or goes on with the one before. @default all begin one */
  isStart?(word: number): boolean;
  /** When a frame of the network's output begins. */
  secondsAt(outputFrame: number): number;
  map: ConfidenceMap;
  /** Most readings to return. */
  count: number;
}

/** How they become hypotheses. */
export interface HypothesisOptions extends ReadingOptions {
  /** Of the sound, see LexiconBeamSearch.clarity. */
  clarity: number;
  /** Of a detector of voice activity, see VadStream.voiceProbability. @default none listened */
  voice?: number;
  /**
   * Taken for the mean confidence of the words where a path stands alone, as that of a partial result: with nothing
   * beside it every word seems sure. @default that mean
   */
  sureness?: number;
}

/**
 * N-best list with word times and posterior probabilities: a path's posterior is its softmax share of the list, a
 * word's the summed share of the paths that have it in the same place (as aligned by fewest edits).
 */
export function toReadings(paths: readonly TracedPath[], options: ReadingOptions): Reading[] {
  const { map, count } = options;
  const merged = new Map<string, { words: Word[]; fits: number[]; score: number; weight: number }>();
  const best = paths[0]?.score ?? 0;
  for (const path of paths) {
    const { words, fits } = toWords(path, options);
    const text = words.map((word) => word.text).join(' ');
    const weight = Math.exp((path.score - best) * map.scale);
    const entry = merged.get(text);
    if (entry) entry.weight += weight;
    else merged.set(text, { words, fits, score: path.score, weight });
  }
  const entries = [...merged.entries()];
  const sum = entries.reduce((total, [, { weight }]) => total + weight, 0);
  // Words by number: they are compared many thousand times.
  const numbers = new Map<string, number>();
  const numberOf = (text: string) => {
    if (!numbers.has(text)) numbers.set(text, numbers.size);
    return numbers.get(text)!;
  };
  const texts = entries.map(([, { words }]) => Int32Array.from(words, ({ text }) => numberOf(text)));
  return entries.slice(0, count).map(([text, { words, fits, score, weight }], index) => {
    const support = new Float64Array(words.length);
    entries.forEach(([, other], at) => {
      if (other.weight < sum * leastShare) return;
      addMatches(support, other.weight / sum, texts[index], texts[at]);
    });
    return { text, words, score, share: weight / sum, support, fits };
  });
}

/** The words of the text on a path, each with its fit. */
function toWords(
  path: TracedPath,
  { textOf, isStart, secondsAt }: ReadingOptions,
): { words: Word[]; fits: number[] } {
  const words: Word[] = [];
  const fits: number[] = [];
  for (const [index, { word, firstFrame, lastFrame, fit }] of path.words.entries()) {
    const text = textOf(word);
    if (text === undefined) continue;
    const nextFrame = path.words[index + 1]?.firstFrame ?? Number.POSITIVE_INFINITY;
    // Histories that met inside of a word began it in other frames; one of them has its time.
    const before = path.words[index - 1]?.lastFrame ?? -1;
    const start = secondsAt(Math.min(lastFrame, Math.max(firstFrame, before + 1)));
    const end = secondsAt(Math.max(lastFrame + 1, Math.min(lastFrame + 1 + soundingFrames, nextFrame)));
    const last = words.at(-1);
    if (last && isStart?.(word) === false) {
      last.text += text;
      last.end = round(end);
      // A word fits no better than its worst piece.
      fits[fits.length - 1] = Math.min(fits[fits.length - 1], fit);
      continue;
    }
    // What begins a word may write nothing yet; nothing may follow it, either.
    if (last?.text === '') {
      words.pop();
      fits.pop();
    }
    // A phrase that was searched as one word is several to the reader.
    const parts = text.split(' ');
    let letters = 0;
    for (const part of parts) {
      const length = Math.max(1, text.length);
      const from = start + ((end - start) * letters) / length;
      letters += part.length + 1;
      const to = start + ((end - start) * Math.min(letters, length)) / length;
      words.push({ text: part, start: round(from), end: round(to), confidence: 0 });
      fits.push(fit);
    }
  }
  if (words.at(-1)?.text === '') return { words: words.slice(0, -1), fits: fits.slice(0, -1) };
  return { words, fits };
}

/** The n-best list with calibrated confidences; the empty reading comes first where the best one is taken for noise. */
export function toHypotheses(paths: readonly TracedPath[], options: HypothesisOptions): Hypothesis[] {
  const { map, clarity, voice } = options;
  const list = toReadings(paths, options).map(({ text, words, score, share, support, fits }) => {
    words.forEach((word, position) => {
      word.confidence = calibrated(support[position], map.slope, map.fit * fits[position] + map.offset);
    });
    const fit = mean(fits);
    return {
      text,
      words,
      score,
      confidence: calibrated(share, map.querySlope, map.queryFit * fit + map.queryOffset),
    };
  });
  if (list.length === 0) return [{ text: '', words: [], score: 0, confidence: 1 }];
  const [best] = list;
  const sureness = options.sureness ?? surenessOf(best.words);
  const odds = speechOdds(map, { sureness, clarity, voice, text: best.text });
  if (best.words.length === 0 || odds >= 0) return list;
  const empty = { text: '', words: [], score: best.score, confidence: sigmoid(-odds) };
  return [empty, ...list.filter(({ text }) => text !== '')].slice(0, options.count);
}

/** Mean confidence of words, 0 of none. */
export function surenessOf(words: readonly Word[]): number {
  return mean(words.map(({ confidence }) => confidence));
}

/** A sureness that speaks neither for speech nor for noise: its log-odds are 0. */
export const neutralSureness = 0.5;

/** What tells speech from noise. */
export interface SpeechEvidence {
  /** Mean confidence of the words. */
  sureness: number;
  /** Of the sound, see LexiconBeamSearch.clarity. */
  clarity: number;
  /** Of a detector of voice activity, see VadStream.voiceProbability; undefined where none listened. */
  voice?: number;
  /** Of the best reading that has words. */
  text: string;
}

/** Log-odds that an utterance is speech; noise where they are below 0. */
export function speechOdds(map: ConfidenceMap, evidence: SpeechEvidence): number {
  const [sureness, clarity, length] = speechFeatures(evidence);
  const heard =
    map.speechSureness * sureness +
    map.speechClarity * clarity +
    map.speechLength * length +
    map.speechOffset;
  if (evidence.voice === undefined) return heard;
  return heard + map.speechVoice * voiceFeature(evidence.voice) + map.voiceOffset;
}

function voiceFeature(voice: number): number {
  return logit(Math.min(surelyVoice, Math.max(1 - surelyVoice, voice)));
}

/** What {@link speechOdds} weighs: log-odds of sureness and of clarity, ln of the length of the text. */
export function speechFeatures({ sureness, clarity, text }: SpeechEvidence): [number, number, number] {
  const letters = text.replaceAll(' ', '').length;
  return [logit(sureness), logit(clarity), Math.log(Math.min(mostLetters, Math.max(1, letters)))];
}

function mean(values: readonly number[]) {
  return values.reduce((total, value) => total + value, 0) / Math.max(1, values.length);
}

function calibrated(probability: number, slope: number, offset: number) {
  return sigmoid(slope * logit(probability) + offset);
}

/** Log-odds of a probability, finite for 0 and 1 as well. */
export function logit(probability: number): number {
  const p = Math.min(1 - leastShare, Math.max(leastShare, probability));
  return Math.log(p / (1 - p));
}

/** To four digits behind the point. */
function sigmoid(odds: number) {
  return Math.round(1e4 / (1 + Math.exp(-odds))) / 1e4;
}

function round(seconds: number) {
  return Math.round(seconds * 1000) / 1000;
}
