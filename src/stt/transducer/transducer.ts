import type { AcousticModel } from '../acoustic/acoustic-model.js';
import type { BiasParts, CompiledBias } from '../bias.js';
import type { CompiledContext } from '../compile-context.js';
import type { BiasPhrase } from '../hypothesis.js';
import { isPiece, isWordStart, textOfPiece } from '../lexicon/piece-pronouncer.js';
import type { ContextGraph } from '../lm/context-graph.js';
import { TransducerBeamSearch } from '../search/transducer-beam-search.js';
import type { BegunSearch, EncodedChunk, SearchVocabulary } from '../search-vocabulary.js';
import { pieceGraph } from './piece-graph.js';
import type { TransducerNetworks } from './transducer-networks.js';
import { TransducerReader } from './transducer-reader.js';

/**
 * A transducer behind its encoder. It writes whatever its word pieces can write, and knows of language what it has
 * learnt: lexicon and language model have no part in it, phrases to expect do.
 */
export class Transducer implements SearchVocabulary<TransducerBeamSearch> {
  private readonly reader: TransducerReader;
  private readonly units: readonly string[];
  private readonly unitOf: ReadonlyMap<string, number>;
  private readonly graphs = new WeakMap<CompiledBias, ContextGraph>();

  constructor(
    private readonly networks: TransducerNetworks,
    { units, outputDim }: Pick<AcousticModel, 'units' | 'outputDim'>,
    private readonly parts: BiasParts,
  ) {
    this.units = units;
    this.unitOf = new Map(units.map((name, unit) => [name, unit]));
    this.reader = new TransducerReader(networks, outputDim, units.length);
  }

  createSearch(
    context: CompiledContext | undefined,
    own: readonly BiasPhrase[],
  ): BegunSearch<TransducerBeamSearch> {
    const bias = context?.with(own);
    const lists = [bias, bias?.base].filter((list) => list !== undefined && list.weights.size > 0);
    const graphs = lists.map((list) => this.graphOf(list!));
    return {
      search: new TransducerBeamSearch(this.networks.contextSize, this.parts.search, graphs),
      textOf: (unit) => (isPiece(this.units[unit]) ? textOfPiece(this.units[unit]) : undefined),
      isStart: (unit) => isWordStart(this.units[unit]),
    };
  }

  advance(chunks: readonly EncodedChunk<TransducerBeamSearch>[]): Promise<void> {
    return this.reader.advance(chunks);
  }

  private graphOf(list: CompiledBias): ContextGraph {
    let graph = this.graphs.get(list);
    if (!graph) {
      graph = pieceGraph(list, this.parts.pronouncer, this.unitOf);
      this.graphs.set(list, graph);
    }
    return graph;
  }
}
