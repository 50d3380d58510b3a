import { findArc, type NetworkArcs } from './sentence-network.js';

/** Networks called within each other beyond this are given up, so that a network may call itself. */
const deepest = 16;

/** What leads on from a place without a word; `arc` is a number among the arcs of its kind, 0 for a return. */
export type SilentKind = 'empty' | 'call' | 'return';

/**
 * Where one may be in the sentences of a network: a node, and the calls under way around it, as one number. A node with
 * none under way is its own number.
 */
export class NetworkPlaces {
  readonly #nodes: number;
  /** Per stack of calls, of which equal ones have one number, and 0 none. Where the innermost call goes on. */
  readonly #returnTo = [0];
  /** The calls around the innermost one. */
  readonly #below = [0];
  readonly #depth = [0];
  readonly #ids = new Map<number, number>();

  constructor(private readonly network: NetworkArcs) {
    this.#nodes = network.end.length;
  }

  nodeOf(place: number): number {
    return place % this.#nodes;
  }

  /** ln P that a sentence ends in a place, which it does where no call is under way. */
  endLogProb(place: number): number {
    return place < this.#nodes ? this.network.end[place] : -Infinity;
  }

  /** Every arc of a word from a place. */
  eachWordArc(place: number, word: number, visit: (to: number, logProb: number, arc: number) => void): void {
    const { start, to, logProb, word: words } = this.network;
    const node = place % this.#nodes;
    for (let arc = findArc(this.network, node, word); arc < start[node + 1] && words[arc] === word; arc++)
      visit(place - node + to[arc], logProb[arc], arc);
  }

  /**
   * Every empty arc and call from a place, and the return from the network that it is in.
   *
   * @param least ln P below which a way is left out.
   */
  eachSilentArc(
    place: number,
    least: number,
    visit: (to: number, logProb: number, kind: SilentKind, arc: number) => void,
  ): void {
    const { network } = this;
    const { emptyStart, emptyTo, emptyLogProb, callStart, callEnter, callTo, callLogProb } = network;
    const node = place % this.#nodes;
    const stack = (place - node) / this.#nodes;
    for (let arc = emptyStart[node]; arc < emptyStart[node + 1]; arc++)
      if (emptyLogProb[arc] >= least) visit(place - node + emptyTo[arc], emptyLogProb[arc], 'empty', arc);
    for (let arc = callStart[node]; arc < callStart[node + 1] && this.#depth[stack] < deepest; arc++) {
      if (callLogProb[arc] >= least)
        visit(this.#called(stack, callTo[arc]) * this.#nodes + callEnter[arc], callLogProb[arc], 'call', arc);
    }
    const returned = network.return[node];
    if (stack !== 0 && returned > -Infinity && returned >= least)
      visit(this.#below[stack] * this.#nodes + this.#returnTo[stack], returned, 'return', 0);
  }

  /** The stack with one more call, which goes on at a node. */
  #called(stack: number, to: number): number {
    const key = stack * this.#nodes + to;
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
