/**
 * Bytes of a format that is read as it arrives: chunks go in at the back, whole fields are taken from the front.
 * It holds what its reader leaves in it; readers bound what they wait for.
 */
export class ByteQueue {
  #bytes = new Uint8Array(1_024);
  #view = new DataView(this.#bytes.buffer);
  #start = 0;
  #end = 0;

  get length(): number {
    return this.#end - this.#start;
  }

  push(chunk: Uint8Array): void {
    if (this.#end + chunk.length > this.#bytes.length) {
      const needed = this.length + chunk.length;
      const target =
        needed <= this.#bytes.length ? this.#bytes : new Uint8Array(2 ** Math.ceil(Math.log2(needed)));
      target.set(this.#bytes.subarray(this.#start, this.#end));
      this.#bytes = target;
      this.#view = new DataView(target.buffer);
      this.#end -= this.#start;
      this.#start = 0;
    }
    this.#bytes.set(chunk, this.#end);
    this.#end += chunk.length;
  }

  /** The first `count` bytes, still in the queue. Valid until the next `push`. */
  peek(count: number): Uint8Array {
    return this.#bytes.subarray(this.#start, this.#start + Math.min(count, this.length));
  }

  /** The first `count` bytes, or all there are, removed. Valid until the next `push`. */
  take(count: number): Uint8Array {
    const bytes = this.peek(count);
    this.#start += bytes.length;
    return bytes;
  }

  uint8(offset = 0): number {
    return this.#view.getUint8(this.#start + offset);
  }

  uint32(offset: number, littleEndian: boolean): number {
    return this.#view.getUint32(this.#start + offset, littleEndian);
  }

  /** Exact below 2^53, and larger than any real file above. */
  uint64(offset: number, littleEndian: boolean): number {
    return Number(this.#view.getBigUint64(this.#start + offset, littleEndian));
  }

  /** Four characters, as chunk formats name their parts. */
  fourCc(offset = 0): string {
    return String.fromCharCode(...this.#bytes.subarray(this.#start + offset, this.#start + offset + 4));
  }
}
