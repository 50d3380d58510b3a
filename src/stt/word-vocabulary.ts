import type { BiasParts, CompiledBias } from './bias.js';
import type { CompiledContext } from './compile-context.js';
import { ContextScorer } from './context-scorer.js';
import { hesitationsOf } from './hesitations.js';
import type { BiasPhrase } from './hypothesis.js';
import type { LanguageResources } from './language-resources.js';
import { Lexicon } from './lexicon/lexicon.js';
import type { NeuralLm } from './rescoring/neural-lm.js';
import { Rescorer } from './rescoring/rescorer.js';
import { advanceEach, LexiconBeamSearch } from './search/lexicon-beam-search.js';
import { LookAheadCache } from './search/look-ahead.js';
import type { SearchTree } from './search/search-graph.js';
import type { BegunSearch, EncodedChunk, SearchVocabulary } from './search-vocabulary.js';

/** The words of the lexicon, as likely as the language model finds them, and those that are expected. */
export class WordVocabulary implements SearchVocabulary<LexiconBeamSearch> {
  private readonly tree: SearchTree;
  private readonly cache: LookAheadCache;
  private readonly units: number;
  private readonly hesitations: ReadonlySet<number>;
  private readonly rescorer?: Rescorer;

  constructor(
    private readonly language: BiasParts,
    { lexicon, lookAhead, lookAheadIndex }: LanguageResources,
    neuralLm: NeuralLm | undefined,
  ) {
    const { unit, childStart, wordStart, words } = lexicon;
    this.units = lexicon.units.split(' ').length;
    this.tree = { unit, childStart, wordStart, words, lookAhead };
    this.hesitations = hesitationsOf(language.lexicon);
    const { lm, search } = language;
    this.cache = new LookAheadCache(this.tree, lookAheadIndex, lm, search);
    if (neuralLm && search.neuralLmShare > 0)
      this.rescorer = new Rescorer(neuralLm, language.lexicon, lm, search);
  }

  createSearch(
    context: CompiledContext | undefined,
    own: readonly BiasPhrase[],
  ): BegunSearch<LexiconBeamSearch> {
    const bias = context?.with(own);
    const { tree, cache, hesitations } = this;
    const { lm, lexicon, search: options } = this.language;
    const { sentences, ngrams, sentenceTree } = context ?? {};
    const scorer = bias && new ContextScorer(this.language, { bias, sentences, ngrams });
    const trees = {
      tree,
      cache,
      overlays: overlaysOf(bias),
      shadowed: bias?.shadowed,
      sentenceTree,
      hesitations,
    };
    const { rescorer } = this;
    const spell = (word: number) => (scorer ? scorer.textOf(word) : lexicon.word(word));
    return {
      search: new LexiconBeamSearch(trees, scorer ?? lm, options, Lexicon.unknown),
      textOf: (word) => (word === Lexicon.unknown || hesitations.has(word) ? undefined : spell(word)),
      rescore: rescorer && ((paths) => rescorer.rescore(paths, ngrams)),
    };
  }

  async advance(chunks: readonly EncodedChunk<LexiconBeamSearch>[]): Promise<void> {
    advanceEach(chunks, this.units);
  }
}

/** Trees that have something in them. */
function overlaysOf(bias: CompiledBias | undefined): SearchTree[] {
  const trees = bias ? [bias.tree, ...(bias.base ? [bias.base.tree] : [])] : [];
  return trees.filter(({ unit }) => unit.length > 1);
}
