/** A word with the frames of its first and last unit. */
export interface TracedWord {
  word: number;
  firstFrame: number;
  lastFrame: number;
  /** How far the word falls behind the best unit of every frame, natural log per frame; 0 is a perfect fit. */
  fit: number;
}

/** One word sequence with its score. */
export interface TracedPath {
  words: TracedWord[];
  score: number;
}

/**
 * The words behind the living hypotheses, as a tree of records in typed arrays, with the histories that were merged
 * away beside those that won. From these the n-best list is read without a lattice per frame (Schwartz and Austin, "A
 * Comparison of Several Approximate Algorithms for Finding Multiple (N-best) Sentence Hypotheses", 1991: the
 * word-dependent method). Records that no hypothesis leads to are collected when the arrays are full.
 */
export class WordHistory {
  /** Record 0 is the start of the utterance. */
  private size = 1;
  private previous: Int32Array;
  private word: Int32Array;
  private firstFrame: Int32Array;
  private lastFrame: Int32Array;
  private hashes: Int32Array;
  private firstAlternative: Int32Array;
  /** Score of the words so far minus that of the best unit of every frame. */
  private excess: Float32Array;

  private alternatives = 1;
  private alternativeRecord: Int32Array;
  private alternativeDelta: Float64Array;
  private nextAlternative: Int32Array;

  constructor(capacity = 4096) {
    this.previous = new Int32Array(capacity);
    this.word = new Int32Array(capacity);
    this.firstFrame = new Int32Array(capacity);
    this.lastFrame = new Int32Array(capacity);
    this.hashes = new Int32Array(capacity);
    this.firstAlternative = new Int32Array(capacity);
    this.excess = new Float32Array(capacity);
    this.alternativeRecord = new Int32Array(capacity);
    this.alternativeDelta = new Float64Array(capacity);
    this.nextAlternative = new Int32Array(capacity);
    this.previous[0] = -1;
  }

  /** Bytes held. */
  get bytes(): number {
    return this.previous.length * 28 + this.alternativeRecord.length * 16;
  }

  clear(): void {
    this.size = 1;
    this.alternatives = 1;
    this.firstAlternative[0] = 0;
  }

  copy(): WordHistoryCopy {
    const { size, alternatives } = this;
    return {
      records: [
        this.previous,
        this.word,
        this.firstFrame,
        this.lastFrame,
        this.hashes,
        this.firstAlternative,
      ].map((column) => column.slice(0, size)),
      alternativeRecord: this.alternativeRecord.slice(0, alternatives),
      alternativeDelta: this.alternativeDelta.slice(0, alternatives),
      nextAlternative: this.nextAlternative.slice(0, alternatives),
    };
  }

  /** Holds what was copied again, whatever was added or collected since: arrays only ever grow. */
  restore(copy: WordHistoryCopy): void {
    const { previous, word, firstFrame, lastFrame, hashes, firstAlternative } = this;
    for (const [at, column] of [previous, word, firstFrame, lastFrame, hashes, firstAlternative].entries()) {
      column.set(copy.records[at]);
    }
    this.alternativeRecord.set(copy.alternativeRecord);
    this.alternativeDelta.set(copy.alternativeDelta);
    this.nextAlternative.set(copy.nextAlternative);
    this.size = copy.records[0].length;
    this.alternatives = copy.alternativeRecord.length;
  }

  /** Equal for equal word sequences. */
  hash(record: number): number {
    return this.hashes[record];
  }

  /** @param excess Score of the words up to this one minus that of the best unit of every frame. */
  add(previous: number, word: number, firstFrame: number, lastFrame: number, excess: number): number {
    if (this.size === this.previous.length) this.growRecords();
    const record = this.size++;
    this.previous[record] = previous;
    this.word[record] = word;
    this.firstFrame[record] = firstFrame;
    this.lastFrame[record] = lastFrame;
    this.hashes[record] = extendHash(this.hashes[previous], word);
    this.firstAlternative[record] = 0;
    this.excess[record] = excess;
    return record;
  }

  /** Remembers that `loser` could stand in place of `winner` at the cost `delta` (at most 0). */
  addAlternative(winner: number, loser: number, delta: number): void {
    if (winner === loser || winner === 0) return;
    let length = 0;
    const hash = this.hashes[loser];
    for (let at = this.firstAlternative[winner]; at !== 0; at = this.nextAlternative[at]) {
      const other = this.alternativeRecord[at];
      if (other === loser || this.hashes[other] === hash) {
        if (delta > this.alternativeDelta[at]) {
          this.alternativeDelta[at] = delta;
          this.alternativeRecord[at] = loser;
        }
        return;
      }
      length++;
    }
    if (length >= mostAlternatives) return;
    if (this.alternatives === this.alternativeRecord.length) this.growAlternatives();
    const at = this.alternatives++;
    this.alternativeRecord[at] = loser;
    this.alternativeDelta[at] = delta;
    this.nextAlternative[at] = this.firstAlternative[winner];
    this.firstAlternative[winner] = at;
  }

  /** Whether {@link collect} should run before more is added. */
  get isNearlyFull(): boolean {
    return (
      this.size > this.previous.length * 0.75 || this.alternatives > this.alternativeRecord.length * 0.75
    );
  }

  /**
   * Drops what `roots` do not lead to and renumbers `roots` in place. Grows when more than half of the room stays in
   * use, so that the next collection is not due at once.
   */
  collect(roots: Int32Array, count: number): void {
    const renamed = new Int32Array(this.size).fill(-1);
    const stack: number[] = [0];
    renamed[0] = 0;
    for (let index = 0; index < count; index++) stack.push(roots[index]);
    while (stack.length > 0) {
      let record = stack.pop()!;
      while (record >= 0 && (renamed[record] < 0 || record === 0)) {
        if (record === 0) break;
        renamed[record] = 0;
        for (let at = this.firstAlternative[record]; at !== 0; at = this.nextAlternative[at]) {
          stack.push(this.alternativeRecord[at]);
        }
        record = this.previous[record];
      }
    }
    let size = 1;
    for (let record = 1; record < this.size; record++) {
      if (renamed[record] < 0) continue;
      renamed[record] = size;
      this.previous[size] = this.previous[record];
      this.word[size] = this.word[record];
      this.firstFrame[size] = this.firstFrame[record];
      this.lastFrame[size] = this.lastFrame[record];
      this.hashes[size] = this.hashes[record];
      this.firstAlternative[size] = this.firstAlternative[record];
      this.excess[size] = this.excess[record];
      size++;
    }
    const oldRecord = this.alternativeRecord.slice(0, this.alternatives);
    const oldDelta = this.alternativeDelta.slice(0, this.alternatives);
    const oldNext = this.nextAlternative.slice(0, this.alternatives);
    let alternatives = 1;
    for (let record = 0; record < size; record++) {
      if (record > 0) this.previous[record] = renamed[this.previous[record]];
      let from = this.firstAlternative[record];
      this.firstAlternative[record] = 0;
      for (; from !== 0; from = oldNext[from]) {
        // The start of the utterance is never collected, but what stood beside it may be.
        if (renamed[oldRecord[from]] < 0) continue;
        this.alternativeRecord[alternatives] = renamed[oldRecord[from]];
        this.alternativeDelta[alternatives] = oldDelta[from];
        this.nextAlternative[alternatives] = this.firstAlternative[record];
        this.firstAlternative[record] = alternatives++;
      }
    }
    this.size = size;
    this.alternatives = alternatives;
    for (let index = 0; index < count; index++) roots[index] = renamed[roots[index]];
    if (size * 2 > this.previous.length) this.growRecords();
    if (alternatives * 2 > this.alternativeRecord.length) this.growAlternatives();
  }

  /** The words up to and including a record, first word first. */
  trace(record: number): TracedWord[] {
    const words: TracedWord[] = [];
    for (let at = record; at > 0; at = this.previous[at]) words.push(this.traced(at));
    return words.reverse();
  }

  /**
   * The best word sequences, best first and each once, read backwards from the ends with the alternatives put in.
   *
   * @param ends Records of complete hypotheses with their scores.
   */
  nBest(ends: readonly { record: number; score: number }[], count: number): TracedPath[] {
    const open: OpenPath[] = ends.map(({ record, score }) => ({ record, score, suffix: undefined, hash: 0 }));
    open.sort((a, b) => a.score - b.score);
    const seen = new Set<string>();
    const found: TracedPath[] = [];
    for (let step = 0; step < 20_000 && open.length > 0 && found.length < count; step++) {
      const path = open.pop()!;
      const key = `${path.record} ${path.hash}`;
      if (seen.has(key)) continue;
      seen.add(key);
      if (path.record === 0) {
        const words: TracedWord[] = [];
        for (let at = path.suffix; at; at = at.after) words.push(at.word);
        const text = words.map(({ word }) => word).join(' ');
        if (!seen.has(text)) found.push({ words, score: path.score });
        seen.add(text);
        continue;
      }
      for (let at = this.firstAlternative[path.record]; at !== 0; at = this.nextAlternative[at]) {
        insertSorted(open, {
          ...path,
          record: this.alternativeRecord[at],
          score: path.score + this.alternativeDelta[at],
        });
      }
      const word = this.traced(path.record);
      open.push({
        record: this.previous[path.record],
        score: path.score,
        suffix: { word, after: path.suffix },
        hash: extendHash(path.hash, word.word),
      });
    }
    return found;
  }

  private traced(record: number): TracedWord {
    const firstFrame = this.firstFrame[record];
    const lastFrame = this.lastFrame[record];
    const behind = this.excess[record] - this.excess[this.previous[record]];
    return { word: this.word[record], firstFrame, lastFrame, fit: behind / (lastFrame - firstFrame + 1) };
  }

  private growRecords() {
    const length = this.previous.length * 2;
    this.previous = grown(this.previous, length);
    this.word = grown(this.word, length);
    this.firstFrame = grown(this.firstFrame, length);
    this.lastFrame = grown(this.lastFrame, length);
    this.hashes = grown(this.hashes, length);
    this.firstAlternative = grown(this.firstAlternative, length);
    const excess = new Float32Array(length);
    excess.set(this.excess);
    this.excess = excess;
  }

  private growAlternatives() {
    const length = this.alternativeRecord.length * 2;
    this.alternativeRecord = grown(this.alternativeRecord, length);
    this.nextAlternative = grown(this.nextAlternative, length);
    const delta = new Float64Array(length);
    delta.set(this.alternativeDelta);
    this.alternativeDelta = delta;
  }
}

const mostAlternatives = 8;

/** A copy of a {@link WordHistory}. */
export interface WordHistoryCopy {
  /** Its columns, one value for each record. */
  records: Int32Array[];
  alternativeRecord: Int32Array;
  alternativeDelta: Float64Array;
  nextAlternative: Int32Array;
}

interface OpenPath {
  record: number;
  score: number;
  suffix: { word: TracedWord; after: OpenPath['suffix'] } | undefined;
  hash: number;
}

/** Hash of a word sequence that is one word longer. */
export function extendHash(hash: number, word: number): number {
  const value = Math.imul(hash ^ (word + 0x9e3779b9), 0x85ebca6b);
  return Math.imul(value ^ (value >>> 13), 0xc2b2ae35) | 0;
}

/** Keeps the list in rising order of score. */
function insertSorted(open: OpenPath[], path: OpenPath) {
  let low = 0;
  let high = open.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (open[middle].score <= path.score) low = middle + 1;
    else high = middle;
  }
  open.splice(low, 0, path);
}

function grown(from: Int32Array, length: number): Int32Array {
  const to = new Int32Array(length);
  to.set(from);
  return to;
}
