/** Networks called within each other beyond this are given up, so that a network may call itself. */
const deepest = 16;

/** The calls under way in a network of sentences, as numbers; equal ones have one number, and 0 has none under way. */
export class CallStacks {
  readonly #returnTo = [0];
  readonly #below = [0];
  readonly #depth = [0];
  readonly #ids = new Map<number, number>();

  /** @param nodes Of the network. */
  constructor(private readonly nodes: number) {}

  /** Where the innermost call goes on. */
  returnTo(stack: number): number {
    return this.#returnTo[stack];
  }

  /** The calls around the innermost one. */
  below(stack: number): number {
    return this.#below[stack];
  }

  /** Whether one more network may be called. */
  hasRoom(stack: number): boolean {
    return this.#depth[stack] < deepest;
  }

  /** The stack with one more call, which goes on at a node. */
  called(stack: number, to: number): number {
    const key = stack * this.nodes + to;
    let id = this.#ids.get(key);
    if (id === undefined) {
      id = this.#below.length;
      this.#below.push(stack);
      this.#returnTo.push(to);
      this.#depth.push(this.#depth[stack] + 1);
      this.#ids.set(key, id);
    }
    return id;
  }
}
