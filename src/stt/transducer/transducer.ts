import type { AcousticModel } from '../acoustic/acoustic-model.js';
import type { BiasParts } from '../bias.js';
import type { CompiledContext } from '../compile-context.js';
import type { BiasPhrase } from '../hypothesis.js';
import { isPiece, isWordStart, textOfPiece } from '../lexicon/piece-pronouncer.js';
import { PhraseGraphs } from '../phrase-graphs.js';
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
  private readonly graphs: PhraseGraphs;

  constructor(
    private readonly networks: TransducerNetworks,
    { units, outputDim }: Pick<AcousticModel, 'units' | 'outputDim'>,
    private readonly parts: BiasParts,
  ) {
    this.units = units;
    this.unitOf = new Map(units.map((name, unit) => [name, unit]));
    this.reader = new TransducerReader(networks, outputDim, units.length);
    this.graphs = new PhraseGraphs((list) => pieceGraph(list, parts.pronouncer, this.unitOf));
  }

  createSearch(
    context: CompiledContext | undefined,
    own: readonly BiasPhrase[],
  ): BegunSearch<TransducerBeamSearch> {
    const graphs = this.graphs.of(context?.with(own));
    return {
      search: new TransducerBeamSearch(this.networks.contextSize, this.parts.search, graphs),
      textOf: (unit) => (isPiece(this.units[unit]) ? textOfPiece(this.units[unit]) : undefined),
      isStart: (unit) => isWordStart(this.units[unit]),
    };
  }

  advance(chunks: readonly EncodedChunk<TransducerBeamSearch>[]): Promise<void> {
    return this.reader.advance(chunks);
  }
}
