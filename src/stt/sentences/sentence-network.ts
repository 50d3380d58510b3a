import type { WordNetwork } from '../speech-context.js';

/** Weight of an end against one word that may follow in its place: most sentences end where they can. */
const ending = 2;

/** A network in typed arrays, arcs by state and then by word; can be posted to another thread. */
export interface NetworkArcs {
  start: Uint32Array;
  word: Int32Array;
  to: Int32Array;
  logProb: Float32Array;
  emptyStart: Uint32Array;
  emptyTo: Int32Array;
  emptyLogProb: Float32Array;
  callStart: Uint32Array;
  callEnter: Int32Array;
  callTo: Int32Array;
  callLogProb: Float32Array;
  /** ln P that a called network ends in a state. */
  return: Float32Array;
  /** ln P that a sentence ends in a state. */
  end: Float32Array;
  /** ln P that a state is left by a word. */
  wordLogProb: Float32Array;
}

/**
 * @param network Sentences over words.
 * @param idsOf Ways to say a word of the network, each one or several word ids; empty for one that cannot be said.
 * @param weightOf Weight of a word beside others in the same place.
 */
export function compileNetwork(
  network: WordNetwork,
  idsOf: (word: string) => readonly (readonly number[])[],
  weightOf: (id: number) => number = () => 0,
): NetworkArcs {
  const { states, arcs, empty } = spelledOut(network, idsOf, weightOf);
  const calls = network.calls?.map((call) => ({ ...call, weight: call.weight ?? 0 })) ?? [];
  const words = new Float64Array(states);
  for (const { from, weight } of arcs) words[from] += Math.exp(weight);
  const total = words.slice();
  for (const { from, weight } of [...empty, ...calls]) total[from] += Math.exp(weight);
  for (const state of [...network.finals, ...(network.returns ?? [])]) total[state] += Math.exp(ending);
  const scaled = ({ from, weight }: { from: number; weight: number }) => weight - Math.log(total[from]);
  const ends = (of: readonly number[] = []) => {
    const logProbs = new Float32Array(states).fill(-Infinity);
    for (const state of of) logProbs[state] = ending - Math.log(total[state]);
    return logProbs;
  };
  arcs.sort((a, b) => a.from - b.from || a.word - b.word);
  empty.sort((a, b) => a.from - b.from);
  calls.sort((a, b) => a.from - b.from);
  return {
    start: starts(arcs, states),
    word: Int32Array.from(arcs, (arc) => arc.word),
    to: Int32Array.from(arcs, ({ to }) => to),
    logProb: Float32Array.from(arcs, scaled),
    emptyStart: starts(empty, states),
    emptyTo: Int32Array.from(empty, ({ to }) => to),
    emptyLogProb: Float32Array.from(empty, scaled),
    callStart: starts(calls, states),
    callEnter: Int32Array.from(calls, ({ enter }) => enter),
    callTo: Int32Array.from(calls, ({ to }) => to),
    callLogProb: Float32Array.from(calls, scaled),
    return: ends(network.returns),
    end: ends(network.finals),
    wordLogProb: Float32Array.from(words, (sum, state) => Math.log(sum) - Math.log(total[state])),
  };
}

interface WeightedArc {
  from: number;
  to: number;
  /** Word id; -1 of an empty arc. */
  word: number;
  weight: number;
}

/** The arcs of a network with word ids for its words; where several ids say a word, states are added between them. */
function spelledOut(
  network: WordNetwork,
  idsOf: (word: string) => readonly (readonly number[])[],
  weightOf: (id: number) => number,
): { states: number; arcs: WeightedArc[]; empty: WeightedArc[] } {
  let { states } = network;
  const arcs: WeightedArc[] = [];
  const empty: WeightedArc[] = [];
  const addWay = (ids: readonly number[], start: number, end: number, weight: number) => {
    let from = start;
    ids.forEach((word, index) => {
      const to = index === ids.length - 1 ? end : states++;
      arcs.push({ from, to, word, weight: index === 0 ? weight + weightOf(word) : 0 });
      from = to;
    });
  };
  for (const { from, to, word, weight = 0 } of network.arcs) {
    if (word === null) empty.push({ from, to, word: -1, weight });
    else for (const ids of idsOf(word)) addWay(ids, from, to, weight);
  }
  return { states, arcs, empty };
}

function starts(arcs: readonly { from: number }[], states: number): Uint32Array {
  const start = new Uint32Array(states + 1);
  for (const { from } of arcs) start[from + 1]++;
  for (let state = 0; state < states; state++) start[state + 1] += start[state];
  return start;
}

/** First arc of a state whose word is at least this one. */
export function findArc({ start, word }: NetworkArcs, node: number, wanted: number): number {
  let low = start[node];
  let high = start[node + 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (word[middle] < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
