/** Numbers for tuples of four states, handed out as they first appear, in typed arrays. */
export class StateTable {
  private size = 0;
  private tuples = new Int32Array(4 * 1024);
  private table = new Int32Array(4096);

  first(id: number): number {
    return this.tuples[id * 4];
  }
  second(id: number): number {
    return this.tuples[id * 4 + 1];
  }
  third(id: number): number {
    return this.tuples[id * 4 + 2];
  }
  fourth(id: number): number {
    return this.tuples[id * 4 + 3];
  }

  idOf(a: number, b: number, c: number, d: number): number {
    const { tuples } = this;
    const mask = this.table.length - 1;
    let slot = hash(a, b, c, d) & mask;
    for (; this.table[slot] !== 0; slot = (slot + 1) & mask) {
      const at = (this.table[slot] - 1) * 4;
      if (tuples[at] === a && tuples[at + 1] === b && tuples[at + 2] === c && tuples[at + 3] === d)
        return this.table[slot] - 1;
    }
    if ((this.size + 1) * 4 > this.tuples.length) {
      this.grow();
      return this.idOf(a, b, c, d);
    }
    const id = this.size++;
    this.tuples[id * 4] = a;
    this.tuples[id * 4 + 1] = b;
    this.tuples[id * 4 + 2] = c;
    this.tuples[id * 4 + 3] = d;
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
      (id) => [this.first(id), this.second(id), this.third(id), this.fourth(id)] as const,
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
      let slot = hash(this.first(id), this.second(id), this.third(id), this.fourth(id)) & mask;
      while (this.table[slot] !== 0) slot = (slot + 1) & mask;
      this.table[slot] = id + 1;
    }
  }
}

/** Beyond this many a long stream's states are cleaned up. */
const mostStates = 100_000;

function hash(a: number, b: number, c: number, d: number) {
  let value =
    Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35) ^ Math.imul(d, 0x27d4eb2f);
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  return (value ^ (value >>> 13)) >>> 0;
}
