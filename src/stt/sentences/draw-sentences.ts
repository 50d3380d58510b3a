import { seededRandom } from '../../seeded-random.js';
import type { NetworkArcs } from './sentence-network.js';

/** A sentence of more words, or of more steps through the network, is given up. */
const mostWords = 40;
const mostSteps = 1000;

/** What may be done in a node; `arc` is a number among the arcs of that kind. */
interface Choice {
  kind: 'word' | 'empty' | 'call' | 'leave';
  arc: number;
}

/**
 * Sentences of a network as lists of word ids, drawn at random by its probabilities; the same ones every time. Fewer
 * come where draws do not end or cannot be said.
 */
export function* drawSentences(network: NetworkArcs, count: number): Generator<number[]> {
  const choicesOf = choiceTable(network);
  const random = seededRandom(1);
  for (let drawn = 0; drawn < count; drawn++) {
    const words = draw(network, choicesOf, random);
    if (words) yield words;
  }
}

type ChoiceTable = (node: number, isCalled: boolean) => { choices: Choice[]; sums: Float64Array };

function draw(network: NetworkArcs, choicesOf: ChoiceTable, random: () => number): number[] | undefined {
  const words: number[] = [];
  const returns: number[] = [];
  let node = 0;
  for (let step = 0; step < mostSteps && words.length <= mostWords; step++) {
    const { choices, sums } = choicesOf(node, returns.length > 0);
    if (choices.length === 0) return undefined;
    const value = random() * sums[sums.length - 1];
    const { kind, arc } = choices[firstAbove(sums, value)];
    if (kind === 'word') {
      words.push(network.word[arc]);
      node = network.to[arc];
    } else if (kind === 'empty') node = network.emptyTo[arc];
    else if (kind === 'call') {
      returns.push(network.callTo[arc]);
      node = network.callEnter[arc];
    } else if (returns.length > 0) node = returns.pop()!;
    else return words;
  }
  return undefined;
}

/** The choices in each node with their cumulative probabilities, made when first asked for. */
function choiceTable(network: NetworkArcs): ChoiceTable {
  const { start, logProb, emptyStart, emptyLogProb, callStart, callLogProb } = network;
  const known = new Map<number, { choices: Choice[]; sums: Float64Array }>();
  return (node, isCalled) => {
    const key = node * 2 + Number(isCalled);
    const found = known.get(key);
    if (found) return found;
    const choices: Choice[] = [];
    const sums: number[] = [];
    let sum = 0;
    const add = (kind: Choice['kind'], arc: number, of: number) => {
      if (of === -Infinity) return;
      sum += Math.exp(of);
      choices.push({ kind, arc });
      sums.push(sum);
    };
    for (let arc = start[node]; arc < start[node + 1]; arc++) add('word', arc, logProb[arc]);
    for (let arc = emptyStart[node]; arc < emptyStart[node + 1]; arc++) add('empty', arc, emptyLogProb[arc]);
    for (let arc = callStart[node]; arc < callStart[node + 1]; arc++) add('call', arc, callLogProb[arc]);
    add('leave', 0, isCalled ? network.return[node] : network.end[node]);
    const made = { choices, sums: Float64Array.from(sums) };
    known.set(key, made);
    return made;
  };
}

function firstAbove(sums: Float64Array, value: number): number {
  let low = 0;
  let high = sums.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sums[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
