import type { SearchTree } from './search/search-graph.js';
import type { SentenceAcceptor } from './sentence-acceptor.js';

/** Values kept, all places together (16 MB); bounds the memory. */
const mostValues = 4_000_000;

/**
 * For a place in the sentences the best score of a word below each node of the tree of their words: how a hypothesis
 * inside a sentence is judged before its word ends. Words that cannot follow there score -Infinity, so that the beam
 * holds none of them.
 */
export class SentenceLookAhead {
  private readonly parent: Int32Array;
  /** Nodes in which each word ends. */
  private readonly nodesOf = new Map<number, number[]>();
  private readonly scores: (Float32Array | undefined)[] = [];
  private room: number;

  /**
   * @param tree Prefix tree over the words of the sentences.
   * @param weigh Score of a word in the search by its ln P.
   */
  constructor(
    readonly acceptor: SentenceAcceptor,
    { unit, childStart, wordStart, words }: SearchTree,
    private readonly weigh: (logProb: number) => number,
  ) {
    const nodes = unit.length;
    this.room = Math.ceil(mostValues / nodes);
    this.parent = new Int32Array(nodes);
    for (let node = 0; node < nodes; node++) {
      this.parent.fill(node, childStart[node], childStart[node + 1]);
      for (let at = wordStart[node]; at < wordStart[node + 1]; at++) {
        const ends = this.nodesOf.get(words[at]);
        if (ends) ends.push(node);
        else this.nodesOf.set(words[at], [node]);
      }
    }
  }

  /** @returns By node of the tree; 0 at the root. */
  of(state: number): Float32Array {
    let scores = this.scores[state];
    if (scores) return scores;
    if (this.room-- === 0) {
      this.scores.length = 0;
      this.room = Math.ceil(mostValues / this.parent.length);
    }
    scores = this.scores[state] = new Float32Array(this.parent.length).fill(-Infinity);
    for (const [word, logProb] of this.acceptor.followers(state)) {
      const score = this.weigh(logProb);
      for (const end of this.nodesOf.get(word) ?? []) {
        for (let node = end; node !== 0 && scores[node] < score; node = this.parent[node])
          scores[node] = score;
      }
    }
    scores[0] = 0;
    return scores;
  }
}
