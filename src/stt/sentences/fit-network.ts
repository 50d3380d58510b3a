import { likeliestWay } from './likeliest-way.js';
import type { NetworkArcs } from './sentence-network.js';

/** How many examples the probabilities count as that a node had before. */
const prior = 10;

/**
 * A network with probabilities from examples: a choice in a node is as likely as it was taken on the likeliest ways of
 * the examples, beside what it was before (Viterbi training with a Dirichlet prior). Without, each template of a pack
 * is as likely as any other, and what is asked once a year as what is ordered all day.
 *
 * @param examples Word ids; a sentence that the network does not accept tells nothing.
 */
export function fitNetwork(network: NetworkArcs, examples: readonly (readonly number[])[]): NetworkArcs {
  const nodes = network.end.length;
  const taken = {
    word: new Float64Array(network.word.length),
    empty: new Float64Array(network.emptyTo.length),
    call: new Float64Array(network.callTo.length),
    return: new Float64Array(nodes),
    end: new Float64Array(nodes),
  };
  const visits = new Float64Array(nodes);
  for (const words of examples) {
    const way = likeliestWay(network, words);
    if (way === undefined) continue;
    taken.end[way.end]++;
    visits[way.end]++;
    for (const { kind, node, arc } of way.steps) {
      taken[kind][kind === 'return' ? node : arc]++;
      visits[node]++;
    }
  }
  const fitted = (logProb: number, count: number, node: number) =>
    visits[node] === 0 || logProb === -Infinity
      ? logProb
      : Math.log((count + prior * Math.exp(logProb)) / (visits[node] + prior));
  const fittedArcs = (start: Uint32Array, logProbs: Float32Array, counts: Float64Array) => {
    const found = logProbs.slice();
    for (let node = 0; node < nodes; node++) {
      for (let arc = start[node]; arc < start[node + 1]; arc++)
        found[arc] = fitted(logProbs[arc], counts[arc], node);
    }
    return found;
  };
  const logProb = fittedArcs(network.start, network.logProb, taken.word);
  return {
    ...network,
    logProb,
    emptyLogProb: fittedArcs(network.emptyStart, network.emptyLogProb, taken.empty),
    callLogProb: fittedArcs(network.callStart, network.callLogProb, taken.call),
    return: network.return.map((value, node) => fitted(value, taken.return[node], node)),
    end: network.end.map((value, node) => fitted(value, taken.end[node], node)),
    wordLogProb: network.wordLogProb.map((value, node) => {
      if (visits[node] === 0) return value;
      return Math.log(
        logProb
          .subarray(network.start[node], network.start[node + 1])
          .reduce((sum, one) => sum + Math.exp(one), 0),
      );
    }),
  };
}
