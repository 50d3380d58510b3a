import { crc32 } from '../../files/crc32.js';
import { corrupt, openSectionFile, writeSectionFile } from '../section-file.js';

const kind = 'LEXI';
const version = 2;

/** One word and how it is said, as indices of units (blank is 0 and never part of one). */
export interface LexiconEntry {
  word: string;
  pronunciations: number[][];
}

/**
 * The arrays of a lexicon, all on shared memory: posting them to another thread hands over the same copy.
 * Nodes are numbered breadth first, the root is 0, and the children of a node stand together, sorted by unit.
 */
export interface LexiconArrays {
  /** Unit on the way into each node. */
  unit: Uint16Array;
  /** First child of each node; children end where those of the next node start. */
  childStart: Uint32Array;
  parent: Uint32Array;
  /** Where the words that end in a node start in {@link words}. */
  wordStart: Uint32Array;
  words: Uint32Array;
  /** Where each word's letters start in {@link letters}. */
  letterStart: Uint32Array;
  letters: Uint8Array;
  /** Open-addressing table from a word's letters to its id + 1. */
  wordTable: Uint32Array;
  units: string;
}

/**
 * A pronunciation lexicon: words and the prefix tree over their pronunciations. Word ids 0, 1 and 2 are the
 * sentence's start, its end and the unknown word; none of them has a pronunciation.
 */
export class Lexicon {
  static readonly begin = 0;
  static readonly end = 1;
  static readonly unknown = 2;
  private static readonly marks = ['<s>', '</s>', '<unk>'];
  /** Id of the first word that is no mark. */
  static readonly firstWord = Lexicon.marks.length;

  readonly units: readonly string[];
  private nodesOfWord?: { start: Uint32Array; nodes: Uint32Array };

  constructor(readonly arrays: LexiconArrays) {
    this.units = arrays.units.split(' ');
  }

  get nodeCount(): number {
    return this.arrays.unit.length;
  }
  /** Number of words, the marks included. */
  get wordCount(): number {
    return this.arrays.letterStart.length - 1;
  }
  /** Tells whether ids of another file refer to the same list of words. */
  get digest(): number {
    return crc32(this.arrays.letters);
  }

  word(id: number): string {
    const { letterStart, letters } = this.arrays;
    let text = '';
    for (let at = letterStart[id]; at < letterStart[id + 1] - 1; at++)
      text += String.fromCharCode(letters[at]);
    return text;
  }

  /** @returns The id, or -1. */
  idOf(word: string): number {
    const { wordTable, letterStart, letters } = this.arrays;
    const mask = wordTable.length - 1;
    for (let slot = hashText(word) & mask; wordTable[slot] !== 0; slot = (slot + 1) & mask) {
      const id = wordTable[slot] - 1;
      const start = letterStart[id];
      if (letterStart[id + 1] - start - 1 !== word.length) continue;
      let at = 0;
      while (at < word.length && letters[start + at] === word.charCodeAt(at)) at++;
      if (at === word.length) return id;
    }
    return -1;
  }

  /** Pronunciations of a word as unit indices. */
  pronunciations(id: number): number[][] {
    this.nodesOfWord ??= this.indexNodes();
    const { start, nodes } = this.nodesOfWord;
    const { parent, unit } = this.arrays;
    return Array.from(nodes.subarray(start[id], start[id + 1]), (last) => {
      const phones: number[] = [];
      for (let node = last; node !== 0; node = parent[node]) phones.push(unit[node]);
      return phones.reverse();
    });
  }

  private indexNodes() {
    const { wordStart, words } = this.arrays;
    const start = new Uint32Array(this.wordCount + 1);
    for (const id of words) start[id + 1]++;
    for (let id = 0; id < this.wordCount; id++) start[id + 1] += start[id];
    const fill = start.slice();
    const nodes = new Uint32Array(words.length);
    for (let node = 0; node < this.nodeCount; node++) {
      for (let at = wordStart[node]; at < wordStart[node + 1]; at++) nodes[fill[words[at]]++] = node;
    }
    return { start, nodes };
  }

  /**
   * Packs a lexicon.
   *
   * @param entries In the order of the ids that they get, from {@link firstWord} on; lower case ASCII.
   * @param units Names of the acoustic model's units, blank first.
   */
  static pack(entries: readonly LexiconEntry[], units: readonly string[]): Uint8Array {
    const tree = buildTree(entries);
    if (tree.wordCount.some((count) => count > 255))
      throw new RangeError('more than 255 words sound the same');
    const text = [...Lexicon.marks, ...entries.map(({ word }) => word)].map((word) => `${word}\n`).join('');
    return writeSectionFile(kind, version, {
      units: new TextEncoder().encode(units.join(' ')),
      letters: new TextEncoder().encode(text),
      unit: Uint16Array.from(tree.unit),
      children: Uint16Array.from(tree.childCount),
      wordcnt: Uint8Array.from(tree.wordCount),
      words: Uint32Array.from(tree.words),
    });
  }

  /** @throws EarshotError `model_corrupt`. */
  static open(bytes: Uint8Array, label = 'lexicon.bin'): Lexicon {
    const file = openSectionFile(bytes, kind, version, label);
    const unit = file.u16('unit');
    const letters = shared(Uint8Array, file.u8('letters'));
    const words = shared(Uint32Array, file.u32('words'));
    const childStart = startsFrom(file.u16('children'), 1);
    const wordStart = startsFrom(file.u8('wordcnt'), 0);
    const nodes = unit.length;
    if (
      childStart.length !== nodes + 1 ||
      wordStart.length !== nodes + 1 ||
      childStart[nodes] !== nodes ||
      wordStart[nodes] !== words.length
    ) {
      throw corrupt(label, 'its arrays do not fit each other');
    }
    const parent = new Uint32Array(new SharedArrayBuffer(nodes * 4));
    for (let node = 0; node < nodes; node++) parent.fill(node, childStart[node], childStart[node + 1]);
    const letterStart = startsOfLines(letters);
    return new Lexicon({
      unit: shared(Uint16Array, unit),
      childStart,
      parent,
      wordStart,
      words,
      letterStart,
      letters,
      wordTable: tableOf(letters, letterStart),
      units: new TextDecoder().decode(file.u8('units')),
    });
  }
}

function buildTree(entries: readonly LexiconEntry[]) {
  const root: TreeNode = { unit: 0, children: new Map(), words: [] };
  entries.forEach(({ pronunciations }, index) => {
    for (const phones of pronunciations) {
      let node = root;
      for (const unit of phones) {
        let child = node.children.get(unit);
        if (!child) {
          child = { unit, children: new Map(), words: [] };
          node.children.set(unit, child);
        }
        node = child;
      }
      const id = Lexicon.firstWord + index;
      if (node !== root && !node.words.includes(id)) node.words.push(id);
    }
  });
  const order = [root];
  for (let at = 0; at < order.length; at++) {
    order.push(...[...order[at].children.values()].sort((a, b) => a.unit - b.unit));
  }
  return {
    unit: order.map((node) => node.unit),
    childCount: order.map((node) => node.children.size),
    wordCount: order.map((node) => node.words.length),
    words: order.flatMap((node) => node.words),
  };
}

interface TreeNode {
  unit: number;
  children: Map<number, TreeNode>;
  words: number[];
}

function startsFrom(counts: Uint8Array | Uint16Array, first: number): Uint32Array {
  const starts = new Uint32Array(new SharedArrayBuffer((counts.length + 1) * 4));
  starts[0] = first;
  for (let index = 0; index < counts.length; index++) starts[index + 1] = starts[index] + counts[index];
  return starts;
}

function startsOfLines(letters: Uint8Array): Uint32Array {
  let lines = 0;
  for (const letter of letters) if (letter === 10) lines++;
  const starts = new Uint32Array(new SharedArrayBuffer((lines + 1) * 4));
  let line = 0;
  for (let at = 0; at < letters.length; at++) if (letters[at] === 10) starts[++line] = at + 1;
  return starts;
}

function tableOf(letters: Uint8Array, starts: Uint32Array): Uint32Array {
  const words = starts.length - 1;
  let length = 16;
  while (length < words * 2) length *= 2;
  const table = new Uint32Array(new SharedArrayBuffer(length * 4));
  for (let id = 0; id < words; id++) {
    let value = fnvOffset;
    for (let at = starts[id]; at < starts[id + 1] - 1; at++) value = Math.imul(value ^ letters[at], fnvPrime);
    let slot = spread(value) & (length - 1);
    while (table[slot] !== 0) slot = (slot + 1) & (length - 1);
    table[slot] = id + 1;
  }
  return table;
}

// FNV-1a, 32 bits.
const fnvOffset = 0x811c9dc5 | 0;
const fnvPrime = 0x01000193;

function hashText(text: string) {
  let value = fnvOffset;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), fnvPrime);
  return spread(value);
}

function spread(value: number) {
  return (value ^ (value >>> 15)) >>> 0;
}

function shared<T extends Uint8Array | Uint16Array | Uint32Array>(
  type: { new (buffer: SharedArrayBuffer): T; BYTES_PER_ELEMENT: number },
  from: T,
): T {
  if (from.buffer instanceof SharedArrayBuffer) return from;
  const copy = new type(new SharedArrayBuffer(from.length * type.BYTES_PER_ELEMENT));
  copy.set(from);
  return copy;
}
