/**
 * The hypotheses of one frame in typed arrays, found by (node, state, last unit) through an open-addressing table that
 * is emptied by raising a stamp. The set lives as long as its thread: after 65,535 frames the stamps begin anew.
 */
export class ActiveSet {
  size = 0;
  /** Node of the prefix tree. */
  readonly node: Int32Array;
  /** State of the word scorer. */
  readonly state: Int32Array;
  /** Last unit that was emitted; tells a repeat from a new one. */
  readonly unit: Int32Array;
  /** Score of the alignments that end in blank. */
  readonly blank: Float64Array;
  /** Score of the alignments that end in the last unit. */
  readonly nonBlank: Float64Array;
  /** Score of all alignments. */
  readonly score: Float64Array;
  /** Record of the words so far. */
  readonly record: Int32Array;
  /** A word that ends here and has no record yet, or -1. */
  readonly pendingWord: Int32Array;
  /** Frame of the first unit of the word under way, or of the pending word. */
  readonly firstFrame: Int32Array;
  /** Hash of the words so far, the pending one included. */
  readonly hash: Int32Array;

  private readonly slots: Int32Array;
  private readonly stamps: Uint16Array;
  private stamp = 1;
  private readonly mask: number;

  /** @param capacity Most hypotheses, a power of two. */
  constructor(readonly capacity: number) {
    this.node = new Int32Array(capacity);
    this.state = new Int32Array(capacity);
    this.unit = new Int32Array(capacity);
    this.blank = new Float64Array(capacity);
    this.nonBlank = new Float64Array(capacity);
    this.score = new Float64Array(capacity);
    this.record = new Int32Array(capacity);
    this.pendingWord = new Int32Array(capacity);
    this.firstFrame = new Int32Array(capacity);
    this.hash = new Int32Array(capacity);
    this.slots = new Int32Array(capacity * 2);
    this.stamps = new Uint16Array(capacity * 2);
    this.mask = capacity * 2 - 1;
  }

  clear(): void {
    this.size = 0;
    this.stamp = (this.stamp + 1) & 0xffff;
    if (this.stamp > 0) return;
    this.stamps.fill(0);
    this.stamp = 1;
  }

  /** @returns The index of the hypothesis, or -1 - the slot where {@link insert} puts it. */
  find(node: number, state: number, unit: number): number {
    let key = Math.imul(node, 0x9e3779b1) ^ Math.imul(state, 0x85ebca6b) ^ Math.imul(unit, 0xc2b2ae35);
    key ^= key >>> 15;
    let slot = key & this.mask;
    while (this.stamps[slot] === this.stamp) {
      const index = this.slots[slot];
      if (this.node[index] === node && this.state[index] === state && this.unit[index] === unit) return index;
      slot = (slot + 1) & this.mask;
    }
    return -1 - slot;
  }

  /** Takes a new index for a slot from {@link find}. The caller fills in the rest. */
  insert(slot: number, node: number, state: number, unit: number): number {
    const index = this.size++;
    this.slots[slot] = index;
    this.stamps[slot] = this.stamp;
    this.node[index] = node;
    this.state[index] = state;
    this.unit[index] = unit;
    return index;
  }

  /** Holds what another set holds; {@link find} is of no use afterwards. */
  take(from: ActiveSet): void {
    this.size = from.size;
    for (const field of fields) this[field].set(from[field].subarray(0, from.size));
  }

  copy(): ActiveSetCopy {
    const columns = fields.map((field) => [field, this[field].slice(0, this.size)]);
    return { size: this.size, ...Object.fromEntries(columns) };
  }

  /** Holds what was copied again; {@link find} is of no use afterwards. */
  restore(copy: ActiveSetCopy): void {
    this.clear();
    this.size = copy.size;
    for (const field of fields) this[field].set(copy[field]);
  }

  /** Moves a hypothesis down to a lower index; {@link find} is of no use afterwards. */
  move(from: number, to: number): void {
    this.node[to] = this.node[from];
    this.state[to] = this.state[from];
    this.unit[to] = this.unit[from];
    this.blank[to] = this.blank[from];
    this.nonBlank[to] = this.nonBlank[from];
    this.score[to] = this.score[from];
    this.record[to] = this.record[from];
    this.pendingWord[to] = this.pendingWord[from];
    this.firstFrame[to] = this.firstFrame[from];
    this.hash[to] = this.hash[from];
  }
}

/** A copy of the hypotheses of one frame. */
export type ActiveSetCopy = Record<(typeof fields)[number], Int32Array | Float64Array> & { size: number };

const fields = [
  'node',
  'state',
  'unit',
  'blank',
  'nonBlank',
  'score',
  'record',
  'pendingWord',
  'firstFrame',
  'hash',
] as const;

/** ln(1 + e^-x) for x = 0, 1/64, ... */
const logAddTable = Float64Array.from({ length: 16 * 64 + 2 }, (_, index) =>
  Math.log1p(Math.exp(-index / 64)),
);

/** ln(e^a + e^b), exact to 1e-5. */
export function logAdd(a: number, b: number): number {
  const larger = a > b ? a : b;
  const distance = (a > b ? a - b : b - a) * 64;
  // Also where both are -Infinity, as the comparison with NaN is false.
  if (!(distance < 1024)) return larger;
  const index = distance | 0;
  const low = logAddTable[index];
  return larger + low + (logAddTable[index + 1] - low) * (distance - index);
}
