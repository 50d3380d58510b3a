import type { Automaton, SlotArc } from './automaton.js';
import { eachArc, stateCount } from './word-arcs.js';

/**
 * New numbers for the states of an automaton, the same for those behind which the same can be said: who only expects
 * words need not know which template they end. -1 for states that are left out. The start is 0, and arcs lead to higher
 * numbers, as they did before.
 *
 * @param stays Whether a state is taken over.
 * @param keyOf What a slot stands for: slots of the same key are filled with the same words.
 */
export function mergeStates(
  { words, slots, outcomes }: Automaton,
  stays: (state: number) => boolean,
  keyOf: (slot: SlotArc, from: number) => string | undefined,
): { numbers: Int32Array; count: number } {
  const states = stateCount(words);
  const ahead: string[][] = Array.from({ length: states }, () => []);
  const numbers = new Int32Array(states).fill(-1);
  const known = new Map<string, number>();
  const arcsOf: [string, number][][] = Array.from({ length: states }, () => []);
  for (const { from, word, to } of eachArc(words)) arcsOf[from].push([word, to]);
  for (let state = states - 1; state >= 0; state--) {
    if (!stays(state)) continue;
    const ways = ahead[state];
    for (const [word, to] of arcsOf[state]) if (stays(to)) ways.push(`${word}>${numbers[to]}`);
    for (const slot of slots[state]) {
      const key = stays(slot.to) ? keyOf(slot, state) : undefined;
      if (key !== undefined) ways.push(`${key}>${numbers[slot.to]}`);
    }
    ways.push(String(outcomes[state].length > 0));
    const way = ways.toSorted().join('\n');
    numbers[state] = known.get(way) ?? known.size;
    known.set(way, numbers[state]);
  }
  // what was found last comes first
  const last = known.size - 1;
  return { numbers: numbers.map((number) => (number < 0 ? -1 : last - number)), count: known.size };
}
