import type { Automaton, Outcome } from './automaton.js';
import { packSlots, type SlotArc, slotsOf } from './slot-arcs.js';
import { eachArc, packArcs, stateCount } from './word-arcs.js';

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
  const arcsOf: WordArc[][] = Array.from({ length: stateCountBefore }, () => []);
  for (const { from, word, to } of eachArc(automaton.words)) arcsOf[from].push([word, to]);
  const ends = new Map<string, number>();
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
    const next = joined(automaton, arcsOf, states);
    const wordArcs = [...next.words].map(([word, to]): [string, number] => [word, visit(inOrder(to))]);
    const slotArcs = [...next.slots.values()].map((arc) => ({ ...arc, to: visit(inOrder(arc.to)) }));
    const ways = [
      wordArcs.map(([word, to]) => `${word}>${to}`).toSorted(),
      slotArcs.map(({ entity, name, to }) => `${entity}:${name}>${to}`).toSorted(),
      [...next.outcomes].toSorted((a, b) => a - b),
    ];
    const way = JSON.stringify(ways);
    let state = ends.get(way);
    if (state === undefined) {
      state = words.length;
      ends.set(way, state);
      words.push(new Map(wordArcs.map(([word, to]) => [word, [to]])));
      slots.push(slotArcs);
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

type WordArc = [word: string, to: number];

/** What several states are together: each word and each slot with all the states that it leads to, and all outcomes. */
function joined(
  { slots, outcomes }: Automaton,
  arcsOf: readonly (readonly WordArc[])[],
  states: readonly number[],
) {
  const next = {
    words: new Map<string, number[]>(),
    slots: new Map<string, { entity: string; name: string; to: number[] }>(),
    outcomes: new Set<Outcome>(),
  };
  for (const state of states) {
    for (const [word, target] of arcsOf[state]) {
      const to = next.words.get(word);
      if (to === undefined) next.words.set(word, [target]);
      else to.push(target);
    }
    for (const { entity, name, to } of slotsOf(slots, state)) {
      const arc = next.slots.get(`${entity}:${name}`);
      if (arc === undefined) next.slots.set(`${entity}:${name}`, { entity, name, to: [to] });
      else arc.to.push(to);
    }
    for (const outcome of outcomes[state]) next.outcomes.add(outcome);
  }
  return next;
}

function inOrder(states: readonly number[]): readonly number[] {
  return states.length === 1 ? states : [...new Set(states)].sort((a, b) => a - b);
}
