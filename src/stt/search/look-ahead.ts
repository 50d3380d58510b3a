import type { Lexicon } from '../lexicon/lexicon.js';
import type { NgramModel } from '../lm/ngram-model.js';
import type { SearchTree } from './search-graph.js';
import type { SearchOptions } from './search-options.js';

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

/** The weights as the tree's look-ahead was weighted. */
export interface LookAheadOptions extends Pick<SearchOptions, 'lmWeight' | 'wordBonus'> {
  /** Contexts whose tables are kept. @default 512 */
  slots?: number;
}

/** What it costs to empty a table, counted in arcs of the language model. */
const emptying = 16;

/**
 * Language-model look-ahead with one word of context: how much better than its context-free score the best word below
 * a node can be after a given word. Exact for the upper levels of the tree, where nearly all of the pruning happens;
 * below them a prefix keeps what it had (after Nolden et al., "Advanced Language Model Look-Ahead for Large Vocabulary
 * Continuous Speech Recognition", 2011). Tables are made when a context first appears. Which one a new table replaces
 * depends on how long nobody asked for it and on what it costs to make again ("the" has thousands of arcs, most words
 * a few): GreedyDual, after Young, "The k-server dual and loose competitiveness for paging", 1994.
 */
export class LookAheadCache {
  readonly shallowNodes: number;
  readonly shallowAbove: Uint16Array;
  /** Boosts in steps, one row of {@link shallowNodes} per slot. */
  readonly boost: Uint8Array;
  /** Weighted back-off weight of the context in each slot. */
  readonly backoff: Float32Array;
  readonly step = step;
  /** Slot of each context, -1 for none. */
  private readonly slotOfContext: Int16Array;
  /** Context in each slot, -1 for none. */
  private readonly owner: Int32Array;
  /** What making the table in each slot costs. */
  private readonly cost: Float64Array;
  /** The slot with the least credit is the next to be given away. */
  private readonly credit: Float64Array;
  /** Credit of the latest that was given away: what others gain by being asked for starts here. */
  private level = 0;

  private readonly lmWeight: number;
  private readonly wordBonus: number;

  constructor(
    private readonly tree: SearchTree,
    private readonly index: LookAheadIndex,
    private readonly lm: NgramModel,
    { lmWeight, wordBonus, slots = 512 }: LookAheadOptions,
  ) {
    this.lmWeight = lmWeight;
    this.wordBonus = wordBonus;
    this.shallowNodes = index.shallowNodes;
    this.shallowAbove = index.shallowAbove;
    this.boost = new Uint8Array(slots * index.shallowNodes);
    this.backoff = new Float32Array(slots);
    this.slotOfContext = new Int16Array(lm.arrays.stateShorter.length).fill(-1);
    this.owner = new Int32Array(slots).fill(-1);
    this.cost = new Float64Array(slots);
    this.credit = new Float64Array(slots);
  }

  /**
   * @returns The slot of a context of at most one word, filled if it was not there. It is the context's only until the
   * next call.
   */
  slotOf(context: number): number {
    const { slotOfContext, owner, cost, credit } = this;
    let slot = slotOfContext[context];
    if (slot < 0) {
      slot = this.leastCredit();
      this.level = credit[slot];
      if (owner[slot] >= 0) slotOfContext[owner[slot]] = -1;
      owner[slot] = context;
      slotOfContext[context] = slot;
      const { stateArc } = this.lm.arrays;
      cost[slot] = emptying + stateArc[context + 1] - stateArc[context];
      this.fill(slot, context);
    }
    credit[slot] = this.level + cost[slot];
    return slot;
  }

  private leastCredit(): number {
    const { credit } = this;
    let least = 0;
    for (let slot = 1; slot < credit.length; slot++) if (credit[slot] < credit[least]) least = slot;
    return least;
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
