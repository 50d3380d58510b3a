import { ActiveSet, logAdd } from './active-set.js';
import { Beam, type BeamOptions, type HypothesisKind } from './beam.js';
import type { SearchOptions } from './search-options.js';
import type { WordHistory } from './word-history.js';

/** The hypothesis from which others arrive in the next frame. */
export interface Origin {
  state: number;
  /** Last unit that was emitted. */
  unit: number;
  /** Score of the alignments that end in blank. */
  blank: number;
  /** Score of all alignments. */
  total: number;
  /** Record of the words so far. */
  record: number;
  /** Frame of the first unit of the word under way. */
  firstFrame: number;
  /** Hash of the words so far. */
  hash: number;
}

/** Room for the frame under way, by capacity: a frame is done before another search of the thread has its turn. */
const rooms = new Map<number, ActiveSet>();

/**
 * The hypotheses of the frame under way. Alignments of the same words are added up; different words that meet in one
 * node and scorer state are merged by the maximum, and the loser is remembered as an alternative.
 */
export class Arrivals {
  /** What a hypothesis of the kind under way must beat. */
  threshold = Number.NEGATIVE_INFINITY;
  private kind: HypothesisKind = 0;
  private readonly next: ActiveSet;
  private readonly beam: Beam;
  private frame = 0;
  /** Score of the best unit of every frame before this one. */
  private bestUnits = 0;

  /** @param kindOf Kind of the hypotheses in a scorer state. */
  constructor(
    private readonly history: WordHistory,
    private readonly kindOf: (state: number) => HypothesisKind,
    private readonly options: BeamOptions & Pick<SearchOptions, 'latticeBeam'>,
  ) {
    this.beam = new Beam(options);
    const capacity =
      2 ** Math.ceil(Math.log2(Math.max(1024, (options.maxActive + options.maxActiveInSentence) * 6)));
    this.next = rooms.get(capacity) ?? new ActiveSet(capacity);
    rooms.set(capacity, this.next);
  }

  /**
   * @param from The hypotheses that the frame goes on from.
   * @param bestUnits Score of the best unit of every frame up to this one.
   */
  start(from: ActiveSet, frame: number, bestUnits: number): void {
    this.frame = frame;
    this.bestUnits = bestUnits;
    this.next.clear();
    this.beam.start(from.score, from.size, (index) => this.kindOf(from.state[index]));
  }

  /** From here on hypotheses of this kind arrive. */
  expect(kind: HypothesisKind): void {
    this.kind = kind;
    this.threshold = this.beam.thresholds[kind];
  }

  /**
   * A hypothesis comes to a node. Its values are handed over one by one: this is called for every arc that is tried, and
   * an object for each would be most of what the search leaves to be collected.
   *
   * @param node Of the prefix tree, 0 behind a word.
   * @param state Of the word scorer.
   * @param unit Last unit that was emitted.
   * @param blank Score of the alignments that end in blank.
   * @param nonBlank Score of the alignments that end in `unit`.
   * @param word A word that ends here, or -1.
   * @param hash Hash of the words so far, this one included.
   */
  arrive(
    from: Origin,
    node: number,
    state: number,
    unit: number,
    blank: number,
    nonBlank: number,
    word: number,
    hash: number,
  ): void {
    const total = blank === -Infinity ? nonBlank : logAdd(blank, nonBlank);
    if (total <= this.threshold) return;
    const { next } = this;
    // Inside a word the node tells the unit; at the root and in unknown speech only the history does.
    let index = next.find(node, state, unit);
    let isBest = true;
    let { record } = from;
    let pendingWord = word;
    if (index < 0) {
      if (next.size === next.capacity) return;
      index = next.insert(-1 - index, node, state, unit);
      next.blank[index] = blank;
      next.nonBlank[index] = nonBlank;
      next.score[index] = total;
    } else {
      const other = next.score[index];
      isBest = total > other;
      if (next.hash[index] === hash) {
        if (blank !== -Infinity) next.blank[index] = logAdd(next.blank[index], blank);
        next.nonBlank[index] = logAdd(next.nonBlank[index], nonBlank);
        next.score[index] = logAdd(other, total);
      } else {
        if (Math.abs(total - other) < this.options.latticeBeam) {
          this.settleWord(index, other);
          const newcomer = word < 0 ? record : this.recordOf(record, word, from.firstFrame, total);
          if (isBest) {
            this.addAlternative(newcomer, next.record[index], other - total, node);
            record = newcomer;
            pendingWord = -1;
          } else {
            this.addAlternative(next.record[index], newcomer, total - other, node);
          }
        }
        if (isBest) {
          next.blank[index] = blank;
          next.nonBlank[index] = nonBlank;
          next.score[index] = total;
        }
      }
    }
    if (isBest) {
      next.record[index] = record;
      next.pendingWord[index] = pendingWord;
      next.firstFrame[index] = from.firstFrame;
      next.hash[index] = hash;
    }
    this.beam.note(this.kind, total);
    this.threshold = this.beam.thresholds[this.kind];
  }

  /**
   * Ends the frame: drops what fell behind, and gives words that ended in it their records.
   *
   * @param into Takes what is left.
   * @returns Index of the best.
   */
  settle(into: ActiveSet): number {
    const { next, beam } = this;
    const kindOf = (index: number) => this.kindOf(next.state[index]);
    // Merged hypotheses are better than those that arrived.
    for (let index = 0; index < next.size; index++) beam.note(kindOf(index), next.score[index]);
    beam.narrow(next.score, next.size, kindOf);
    const { bestScore, thresholds } = beam;
    let best = 0;
    let kept = 0;
    for (let index = 0; index < next.size; index++) {
      const total = next.score[index];
      if (total < thresholds[kindOf(index)] || kept === into.capacity) continue;
      if (total === bestScore) best = kept;
      if (index !== kept) next.move(index, kept);
      this.settleWord(kept, total);
      kept++;
    }
    next.size = kept;
    into.take(next);
    return best;
  }

  /** Gives the word that ends in a hypothesis its record, if there is one. */
  private settleWord(index: number, total: number): void {
    const { record, pendingWord, firstFrame } = this.next;
    if (pendingWord[index] < 0) return;
    record[index] = this.recordOf(record[index], pendingWord[index], firstFrame[index], total);
    pendingWord[index] = -1;
  }

  private addAlternative(winner: number, loser: number, delta: number, node: number): void {
    this.history.addAlternative(winner, loser, delta, this.frame, node === 0);
  }

  private recordOf(previous: number, word: number, firstFrame: number, total: number): number {
    return this.history.add(previous, word, firstFrame, this.frame, total - this.bestUnits);
  }
}
