import type { WordNetwork } from './speech-context.js';

/** Share of the states' probability below which a place in the sentences is given up (natural log). */
const beam = -10;
/** Cost of a word that only an arc for any word takes; what word it is, the language model judges. */
const anyWord = -6;
/** States made before a fresh acceptor takes over for new streams; bounds the memory. */
const mostStates = 20_000;

/** Places with word arcs or an end, and how probable each is after the words so far. */
interface AcceptorState {
  nodes: Int32Array;
  logProbs: Float32Array;
  endLogProb: number;
  next: Map<number, { to: number; logProb: number }>;
}

/**
 * Sentences as a language model of their own: P(word | words so far) under a {@link WordNetwork}, by forward
 * probabilities over its states. Deterministic states are made as they are needed (subset construction with rounded
 * probabilities), and shared by the streams that use it.
 */
export class SentenceAcceptor {
  readonly initialState: number;
  /** ln P of the word of the latest {@link step}; -Infinity where only an arc for any word takes it. */
  logProb = -Infinity;
  private readonly states: AcceptorState[] = [];
  private readonly ids = new Map<string, number>();

  constructor(private readonly arcs: NetworkArcs) {
    this.initialState = this.stateOf(new Map([[0, 0]]));
  }

  /** Whether it has grown so much that new streams should begin with a fresh one. */
  get isWorn(): boolean {
    return this.states.length >= mostStates;
  }

  /** The same sentences without the states that were made. */
  renewed(): SentenceAcceptor {
    return new SentenceAcceptor(this.arcs);
  }

  /** @returns The state after the word, or -1 once the words fit no sentence. */
  step(state: number, word: number): number {
    const from = this.states[state];
    const known = from.next.get(word);
    if (known) {
      this.logProb = known.logProb;
      return known.to;
    }
    this.logProb = -Infinity;
    const { arcs } = this;
    const reached = new Map<number, number>();
    let sum = 0;
    for (let index = 0; index < from.nodes.length; index++) {
      const node = from.nodes[index];
      const before = from.logProbs[index];
      for (
        let arc = findArc(arcs, node, word);
        arc < arcs.start[node + 1] && arcs.word[arc] === word;
        arc++
      ) {
        raise(reached, arcs.to[arc], before + arcs.logProb[arc]);
        sum += Math.exp(before + arcs.logProb[arc]);
      }
      for (let arc = arcs.start[node]; arc < arcs.start[node + 1] && arcs.word[arc] === anyId; arc++)
        raise(reached, arcs.to[arc], before + arcs.logProb[arc] + anyWord);
    }
    if (reached.size === 0) return -1;
    const to = this.stateOf(reached);
    this.logProb = Math.log(sum);
    if (to >= 0) from.next.set(word, { to, logProb: this.logProb });
    return to;
  }

  /** ln P that a sentence ends here. */
  endLogProb(state: number): number {
    return this.states[state].endLogProb;
  }

  /** State for a distribution over nodes; empty arcs are followed, what is improbable is dropped. */
  private stateOf(start: Map<number, number>): number {
    const { arcs } = this;
    const reached = new Map<number, number>();
    const most = Math.max(...start.values());
    for (const [node, logProb] of start) raise(reached, node, logProb - most);
    const queue = [...reached.keys()];
    for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
      const before = reached.get(node)!;
      for (let arc = arcs.emptyStart[node]; arc < arcs.emptyStart[node + 1]; arc++) {
        const logProb = before + arcs.emptyLogProb[arc];
        if (logProb > beam && raise(reached, arcs.emptyTo[arc], logProb)) queue.push(arcs.emptyTo[arc]);
      }
    }
    const nodes: number[] = [];
    let mass = 0;
    let end = 0;
    for (const [node, logProb] of [...reached].sort(([a], [b]) => a - b)) {
      if (arcs.start[node] === arcs.start[node + 1] && arcs.end[node] === -Infinity) continue;
      nodes.push(node);
      mass += Math.exp(logProb + arcs.outLogProb[node]);
      end += Math.exp(logProb + arcs.end[node]);
    }
    // A place that nothing leads on from, such as one before a word that cannot be said.
    if (mass === 0) return -1;
    const total = Math.log(mass);
    // Steps of half a natural-log unit: places that differ by less are the same to the search.
    const rounded = nodes.map((node) => Math.round((reached.get(node)! - total) * 2) / 2);
    const key = nodes.map((node, index) => `${node}:${rounded[index]}`).join();
    const known = this.ids.get(key);
    if (known !== undefined) return known;
    if (this.states.length >= mostStates) return -1;
    const id = this.states.length;
    this.ids.set(key, id);
    this.states.push({
      nodes: Int32Array.from(nodes),
      logProbs: Float32Array.from(rounded),
      endLogProb: Math.log(end) - total,
      next: new Map(),
    });
    return id;
  }
}

function raise(reached: Map<number, number>, node: number, logProb: number): boolean {
  const before = reached.get(node);
  if (before !== undefined && before >= logProb) return false;
  reached.set(node, logProb);
  return true;
}

/** Word id of arcs for any word; sorts before all words. */
const anyId = -1;

/** A network in typed arrays, arcs by state and then by word; can be posted to another thread. */
export interface NetworkArcs {
  start: Uint32Array;
  word: Int32Array;
  to: Int32Array;
  logProb: Float32Array;
  emptyStart: Uint32Array;
  emptyTo: Int32Array;
  emptyLogProb: Float32Array;
  /** ln P that a sentence ends in a state. */
  end: Float32Array;
  /** ln P that a state is left by a word or by the end, not by an empty arc. */
  outLogProb: Float32Array;
}

/**
 * @param network Sentences over words.
 * @param idsOf Ways to say a word of the network, each one or several word ids; empty for one that cannot be said.
 */
export function compileNetwork(
  network: WordNetwork,
  idsOf: (word: string) => readonly (readonly number[])[],
): NetworkArcs {
  let states = network.states;
  const arcs: { from: number; to: number; word: number; weight: number }[] = [];
  const empty: typeof arcs = [];
  for (const { from, to, word, weight = 0 } of network.arcs) {
    if (word === null) empty.push({ from, to, word: anyId, weight });
    else if (word === '<unk>') arcs.push({ from, to, word: anyId, weight });
    else {
      for (const ids of idsOf(word)) {
        let node = from;
        ids.forEach((id, index) => {
          const next = index === ids.length - 1 ? to : states++;
          arcs.push({ from: node, to: next, word: id, weight: index === 0 ? weight : 0 });
          node = next;
        });
      }
    }
  }
  const isFinal = new Uint8Array(states);
  for (const state of network.finals) isFinal[state] = 1;
  const out = Float64Array.from(isFinal);
  for (const { from, weight } of arcs) out[from] += Math.exp(weight);
  const total = out.slice();
  for (const { from, weight } of empty) total[from] += Math.exp(weight);
  const scaled = ({ from, weight }: (typeof arcs)[number]) => weight - Math.log(total[from]);
  arcs.sort((a, b) => a.from - b.from || a.word - b.word);
  empty.sort((a, b) => a.from - b.from);
  return {
    start: starts(arcs, states),
    word: Int32Array.from(arcs, (arc) => arc.word),
    to: Int32Array.from(arcs, ({ to }) => to),
    logProb: Float32Array.from(arcs, scaled),
    emptyStart: starts(empty, states),
    emptyTo: Int32Array.from(empty, ({ to }) => to),
    emptyLogProb: Float32Array.from(empty, scaled),
    end: Float32Array.from(isFinal, (final, state) => (final ? -Math.log(total[state]) : -Infinity)),
    outLogProb: Float32Array.from(out, (sum, state) => Math.log(sum) - Math.log(total[state])),
  };
}

/** First arc of a state whose word is at least this one. */
function findArc({ start, word }: NetworkArcs, node: number, wanted: number): number {
  let low = start[node];
  let high = start[node + 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (word[middle] < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

function starts(arcs: readonly { from: number }[], states: number): Uint32Array {
  const start = new Uint32Array(states + 1);
  for (const { from } of arcs) start[from + 1]++;
  for (let state = 0; state < states; state++) start[state + 1] += start[state];
  return start;
}
