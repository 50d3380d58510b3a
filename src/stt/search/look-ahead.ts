import type { Lexicon } from '../lexicon/lexicon.js';
import type { NgramModel } from '../lm/ngram-model.js';
import type { SearchTree } from './search-graph.js';

/** Levels of the tree for which a context's own words are looked at. */
const levels = 3;
/** Fewer levels where they have more nodes: word pieces make a wide tree, and a table is kept for each context. */
const mostShallowNodes = 32_768;
/** Natural-log units per step of a stored boost. */
const step = 1 / 8;

/**
 * For each word, the nodes that its pronunciations go through at the last level that is looked at (or where a shorter
 * word ends); in shared memory, built once for all threads.
 */
export interface LookAheadIndex {
  /** Nodes with a number below this are looked at; numbers go breadth first. */
  shallowNodes: number;
  /** For every node the one above it (or itself) that is shallow. */
  shallowAbove: Uint16Array;
  parent: Uint32Array;
  prefixStart: Uint32Array;
  prefixes: Uint16Array;
}

/** Goes through the whole tree of pronunciations once. */
export function buildLookAheadIndex(lexicon: Lexicon): LookAheadIndex {
  const { parent, wordStart, words } = lexicon.arrays;
  const nodes = parent.length;
  const shallowAbove = new Uint16Array(new SharedArrayBuffer(nodes * 2));
  // The children of the last node of a level end where the next level ends.
  let shallowNodes = lexicon.arrays.childStart[1];
  for (let level = 1; level < levels; level++) {
    const next = lexicon.arrays.childStart[shallowNodes];
    if (next <= mostShallowNodes) shallowNodes = next;
  }
  for (let node = 0; node < nodes; node++) {
    shallowAbove[node] = node < shallowNodes ? node : shallowAbove[parent[node]];
  }
  const prefixStart = new Uint32Array(new SharedArrayBuffer((lexicon.wordCount + 1) * 4));
  for (const word of words) prefixStart[word + 1]++;
  for (let word = 0; word < lexicon.wordCount; word++) prefixStart[word + 1] += prefixStart[word];
  const fill = prefixStart.slice();
  const prefixes = new Uint16Array(new SharedArrayBuffer(words.length * 2));
  for (let node = 0; node < nodes; node++) {
    for (let at = wordStart[node]; at < wordStart[node + 1]; at++)
      prefixes[fill[words[at]]++] = shallowAbove[node];
  }
  return { shallowNodes, shallowAbove, parent, prefixStart, prefixes };
}

/** Slots that a context may lie in. */
const ways = 8;

/**
 * Language-model look-ahead with one word of context: how much better than its context-free score the best word below
 * a node can be after a given word. Exact for the upper levels of the tree, where nearly all of the pruning happens;
 * below them a prefix keeps what it had (after Nolden et al., "Advanced Language Model Look-Ahead for Large Vocabulary
 * Continuous Speech Recognition", 2011). Tables are made when a context first appears. A new one takes the place of one
 * that was not asked for since the hand of a clock last passed it, among the few where it may lie.
 */
export class LookAheadCache {
  readonly shallowNodes: number;
  readonly shallowAbove: Uint16Array;
  /** Boosts in steps, one row of {@link shallowNodes} per slot. */
  readonly boost: Uint8Array;
  /** Weighted back-off weight of the context in each slot. */
  readonly backoff: Float32Array;
  readonly step = step;
  private readonly sets: number;
  /** Context in each slot, -1 for none. */
  private readonly owner: Int32Array;
  /** 1 for slots that were asked for since the hand passed them. */
  private readonly isAskedFor: Uint8Array;
  /** Per set of slots: the way that the hand is at. */
  private readonly hand: Uint8Array;

  /**
   * @param lmWeight As the tree's look-ahead was weighted.
   * @param sets Sets of {@link ways} contexts kept; a power of two. @default 64
   */
  constructor(
    private readonly tree: SearchTree,
    private readonly index: LookAheadIndex,
    private readonly lm: NgramModel,
    private readonly lmWeight: number,
    private readonly wordBonus: number,
    sets = 64,
  ) {
    this.shallowNodes = index.shallowNodes;
    this.shallowAbove = index.shallowAbove;
    this.sets = sets;
    const slots = sets * ways;
    this.boost = new Uint8Array(slots * index.shallowNodes);
    this.backoff = new Float32Array(slots);
    this.owner = new Int32Array(slots).fill(-1);
    this.isAskedFor = new Uint8Array(slots);
    this.hand = new Uint8Array(sets);
  }

  /**
   * @returns The slot of a context of at most one word, filled if it was not there. It is the context's only until the
   * next call.
   */
  slotOf(context: number): number {
    const { owner, isAskedFor } = this;
    const set = hash(context) & (this.sets - 1);
    const first = set * ways;
    for (let slot = first; slot < first + ways; slot++) {
      if (owner[slot] === context) {
        isAskedFor[slot] = 1;
        return slot;
      }
    }
    const slot = first + this.freeWay(set);
    owner[slot] = context;
    this.fill(slot, context);
    return slot;
  }

  /** Moves the hand to the next slot of a set that was not asked for since it last passed, and behind it. */
  private freeWay(set: number): number {
    const { hand, isAskedFor } = this;
    for (;;) {
      const way = hand[set];
      hand[set] = (way + 1) % ways;
      const slot = set * ways + way;
      if (isAskedFor[slot] === 0) return way;
      isAskedFor[slot] = 0;
    }
  }

  private fill(slot: number, context: number) {
    const { tree, index, lm, lmWeight, wordBonus, boost } = this;
    const row = slot * this.shallowNodes;
    const { stateArc, stateBackoff, backoffs, arcWord, arcLogProb, logProbs } = lm.arrays;
    boost.fill(0, row, row + this.shallowNodes);
    if (context === 0) {
      this.backoff[slot] = 0;
      return;
    }
    const weight = lmWeight * backoffs[stateBackoff[context]];
    this.backoff[slot] = weight;
    for (let arc = stateArc[context]; arc < stateArc[context + 1]; arc++) {
      const word = arcWord[arc];
      const score = lmWeight * logProbs[arcLogProb[arc]] + wordBonus - weight;
      for (let at = index.prefixStart[word]; at < index.prefixStart[word + 1]; at++) {
        for (let node = index.prefixes[at]; node !== 0; node = index.parent[node]) {
          const gain = (score - tree.lookAhead[node]) / step;
          if (gain <= boost[row + node]) break;
          boost[row + node] = Math.min(255, Math.round(gain));
        }
      }
    }
  }
}

function hash(context: number) {
  const value = Math.imul(context, 0x9e3779b1);
  return (value ^ (value >>> 15)) >>> 0;
}
