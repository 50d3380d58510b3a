import { NetworkPlaces, type SilentKind } from './network-places.js';
import type { NetworkArcs } from './sentence-network.js';

/** Places kept after a word, the likeliest ones. */
const mostPlaces = 400;
/** Places looked at between two words; networks that call themselves have no end of them. */
const mostSteps = 50_000;

/** One choice in a node of the network. */
export interface Step {
  kind: 'word' | SilentKind;
  node: number;
  /** Number among the arcs of its kind; 0 where a called network returns. */
  arc: number;
}

/** A place that was reached. */
interface Arrival {
  /** See {@link NetworkPlaces}. */
  place: number;
  logProb: number;
  /** How it came there; undefined at the start. */
  from?: Arrival;
  step?: Step;
}

/** The likeliest way of a sentence through a network (Viterbi): its steps, last one first, and the node it ends in. */
export interface Way {
  steps: Step[];
  end: number;
}

/** @returns Nothing where the network does not accept the sentence. */
export function likeliestWay(network: NetworkArcs, words: readonly number[]): Way | undefined {
  const places = new NetworkPlaces(network);
  let arrivals = closed(places, [{ place: 0, logProb: 0 }]);
  for (const word of words) {
    const next: Arrival[] = [];
    for (const from of arrivals) {
      const node = places.nodeOf(from.place);
      places.eachWordArc(from.place, word, (place, logProb, arc) =>
        next.push({ place, logProb: from.logProb + logProb, from, step: { kind: 'word', node, arc } }),
      );
    }
    next.sort((a, b) => b.logProb - a.logProb);
    arrivals = closed(places, next.slice(0, mostPlaces));
  }
  let best: Arrival | undefined;
  let bestLogProb = -Infinity;
  for (const arrival of arrivals) {
    const logProb = arrival.logProb + places.endLogProb(arrival.place);
    if (logProb > bestLogProb) {
      best = arrival;
      bestLogProb = logProb;
    }
  }
  if (best === undefined) return undefined;
  const steps: Step[] = [];
  for (let at: Arrival | undefined = best; at?.step !== undefined; at = at.from) steps.push(at.step);
  return { steps, end: best.place };
}

/** Places and all that empty arcs, calls and returns lead to from there, each by its likeliest way. */
function closed(places: NetworkPlaces, begun: readonly Arrival[]): Iterable<Arrival> {
  const reached = new Map<number, Arrival>();
  const queue: Arrival[] = [];
  // Most ways lead where a likelier one has been, so that nothing is made of them.
  const isBest = (place: number, logProb: number) => logProb > (reached.get(place)?.logProb ?? -Infinity);
  const reach = (arrival: Arrival) => {
    reached.set(arrival.place, arrival);
    queue.push(arrival);
  };
  for (const arrival of begun) if (isBest(arrival.place, arrival.logProb)) reach(arrival);
  for (let at = 0; at < queue.length && at < mostSteps; at++) {
    const from = queue[at];
    if (reached.get(from.place) !== from) continue;
    const node = places.nodeOf(from.place);
    places.eachSilentArc(from.place, -Infinity, (place, arcLogProb, kind, arc) => {
      const logProb = from.logProb + arcLogProb;
      if (isBest(place, logProb)) reach({ place, logProb, from, step: { kind, node, arc } });
    });
  }
  return reached.values();
}
