/** A complete {@link ContextGraph} by nodes, the root first; can be posted to another thread. */
export interface ContextGraphData {
  /** Child by word id. */
  children: Map<number, number>[];
  /** Where to go on when no child fits: the longest end of the words so far that begins a phrase. */
  fail: number[];
  /** Bonus paid on the way to a node and not yet earned by a complete phrase. */
  owed: number[];
  /** Bonus of the phrases that end in a node, shorter ones at its end included. */
  earned: number[];
}

/**
 * Phrases as an automaton over word ids (Aho and Corasick, "Efficient string matching", 1975) that pays a bonus for
 * each word of a phrase while it is under way and takes it back where the phrase breaks off, so that only complete
 * phrases gain; a longer match may fall back to a shorter one that its end begins.
 */
export class ContextGraph {
  /** What the latest {@link step} added to the score. */
  gain = 0;
  private readonly children: ContextGraphData['children'];
  private readonly fail: number[];
  private readonly owed: number[];
  private readonly earned: number[];
  private readonly weights: number[] = [0];
  private readonly isEnd: boolean[] = [false];
  private isLinked: boolean;

  /** @param data Of a graph that is complete: it takes no more phrases. @default an empty graph */
  constructor(data?: ContextGraphData) {
    this.isLinked = data !== undefined;
    this.children = data?.children ?? [new Map()];
    this.fail = data?.fail ?? [0];
    this.owed = data?.owed ?? [0];
    this.earned = data?.earned ?? [0];
  }

  /** The complete graph, for another thread. */
  get data(): ContextGraphData {
    if (!this.isLinked) this.link();
    const { children, fail, owed, earned } = this;
    return { children, fail, owed, earned };
  }

  /**
   * @param weight Bonus per word. The larger one counts where phrases begin alike; a word that stands in several
   * phrases otherwise may be paid for each of them.
   */
  add(words: readonly number[], weight: number): void {
    if (words.length === 0) return;
    this.isLinked = false;
    let node = 0;
    for (const word of words) {
      let child = this.children[node].get(word);
      if (child === undefined) {
        child = this.children.length;
        this.children.push(new Map());
        this.fail.push(0);
        this.owed.push(0);
        this.earned.push(0);
        this.weights.push(weight);
        this.isEnd.push(false);
        this.children[node].set(word, child);
      }
      this.weights[child] = Math.max(this.weights[child], weight);
      node = child;
    }
    this.isEnd[node] = true;
  }

  /** @returns The node after a word; {@link gain} is what the step adds to the score. */
  step(node: number, word: number): number {
    if (!this.isLinked) this.link();
    let at = node;
    let child = this.children[at].get(word);
    while (child === undefined && at !== 0) {
      at = this.fail[at];
      child = this.children[at].get(word);
    }
    const next = child ?? 0;
    this.gain = this.owed[next] + this.earned[next] - this.owed[node];
    return next;
  }

  /** What an utterance that ends in a node has to give back (at most 0). */
  finish(node: number): number {
    if (!this.isLinked) this.link();
    return -this.owed[node];
  }

  private link() {
    const queue = [0];
    for (let at = 0; at < queue.length; at++) {
      const node = queue[at];
      for (const [word, child] of this.children[node]) {
        queue.push(child);
        let fallback = node === 0 ? -1 : this.fail[node];
        while (fallback > 0 && !this.children[fallback].has(word)) fallback = this.fail[fallback];
        this.fail[child] = fallback < 0 ? 0 : (this.children[fallback].get(word) ?? 0);
        const paid = this.owed[node] + this.weights[child];
        const ofShorter = this.earned[this.fail[child]];
        this.owed[child] = this.isEnd[child] ? 0 : paid;
        this.earned[child] = this.isEnd[child] ? Math.max(paid, ofShorter) : ofShorter;
      }
    }
    this.isLinked = true;
  }
}
