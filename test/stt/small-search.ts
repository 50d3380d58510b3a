import { CompiledContext, compileContext } from '../../src/stt/compile-context.js';
import { type ConfidenceMap, defaultConfidenceMap, toHypotheses } from '../../src/stt/confidence.js';
import { ContextScorer } from '../../src/stt/context-scorer.js';
import { hesitationsOf } from '../../src/stt/hesitations.js';
import type { BiasPhrase } from '../../src/stt/hypothesis.js';
import { Lexicon } from '../../src/stt/lexicon/lexicon.js';
import type { Pronouncer } from '../../src/stt/lexicon/pronouncer.js';
import { estimateKneserNey } from '../../src/stt/lm/kneser-ney.js';
import { NgramCounts } from '../../src/stt/lm/ngram-counts.js';
import { NgramModel } from '../../src/stt/lm/ngram-model.js';
import { LexiconBeamSearch } from '../../src/stt/search/lexicon-beam-search.js';
import { buildLookAheadIndex, LookAheadCache } from '../../src/stt/search/look-ahead.js';
import { buildSearchTree } from '../../src/stt/search/search-graph.js';
import { defaultSearchOptions, type SearchOptions } from '../../src/stt/search/search-options.js';
import type { WordNetwork } from '../../src/stt/speech-context.js';
import { renderPosteriors } from './render.js';

/** Units of the small model, blank first. */
export const phones = [
  '<blank>',
  'AA',
  'AH',
  'B',
  'D',
  'EH',
  'ER',
  'IY',
  'K',
  'L',
  'N',
  'P',
  'R',
  'S',
  'T',
  'UH',
  'Z',
];
/** Its words, and their pronunciations. */
export const said: Record<string, string[]> = {
  bookkeeper: ['B UH K K IY P ER'],
  /** One K less. */
  bookeeper: ['B UH K IY P ER'],
  book: ['B UH K'],
  keeper: ['K IY P ER'],
  red: ['R EH D'],
  read: ['R EH D', 'R IY D'],
  a: ['AH'],
  the: ['D AH'],
  bed: ['B EH D'],
  beds: ['B EH D Z'],
  tea: ['T IY'],
  pea: ['P IY'],
  plain: ['P L EH N'],
  tall: ['T AA L'],
  doll: ['D AA L'],
  ten: ['T EH N'],
  net: ['N EH T'],
  apron: ['EH P R AH N'],
  um: ['AH N'],
};
const letterNames: Record<string, string> = { b: 'B IY', p: 'P IY', t: 'T IY' };
const sentences = [
  'i read a book',
  'read a book',
  'read the book',
  'a red bed',
  'the red beds',
  'a tall tea',
  'the bookkeeper read the book',
  'the keeper',
  'a net',
  'ten beds',
  'plain tea',
].map((line) => line.split(' ').filter((word) => word in said));

const unitOf = (phone: string) => phones.indexOf(phone);
const toUnits = (text: string) => text.split(' ').map(unitOf);
export const lexicon = Lexicon.open(
  Lexicon.pack(
    Object.entries(said).map(([word, ways]) => ({ word, pronunciations: ways.map(toUnits) })),
    phones,
  ),
);
const counts = new NgramCounts(3);
for (const words of sentences) {
  counts.addSentence(
    words.map((word) => lexicon.idOf(word)),
    Lexicon.begin,
    Lexicon.end,
  );
}
counts.addSentence([Lexicon.unknown], Lexicon.begin, Lexicon.end);
export const lm = NgramModel.open(
  NgramModel.pack(
    estimateKneserNey(counts, lexicon.wordCount - 1, Lexicon.begin),
    Lexicon.end,
    lexicon.digest,
  ),
);
export const pronouncer = {
  units: 'phones',
  ofToken: (token: string) =>
    (said[token.toLowerCase()] ?? [letterNames[token] ?? [...token.toUpperCase()].join(' ')]).map((way) =>
      String(way).split(' '),
    ),
} as Pronouncer;

/** What a search is given besides the model. */
export interface Context {
  options?: Partial<SearchOptions>;
  bias?: BiasPhrase[];
  /** As of one query, on top of `bias`. */
  own?: BiasPhrase[];
  sentences?: WordNetwork;
  map?: Partial<ConfidenceMap>;
}

/** A search over the small model, and its hypotheses so far. */
export function newSearch({ options = {}, bias, own = [], sentences, map }: Context = {}) {
  const search = { ...defaultSearchOptions, ...options };
  const tree = buildSearchTree(
    lexicon,
    (word) => search.lmWeight * lm.unigramLogProb(word) + search.wordBonus,
  );
  const cache = new LookAheadCache(tree, buildLookAheadIndex(lexicon), lm, { ...search, slots: 1 });
  const parts = { lexicon, lm, pronouncer, search };
  // As posted by the thread that compiles.
  const context = new CompiledContext(
    structuredClone(compileContext({ phrases: bias, sentences }, parts)),
    parts,
  );
  const compiled = context.with(own);
  const scorer = new ContextScorer(parts, {
    bias: compiled,
    sentences: context.sentences,
    ngrams: context.ngrams,
  });
  const overlays = [compiled.tree, ...(compiled.base ? [compiled.base.tree] : [])];
  const { shadowed } = compiled;
  const hesitations = hesitationsOf(lexicon);
  const trees = { tree, cache, overlays, shadowed, sentenceTree: context.sentenceTree, hesitations };
  const decoder = new LexiconBeamSearch(trees, scorer, search, Lexicon.unknown);
  const hypotheses = () =>
    toHypotheses(decoder.nBest(20), {
      clarity: decoder.clarity,
      textOf: (word) => (word === Lexicon.unknown || hesitations.has(word) ? undefined : scorer.textOf(word)),
      secondsAt: (frame) => frame * 0.04,
      map: { ...defaultConfidenceMap, scale: 1, speechOffset: Number.POSITIVE_INFINITY, ...map },
      count: 20,
    });
  return { decoder, hypotheses };
}

/** The first pronunciation of each word, or what stands in slashes. */
export function sound(text: string) {
  return text
    .split(' ')
    .flatMap((word) => toUnits(said[word]?.[0] ?? word.replaceAll('/', '').replaceAll('-', ' ')));
}

/** All hypotheses for an utterance. */
export function recognise(posteriors: Float32Array, context?: Context) {
  const { decoder, hypotheses } = newSearch(context);
  decoder.advance(posteriors, posteriors.length / phones.length, phones.length);
  return hypotheses();
}

/** As the service rejects. */
const { scale, speechOffset } = defaultConfidenceMap;
export const rejecting = { scale, speechOffset };

/** Posteriors of a network that hears these words. */
export const render = (text: string, options: Partial<Parameters<typeof renderPosteriors>[1]> = {}) =>
  renderPosteriors(sound(text), { units: phones.length, ...options });
