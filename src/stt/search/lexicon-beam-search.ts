import { ActiveSet, type ActiveSetCopy } from './active-set.js';
import { Arrivals, type Origin } from './arrivals.js';
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
import { WordScores } from './word-scores.js';

/** How far a search is, beside its hypotheses and their words. */
interface Progress {
  /** Frames taken in so far. */
  frame: number;
  /** Index of the best hypothesis. */
  bestIndex: number;
  /** Score of the best unit of every frame so far. */
  bestUnits: number;
  /** Frames in which the blank was less likely than not. */
  soundFrames: number;
  /** Sum of the posteriors of the best units of these. */
  soundSum: number;
}

/** Where a search stood; see {@link LexiconBeamSearch.mark}. */
export interface SearchMark {
  active: ActiveSetCopy;
  history: WordHistoryCopy;
  progress: Progress;
}

const blankUnit = 0;
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
  /** Hypotheses of the frame under way; nothing stays in it from one frame to the next. */
  private readonly arrivals: Arrivals;
  private readonly history = new WordHistory();
  private readonly wordScores: WordScores;
  private progress!: Progress;
  /** The hypothesis that is being extended. */
  private readonly origin: Origin = {
    state: 0,
    unit: blankUnit,
    blank: 0,
    total: 0,
    record: 0,
    firstFrame: 0,
    hash: 0,
  };
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
    this.current = new ActiveSet(2 ** Math.ceil(Math.log2(options.maxActive + 1)));
    this.arrivals = new Arrivals(this.history, (state) => (this.isInSentence(state) ? 1 : 0), options);
    this.wordScores = new WordScores(scorer, options);
    this.overlayBases = [tree.unit.length];
    for (const overlay of this.overlays)
      this.overlayBases.push(this.overlayBases.at(-1)! + overlay.unit.length);
    this.reset();
  }

  /** Frames taken in so far. */
  get frames(): number {
    return this.progress.frame;
  }

  /**
   * Mean posterior of the best unit where the network heard something: speech gives one unit most of it, other sound a
   * little to many. 0 where nothing was heard.
   */
  get clarity(): number {
    return this.progress.soundSum / Math.max(1, this.progress.soundFrames);
  }

  /** Starts a new utterance. */
  reset(): void {
    this.history.clear();
    this.current.clear();
    const { initialState, sentenceStart } = this.scorer;
    this.begin(initialState, 0);
    if (sentenceStart) this.begin(sentenceStart.state, this.options.lmWeight * sentenceStart.score);
    const bestIndex = (sentenceStart?.score ?? 0) > 0 ? 1 : 0;
    this.progress = { frame: 0, bestIndex, bestUnits: 0, soundFrames: 0, soundSum: 0 };
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
    return { active: this.current.copy(), history: this.history.copy(), progress: { ...this.progress } };
  }

  /** Stands again where `mark` was made, which is good for one time. */
  rewind(mark: SearchMark): void {
    this.current.restore(mark.active);
    this.history.restore(mark.history);
    this.progress = mark.progress;
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
    const { options, current, progress } = this;
    const blankLogProb = logProbs[offset] + options.blankBonus;
    let bestUnit = 1;
    for (let unit = 2; unit < units; unit++) {
      if (logProbs[offset + unit] > logProbs[offset + bestUnit]) bestUnit = unit;
    }
    const bestUnitLogProb = logProbs[offset + bestUnit];
    if (logProbs[offset] < -Math.LN2) {
      progress.soundFrames++;
      progress.soundSum += Math.exp(bestUnitLogProb);
    }
    progress.bestUnits += Math.max(blankLogProb, bestUnitLogProb);
    if (logProbs[offset] > Math.log(options.blankSkip)) {
      for (let index = 0; index < current.size; index++) {
        current.score[index] += blankLogProb;
        current.blank[index] = current.score[index];
        current.nonBlank[index] = -Infinity;
      }
      progress.frame++;
      return;
    }

    this.arrivals.start(progress.frame, progress.bestUnits);
    // The best one first: what it becomes keeps much of the rest out.
    this.extend(progress.bestIndex, logProbs, offset, blankLogProb, bestUnit);
    for (let index = 0; index < current.size; index++) {
      if (index !== progress.bestIndex) this.extend(index, logProbs, offset, blankLogProb, bestUnit);
    }
    progress.bestIndex = this.arrivals.settle(current);
    progress.frame++;
    if (!this.isMarked && this.scorer.renumber?.(current.state, current.size)) this.wordScores.clear();
    if (this.history.isNearlyFull) this.history.collect(current.record, current.size);
  }

  /** All that one hypothesis can become in this frame. */
  private extend(
    index: number,
    logProbs: Float32Array,
    offset: number,
    blankLogProb: number,
    bestUnit: number,
  ): void {
    const { current, arrivals, origin, overlays, overlayBases } = this;
    const node = current.node[index];
    const state = current.state[index];
    const unit = current.unit[index];
    const total = current.score[index];
    origin.state = state;
    origin.unit = unit;
    origin.blank = current.blank[index];
    origin.total = total;
    origin.record = current.record[index];
    origin.firstFrame = current.firstFrame[index];
    origin.hash = current.hash[index];
    const inSentence = this.isInSentence(state);
    arrivals.expect(inSentence ? 1 : 0);

    const again = unit === blankUnit ? -Infinity : current.nonBlank[index] + logProbs[offset + unit];
    arrivals.arrive(origin, node, state, unit, total + blankLogProb, again, -1, origin.hash);

    if (total + logProbs[offset + bestUnit] <= arrivals.threshold) return;
    if (node === 0) {
      origin.firstFrame = this.progress.frame;
      if (!inSentence) {
        this.extendUnknown(node, bestUnit, logProbs, offset);
        this.expand(0, logProbs, offset);
      }
      const first = inSentence ? this.openOverlays : 0;
      const last = inSentence ? overlays.length : this.openOverlays;
      for (let which = first; which < last; which++) this.expandOverlay(which, 0, logProbs, offset);
    } else if (node === unknownNode) this.extendUnknown(node, bestUnit, logProbs, offset);
    else if (node < overlayBases[0]) this.expand(node, logProbs, offset);
    else {
      let which = 0;
      while (node >= overlayBases[which + 1]) which++;
      this.expandOverlay(which, node - overlayBases[which], logProbs, offset);
    }
  }

  /** Takes the best unit for speech that is no word of ours. */
  private extendUnknown(node: number, bestUnit: number, logProbs: Float32Array, offset: number): void {
    const { origin, arrivals, options } = this;
    const start = node === unknownNode ? 0 : options.unknownWordBonus;
    const from = bestUnit === origin.unit ? origin.blank : origin.total;
    const score = from + logProbs[offset + bestUnit] + options.unknownUnitBonus + start;
    if (score <= arrivals.threshold) return;
    arrivals.arrive(origin, unknownNode, origin.state, bestUnit, -Infinity, score, -1, origin.hash);
    this.endWord(this.unknownWord, bestUnit, score);
  }

  /** Steps to the children of a node of the common tree, and to the words that end in them. */
  private expand(node: number, logProbs: Float32Array, offset: number): void {
    const { unit: units, childStart, lookAhead, wordStart, words } = this.tree;
    const { cache, origin, arrivals } = this;
    const { total, blank, unit, state } = origin;
    const { boost, shallowNodes } = cache;
    const slot = cache.slotOf(this.scorer.lastWordContext(state));
    const row = slot * shallowNodes;
    const backoff = cache.backoff[slot];
    // Below the upper levels a prefix with a boost keeps the look-ahead that it had there.
    const above = node < shallowNodes ? node : cache.shallowAbove[node];
    const isKept = above !== node && boost[row + above] > 0;
    const ahead =
      node === 0 ? 0 : backoff + lookAhead[isKept ? above : node] + boost[row + above] * cache.step;
    const keepsBelow = node >= shallowNodes ? isKept : boost[row + node] > 0;
    const last = childStart[node + 1];
    for (let child = childStart[node]; child < last; child++) {
      const childUnit = units[child];
      const emitted = (childUnit === unit ? blank : total) + logProbs[offset + childUnit];
      // The look-ahead of a child is never better than its parent's.
      if (emitted <= arrivals.threshold) continue;
      const acoustic = emitted - ahead;
      let childAhead: number;
      if (child < shallowNodes) childAhead = backoff + lookAhead[child] + boost[row + child] * cache.step;
      else childAhead = keepsBelow ? ahead : backoff + lookAhead[child];
      const score = acoustic + childAhead;
      if (score <= arrivals.threshold) continue;
      if (childStart[child] < childStart[child + 1])
        arrivals.arrive(origin, child, state, childUnit, -Infinity, score, -1, origin.hash);
      const lastWord = wordStart[child + 1];
      for (let at = wordStart[child]; at < lastWord; at++) {
        const word = words[at];
        if (this.shadowed !== undefined && this.shadowed[word] === 1) continue;
        this.endWord(word, childUnit, acoustic);
      }
    }
  }

  /** The same in the tree of an overlay. */
  private expandOverlay(which: number, node: number, logProbs: Float32Array, offset: number): void {
    const { unit: units, childStart, lookAhead, wordStart, words } = this.overlays[which];
    const { origin, arrivals } = this;
    const { total, blank, unit, state } = origin;
    const base = this.overlayBases[which];
    const last = childStart[node + 1];
    for (let child = childStart[node]; child < last; child++) {
      const childUnit = units[child];
      const acoustic = (childUnit === unit ? blank : total) + logProbs[offset + childUnit] - lookAhead[node];
      const score = acoustic + lookAhead[child];
      if (score <= arrivals.threshold) continue;
      if (childStart[child] < childStart[child + 1])
        arrivals.arrive(origin, child + base, state, childUnit, -Infinity, score, -1, origin.hash);
      const lastWord = wordStart[child + 1];
      for (let at = wordStart[child]; at < lastWord; at++) this.endWord(words[at], childUnit, acoustic);
    }
  }

  /** Back to the root with a word whose last unit begins in this frame. */
  private endWord(word: number, unit: number, acoustic: number): void {
    const { origin, arrivals, wordScores } = this;
    const score = acoustic + wordScores.score(origin.state, word);
    if (score <= arrivals.threshold) return;
    const hash = extendHash(origin.hash, word);
    arrivals.arrive(origin, 0, wordScores.next, unit, -Infinity, score, word, hash);
  }

  private isInSentence(state: number): boolean {
    return this.scorer.isInSentence?.(state) ?? false;
  }

  /** The words of the best hypothesis so far; the word under way is left out. */
  partial(): TracedWord[] {
    return this.history
      .trace(this.current.record[this.progress.bestIndex])
      .filter(({ word }) => word !== this.unknownWord);
  }

  /** Hash of the words of the best hypothesis: unchanged as long as {@link partial} is. */
  partialHash(): number {
    return this.history.hash(this.current.record[this.progress.bestIndex]);
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
