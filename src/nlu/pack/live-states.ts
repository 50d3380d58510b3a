import { always, nowhere, type ReachableConditions } from './compile/reachable-conditions.js';

const no = 1;
const yes = 2;

/** Which states of a pack's automaton can still lead to a template that counts now. */
export class LiveStates {
  readonly #reachable: ReachableConditions;
  readonly #held: readonly boolean[];
  /** By set: whether a template that counts can be reached; 0 where nobody asked so far. */
  readonly #live: Uint8Array;

  /** @param held Whether each of the conditions holds now. */
  constructor(reachable: ReachableConditions, held: readonly boolean[]) {
    this.#reachable = reachable;
    this.#held = held;
    this.#live = new Uint8Array(reachable.first.length - 1);
    this.#live[nowhere] = no;
    this.#live[always] = yes;
  }

  has(state: number): boolean {
    const set = this.#reachable.setOf[state];
    if (this.#live[set] === 0) this.#live[set] = this.#holdsAny(set) ? yes : no;
    return this.#live[set] === yes;
  }

  #holdsAny(set: number): boolean {
    const { first, places } = this.#reachable;
    for (let at = first[set]; at < first[set + 1]; at++) if (this.#held[places[at]]) return true;
    return false;
  }
}
