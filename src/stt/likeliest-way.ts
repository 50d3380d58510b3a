import { CallStacks } from './call-stacks.js';
import { findArc, type NetworkArcs } from './sentence-network.js';

/** Places kept after a word, the likeliest ones. */
const mostPlaces = 400;
/** Places looked at between two words; networks that call themselves have no end of them. */
const mostSteps = 50_000;

/** One choice in a node of the network. */
export interface Step {
  kind: 'word' | 'empty' | 'call' | 'return';
  node: number;
  /** Number among the arcs of its kind; 0 where a called network returns. */
  arc: number;
}

interface Place {
  node: number;
  /** Calls under way; see {@link CallStacks}. */
  stack: number;
  logProb: number;
  /** How it came there; undefined at the start. */
  from?: Place;
  step?: Step;
}

/** The likeliest way of a sentence through a network (Viterbi): its steps, last one first, and the node it ends in. */
export interface Way {
  steps: Step[];
  end: number;
}

/** @returns Nothing where the network does not accept the sentence. */
export function likeliestWay(network: NetworkArcs, words: readonly number[]): Way | undefined {
  const stacks = new CallStacks(network.end.length);
  let places = closed(network, [{ node: 0, stack: 0, logProb: 0 }], stacks);
  for (const word of words) {
    const next: Place[] = [];
    for (const from of places) {
      const { node, stack } = from;
      const last = network.start[node + 1];
      for (let arc = findArc(network, node, word); arc < last && network.word[arc] === word; arc++) {
        const logProb = from.logProb + network.logProb[arc];
        next.push({ node: network.to[arc], stack, logProb, from, step: { kind: 'word', node, arc } });
      }
    }
    next.sort((a, b) => b.logProb - a.logProb);
    places = closed(network, next.slice(0, mostPlaces), stacks);
  }
  const endLogProb = ({ node, stack, logProb }: Place) =>
    stack === 0 ? logProb + network.end[node] : -Infinity;
  let best: Place | undefined;
  for (const place of places) {
    if (endLogProb(place) > (best === undefined ? -Infinity : endLogProb(best))) best = place;
  }
  if (best === undefined) return undefined;
  const steps: Step[] = [];
  for (let place: Place | undefined = best; place?.step !== undefined; place = place.from)
    steps.push(place.step);
  return { steps, end: best.node };
}

/** Places and all that empty arcs, calls and returns lead to from there, each by its likeliest way. */
function closed(network: NetworkArcs, begun: readonly Place[], stacks: CallStacks): Iterable<Place> {
  const reached = new Map<number, Place>();
  const queue: Place[] = [];
  const keyOf = (node: number, stack: number) => stack * network.end.length + node;
  // Most ways lead where a likelier one has been, so that nothing is made of them.
  const isBest = (node: number, stack: number, logProb: number) =>
    logProb > (reached.get(keyOf(node, stack))?.logProb ?? -Infinity);
  const reach = (place: Place) => {
    reached.set(keyOf(place.node, place.stack), place);
    queue.push(place);
  };
  for (const place of begun) if (isBest(place.node, place.stack, place.logProb)) reach(place);
  for (let at = 0; at < queue.length && at < mostSteps; at++) {
    const from = queue[at];
    const { node, stack } = from;
    if (reached.get(keyOf(node, stack)) !== from) continue;
    const go = (to: number, toStack: number, arcLogProb: number, kind: Step['kind'], arc: number) => {
      const logProb = from.logProb + arcLogProb;
      if (isBest(to, toStack, logProb))
        reach({ node: to, stack: toStack, logProb, from, step: { kind, node, arc } });
    };
    for (let arc = network.emptyStart[node]; arc < network.emptyStart[node + 1]; arc++)
      go(network.emptyTo[arc], stack, network.emptyLogProb[arc], 'empty', arc);
    for (let arc = network.callStart[node]; arc < network.callStart[node + 1]; arc++) {
      if (!stacks.hasRoom(stack)) break;
      const called = stacks.called(stack, network.callTo[arc]);
      go(network.callEnter[arc], called, network.callLogProb[arc], 'call', arc);
    }
    if (stack !== 0) go(stacks.returnTo(stack), stacks.below(stack), network.return[node], 'return', 0);
  }
  return reached.values();
}
