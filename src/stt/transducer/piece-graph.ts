import type { CompiledBias } from '../bias.js';
import { type Pronouncer, spokenTokens } from '../lexicon/pronouncer.js';
import { ContextGraph } from '../lm/context-graph.js';

/**
 * Listed phrases as an automaton over units. The bonus of a word is shared by its pieces, so that a phrase gains as much
 * as it does where words are searched; phrases that the units cannot write are left out.
 */
export function pieceGraph(
  { weights }: Pick<CompiledBias, 'weights'>,
  pronouncer: Pronouncer,
  unitOf: ReadonlyMap<string, number>,
): ContextGraph {
  const graph = new ContextGraph();
  for (const [phrase, bonus] of weights) {
    const words = spokenTokens(phrase).map((token) => pronouncer.ofToken(token)[0]);
    if (words.some((pieces) => pieces === undefined)) continue;
    const units = words.flat().map((piece) => unitOf.get(piece) ?? -1);
    if (!units.includes(-1)) graph.add(units, (bonus * words.length) / units.length);
  }
  return graph;
}
