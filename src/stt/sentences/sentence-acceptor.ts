import { NetworkPlaces } from './network-places.js';
import type { NetworkArcs } from './sentence-network.js';

/** Share of the states' probability below which a place in the sentences is given up (natural log). */
const beam = -15;
/**
 * About how many bytes states take before a fresh acceptor takes over for new streams; those that are under way may take
 * as much again.
 */
const defaultMostBytes = 32 * 2 ** 20;
const bytesOf = { state: 400, place: 12, word: 40 };

/** Places with word arcs or an end, and how probable each is after the words so far. */
interface AcceptorState {
  /** See {@link NetworkPlaces}. */
  places: Float64Array;
  logProbs: Float32Array;
  endLogProb: number;
  /** ln P of each word that was asked for, or of every word that may come next. */
  wordLogProbs: Map<number, number>;
  hasAllWords: boolean;
  /** State after each word, -1 where the words fit no sentence any more. */
  next: Map<number, number>;
}

/**
 * Sentences as a language model of their own: P(word | words so far) under a network of words, summed over the places
 * that the words so far may have led to; of several ways to one place the likeliest counts. Deterministic states are
 * made as they are needed (subset construction with rounded probabilities), and shared by the streams that use it.
 */
export class SentenceAcceptor {
  readonly initialState: number;
  private readonly states: AcceptorState[] = [];
  /** By the hash of what it consists of. */
  private readonly ids = new Map<number, number>();
  private bytes = 0;
  private readonly network: NetworkPlaces;

  constructor(
    private readonly arcs: NetworkArcs,
    private readonly mostBytes = defaultMostBytes,
  ) {
    this.network = new NetworkPlaces(arcs);
    this.initialState = this.stateOf(new Map([[0, 0]]));
  }

  /** Whether it has grown so much that new streams should begin with a fresh one. */
  get isWorn(): boolean {
    return this.bytes >= this.mostBytes;
  }

  /** The same sentences without the states that were made. */
  renewed(): SentenceAcceptor {
    return new SentenceAcceptor(this.arcs, this.mostBytes);
  }

  /**
   * @returns ln P of a word in a state, -Infinity for one that fits no sentence. A search drops most words by it, and
   * never asks where they lead, which takes far longer to find.
   */
  logProb(state: number, word: number): number {
    const { wordLogProbs, hasAllWords } = this.states[state];
    let logProb = wordLogProbs.get(word);
    if (logProb === undefined && hasAllWords) return -Infinity;
    if (logProb === undefined) {
      let sum = 0;
      this.eachArc(state, word, (_, arcLogProb) => {
        sum += Math.exp(arcLogProb);
      });
      logProb = Math.log(sum);
      wordLogProbs.set(word, logProb);
      this.bytes += bytesOf.word;
    }
    return logProb;
  }

  /** @returns The state after the word, or -1 once the words fit no sentence. */
  step(state: number, word: number): number {
    const { next } = this.states[state];
    let to = next.get(word);
    if (to === undefined) {
      const reached = new Map<number, number>();
      this.eachArc(state, word, (place, logProb) => raise(reached, place, logProb));
      to = reached.size === 0 ? -1 : this.stateOf(reached);
      next.set(word, to);
      this.bytes += bytesOf.word;
    }
    return to;
  }

  /** Every arc of a word from the places of a state: the place it leads to, and its ln P with that of its start. */
  private eachArc(state: number, word: number, visit: (place: number, logProb: number) => void): void {
    const { places, logProbs } = this.states[state];
    for (let index = 0; index < places.length; index++)
      this.network.eachWordArc(places[index], word, (to, logProb) => visit(to, logProbs[index] + logProb));
  }

  /** ln P of every word that may come next; undefined where there are more than `most`, in all places together. */
  followers(state: number, most = Number.POSITIVE_INFINITY): ReadonlyMap<number, number> | undefined {
    const { arcs } = this;
    const { places, logProbs, hasAllWords, wordLogProbs } = this.states[state];
    if (hasAllWords) return wordLogProbs;
    const nodes = places.map((place) => this.network.nodeOf(place));
    if (nodes.reduce((sum, node) => sum + arcs.start[node + 1] - arcs.start[node], 0) > most)
      return undefined;
    const sums = new Map<number, number>();
    nodes.forEach((node, index) => {
      for (let arc = arcs.start[node]; arc < arcs.start[node + 1]; arc++)
        sums.set(
          arcs.word[arc],
          (sums.get(arcs.word[arc]) ?? 0) + Math.exp(logProbs[index] + arcs.logProb[arc]),
        );
    });
    for (const [word, sum] of sums) sums.set(word, Math.log(sum));
    this.bytes += (sums.size - wordLogProbs.size) * bytesOf.word;
    Object.assign(this.states[state], { wordLogProbs: sums, hasAllWords: true });
    return sums;
  }

  /** ln P that a sentence ends here. */
  endLogProb(state: number): number {
    return this.states[state].endLogProb;
  }

  /** State for a distribution over places; empty arcs, calls and returns are followed, the improbable is dropped. */
  private stateOf(start: Map<number, number>): number {
    const { arcs, network } = this;
    const reached = this.closed(start);
    const leadsOn = (place: number) => {
      const node = network.nodeOf(place);
      return arcs.start[node] < arcs.start[node + 1] || network.endLogProb(place) > -Infinity;
    };
    const places = Float64Array.from(reached.keys()).filter(leadsOn).sort();
    let mass = 0;
    let end = 0;
    for (const place of places) {
      const logProb = reached.get(place)!;
      const ending = Math.exp(logProb + network.endLogProb(place));
      mass += Math.exp(logProb + arcs.wordLogProb[network.nodeOf(place)]) + ending;
      end += ending;
    }
    // A place that nothing leads on from, such as one before a word that cannot be said.
    if (mass === 0) return -1;
    const total = Math.log(mass);
    // Steps of half a natural-log unit: places that differ by less are the same to the search.
    const logProbs = Float32Array.from(places, (place) => Math.round((reached.get(place)! - total) * 2) / 2);
    const hash = hashOf(places, logProbs);
    const known = this.ids.get(hash);
    if (known !== undefined) {
      const state = this.states[known];
      if (areEqual(state.places, places) && areEqual(state.logProbs, logProbs)) return known;
    }
    if (this.bytes >= 2 * this.mostBytes) return -1;
    const id = this.states.length;
    this.bytes += bytesOf.state + places.length * bytesOf.place;
    this.ids.set(hash, id);
    this.states.push({
      places,
      logProbs,
      endLogProb: Math.log(end) - total,
      wordLogProbs: new Map(),
      hasAllWords: false,
      next: new Map(),
    });
    return id;
  }

  /** All places that can be reached without a word, and how probable each is against the likeliest at the start. */
  private closed(start: Map<number, number>): Map<number, number> {
    const reached = new Map<number, number>();
    const most = Math.max(...start.values());
    const queue: number[] = [];
    const reach = (place: number, logProb: number) => {
      if (logProb > beam && raise(reached, place, logProb)) queue.push(place);
    };
    for (const [place, logProb] of start) reach(place, logProb - most);
    for (let place = queue.pop(); place !== undefined; place = queue.pop()) {
      const before = reached.get(place)!;
      this.network.eachSilentArc(place, beam - before, (to, logProb) => reach(to, before + logProb));
    }
    return reached;
  }
}

/** The bits of both, of places the lower 32: equal ones have one hash, others hardly ever. */
function hashOf(places: Float64Array, logProbs: Float32Array): number {
  let hash = 0;
  for (let index = 0; index < places.length; index++)
    hash = Math.imul(hash ^ places[index] ^ (logProbs[index] * 2), 0x9e3779b1);
  return hash;
}

function areEqual(some: ArrayLike<number>, others: ArrayLike<number>): boolean {
  if (some.length !== others.length) return false;
  for (let index = 0; index < some.length; index++) if (some[index] !== others[index]) return false;
  return true;
}

function raise(reached: Map<number, number>, node: number, logProb: number): boolean {
  const before = reached.get(node);
  if (before !== undefined && before >= logProb) return false;
  reached.set(node, logProb);
  return true;
}
