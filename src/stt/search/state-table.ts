/** Numbers for triples of states, handed out as they first appear, in typed arrays. */
export class StateTable {
  private size = 0;
  private tuples = new Int32Array(3 * 1024);
  private table = new Int32Array(4096);

  first(id: number): number {
    return this.tuples[id * 3];
  }
  second(id: number): number {
    return this.tuples[id * 3 + 1];
  }
  third(id: number): number {
    return this.tuples[id * 3 + 2];
  }

  idOf(a: number, b: number, c: number): number {
    const { tuples } = this;
    const mask = this.table.length - 1;
    let slot = hash(a, b, c) & mask;
    for (; this.table[slot] !== 0; slot = (slot + 1) & mask) {
      const at = (this.table[slot] - 1) * 3;
      if (tuples[at] === a && tuples[at + 1] === b && tuples[at + 2] === c) return this.table[slot] - 1;
    }
    if ((this.size + 1) * 3 > this.tuples.length) {
      this.grow();
      return this.idOf(a, b, c);
    }
    const id = this.size++;
    this.tuples[id * 3] = a;
    this.tuples[id * 3 + 1] = b;
    this.tuples[id * 3 + 2] = c;
    this.table[slot] = id + 1;
    return id;
  }

  /**
   * Forgets all but those of the given ids, when there are many, and gives these new numbers in place.
   *
   * @returns Whether numbers changed.
   */
  keepOnly(ids: Int32Array, count: number): boolean {
    if (this.size < mostStates) return false;
    const kept = Array.from(
      ids.subarray(0, count),
      (id) => [this.first(id), this.second(id), this.third(id)] as const,
    );
    this.size = 0;
    this.table.fill(0);
    for (let index = 0; index < count; index++) ids[index] = this.idOf(...kept[index]);
    return true;
  }

  private grow() {
    const tuples = new Int32Array(this.tuples.length * 2);
    tuples.set(this.tuples);
    this.tuples = tuples;
    this.table = new Int32Array(this.table.length * 2);
    const mask = this.table.length - 1;
    for (let id = 0; id < this.size; id++) {
      let slot = hash(this.first(id), this.second(id), this.third(id)) & mask;
      while (this.table[slot] !== 0) slot = (slot + 1) & mask;
      this.table[slot] = id + 1;
    }
  }
}

/** Beyond this many a long stream's states are cleaned up. */
const mostStates = 100_000;

function hash(a: number, b: number, c: number) {
  let value = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35);
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  return (value ^ (value >>> 13)) >>> 0;
}
