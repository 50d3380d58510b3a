/**
 * N-gram counts as a forward trie: the node of `w1..wk` is the child of `w1..w(k-1)` by `wk`. Node 0 is the empty
 * n-gram. Children are found through one open-addressing table over (parent, word), so that millions of n-grams fit
 * in a few typed arrays.
 */
export class NgramCounts {
  readonly order: number;
  /** Number of nodes, the root included. */
  size = 1;
  parent = new Int32Array(1 << 16);
  word = new Int32Array(1 << 16);
  /** Number of words of the n-gram. */
  level = new Uint8Array(1 << 16);
  count = new Float64Array(1 << 16);
  private table = new Int32Array(1 << 18).fill(-1);

  /** @param order Largest number of words of an n-gram. */
  constructor(order: number) {
    this.order = order;
    this.parent[0] = -1;
    this.word[0] = -1;
  }

  /**
   * Counts all n-grams of one sentence.
   *
   * @param words Ids of the words, without the boundary marks.
   * @param begin Id of `<s>`, which is context only and never counted as a word.
   * @param end Id of `</s>`.
   */
  addSentence(words: ArrayLike<number>, begin: number, end: number): void {
    const length = words.length + 2;
    const at = (index: number) => (index === 0 ? begin : index === length - 1 ? end : words[index - 1]);
    for (let last = 1; last < length; last++) {
      for (let first = Math.max(0, last - this.order + 1); first <= last; first++) {
        let node = 0;
        for (let index = first; index <= last; index++) node = this.childOrAdd(node, at(index));
        this.count[node]++;
      }
    }
  }

  /** @returns The child's node, or -1. */
  child(parent: number, word: number): number {
    const mask = this.table.length - 1;
    for (let slot = hash(parent, word) & mask; ; slot = (slot + 1) & mask) {
      const node = this.table[slot];
      if (node < 0 || (this.parent[node] === parent && this.word[node] === word)) return node;
    }
  }

  childOrAdd(parent: number, word: number): number {
    const found = this.child(parent, word);
    if (found >= 0) return found;
    if (this.size === this.parent.length) this.growNodes();
    if (this.size * 2 > this.table.length) this.growTable();
    const node = this.size++;
    this.parent[node] = parent;
    this.word[node] = word;
    this.level[node] = this.level[parent] + 1;
    this.insert(node);
    return node;
  }

  /** For every node the node of the same n-gram without its first word (the root for single words). */
  suffixes(): Int32Array {
    const suffix = new Int32Array(this.size);
    for (let node = 1; node < this.size; node++) {
      if (this.level[node] > 1) suffix[node] = this.child(suffix[this.parent[node]], this.word[node]);
    }
    return suffix;
  }

  private insert(node: number) {
    const mask = this.table.length - 1;
    let slot = hash(this.parent[node], this.word[node]) & mask;
    while (this.table[slot] >= 0) slot = (slot + 1) & mask;
    this.table[slot] = node;
  }

  private growNodes() {
    const length = this.parent.length * 2;
    this.parent = grown(this.parent, new Int32Array(length));
    this.word = grown(this.word, new Int32Array(length));
    this.level = grown(this.level, new Uint8Array(length));
    this.count = grown(this.count, new Float64Array(length));
  }

  private growTable() {
    this.table = new Int32Array(this.table.length * 2).fill(-1);
    for (let node = 1; node < this.size; node++) this.insert(node);
  }
}

function hash(parent: number, word: number) {
  let value = Math.imul(parent, 0x9e3779b1) ^ Math.imul(word + 1, 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  return (value ^ (value >>> 13)) >>> 0;
}

function grown<T extends Int32Array | Uint8Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
