import { ActiveSet, type ActiveSetCopy, logAdd } from './active-set.js';
import { Beam, type HypothesisKind } from './beam.js';
import type { LookAheadCache } from './look-ahead.js';
import type { SearchTree, WordScorer } from './search-graph.js';
import type { SearchOptions } from './search-options.js';
import {
  extendHash,
  type TracedPath,
  type TracedWord,
  WordHistory,
  type WordHistoryCopy,
} from './word-history.js';

/** Where a search stood; see {@link LexiconBeamSearch.mark}. */
export interface SearchMark {
  active: ActiveSetCopy;
  history: WordHistoryCopy;
  frame: number;
  bestIndex: number;
  soundFrames: number;
  soundSum: number;
}

/** Room for the frame under way, by capacity: a frame is done before another search of the thread has its turn. */
const scratch = new Map<number, ActiveSet>();

const blankUnit = 0;
/** Word scores kept: two to the power of this. */
const scoredBits = 12;
/** Node of unknown speech: it takes any unit and leads to no word of the tree. */
const unknownNode = -1;

/**
 * Time-synchronous CTC beam search over a lexical prefix tree, in log space, one frame at a time.
 *
 * A hypothesis is (tree node, scorer state, last unit) with the score of its alignments ending in blank and in the
 * last unit (as in prefix beam search; Hannun et al., "First-Pass Large Vocabulary Continuous Speech Recognition using
 * Bi-Directional Recurrent DNNs", 2014). Words are scored where their last unit begins and go back to the root;
 * alignments of the same words are added up, different words in one scorer state are merged by the maximum and
 * remembered as alternatives. Pruning by beam and histogram bounds the work of a frame whatever the sound.
 *
 * State persists over calls: any cut of the frames into chunks gives the same result.
 */
export class LexiconBeamSearch {
  private readonly current: ActiveSet;
  /** Hypotheses of the frame under way, before pruning; nothing stays in it from one frame to the next. */
  private readonly next: ActiveSet;
  private readonly history = new WordHistory();
  private frame = 0;
  /** Score of the best unit of every frame so far. */
  private bestUnits = 0;
  private bestIndex = 0;
  /** Frames in which the blank was less likely than not, and the posteriors of their best units. */
  private soundFrames = 0;
  private soundSum = 0;
  /** What a hypothesis of the kind under way must beat. */
  private threshold = 0;
  /** Whether the hypothesis under way is inside a sentence to expect. */
  private inSentence: HypothesisKind = 0;
  private readonly beam: Beam;
  // The latest scores of words: the same word ends in frame after frame.
  private readonly scoredState = new Int32Array(1 << scoredBits).fill(-1);
  private readonly scoredWord = new Int32Array(1 << scoredBits);
  private readonly scored = new Float64Array(1 << scoredBits);
  private readonly scoredNext = new Int32Array(1 << scoredBits);
  private readonly overlays: readonly SearchTree[];
  /** Overlays before that of the sentences. */
  private readonly openOverlays: number;
  /** Number of the first node of each overlay; the last entry is past them all. */
  private readonly overlayBases: number[];
  /** States of the scorer that a mark refers to must keep their numbers. */
  private isMarked = false;

  /**
   * @param tree Words that every stream knows.
   * @param cache Look-ahead over `tree`; streams of one thread may share it.
   * @param scorer Language model and context of this stream.
   * @param unknownWord Id of the word that unknown speech becomes; it is left out of results.
   * @param overlays More words, of this stream or of what it shares with some; their ids are the scorer's matter.
   *   Words of the common tree that they have too are taken from them only, see `shadowed`.
   * @param shadowed 1 for words of the tree that an overlay says again.
   * @param sentenceTree Words of the sentences to expect; hypotheses inside a sentence know no others.
   */
  constructor(
    private readonly tree: SearchTree,
    private readonly cache: LookAheadCache,
    private readonly scorer: WordScorer,
    private readonly options: SearchOptions,
    private readonly unknownWord: number,
    overlays: readonly SearchTree[] = [],
    private readonly shadowed?: Uint8Array,
    sentenceTree?: SearchTree,
  ) {
    this.openOverlays = overlays.length;
    this.overlays = sentenceTree ? [...overlays, sentenceTree] : overlays;
    this.beam = new Beam(options.beam, options.maxActive);
    this.current = new ActiveSet(powerOfTwo(options.maxActive + 1));
    const capacity = Math.max(1024, powerOfTwo(options.maxActive * 8));
    this.next = scratch.get(capacity) ?? new ActiveSet(capacity);
    scratch.set(capacity, this.next);
    this.overlayBases = [tree.unit.length];
    for (const overlay of this.overlays)
      this.overlayBases.push(this.overlayBases.at(-1)! + overlay.unit.length);
    this.reset();
  }

  /** Frames taken in so far. */
  get frames(): number {
    return this.frame;
  }

  /**
   * Mean posterior of the best unit where the network heard something: speech gives one unit most of it, other sound a
   * little to many. 0 where nothing was heard.
   */
  get clarity(): number {
    return this.soundSum / Math.max(1, this.soundFrames);
  }

  /** Starts a new utterance. */
  reset(): void {
    this.frame = 0;
    this.history.clear();
    this.current.clear();
    const { initialState, sentenceStart } = this.scorer;
    this.begin(initialState, 0);
    if (sentenceStart) this.begin(sentenceStart.state, this.options.lmWeight * sentenceStart.score);
    this.bestIndex = (sentenceStart?.score ?? 0) > 0 ? 1 : 0;
    this.bestUnits = 0;
    this.soundFrames = 0;
    this.soundSum = 0;
  }

  private begin(state: number, score: number): void {
    const { current } = this;
    const index = current.insert(-1 - current.find(0, state, blankUnit), 0, state, blankUnit);
    current.blank[index] = score;
    current.score[index] = score;
    current.nonBlank[index] = -Infinity;
    current.record[index] = 0;
    current.pendingWord[index] = -1;
    current.firstFrame[index] = 0;
    current.hash[index] = this.history.hash(0);
  }

  /** Where the search stands now, for {@link rewind}: to look how the utterance would end and then to go on. */
  mark(): SearchMark {
    this.isMarked = true;
    const { frame, bestIndex, soundFrames, soundSum } = this;
    const active = this.current.copy();
    return { active, history: this.history.copy(), frame, bestIndex, soundFrames, soundSum };
  }

  /** Stands again where `mark` was made, which is good for one time. */
  rewind(mark: SearchMark): void {
    this.current.restore(mark.active);
    this.history.restore(mark.history);
    this.frame = mark.frame;
    this.bestIndex = mark.bestIndex;
    this.soundFrames = mark.soundFrames;
    this.soundSum = mark.soundSum;
    this.isMarked = false;
  }

  /**
   * @param logProbs Natural-log probabilities [frames, units], row after row.
   * @param units Units of a row; unit 0 is the blank.
   */
  advance(logProbs: Float32Array, frames: number, units: number): void {
    for (let row = 0; row < frames; row++) this.step(logProbs, row * units, units);
  }

  private step(logProbs: Float32Array, offset: number, units: number): void {
    const { options, current } = this;
    const blankLogProb = logProbs[offset] + options.blankBonus;
    let bestUnit = 1;
    for (let unit = 2; unit < units; unit++) {
      if (logProbs[offset + unit] > logProbs[offset + bestUnit]) bestUnit = unit;
    }
    const bestUnitLogProb = logProbs[offset + bestUnit];
    if (logProbs[offset] < -Math.LN2) {
      this.soundFrames++;
      this.soundSum += Math.exp(bestUnitLogProb);
    }
    this.bestUnits += Math.max(blankLogProb, bestUnitLogProb);
    if (logProbs[offset] > Math.log(options.blankSkip)) {
      for (let index = 0; index < current.size; index++) {
        current.score[index] += blankLogProb;
        current.blank[index] = current.score[index];
        current.nonBlank[index] = -Infinity;
      }
      this.frame++;
      return;
    }

    const { next } = this;
    next.clear();
    this.beam.clear();
    this.extend(this.bestIndex, logProbs, offset, blankLogProb, bestUnit, bestUnitLogProb);
    for (let index = 0; index < current.size; index++) {
      if (index !== this.bestIndex)
        this.extend(index, logProbs, offset, blankLogProb, bestUnit, bestUnitLogProb);
    }
    this.prune();
    current.take(next);
    this.frame++;
    if (!this.isMarked && this.scorer.renumber?.(current.state, current.size)) this.scoredState.fill(-1);
    if (this.history.isNearlyFull) this.history.collect(current.record, current.size);
  }

  /** All that one hypothesis can become in this frame. */
  private extend(
    index: number,
    logProbs: Float32Array,
    offset: number,
    blankLogProb: number,
    bestUnit: number,
    bestUnitLogProb: number,
  ): void {
    const { current, options } = this;
    const node = current.node[index];
    const unit = current.unit[index];
    const blankScore = current.blank[index];
    const total = current.score[index];
    const state = current.state[index];
    const record = current.record[index];
    const firstFrame = current.firstFrame[index];
    const hash = current.hash[index];
    this.inSentence = this.kindOf(state);
    this.threshold = this.beam.thresholds[this.inSentence];

    this.arrive(
      node,
      state,
      unit,
      total + blankLogProb,
      unit === blankUnit ? -Infinity : current.nonBlank[index] + logProbs[offset + unit],
      record,
      -1,
      firstFrame,
      hash,
    );

    if (total + bestUnitLogProb <= this.threshold) return;
    if (node <= 0) {
      const isOpen = this.inSentence === 0;
      if (isOpen) {
        const from = bestUnit === unit ? blankScore : total;
        const start = node === 0 ? this.frame : firstFrame;
        const score =
          from + bestUnitLogProb + options.unknownUnitBonus + (node === 0 ? options.unknownWordBonus : 0);
        if (score > this.threshold) {
          this.arrive(unknownNode, state, bestUnit, -Infinity, score, record, -1, start, hash);
          this.endWord(this.unknownWord, state, bestUnit, score, record, start, hash);
        }
        if (node < 0) return;
        this.expand(0, total, blankScore, unit, state, record, this.frame, hash, logProbs, offset);
      }
      const last = isOpen ? this.openOverlays : this.overlays.length;
      for (let which = isOpen ? 0 : this.openOverlays; which < last; which++) {
        this.expandOverlay(
          which,
          0,
          total,
          blankScore,
          unit,
          state,
          record,
          this.frame,
          hash,
          logProbs,
          offset,
        );
      }
    } else if (node < this.overlayBases[0]) {
      this.expand(node, total, blankScore, unit, state, record, firstFrame, hash, logProbs, offset);
    } else {
      let which = 0;
      while (node >= this.overlayBases[which + 1]) which++;
      this.expandOverlay(
        which,
        node - this.overlayBases[which],
        total,
        blankScore,
        unit,
        state,
        record,
        firstFrame,
        hash,
        logProbs,
        offset,
      );
    }
  }

  /** Steps to the children of a node of the common tree, and to the words that end in them. */
  private expand(
    node: number,
    total: number,
    blankScore: number,
    unit: number,
    state: number,
    record: number,
    firstFrame: number,
    hash: number,
    logProbs: Float32Array,
    offset: number,
  ): void {
    const { unit: units, childStart, lookAhead, wordStart, words } = this.tree;
    const { cache } = this;
    const { boost, shallowNodes } = cache;
    const slot = cache.slotOf(this.scorer.lastWordContext(state));
    const row = slot * shallowNodes;
    const backoff = cache.backoff[slot];
    // Below the upper levels a prefix with a boost keeps the look-ahead that it had there.
    const above = node < shallowNodes ? node : cache.shallowAbove[node];
    const isKept = above !== node && boost[row + above] > 0;
    const ahead =
      node === 0 ? 0 : backoff + lookAhead[isKept ? above : node] + boost[row + above] * cache.step;
    const keepsBelow = node >= shallowNodes ? isKept : undefined;
    const last = childStart[node + 1];
    for (let child = childStart[node]; child < last; child++) {
      const childUnit = units[child];
      const emitted = (childUnit === unit ? blankScore : total) + logProbs[offset + childUnit];
      // The look-ahead of a child is never better than its parent's.
      if (emitted <= this.threshold) continue;
      const acoustic = emitted - ahead;
      let childAhead: number;
      if (child < shallowNodes) childAhead = backoff + lookAhead[child] + boost[row + child] * cache.step;
      else if (keepsBelow === undefined ? boost[row + node] > 0 : keepsBelow) childAhead = ahead;
      else childAhead = backoff + lookAhead[child];
      const score = acoustic + childAhead;
      if (score <= this.threshold) continue;
      if (childStart[child] < childStart[child + 1]) {
        this.arrive(child, state, childUnit, -Infinity, score, record, -1, firstFrame, hash);
      }
      const lastWord = wordStart[child + 1];
      for (let at = wordStart[child]; at < lastWord; at++) {
        const word = words[at];
        if (this.shadowed !== undefined && this.shadowed[word] === 1) continue;
        this.endWord(word, state, childUnit, acoustic, record, firstFrame, hash);
      }
    }
  }

  /** The same in the tree of an overlay. */
  private expandOverlay(
    which: number,
    node: number,
    total: number,
    blankScore: number,
    unit: number,
    state: number,
    record: number,
    firstFrame: number,
    hash: number,
    logProbs: Float32Array,
    offset: number,
  ): void {
    const { unit: units, childStart, lookAhead, wordStart, words } = this.overlays[which];
    const base = this.overlayBases[which];
    const last = childStart[node + 1];
    for (let child = childStart[node]; child < last; child++) {
      const childUnit = units[child];
      const acoustic =
        (childUnit === unit ? blankScore : total) + logProbs[offset + childUnit] - lookAhead[node];
      const score = acoustic + lookAhead[child];
      if (score <= this.threshold) continue;
      if (childStart[child] < childStart[child + 1]) {
        this.arrive(child + base, state, childUnit, -Infinity, score, record, -1, firstFrame, hash);
      }
      const lastWord = wordStart[child + 1];
      for (let at = wordStart[child]; at < lastWord; at++) {
        this.endWord(words[at], state, childUnit, acoustic, record, firstFrame, hash);
      }
    }
  }

  private endWord(
    word: number,
    state: number,
    unit: number,
    score: number,
    record: number,
    firstFrame: number,
    hash: number,
  ): void {
    const { scorer, options } = this;
    const slot = (Math.imul(state, 0x9e3779b1) ^ Math.imul(word, 0x85ebca6b)) >>> (32 - scoredBits);
    if (this.scoredState[slot] !== state || this.scoredWord[slot] !== word) {
      this.scoredState[slot] = state;
      this.scoredWord[slot] = word;
      this.scored[slot] = options.lmWeight * scorer.score(state, word) + options.wordBonus;
      this.scoredNext[slot] = scorer.next;
    }
    const scored = score + this.scored[slot];
    if (scored <= this.threshold) return;
    this.arrive(
      0,
      this.scoredNext[slot],
      unit,
      -Infinity,
      scored,
      record,
      word,
      firstFrame,
      extendHash(hash, word),
    );
  }

  /** Puts a hypothesis into the next frame, or merges it with the one that is there. */
  private arrive(
    node: number,
    state: number,
    unit: number,
    blank: number,
    nonBlank: number,
    record: number,
    pendingWord: number,
    firstFrame: number,
    hash: number,
  ): void {
    const total = blank === -Infinity ? nonBlank : logAdd(blank, nonBlank);
    if (total <= this.threshold) return;
    const { next } = this;
    // Inside a word the node tells the unit; at the root and in unknown speech only the history does.
    let index = next.find(node, state, unit);
    if (index < 0) {
      if (next.size === next.capacity) return;
      index = next.insert(-1 - index, node, state, unit);
      next.blank[index] = blank;
      next.nonBlank[index] = nonBlank;
      next.score[index] = total;
      next.record[index] = record;
      next.pendingWord[index] = pendingWord;
      next.firstFrame[index] = firstFrame;
      next.hash[index] = hash;
    } else {
      const other = next.score[index];
      const isBetter = total > other;
      if (next.hash[index] === hash) {
        if (blank !== -Infinity) next.blank[index] = logAdd(next.blank[index], blank);
        next.nonBlank[index] = logAdd(next.nonBlank[index], nonBlank);
        next.score[index] = logAdd(other, total);
      } else {
        const { history, options, frame } = this;
        if (Math.abs(total - other) < options.latticeBeam) {
          if (next.pendingWord[index] >= 0) {
            next.record[index] = history.add(
              next.record[index],
              next.pendingWord[index],
              next.firstFrame[index],
              frame,
              other - this.bestUnits,
            );
            next.pendingWord[index] = -1;
          }
          const newcomer =
            pendingWord < 0
              ? record
              : history.add(record, pendingWord, firstFrame, frame, total - this.bestUnits);
          if (isBetter) {
            history.addAlternative(newcomer, next.record[index], other - total);
            record = newcomer;
            pendingWord = -1;
          } else {
            history.addAlternative(next.record[index], newcomer, total - other);
          }
        }
        if (isBetter) {
          next.blank[index] = blank;
          next.nonBlank[index] = nonBlank;
          next.score[index] = total;
        }
      }
      if (isBetter) {
        next.record[index] = record;
        next.pendingWord[index] = pendingWord;
        next.firstFrame[index] = firstFrame;
        next.hash[index] = hash;
      }
    }
    this.beam.note(this.inSentence, total);
    this.threshold = this.beam.thresholds[this.inSentence];
  }

  private kindOf(state: number): HypothesisKind {
    return this.scorer.isInSentence?.(state) ? 1 : 0;
  }

  /** Drops what fell behind and gives words that ended in this frame their records. */
  private prune(): void {
    const { next, history, beam } = this;
    const kindOf = (index: number) => this.kindOf(next.state[index]);
    // Merged hypotheses are better than those that arrived.
    for (let index = 0; index < next.size; index++) beam.note(kindOf(index), next.score[index]);
    beam.narrow(next.score, next.size, kindOf);
    const { bestScore, thresholds } = beam;
    let kept = 0;
    for (let index = 0; index < next.size; index++) {
      const total = next.score[index];
      if (total < thresholds[kindOf(index)] || kept === this.current.capacity) continue;
      if (total === bestScore) this.bestIndex = kept;
      if (index !== kept) next.move(index, kept);
      if (next.pendingWord[kept] >= 0) {
        next.record[kept] = history.add(
          next.record[kept],
          next.pendingWord[kept],
          next.firstFrame[kept],
          this.frame,
          total - this.bestUnits,
        );
        next.pendingWord[kept] = -1;
      }
      kept++;
    }
    next.size = kept;
  }

  /** The words of the best hypothesis so far; the word under way is left out. */
  partial(): TracedWord[] {
    return this.history
      .trace(this.current.record[this.bestIndex])
      .filter(({ word }) => word !== this.unknownWord);
  }

  /** Hash of the words of the best hypothesis: unchanged as long as {@link partial} is. */
  partialHash(): number {
    return this.history.hash(this.current.record[this.bestIndex]);
  }

  /** ln P, by language model and context, that nothing follows the best complete hypothesis; 0 when there is none. */
  endLogProb(): number {
    const { current, scorer } = this;
    let best = -1;
    for (let index = 0; index < current.size; index++) {
      if (current.node[index] === 0 && (best < 0 || current.score[index] > current.score[best])) best = index;
    }
    return best < 0 ? 0 : scorer.endLogProb(current.state[best]);
  }

  /**
   * The best word sequences if the utterance ends here, best first, unknown speech as the unknown word. A word that is
   * not complete is dropped, unless nothing is complete. The search can go on afterwards.
   */
  nBest(count: number): TracedPath[] {
    const { current, scorer, options } = this;
    const ends: { record: number; score: number }[] = [];
    for (let index = 0; index < current.size; index++) {
      if (current.node[index] !== 0) continue;
      const score = current.score[index] + options.lmWeight * scorer.endLogProb(current.state[index]);
      ends.push({ record: current.record[index], score });
    }
    if (ends.length === 0) {
      for (let index = 0; index < current.size; index++) {
        ends.push({ record: current.record[index], score: current.score[index] });
      }
    }
    return this.history.nBest(ends, count);
  }
}

function powerOfTwo(least: number): number {
  return 2 ** Math.ceil(Math.log2(least));
}
