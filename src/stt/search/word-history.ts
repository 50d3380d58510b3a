import { type Column, cut, doubled, put } from './columns.js';
import type { TracedWord } from './traced-path.js';

/**
 * The words behind the living hypotheses, as a tree of records in typed arrays, with the histories that were merged
 * away beside those that won. From these `nBestPaths` reads the n-best list without a lattice per frame (Schwartz and
 * Austin, "A Comparison of Several Approximate Algorithms for Finding Multiple (N-best) Sentence Hypotheses", 1991: the
 * word-dependent method). Records that no hypothesis leads to are collected when the arrays are full.
 */
export class WordHistory {
  /** Record 0 is the start of the utterance. */
  private size = 1;
  private records: Records;
  private alternativeCount = 1;
  private others: Alternatives;

  constructor(capacity = 1024) {
    this.records = {
      previous: new Int32Array(capacity),
      word: new Int32Array(capacity),
      firstFrame: new Int32Array(capacity),
      lastFrame: new Int32Array(capacity),
      hash: new Int32Array(capacity),
      firstAlternative: new Int32Array(capacity),
      excess: new Float32Array(capacity),
    };
    this.others = {
      record: new Int32Array(capacity),
      frame: new Int32Array(capacity),
      isBetween: new Int32Array(capacity),
      delta: new Float64Array(capacity),
      next: new Int32Array(capacity),
    };
    this.records.previous[0] = -1;
  }

  copy(): WordHistoryCopy {
    return { records: cut(this.records, this.size), others: cut(this.others, this.alternativeCount) };
  }

  /** Holds what was copied again, whatever was added or collected since: columns only ever grow. */
  restore(copy: WordHistoryCopy): void {
    put(copy.records, this.records);
    put(copy.others, this.others);
    this.size = copy.records.word.length;
    this.alternativeCount = copy.others.record.length;
  }

  /** Equal for equal word sequences. */
  hash(record: number): number {
    return this.records.hash[record];
  }

  /** The last word up to a record; undefined where there is none. */
  latest(record: number): number | undefined {
    return record === 0 ? undefined : this.records.word[record];
  }

  /** @param excess Score of the words up to this one minus that of the best unit of every frame. */
  add(previous: number, word: number, firstFrame: number, lastFrame: number, excess: number): number {
    if (this.size === this.records.word.length) this.records = doubled(this.records);
    const record = this.size++;
    this.records.previous[record] = previous;
    this.records.word[record] = word;
    this.records.firstFrame[record] = firstFrame;
    this.records.lastFrame[record] = lastFrame;
    this.records.hash[record] = extendHash(this.records.hash[previous], word);
    this.records.firstAlternative[record] = 0;
    this.records.excess[record] = excess;
    return record;
  }

  /**
   * Remembers that `loser` could stand in place of `winner` at the cost `delta` (at most 0), as they met in `frame`.
   *
   * @param isBetween Whether that was between two words, and not inside of one.
   */
  addAlternative(winner: number, loser: number, delta: number, frame: number, isBetween: boolean): void {
    if (winner === loser || winner === 0) return;
    let length = 0;
    const hash = this.records.hash[loser];
    for (let at = this.records.firstAlternative[winner]; at !== 0; at = this.others.next[at]) {
      const other = this.others.record[at];
      if (other === loser || this.records.hash[other] === hash) {
        if (delta > this.others.delta[at]) {
          this.others.delta[at] = delta;
          this.others.record[at] = loser;
          this.others.frame[at] = frame;
          this.others.isBetween[at] = Number(isBetween);
        }
        return;
      }
      length++;
    }
    if (length >= mostAlternatives) return;
    if (this.alternativeCount === this.others.record.length) this.others = doubled(this.others);
    const at = this.alternativeCount++;
    this.others.record[at] = loser;
    this.others.frame[at] = frame;
    this.others.isBetween[at] = Number(isBetween);
    this.others.delta[at] = delta;
    this.others.next[at] = this.records.firstAlternative[winner];
    this.records.firstAlternative[winner] = at;
  }

  /** Whether {@link collect} should run before more is added. */
  get isNearlyFull(): boolean {
    return (
      this.size > this.records.word.length * 0.75 || this.alternativeCount > this.others.record.length * 0.75
    );
  }

  /**
   * Drops what `roots` do not lead to and renumbers `roots` in place. Grows when more than half of the room stays in
   * use, so that the next collection is not due at once.
   */
  collect(roots: Int32Array, count: number): void {
    const { records, others } = this;
    const renamed = new Int32Array(this.size).fill(-1);
    renamed[0] = 0;
    const stack = [...roots.subarray(0, count)];
    for (let record = stack.pop(); record !== undefined; record = stack.pop()) {
      for (; renamed[record] < 0; record = records.previous[record]) {
        renamed[record] = 0;
        for (let at = records.firstAlternative[record]; at !== 0; at = others.next[at])
          stack.push(others.record[at]);
      }
    }
    const columns = Object.values<Column>(records);
    let size = 1;
    for (let record = 1; record < this.size; record++) {
      if (renamed[record] < 0) continue;
      renamed[record] = size;
      for (const column of columns) column[size] = column[record];
      size++;
    }
    const old = cut(others, this.alternativeCount);
    let alternatives = 1;
    for (let record = 0; record < size; record++) {
      if (record > 0) records.previous[record] = renamed[records.previous[record]];
      let from = records.firstAlternative[record];
      records.firstAlternative[record] = 0;
      for (; from !== 0; from = old.next[from]) {
        // The start of the utterance is never collected, but what stood beside it may be.
        if (renamed[old.record[from]] < 0) continue;
        others.record[alternatives] = renamed[old.record[from]];
        others.frame[alternatives] = old.frame[from];
        others.isBetween[alternatives] = old.isBetween[from];
        others.delta[alternatives] = old.delta[from];
        others.next[alternatives] = records.firstAlternative[record];
        records.firstAlternative[record] = alternatives++;
      }
    }
    this.size = size;
    this.alternativeCount = alternatives;
    for (let index = 0; index < count; index++) roots[index] = renamed[roots[index]];
    if (size * 2 > records.word.length) this.records = doubled(records);
    if (alternatives * 2 > others.record.length) this.others = doubled(others);
  }

  /** The last record on the way to `record` up to which all of `others` say the same words. */
  shared(record: number, others: readonly number[]): number {
    const { previous, hash } = this.records;
    const way: number[] = [];
    for (let at = record; at >= 0; at = previous[at]) way.push(at);
    const placeOf = new Map(way.map((at, place) => [hash[at], place]));
    let place = 0;
    for (const other of others) {
      let at = other;
      while (!placeOf.has(hash[at])) at = previous[at];
      place = Math.max(place, placeOf.get(hash[at])!);
    }
    return way[place];
  }

  /** The words up to and including a record, first word first. */
  trace(record: number): TracedWord[] {
    const words: TracedWord[] = [];
    for (let at = record; at > 0; at = this.records.previous[at]) words.push(this.traced(at));
    return words.reverse();
  }

  /**
   * Calls back for each history that could stand in place of one before a word, with what that costs (at most 0). One that
   * was merged away once the word had begun is no way to it, as it may have come of it: unless they met inside of the word.
   */
  eachAlternative(
    record: number,
    word: Pick<TracedWord, 'firstFrame' | 'lastFrame'> | undefined,
    found: (record: number, delta: number) => void,
  ): void {
    const { record: other, frame, isBetween, delta, next } = this.others;
    const { firstFrame = Infinity, lastFrame = Infinity } = word ?? {};
    for (let at = this.records.firstAlternative[record]; at !== 0; at = next[at])
      if (frame[at] < (isBetween[at] === 1 ? firstFrame : lastFrame)) found(other[at], delta[at]);
  }

  /** The record of the word before; -1 before the first. */
  previous(record: number): number {
    return this.records.previous[record];
  }

  /** The word of a record. */
  traced(record: number): TracedWord {
    const { word, firstFrame, lastFrame, excess, previous } = this.records;
    const frames = lastFrame[record] - firstFrame[record] + 1;
    const fit = (excess[record] - excess[previous[record]]) / frames;
    return { word: word[record], firstFrame: firstFrame[record], lastFrame: lastFrame[record], fit };
  }
}

const mostAlternatives = 8;

/** Columns with a value for each record. */
type Records = Record<
  'previous' | 'word' | 'firstFrame' | 'lastFrame' | 'hash' | 'firstAlternative',
  Int32Array
> & {
  /** Score of the words so far minus that of the best unit of every frame. */
  excess: Float32Array;
};

/** Columns with a value for each history that was merged away; in lists, by the record that won. */
interface Alternatives {
  record: Int32Array;
  /** In which it was merged away. */
  frame: Int32Array;
  /** 1 where that was between two words. */
  isBetween: Int32Array;
  delta: Float64Array;
  next: Int32Array;
}

/** A copy of a {@link WordHistory}. */
export interface WordHistoryCopy {
  records: Records;
  others: Alternatives;
}

/** Hash of a word sequence that is one word longer. */
export function extendHash(hash: number, word: number): number {
  const value = Math.imul(hash ^ (word + 0x9e3779b9), 0x85ebca6b);
  return Math.imul(value ^ (value >>> 13), 0xc2b2ae35) | 0;
}
