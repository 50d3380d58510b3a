import { corrupt, openSectionFile, writeSectionFile } from '../section-file.js';
import type { NgramEstimate } from './kneser-ney.js';

const kind = 'NGRM';
const version = 1;
/** Words that can have arcs: those whose ids fit into 16 bits. */
const wordsWithArcs = 65_536;
/** Values of a code book: codes have 8 bits. */
const bookSize = 256;
/** Smaller logarithms are written as this one: what is as rare is never chosen, and would coarsen the steps. */
const leastLogProb = -20;

/** Words of a context that extend further; the search carries such a state instead of a word history. */
type NgramState = number;

/** The arrays of a model, all on shared memory: posting them to another thread hands over the same copy. */
export interface NgramArrays {
  /** Vocabulary size, order, vocabulary digest, id of `<s>`, id of `</s>`. */
  meta: Uint32Array;
  /** ln P of each word without context. */
  unigram: Float32Array;
  /** State after a word without context; words past the end lead to the empty context. */
  unigramNext: Uint32Array;
  /** Where the arcs of each state start; they are sorted by word. */
  stateArc: Uint32Array;
  /** The context without its first word. */
  stateShorter: Uint32Array;
  stateBackoff: Uint8Array;
  arcWord: Uint16Array;
  arcLogProb: Uint8Array;
  arcNext: Uint32Array;
  /** Code books of the arcs' and of the back-off weights' natural logarithms. */
  logProbs: Float32Array;
  backoffs: Float32Array;
}

/**
 * A back-off n-gram model as an acceptor over typed arrays: a state per context, sorted arcs per word, and a link to
 * the next shorter context. Probabilities are natural logarithms in 8-bit code books.
 *
 * Words are numbered by falling frequency, because only the first {@link wordsWithArcs} can have arcs; rarer ones have
 * their single-word probability.
 */
export class NgramModel {
  readonly vocabularySize: number;
  readonly order: number;
  /** Digest of the word list that the ids refer to. */
  readonly vocabularyDigest: number;
  readonly begin: number;
  readonly end: number;
  /** The state that the latest {@link score} led to. */
  next: NgramState = 0;
  private readonly unigram: Float32Array;
  private readonly unigramNext: Uint32Array;
  private readonly stateArc: Uint32Array;
  private readonly stateShorter: Uint32Array;
  private readonly stateBackoff: Uint8Array;
  private readonly arcWord: Uint16Array;
  private readonly arcLogProb: Uint8Array;
  private readonly arcNext: Uint32Array;
  private readonly logProbs: Float32Array;
  private readonly backoffs: Float32Array;

  constructor(readonly arrays: NgramArrays) {
    [this.vocabularySize, this.order, this.vocabularyDigest, this.begin, this.end] = arrays.meta;
    this.unigram = arrays.unigram;
    this.unigramNext = arrays.unigramNext;
    this.stateArc = arrays.stateArc;
    this.stateShorter = arrays.stateShorter;
    this.stateBackoff = arrays.stateBackoff;
    this.arcWord = arrays.arcWord;
    this.arcLogProb = arrays.arcLogProb;
    this.arcNext = arrays.arcNext;
    this.logProbs = arrays.logProbs;
    this.backoffs = arrays.backoffs;
  }

  /** State before the first word of a sentence. */
  get initialState(): NgramState {
    return this.begin < this.unigramNext.length ? this.unigramNext[this.begin] : 0;
  }

  /** ln P(word) with no context at all. */
  unigramLogProb(word: number): number {
    return this.unigram[word];
  }

  /** The state for the last word of a state's context alone; 0 where there is none. */
  lastWordContext(state: NgramState): NgramState {
    let context = state;
    while (this.stateShorter[context] !== 0) context = this.stateShorter[context];
    return context;
  }

  /** @returns ln P(word | state); {@link next} then holds the state after the word. */
  score(state: NgramState, word: number): number {
    let weight = 0;
    if (word < wordsWithArcs) {
      while (state !== 0) {
        let low = this.stateArc[state];
        let high = this.stateArc[state + 1] - 1;
        while (low <= high) {
          const middle = (low + high) >>> 1;
          const found = this.arcWord[middle];
          if (found === word) {
            this.next = this.arcNext[middle];
            return weight + this.logProbs[this.arcLogProb[middle]];
          }
          if (found < word) low = middle + 1;
          else high = middle - 1;
        }
        weight += this.backoffs[this.stateBackoff[state]];
        state = this.stateShorter[state];
      }
    } else {
      for (; state !== 0; state = this.stateShorter[state]) weight += this.backoffs[this.stateBackoff[state]];
    }
    this.next = word < this.unigramNext.length ? this.unigramNext[word] : 0;
    return weight + this.unigram[word];
  }

  /** ln P of the end of the sentence in this state. */
  endLogProb(state: NgramState): number {
    return this.score(state, this.end);
  }

  /**
   * @param bytes Read into shared memory if the model is to be shared between threads.
   * @throws EarshotError `model_corrupt`.
   */
  static open(bytes: Uint8Array, label = 'lm.bin'): NgramModel {
    const file = openSectionFile(bytes, kind, version, label);
    const meta = file.u32('meta');
    const stateArc = file.u32('arcs');
    const stateShorter = file.u32('shorter');
    const arcWord = file.u16('word');
    const arcNext = file.u32('next');
    const states = stateShorter.length;
    if (meta.length !== 5 || stateArc.length !== states + 1 || stateArc[states] !== arcWord.length) {
      throw corrupt(label, 'its arrays do not fit each other');
    }
    const codes = file.u8('unigram');
    const unigramBook = file.f32('unibook');
    const unigram = new Float32Array(new SharedArrayBuffer(codes.length * 4));
    for (let word = 0; word < codes.length; word++) unigram[word] = unigramBook[codes[word]];
    return new NgramModel({
      meta,
      unigram,
      unigramNext: file.u32('uninext'),
      stateArc,
      stateShorter,
      stateBackoff: file.u8('backoff'),
      arcWord,
      arcLogProb: file.u8('logprob'),
      arcNext,
      logProbs: file.f32('book'),
      backoffs: file.f32('bobook'),
    });
  }

  /**
   * Packs an estimated model.
   *
   * @param end Id of `</s>`.
   * @param vocabularyDigest See {@link NgramModel.vocabularyDigest}.
   */
  static pack(model: NgramEstimate, end: number, vocabularyDigest: number): Uint8Array {
    const { counts, suffix, probability, backoff, begin } = model;
    const { parent, word } = counts;
    const { contexts, stateOf } = statesOf(model);
    /** The state for the longest end of an n-gram that is a context. */
    const stateFor = (node: number) => {
      let at = node;
      while (stateOf[at] < 0) at = suffix[at];
      return stateOf[at];
    };
    const arcNodes = indices(counts.size, (node) => isArc(model, node));
    arcNodes.sort((a, b) => stateOf[parent[a]] - stateOf[parent[b]] || word[a] - word[b]);
    const stateArc = new Uint32Array(contexts.length + 1);
    for (const node of arcNodes) stateArc[stateOf[parent[node]] + 1]++;
    for (let state = 0; state < contexts.length; state++) stateArc[state + 1] += stateArc[state];
    const { logProbs, next } = unigramsOf(model, end, stateFor);
    const unigrams = quantise(logProbs);
    const arcs = quantise(Float64Array.from(arcNodes, (node) => Math.log(probability[node])));
    const backoffs = quantise(Float64Array.from(contexts, (node) => Math.log(backoff[node])));
    return writeSectionFile(kind, version, {
      meta: Uint32Array.of(logProbs.length, counts.order, vocabularyDigest, begin, end),
      unigram: unigrams.codes,
      unibook: unigrams.book,
      uninext: Uint32Array.from(next),
      arcs: stateArc,
      shorter: Uint32Array.from(contexts, (node) => (node === 0 ? 0 : stateFor(suffix[node]))),
      backoff: backoffs.codes,
      word: Uint16Array.from(arcNodes, (node) => word[node]),
      logprob: arcs.codes,
      next: Uint32Array.from(arcNodes, (node) => stateFor(node)),
      book: arcs.book,
      bobook: backoffs.book,
    });
  }
}

/** Whether an n-gram is an arc of the model: it is longer than a word, and its last word can have one. */
function isArc({ counts: { level, word }, alive }: NgramEstimate, node: number): boolean {
  return level[node] > 1 && alive[node] === 1 && word[node] < wordsWithArcs;
}

/** The n-grams that are contexts, each in the place of its state, and the state of every n-gram, -1 for none. */
function statesOf(model: NgramEstimate): { contexts: number[]; stateOf: Int32Array } {
  const { size, level, parent, word } = model.counts;
  const hasArcs = new Uint8Array(size);
  for (let node = 1; node < size; node++) if (isArc(model, node)) hasArcs[parent[node]] = 1;
  hasArcs[0] = 1;
  const contexts = indices(size, (node) => hasArcs[node] === 1);
  contexts.sort((a, b) => level[a] - level[b] || word[a] - word[b]);
  const stateOf = new Int32Array(size).fill(-1);
  contexts.forEach((node, state) => {
    stateOf[node] = state;
  });
  return { contexts, stateOf };
}

/** ln P of every word without context, and the states that words lead to, up to the last one that leads to any. */
function unigramsOf(
  { counts, probability, backoff, vocabularySize, begin }: NgramEstimate,
  end: number,
  stateFor: (node: number) => number,
): { logProbs: Float64Array; next: number[] } {
  const total = Math.max(begin, end, vocabularySize) + 1;
  const logProbs = new Float64Array(total).fill(Math.log(1 / vocabularySize) + Math.log(backoff[0]));
  const next: number[] = [];
  for (let id = 0; id < total; id++) {
    const node = counts.child(0, id);
    if (node < 0) continue;
    if (probability[node] > 0) logProbs[id] = Math.log(probability[node]);
    const state = stateFor(node);
    if (state === 0) continue;
    while (next.length < id) next.push(0);
    next.push(state);
  }
  return { logProbs, next };
}

function indices(size: number, wanted: (index: number) => boolean): number[] {
  const found: number[] = [];
  for (let index = 0; index < size; index++) if (wanted(index)) found.push(index);
  return found;
}

/** Equal steps from the smallest to the largest value; with probabilities an error of at most 3 %. */
function quantise(values: Float64Array): { codes: Uint8Array; book: Float32Array } {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    low = Math.min(low, Math.max(value, leastLogProb));
    high = Math.max(high, value);
  }
  if (values.length === 0) low = high = 0;
  const step = (high - low) / (bookSize - 1) || 1;
  return {
    codes: Uint8Array.from(values, (value) => Math.round((Math.max(value, leastLogProb) - low) / step)),
    book: Float32Array.from({ length: bookSize }, (_, code) => low + code * step),
  };
}
