import type { CompiledBias } from './bias.js';
import type { ContextGraph } from './lm/context-graph.js';

/** The graphs of lists of phrases, for searches over something else than words; each is made once. */
export class PhraseGraphs {
  private readonly graphs = new WeakMap<CompiledBias, ContextGraph>();

  /** @param make The phrases of one list, without those of its base, as an automaton over what is searched. */
  constructor(private readonly make: (list: CompiledBias) => ContextGraph) {}

  /** Of a list and of the one that it comes on top of, those that have phrases. */
  of(bias: CompiledBias | undefined): ContextGraph[] {
    return [bias, bias?.base].flatMap((list) => (list && list.weights.size > 0 ? [this.graphOf(list)] : []));
  }

  private graphOf(list: CompiledBias): ContextGraph {
    let graph = this.graphs.get(list);
    if (!graph) {
      graph = this.make(list);
      this.graphs.set(list, graph);
    }
    return graph;
  }
}
