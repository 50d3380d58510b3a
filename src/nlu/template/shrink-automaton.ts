import type { Automaton, Outcome } from './automaton.js';
import { packSlots, type SlotArc } from './slot-arcs.js';
import { packArcs, stateCount } from './word-arcs.js';

/** How many times the states there were before may come out, while sets of states are told apart. */
const maxGrowth = 4;

/**
 * The same sentences with fewer states: one state for each way to begin ("i want" of forty templates), and one for each
 * way to go on. A query then follows one path where it followed one a template. Works on automata without loops, in
 * time that grows with what comes out; where that would be more than went in, the automaton stays as it is.
 */
export function shrinkAutomaton(automaton: Automaton): Automaton {
  const stateCountBefore = stateCount(automaton.words);
  const most = stateCountBefore * maxGrowth + 16;
  const texts = [...automaton.words.numbers.keys()];
  const { labels } = automaton.slots;
  const ways = new Map<string, number>();
  const known = new Map<string, number>();
  const words: Map<string, number[]>[] = [];
  const slots: SlotArc[][] = [];
  const outcomes: Outcome[][] = [];

  /** The new state for a set of old ones, made after all that it leads to; -1 when there are too many. */
  const visit = (states: readonly number[]): number => {
    const key = states.join(' ');
    const made = known.get(key);
    if (made !== undefined) return made;
    if (known.size > most) return -1;
    const next = joined(automaton, states);
    const wordArcs = [...next.words].map(([word, to]): Arc => [word, visit(inOrder(to))]);
    const slotArcs = [...next.slots].map(([label, to]): Arc => [label, visit(inOrder(to))]);
    const ends = [...next.outcomes].sort((a, b) => a - b);
    const way = `${byNumber(wordArcs).join()};${byNumber(slotArcs).join()};${ends.join()}`;
    let state = ways.get(way);
    if (state === undefined) {
      state = words.length;
      ways.set(way, state);
      words.push(new Map(wordArcs.map(([word, to]) => [texts[word], [to]])));
      slots.push(slotArcs.map(([label, to]) => ({ ...labels[label], to })));
      outcomes.push([...next.outcomes]);
    }
    known.set(key, state);
    return state;
  };

  const start = visit([automaton.start]);
  if (start < 0 || known.size > most || words.length >= stateCountBefore) return automaton;
  // the start was made last, and comes first
  const last = words.length - 1;
  return {
    words: packArcs(
      words.reverse().map((arcs) => new Map([...arcs].map(([word, to]) => [word, [last - to[0]]]))),
    ),
    slots: packSlots(slots.reverse().map((arcs) => arcs.map((arc) => ({ ...arc, to: last - arc.to })))),
    outcomes: outcomes.reverse(),
    start: last - start,
  };
}

/** The number of a word, or of what a slot is labelled with, and the state that it leads to. */
type Arc = [number: number, to: number];

/** What several states are together: each word and each slot with all the states that it leads to, and all outcomes. */
function joined({ words, slots, outcomes }: Automaton, states: readonly number[]) {
  const next = {
    words: new Map<number, number[]>(),
    slots: new Map<number, number[]>(),
    outcomes: new Set<Outcome>(),
  };
  for (const state of states) {
    for (let arc = words.first[state]; arc < words.first[state + 1]; arc++)
      put(next.words, words.words[arc], words.targets[arc]);
    for (let arc = slots.first[state]; arc < slots.first[state + 1]; arc++)
      put(next.slots, slots.numbers[arc], slots.targets[arc]);
    for (const outcome of outcomes[state]) next.outcomes.add(outcome);
  }
  return next;
}

function put(arcs: Map<number, number[]>, number: number, target: number): void {
  const to = arcs.get(number);
  if (to === undefined) arcs.set(number, [target]);
  else to.push(target);
}

function byNumber(arcs: readonly Arc[]): Arc[] {
  return arcs.toSorted(([a], [b]) => a - b);
}

function inOrder(states: readonly number[]): readonly number[] {
  return states.length === 1 ? states : [...new Set(states)].sort((a, b) => a - b);
}
