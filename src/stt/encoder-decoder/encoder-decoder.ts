import type { AcousticModel } from '../acoustic/acoustic-model.js';
import type { CompiledBias } from '../bias.js';
import type { CompiledContext } from '../compile-context.js';
import type { BiasPhrase } from '../hypothesis.js';
import { ContextGraph } from '../lm/context-graph.js';
import type { WritingOptions } from '../model-manifest.js';
import { PhraseGraphs } from '../phrase-graphs.js';
import type { SearchOptions } from '../search/search-options.js';
import type { BegunSearch, EncodedChunk, SearchVocabulary } from '../search-vocabulary.js';
import type { DecoderNetwork } from './decoder-network.js';
import { searchTokens } from './token-beam.js';
import { TokenSearch } from './token-search.js';
import type { TokenVocabulary } from './token-vocabulary.js';

/** Fewest tokens that may be written, of however short a sound. */
const leastTokens = 8;

/** What writes the tokens of a model. */
export interface TokenWriter {
  network: DecoderNetwork;
  vocabulary: TokenVocabulary;
  writing: WritingOptions;
}

/**
 * A decoder behind its encoder. It writes whatever its tokens can write, and knows of language what it has learnt:
 * lexicon and language model have no part in it, phrases to expect do.
 */
export class EncoderDecoder implements SearchVocabulary<TokenSearch> {
  private readonly graphs: PhraseGraphs;
  private readonly expected = new WeakMap<TokenSearch, readonly ContextGraph[]>();

  constructor(
    private readonly writer: TokenWriter,
    private readonly encoder: Pick<AcousticModel, 'outputDim' | 'subsampling' | 'frameShiftMs'>,
    private readonly search: SearchOptions,
  ) {
    this.graphs = new PhraseGraphs((list) => tokenGraph(list, writer.vocabulary));
  }

  createSearch(context: CompiledContext | undefined, own: readonly BiasPhrase[]): BegunSearch<TokenSearch> {
    const search = new TokenSearch(this.writer.vocabulary);
    this.expected.set(search, this.graphs.of(context?.with(own)));
    return { search, textOf: (word) => search.textOf(word) };
  }

  async advance(chunks: readonly EncodedChunk<TokenSearch>[]): Promise<void> {
    const { network, writing } = this.writer;
    const { outputDim, subsampling, frameShiftMs } = this.encoder;
    for (const { search, encoded, frames = encoded.length / outputDim } of chunks) {
      const seconds = (frames * subsampling * frameShiftMs) / 1000;
      const most = Math.max(leastTokens, Math.ceil(seconds * writing.mostTokensPerSecond));
      const readings = await searchTokens(network, encoded, outputDim, {
        ...this.search,
        writing,
        most: Math.min(most, writing.mostTokens),
        graphs: this.expected.get(search) ?? [],
      });
      search.accept(readings, frames);
    }
  }
}

/**
 * Listed phrases as an automaton over tokens, in lower case and with capitals, as such networks write both. The bonus of
 * a word is shared by its tokens; phrases that the tokens cannot write are left out.
 */
function tokenGraph({ weights }: Pick<CompiledBias, 'weights'>, vocabulary: TokenVocabulary): ContextGraph {
  const graph = new ContextGraph();
  for (const [phrase, bonus] of weights) {
    const words = phrase.split(' ');
    for (const written of [words, words.map(capitalised)]) {
      const tokens = vocabulary.encode(written);
      if (tokens) graph.add(tokens, (bonus * words.length) / tokens.length);
    }
  }
  return graph;
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
