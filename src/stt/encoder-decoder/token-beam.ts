import type { ContextGraph } from '../lm/context-graph.js';
import { logSoftmaxRows } from '../log-softmax.js';
import type { WritingOptions } from '../model-manifest.js';
import type { SearchOptions } from '../search/search-options.js';
import type { DecoderMemory, DecoderNetwork } from './decoder-network.js';

/** One way to write what was heard. */
export interface TokenReading {
  tokens: number[];
  /** Natural-log probability of each of them. */
  logProbs: number[];
  /** By which readings are compared: the mean per token, times the number of tokens of the best reading. */
  score: number;
}

/** A reading under way. Never changed: what goes on is a new one. */
interface Sequence {
  tokens: readonly number[];
  logProbs: readonly number[];
  /** Sum of these, and of what expected phrases gained. */
  total: number;
  /** Its place in each graph of expected phrases. */
  nodes: readonly number[];
  logits: Float32Array;
  memory: DecoderMemory;
}

/** A sequence with one token more, or at its end. */
interface Way {
  from: Sequence;
  token: number;
  logProb: number;
  total: number;
  nodes: readonly number[];
}

/** Tokens less likely than this (ln P) are not looked at. */
const leastLogProb = -8.5;

export interface TokenBeamOptions extends Pick<SearchOptions, 'beam' | 'maxActive'> {
  writing: WritingOptions;
  /** Most tokens. */
  most: number;
  /** Phrases to expect, over tokens. */
  graphs: readonly ContextGraph[];
}

/**
 * Beam search over the tokens of a decoder. A sequence that falls far behind the best of its length is dropped, so that
 * clear speech takes one run of the network for each token. Finished ones are compared by their mean, as sums would
 * favour those that break off (Radford et al. 2022, section 4.5); phrases to expect gain from token to token.
 *
 * @param encoded What the encoder told, [frames, width].
 * @returns At least one reading, the best first.
 */
export async function searchTokens(
  network: DecoderNetwork,
  encoded: Float32Array,
  width: number,
  { writing, most, graphs, beam, maxActive }: TokenBeamOptions,
): Promise<TokenReading[]> {
  const { prompt, end, suppressed, suppressedFirst } = writing;
  const start = await network.begin(encoded, width, prompt);
  let live: Sequence[] = [{ tokens: [], logProbs: [], total: 0, nodes: graphs.map(() => 0), ...start }];
  const finished: Way[] = [];
  for (let length = 0; live.length > 0; length++) {
    const isLast = length >= most;
    const ways = live.flatMap((sequence) => {
      const { logits } = sequence;
      for (const token of suppressed) logits[token] = -Infinity;
      if (length === 0) for (const token of suppressedFirst) logits[token] = -Infinity;
      logSoftmaxRows(logits, logits.length);
      return isLast ? [wayTo(end, sequence, graphs, end)] : waysFrom(sequence, graphs, end);
    });
    ways.sort((a, b) => b.total - a.total);
    const kept = ways.filter(({ total }, rank) => rank < maxActive && total >= ways[0].total - beam);
    finished.push(...kept.filter(({ token }) => token === end));
    const best = Math.max(...finished.map(meanOf));
    live = [];
    for (const way of kept) {
      // What is worse already gets hardly better by going on.
      if (way.token === end || meanOf(way) < best) continue;
      const { from, token, logProb, total, nodes } = way;
      const step = await network.goOn(from.memory, token);
      const { tokens, logProbs } = from;
      live.push({ tokens: [...tokens, token], logProbs: [...logProbs, logProb], total, nodes, ...step });
    }
  }
  finished.sort((a, b) => meanOf(b) - meanOf(a));
  const length = lengthOf(finished[0]);
  return finished.map((way) => ({
    tokens: [...way.from.tokens],
    logProbs: [...way.from.logProbs],
    score: meanOf(way) * length,
  }));
}

function waysFrom(sequence: Sequence, graphs: readonly ContextGraph[], end: number): Way[] {
  const { logits } = sequence;
  const ways: Way[] = [];
  let likeliest = 0;
  for (let token = 0; token < logits.length; token++) {
    if (logits[token] > logits[likeliest]) likeliest = token;
    if (logits[token] >= leastLogProb) ways.push(wayTo(token, sequence, graphs, end));
  }
  return ways.length > 0 ? ways : [wayTo(likeliest, sequence, graphs, end)];
}

function wayTo(token: number, from: Sequence, graphs: readonly ContextGraph[], end: number): Way {
  const logProb = from.logits[token];
  let total = from.total + logProb;
  const nodes = graphs.map((graph, index) => {
    const node = from.nodes[index];
    if (token === end) {
      total += graph.finish(node);
      return node;
    }
    const next = graph.step(node, token);
    total += graph.gain;
    return next;
  });
  return { from, token, logProb, total, nodes };
}

/** Tokens, the end included. */
function lengthOf({ from }: Way): number {
  return from.tokens.length + 1;
}

function meanOf(way: Way): number {
  return way.total / lengthOf(way);
}
