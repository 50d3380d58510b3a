import type { ActiveSet } from './active-set.js';
import type { Arrivals, Origin } from './arrivals.js';
import type { LookAheadCache } from './look-ahead.js';
import type { SearchTree, WordScorer } from './search-graph.js';
import type { SearchOptions } from './search-options.js';
import { extendHash } from './word-history.js';
import { WordScores } from './word-scores.js';

/** What a search looks words up in. */
export interface SearchTrees {
  /** Words that every stream knows. */
  tree: SearchTree;
  /** Look-ahead over `tree`; streams of one thread may share it. */
  cache: LookAheadCache;
  /**
   * More words, of this stream or of what it shares with some; their ids are the scorer's matter. Words of the common
   * tree that they have too are taken from them only, see `shadowed`.
   */
  overlays?: readonly SearchTree[];
  /** 1 for words of the tree that an overlay says again. */
  shadowed?: Uint8Array;
  /** Words that may stand anywhere and change nothing about what comes after them. @default none */
  hesitations?: ReadonlySet<number>;
  /** Words of the sentences to expect; hypotheses inside a sentence know no others. */
  sentenceTree?: SearchTree;
}

/** What the network said of the frame under way. */
export interface FrameScores {
  /** Natural-log probabilities of the units from `offset` on, blank first. */
  logProbs: Float32Array;
  offset: number;
  /** That of the blank with its bonus. */
  blankLogProb: number;
  /** Likeliest unit but the blank. */
  bestUnit: number;
  frame: number;
}

/** Stands for no unit. */
export const blankUnit = 0;
/** Node of unknown speech: it takes any unit and leads to no word of the tree. */
const unknownNode = -1;

/** Takes hypotheses one frame on, over the prefix trees: what they become goes to the arrivals. */
export class HypothesisExtender {
  private readonly wordScores: WordScores;
  private readonly overlays: readonly SearchTree[];
  private readonly sentenceTree?: SearchTree;
  /** Number of the first node of each overlay, and of the tree of the sentences. */
  private readonly overlayBases: number[];
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

  constructor(
    private readonly trees: SearchTrees,
    private readonly scorer: WordScorer,
    private readonly options: SearchOptions,
    private readonly unknownWord: number,
    private readonly arrivals: Arrivals,
  ) {
    const { tree, overlays = [], sentenceTree } = trees;
    this.overlays = overlays;
    this.sentenceTree = sentenceTree;
    this.overlayBases = [tree.unit.length];
    for (const overlay of this.overlays)
      this.overlayBases.push(this.overlayBases.at(-1)! + overlay.unit.length);
    this.wordScores = new WordScores(scorer, options, trees.hesitations ?? new Set());
  }

  /** The scorer's states have new numbers. */
  forgetStates(): void {
    this.wordScores.clear();
  }

  /** To be called before the first hypothesis of every frame. */
  startFrame(): void {
    this.wordScores.startFrame();
  }

  /** All that one hypothesis can become in this frame. */
  extend(current: ActiveSet, index: number, scores: FrameScores): void {
    const { arrivals, origin, overlays, overlayBases } = this;
    const { logProbs, offset, bestUnit } = scores;
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
    const inSentence = this.scorer.isInSentence?.(state) ?? false;
    arrivals.expect(inSentence ? 1 : 0);

    const again = unit === blankUnit ? -Infinity : current.nonBlank[index] + logProbs[offset + unit];
    arrivals.arrive(origin, node, state, unit, total + scores.blankLogProb, again, -1, origin.hash);

    if (total + logProbs[offset + bestUnit] <= arrivals.threshold) return;
    if (node === 0) origin.firstFrame = scores.frame;
    if (inSentence) {
      this.expandSentence(node === 0 ? 0 : node - overlayBases[overlays.length], logProbs, offset);
    } else if (node === 0) {
      this.extendUnknown(node, bestUnit, logProbs, offset);
      this.expand(0, logProbs, offset);
      for (let which = 0; which < overlays.length; which++) this.expandOverlay(which, 0, logProbs, offset);
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
    const { unit: units, childStart, lookAhead, wordStart, words } = this.trees.tree;
    const { cache, shadowed } = this.trees;
    const { origin, arrivals } = this;
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
        if (shadowed !== undefined && shadowed[word] === 1) continue;
        this.endWord(word, childUnit, acoustic);
      }
    }
  }

  /** The same in the tree of an overlay. */
  private expandOverlay(which: number, node: number, logProbs: Float32Array, offset: number): void {
    const overlay = this.overlays[which];
    const { unit: units, childStart, lookAhead } = overlay;
    const { origin, arrivals } = this;
    const { total, blank, unit } = origin;
    const base = this.overlayBases[which];
    const last = childStart[node + 1];
    for (let child = childStart[node]; child < last; child++) {
      const childUnit = units[child];
      const acoustic = (childUnit === unit ? blank : total) + logProbs[offset + childUnit] - lookAhead[node];
      const score = acoustic + lookAhead[child];
      if (score > arrivals.threshold) this.enter(overlay, child, base, score, acoustic);
    }
  }

  /** The same inside a sentence, where the place tells which words may follow. */
  private expandSentence(node: number, logProbs: Float32Array, offset: number): void {
    const tree = this.sentenceTree!;
    const { unit: units, childStart } = tree;
    const { origin, arrivals } = this;
    const { total, blank, unit, state } = origin;
    const base = this.overlayBases[this.overlays.length];
    const lookAhead = this.scorer.lookAheadInSentence!(state);
    const ahead = lookAhead.below(node);
    // The look-ahead of a child is never better than its parent's, but for the bonus that comes with a word.
    const gain = node === 0 ? Math.max(0, this.options.wordBonus) : 0;
    const last = childStart[node + 1];
    for (let child = childStart[node]; child < last; child++) {
      const childUnit = units[child];
      const emitted = (childUnit === unit ? blank : total) + logProbs[offset + childUnit];
      if (emitted + gain <= arrivals.threshold) continue;
      const acoustic = emitted - ahead;
      const score = acoustic + lookAhead.below(child);
      if (score > arrivals.threshold) this.enter(tree, child, base, score, acoustic);
    }
  }

  /**
   * Goes to a node of an overlay or of the sentences, and to the root with each word that ends in it. In
   * {@link expand}, where most of the time goes, the same is written out.
   * @param base number of the tree's first node
   * @param score with the look-ahead of the node
   * @param acoustic the same without look-ahead
   */
  private enter(tree: SearchTree, node: number, base: number, score: number, acoustic: number): void {
    const { unit: units, childStart, wordStart, words } = tree;
    const { origin, arrivals } = this;
    const unit = units[node];
    if (childStart[node] < childStart[node + 1])
      arrivals.arrive(origin, node + base, origin.state, unit, -Infinity, score, -1, origin.hash);
    const last = wordStart[node + 1];
    for (let at = wordStart[node]; at < last; at++) this.endWord(words[at], unit, acoustic);
  }

  /** Back to the root with a word whose last unit begins in this frame. */
  private endWord(word: number, unit: number, acoustic: number): void {
    const { origin, arrivals, wordScores } = this;
    const score = acoustic + wordScores.score(origin.state, word);
    if (score <= arrivals.threshold) return;
    const { next } = wordScores;
    if (next < 0) return;
    const hash = extendHash(origin.hash, word);
    arrivals.arrive(origin, 0, next, unit, -Infinity, score, word, hash);
  }
}
