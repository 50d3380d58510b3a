/** A value that a sequence of words stands for. */
export interface TrieValue {
  /** Which list it belongs to; an index the caller gives meaning to. */
  list: number;
  value: string;
}

/** A class, as an object that begins empty takes room for four fields. */
class Node {
  next: Map<string, Node> | undefined = undefined;
  values: TrieValue[] | undefined = undefined;
}

/** A match of a list value in a sentence. */
export interface TrieMatch {
  end: number;
  list: number;
  value: string;
  /** 0 for an exact match; grows with each near miss. */
  cost: number;
}

/** One way to read a word, and what that costs (0 = as it stands). */
export interface WordReading {
  word: string;
  cost: number;
}

/** Prefix tree over words: finds every list value that starts at a word in one walk, whatever the lists' sizes. */
export class WordTrie {
  readonly #root = new Node();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(words: readonly string[], value: TrieValue): void {
    if (words.length === 0) return;
    let node = this.#root;
    for (const word of words) {
      node.next ??= new Map();
      let next = node.next.get(word);
      if (next === undefined) {
        next = new Node();
        node.next.set(word, next);
      }
      node = next;
    }
    // An array that begins empty takes room for 17 at the first one, and nearly every phrase is on one list.
    if (node.values === undefined) node.values = [value];
    else if (node.values.some((known) => known.list === value.list)) return;
    else node.values.push(value);
    this.#size++;
  }

  /** @param readings Per word of the sentence, the ways to read it; cheapest first. */
  matches(readings: readonly (readonly WordReading[])[], at: number, found: TrieMatch[]): void {
    this.#walk(this.#root, readings, at, 0, found);
  }

  #walk(
    node: Node,
    readings: readonly (readonly WordReading[])[],
    at: number,
    cost: number,
    found: TrieMatch[],
  ): void {
    const ways = readings[at];
    if (ways === undefined || node.next === undefined) return;
    for (const way of ways) {
      const next = node.next.get(way.word);
      if (next === undefined) continue;
      // One near miss a phrase, two in a long one: a phrase that is all guesses is no match.
      const total = cost + way.cost;
      if (total > 1) continue;
      if (next.values !== undefined) {
        for (const { list, value } of next.values) found.push({ end: at + 1, list, value, cost: total });
      }
      this.#walk(next, readings, at + 1, total, found);
    }
  }
}
