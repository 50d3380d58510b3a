import type { SearchTree } from '../search/search-graph.js';
import type { SentenceAcceptor } from './sentence-acceptor.js';

/** Where more words than this may follow, all are looked for, and each is held to be as likely as this one (ln P). */
const mostFollowers = 500;
const typicalLogProb = -4;
/** Slots of all tables together (8 MB); bounds the memory. */
const mostSlots = 1_000_000;

/** The best score of a word below each node of a tree, for the few nodes that lead to a word at all. */
export class NodeScores {
  private size = 0;
  private nodes = new Int32Array(64).fill(-1);
  private scores = new Float32Array(64);

  /** @param otherwise Score below a node that was not raised. */
  constructor(private readonly otherwise: number) {}

  get slots(): number {
    return this.nodes.length;
  }

  /** 0 at the root. */
  below(node: number): number {
    if (node === 0) return 0;
    const slot = this.slotOf(node);
    return this.nodes[slot] === node ? this.scores[slot] : this.otherwise;
  }

  /** @returns Whether the node had a lower score. */
  raise(node: number, score: number): boolean {
    let slot = this.slotOf(node);
    if (this.nodes[slot] === node) {
      if (this.scores[slot] >= score) return false;
    } else {
      if (++this.size * 2 > this.nodes.length) {
        this.grow();
        slot = this.slotOf(node);
      }
      this.nodes[slot] = node;
    }
    this.scores[slot] = score;
    return true;
  }

  private slotOf(node: number): number {
    const { nodes } = this;
    const mask = nodes.length - 1;
    let slot = Math.imul(node, 0x9e3779b1) & mask;
    while (nodes[slot] !== -1 && nodes[slot] !== node) slot = (slot + 1) & mask;
    return slot;
  }

  private grow(): void {
    const { nodes, scores } = this;
    this.nodes = new Int32Array(nodes.length * 2).fill(-1);
    this.scores = new Float32Array(nodes.length * 2);
    nodes.forEach((node, from) => {
      if (node === -1) return;
      const slot = this.slotOf(node);
      this.nodes[slot] = node;
      this.scores[slot] = scores[from];
    });
  }
}

/** See SearchOptions; the scale is that of these sentences. */
interface SentenceWeights {
  scale: number;
  lmWeight: number;
  wordBonus: number;
}

/**
 * For a place in the sentences the best score of a word below each node of the tree of their words: how a hypothesis
 * inside a sentence is judged before its word ends. Words that cannot follow there score -Infinity, so that the beam
 * holds none of them.
 */
export class SentenceLookAhead {
  private readonly parent: Int32Array;
  /** Nodes in which each word ends. */
  private readonly nodesOf = new Map<number, number[]>();
  private readonly byState: (NodeScores | undefined)[] = [];
  private slots = 0;
  private readonly anything: NodeScores;

  /**
   * @param tree Prefix tree over the words of the sentences.
   * @param weights How the search scores a word by its ln P.
   */
  constructor(
    readonly acceptor: SentenceAcceptor,
    { unit, childStart, wordStart, words }: SearchTree,
    private readonly weights: SentenceWeights,
  ) {
    this.anything = new NodeScores(this.weigh(typicalLogProb));
    const nodes = unit.length;
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

  /** Factor of the log-probabilities of the sentences. */
  get scale(): number {
    return this.weights.scale;
  }

  private weigh(logProb: number): number {
    const { scale, lmWeight, wordBonus } = this.weights;
    return lmWeight * scale * logProb + wordBonus;
  }

  /** @param state Of the acceptor. */
  of(state: number): NodeScores {
    this.byState[state] ??= this.scoresOf(state);
    return this.byState[state];
  }

  private scoresOf(state: number): NodeScores {
    const followers = this.acceptor.followers(state, mostFollowers);
    if (!followers) return this.anything;
    const scores = new NodeScores(-Infinity);
    for (const [word, logProb] of followers) {
      const score = this.weigh(logProb);
      for (let node of this.nodesOf.get(word) ?? [])
        while (node !== 0 && scores.raise(node, score)) node = this.parent[node];
    }
    this.slots += scores.slots;
    if (this.slots > mostSlots) {
      this.byState.length = 0;
      this.slots = scores.slots;
    }
    return scores;
  }
}
