import { Lexicon } from './lexicon/lexicon.js';
import { isPiece, isWordStart, textOfPiece } from './lexicon/piece-pronouncer.js';
import type { NgramModel } from './lm/ngram-model.js';
import { advanceEach, LexiconBeamSearch } from './search/lexicon-beam-search.js';
import { buildLookAheadIndex, LookAheadCache } from './search/look-ahead.js';
import { buildSearchTree, type SearchTree, type WordScorer } from './search/search-graph.js';
import type { SearchOptions } from './search/search-options.js';
import type { BegunSearch, EncodedChunk, SearchVocabulary } from './search-vocabulary.js';

/** Every word is as likely as any other, whatever stands before it. */
const indifferent: WordScorer = {
  initialState: 0,
  next: 0,
  score: () => 0,
  lastWordContext: () => 0,
  endLogProb: () => 0,
};

/**
 * Whatever the pieces of a model can write: each piece is a word to the search, in a tree of one level, and what it
 * finds is joined to words. The network alone decides; lexicon, language model and context have no part in it.
 */
export class OpenVocabulary implements SearchVocabulary<LexiconBeamSearch> {
  private readonly tree: SearchTree;
  private readonly cache: LookAheadCache;
  private readonly pieces: readonly string[];

  /**
   * @param units Names of the acoustic model's units, blank first.
   * @param lm Of no influence: the search asks for one.
   */
  constructor(
    private readonly units: readonly string[],
    lm: NgramModel,
    private readonly options: SearchOptions,
  ) {
    const found = units.flatMap((name, unit) => (unit > 0 && isPiece(name) ? [{ name, unit }] : []));
    this.pieces = found.map(({ name }) => name);
    const entries = found.map(({ name, unit }) => ({ word: name, pronunciations: [[unit]] }));
    const lexicon = Lexicon.open(Lexicon.pack(entries, units), 'pieces');
    this.tree = buildSearchTree(lexicon, () => 0);
    const unweighted = { lmWeight: 0, wordBonus: 0, slots: 1 };
    this.cache = new LookAheadCache(this.tree, buildLookAheadIndex(lexicon), lm, unweighted);
  }

  createSearch(): BegunSearch<LexiconBeamSearch> {
    const { tree, cache } = this;
    const options = { ...this.options, wordBonus: 0 };
    return {
      search: new LexiconBeamSearch({ tree, cache }, indifferent, options, Lexicon.unknown),
      textOf: (word) => (word === Lexicon.unknown ? undefined : textOfPiece(this.pieceOf(word))),
      isStart: (word) => isWordStart(this.pieceOf(word)),
    };
  }

  async advance(chunks: readonly EncodedChunk<LexiconBeamSearch>[]): Promise<void> {
    advanceEach(chunks, this.units.length);
  }

  /** Words of the search are numbered as in a lexicon, behind its marks. */
  private pieceOf(word: number): string {
    return this.pieces[word - Lexicon.firstWord];
  }
}
