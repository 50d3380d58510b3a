import type { Automaton } from '../../template/automaton.js';
import { stateCount } from '../../template/word-arcs.js';
import type { When } from '../schema/pack-schema.js';
import type { Sentence } from './compile-sentences.js';

/** Which conditions the templates have that can be reached from each state of a pack's automaton. */
export interface ReachableConditions {
  /** The distinct conditions of the pack's templates. */
  conditions: readonly When[];
  /** Per state: the number of its set. */
  setOf: Uint32Array;
  /** Per distinct set: where its places in `conditions` begin among `places`; those of the next begin where they end. */
  first: Uint32Array;
  places: Uint32Array;
}

/** The set of states from which no template is reached; it is empty. */
export const nowhere = 0;
/** The set of states from which a template without a condition is reached, whichever others are; it is empty, too. */
export const always = 1;

/** Some thousand sets stand for ten thousands of states, so that a turn asks of few whether they lead anywhere. */
export function reachableConditions(
  { words, slots, outcomes }: Automaton,
  sentences: readonly Sentence[],
): ReachableConditions {
  const conditions = [...new Set(sentences.flatMap(({ when }) => when ?? []))];
  const places = new Map(conditions.map((when, place) => [when, place]));
  const sets = new Sets();
  const setOf = new Uint32Array(stateCount(words));
  // Arcs lead to higher numbers, so what a state leads to is known before it.
  for (let state = setOf.length - 1; state >= 0; state--) {
    let set = nowhere;
    for (const outcome of outcomes[state]) {
      const { when } = sentences[outcome];
      set = sets.union(set, when === undefined ? always : sets.with([places.get(when)!]));
    }
    for (const { first, targets } of [words, slots])
      for (let arc = first[state]; arc < first[state + 1]; arc++) set = sets.union(set, setOf[targets[arc]]);
    setOf[state] = set;
  }
  const first = new Uint32Array(sets.all.length + 1);
  sets.all.forEach(({ length }, set) => {
    first[set + 1] = first[set] + length;
  });
  return { conditions, setOf, first, places: Uint32Array.from(sets.all.flat()) };
}

/** Sets of numbers, each kept once. */
class Sets {
  readonly all: number[][] = [[], []];
  readonly #byText = new Map<string, number>();
  /** By two sets: that of both. */
  readonly #unions = new Map<number, Map<number, number>>();

  /** The set of numbers that go up. */
  with(numbers: number[]): number {
    const text = numbers.join();
    const known = this.#byText.get(text);
    if (known !== undefined) return known;
    this.#byText.set(text, this.all.length);
    return this.all.push(numbers) - 1;
  }

  union(one: number, other: number): number {
    if (one === other || other === nowhere) return one;
    if (one === nowhere) return other;
    if (one === always || other === always) return always;
    const beside = this.#unions.get(one) ?? new Map<number, number>();
    this.#unions.set(one, beside);
    let both = beside.get(other);
    if (both === undefined) {
      const numbers = new Set([...this.all[one], ...this.all[other]]);
      both = this.with([...numbers].sort((a, b) => a - b));
      beside.set(other, both);
    }
    return both;
  }
}
