import fc from 'fast-check';
import t from 'tap';
import { CompiledContext, compileContext } from '../../src/stt/compile-context.js';
import { type ConfidenceMap, defaultConfidenceMap, toHypotheses } from '../../src/stt/confidence.js';
import { ContextScorer } from '../../src/stt/context-scorer.js';
import type { BiasPhrase } from '../../src/stt/hypothesis.js';
import { withApostrophe } from '../../src/stt/lexicon/apostrophes.js';
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
import { generator, renderPosteriors } from './render.js';
import { sentencesOf } from './sentences-of.js';

const phones = [
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
const said: Record<string, string[]> = {
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
};
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
const lexicon = Lexicon.open(
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
const lm = NgramModel.open(
  NgramModel.pack(
    estimateKneserNey(counts, lexicon.wordCount - 1, Lexicon.begin),
    Lexicon.end,
    lexicon.digest,
  ),
);
const pronouncer = {
  units: 'phones',
  ofToken: (token: string) =>
    (said[token.toLowerCase()] ?? [[...token.toUpperCase()].join(' ')]).map((way) => String(way).split(' ')),
} as Pronouncer;

interface Context {
  options?: Partial<SearchOptions>;
  bias?: BiasPhrase[];
  /** As of one query, on top of `bias`. */
  own?: BiasPhrase[];
  sentences?: WordNetwork;
  map?: Partial<ConfidenceMap>;
}

function newSearch({ options = {}, bias, own = [], sentences, map }: Context = {}) {
  const search = { ...defaultSearchOptions, ...options };
  const tree = buildSearchTree(
    lexicon,
    (word) => search.lmWeight * lm.unigramLogProb(word) + search.wordBonus,
  );
  const cache = new LookAheadCache(
    tree,
    buildLookAheadIndex(lexicon),
    lm,
    search.lmWeight,
    search.wordBonus,
    4,
  );
  const parts = { lexicon, lm, pronouncer, search };
  // As posted by the thread that compiles.
  const context = new CompiledContext(
    structuredClone(compileContext({ phrases: bias, sentences }, parts)),
    parts,
  );
  const compiled = context.with(own);
  const scorer = new ContextScorer(lm, lexicon, search, compiled, context.sentences, context.ngrams);
  const overlays = [compiled.tree, ...(compiled.base ? [compiled.base.tree] : [])];
  const { shadowed } = compiled;
  const trees = { tree, cache, overlays, shadowed, sentenceTree: context.sentenceTree };
  const decoder = new LexiconBeamSearch(trees, scorer, search, Lexicon.unknown);
  const hypotheses = () =>
    toHypotheses(decoder.nBest(20), {
      clarity: decoder.clarity,
      textOf: (word) => (word === Lexicon.unknown ? undefined : scorer.textOf(word)),
      secondsPerFrame: 0.04,
      map: { ...defaultConfidenceMap, scale: 1, speechOffset: Number.POSITIVE_INFINITY, ...map },
      count: 20,
    });
  return { decoder, hypotheses };
}

/** The first pronunciation of each word, or what stands in slashes. */
function sound(text: string) {
  return text
    .split(' ')
    .flatMap((word) => toUnits(said[word]?.[0] ?? word.replaceAll('/', '').replaceAll('-', ' ')));
}

function recognise(posteriors: Float32Array, context?: Context) {
  const { decoder, hypotheses } = newSearch(context);
  decoder.advance(posteriors, posteriors.length / phones.length, phones.length);
  return hypotheses();
}

/** As the service rejects. */
const { scale, speechOffset } = defaultConfidenceMap;
const rejecting = { scale, speechOffset };

const render = (text: string, options: Partial<Parameters<typeof renderPosteriors>[1]> = {}) =>
  renderPosteriors(sound(text), { units: phones.length, ...options });

t.test('words are found, and the language model decides between those that sound the same', async (t) => {
  t.equal(recognise(render('a red bed'))[0].text, 'a red bed');
  t.equal(recognise(render('red a book'))[0].text, 'read a book', 'R EH D is read before a book');
  t.equal(recognise(render('a red beds'))[0].text, 'a red beds');
  t.equal(
    recognise(render('plain tea', { gap: 0 }))[0].text,
    'plain tea',
    'blanks between units are optional',
  );
});

t.test('a repeated phone needs a blank between', async (t) => {
  t.equal(recognise(render('bookkeeper'))[0].text, 'bookkeeper');
  t.equal(recognise(render('bookkeeper', { hold: 3 }))[0].text, 'bookkeeper');
  const [best] = recognise(render('bookkeeper', { gap: 0, hold: 2, peak: 0.99 }));
  t.equal(best.text, 'bookeeper', 'without one the second K is the first, held');
});

t.test('word times lie where the units are', async (t) => {
  const [{ words }] = recognise(render('a tall tea', { gap: 1 }));
  // Frames: blank AH blank T blank AA blank L blank T blank IY blank.
  t.strictSame(
    words.map(({ text, start, end }) => [text, start, end]),
    [
      ['a', 0.04, 0.08],
      ['tall', 0.12, 0.32],
      ['tea', 0.36, 0.48],
    ],
  );
});

t.test('the n-best list is ordered, free of doubles, and its confidences are probabilities', async (t) => {
  const list = recognise(render('a tall tea', { peak: 0.5, noise: 1, seed: 3 }), {
    options: { latticeBeam: 20, beam: 20 },
  });
  t.ok(list.length > 3, `${list.length} readings`);
  t.equal(new Set(list.map(({ text }) => text)).size, list.length);
  t.ok(list.every(({ score }, index) => index === 0 || score <= list[index - 1].score + 1e-9));
  const sum = list.reduce((total, { confidence }) => total + confidence, 0);
  t.ok(sum > 0.9 && sum <= 1.01, `${sum}`);
  for (const { text, words } of list) {
    t.equal(words.map((word) => word.text).join(' '), text);
    t.ok(words.every(({ confidence, start, end }) => confidence >= 0 && confidence <= 1 && start < end));
  }
  const clear = recognise(render('the bookkeeper', { peak: 0.99 }))[0];
  t.ok(clear.confidence > list[0].confidence, 'what was said clearly is surer');
});

t.test('every reading goes forward in time, so that none says the same sounds again and again', async () => {
  const text = fc.array(fc.constantFrom(...Object.keys(said)), { minLength: 1, maxLength: 6 });
  const seed = fc.integer({ min: 1, max: 1e6 });
  fc.assert(
    fc.property(text, seed, fc.double({ min: 0.25, max: 0.8, noNaN: true }), (spoken, noiseSeed, peak) => {
      const { decoder } = newSearch({ options: { wordBonus: 2 } });
      const posteriors = render(spoken.join(' '), { peak, noise: 1.5, seed: noiseSeed });
      decoder.advance(posteriors, posteriors.length / phones.length, phones.length);
      return decoder
        .nBest(50)
        .every(({ words }) =>
          words.every(({ lastFrame }, at) => at === 0 || lastFrame > words[at - 1].lastFrame),
        );
    }),
  );
});

t.test('how frames are cut into chunks changes nothing', async () => {
  fc.assert(
    fc.property(
      fc.integer(),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 40 }),
      (seed, cuts) => {
        const posteriors = render('the red beds', { peak: 0.5, noise: 1.5, seed });
        const whole = recognise(posteriors);
        const { decoder, hypotheses } = newSearch();
        const frames = posteriors.length / phones.length;
        for (let at = 0, cut = 0; at < frames; cut++) {
          const count = Math.min(cuts[cut % cuts.length], frames - at);
          decoder.advance(posteriors.subarray(at * phones.length), count, phones.length);
          decoder.partial();
          at += count;
        }
        return JSON.stringify(hypotheses()) === JSON.stringify(whole);
      },
    ),
    { numRuns: 30 },
  );
});

t.test('pruning changes little while the truth is near the top', async () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const posteriors = render('the bookkeeper read the book', { peak: 0.7, noise: 0.7, seed });
      const wide = recognise(posteriors, { options: { beam: 40, maxActive: 4000 } })[0];
      const narrow = recognise(posteriors)[0];
      return (
        narrow.score <= wide.score + 0.05 && (narrow.text === wide.text || wide.score - narrow.score < 3)
      );
    }),
    { numRuns: 20 },
  );
});

t.test('blank, noise and single clicks give no words', async (t) => {
  // 0.9 of blank is what little a network is sure of in soft noise; the rest is spread over all units.
  for (const peak of [0.9, 0.98]) {
    const blank = renderPosteriors([], { units: phones.length, gap: 100, peak });
    t.equal(recognise(blank, { map: rejecting })[0].text, '', `blank at ${peak}`);
  }
  const random = generator(5);
  for (let run = 0; run < 10; run++) {
    // Units at random, none of them sure, as a network gives on babble.
    const sequence = Array.from({ length: 12 }, () => 1 + Math.floor(random() * (phones.length - 1)));
    const noise = renderPosteriors(sequence, { units: phones.length, peak: 0.3, noise: 0.5, seed: run });
    const { text, confidence } = recognise(noise, { map: rejecting })[0];
    t.ok(text === '' || confidence < 0.5, `"${text}" with confidence ${confidence}`);
  }
});

t.test('a look ahead leaves no trace', async (t) => {
  const { decoder } = newSearch();
  const said = render('a tall tea');
  decoder.advance(said, said.length / phones.length, phones.length);
  const before = { clarity: decoder.clarity, words: decoder.nBest(1)[0].words };
  const mark = decoder.mark();
  const noise = renderPosteriors([3, 9, 4], { units: phones.length, peak: 0.3, noise: 0.5 });
  decoder.advance(noise, noise.length / phones.length, phones.length);
  t.ok(decoder.clarity < before.clarity);
  decoder.rewind(mark);
  t.strictSame({ clarity: decoder.clarity, words: decoder.nBest(1)[0].words }, before);

  const more = render('the red beds');
  const { decoder: straight } = newSearch();
  for (const part of [said, more]) straight.advance(part, part.length / phones.length, phones.length);
  decoder.advance(more, more.length / phones.length, phones.length);
  t.strictSame(decoder.nBest(3), straight.nBest(3), 'words after it fit as they would have');
});

t.test('what is said clearly is not rejected', async (t) => {
  for (const text of ['a tall tea', 'the bookkeeper read the book'])
    t.equal(recognise(render(text), { map: rejecting })[0].text, text);
});

t.test('a listed word gains, and is left alone where it was not said', async (t) => {
  const posteriors = render('a /D-AA-L/', { peak: 0.6 });
  t.equal(recognise(posteriors)[0].text, 'a doll');
  const unsure = renderPosteriors(sound('a tall'), { units: phones.length, peak: 0.4, noise: 1.2, seed: 8 });
  const weight = (text: string) => ({ text, weight: 6 });
  t.match(recognise(unsure, { bias: [weight('doll')] })[0].text, /doll/);
  t.match(recognise(unsure, { bias: [weight('tall')] })[0].text, /tall/);
  t.equal(
    recognise(render('the red beds'), { bias: [weight('doll'), weight('net')] })[0].text,
    'the red beds',
  );
});

t.test('a word that no dictionary has is heard once it is listed', async (t) => {
  const posteriors = render('a /P-AA-K-N-AH/ tea', { peak: 0.8 });
  t.notMatch(recognise(posteriors)[0].text, /pakna/);
  const own = { text: 'Pakna', pronunciations: [['P', 'AA', 'K', 'N', 'AH']] };
  t.equal(recognise(posteriors, { bias: [own] })[0].text, 'a pakna tea');
  const phrase = { text: 'Pak Na', pronunciations: [['P', 'AA', 'K', 'N', 'AH']] };
  const [{ words }] = recognise(posteriors, { bias: [phrase] });
  t.strictSame(
    words.map(({ text }) => text),
    ['a', 'pak', 'na', 'tea'],
    'a phrase said as one is several words',
  );
});

t.test('the more new words are listed, the less likely is each', async (t) => {
  const posteriors = render('a /P-AA-K-N-AH/ tea', { peak: 0.8 });
  const pakna = { text: 'Pakna', pronunciations: [['P', 'AA', 'K', 'N', 'AH']] };
  const others = Array.from({ length: 999 }, (_, index) => ({
    text: `brand${String(index).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)])}`,
  }));
  const [one] = recognise(posteriors, { bias: [pakna] });
  const [oneOfMany] = recognise(posteriors, { bias: [pakna, ...others] });
  t.equal(oneOfMany.text, 'a pakna tea');
  t.ok(one.score - oneOfMany.score > 2, `${one.score} alone, ${oneOfMany.score} among a thousand`);
  const [ofQuery] = recognise(posteriors, { bias: others, own: [pakna] });
  t.ok(Math.abs(ofQuery.score - one.score) < 0.1, "a query's own list is as short as ever");
});

t.test("a query's own words come on top of those of all", async (t) => {
  const posteriors = render('a /P-AA-K-N-AH/ /T-EH-K-AH/ tea', { peak: 0.8 });
  const pakna = { text: 'Pakna', pronunciations: [['P', 'AA', 'K', 'N', 'AH']] };
  const teka = { text: 'Teka', pronunciations: [['T', 'EH', 'K', 'AH']] };
  t.equal(recognise(posteriors, { bias: [pakna], own: [teka] })[0].text, 'a pakna teka tea');
  t.equal(recognise(posteriors, { own: [teka, pakna] })[0].text, 'a pakna teka tea');
  const once = recognise(posteriors, { bias: [pakna, teka] })[0];
  const again = recognise(posteriors, { bias: [pakna, teka], own: [teka, pakna] })[0];
  t.equal(again.text, once.text);
  t.ok(Math.abs(again.score - once.score) < 1e-6, 'what is listed twice gains once');
});

t.test('a sentence of the grammar is preferred, other speech is not forced into it', async (t) => {
  const sentences = sentencesOf(t, ['a {state} bed [please]', 'ten beds'], { state: ['read', 'tall'] });
  const options = { grammarWeight: 2 };
  t.equal(recognise(render('a red bed'))[0].text, 'a red bed');
  t.equal(recognise(render('a red bed'), { sentences, options })[0].text, 'a read bed');
  t.equal(recognise(render('the red beds'), { sentences, options })[0].text, 'the red beds');
  t.match(recognise(render('plain tea'), { sentences, options })[0].text, 'plain tea', 'no sentence of it');
  const [hard, soft] = [1, 0.5].map(
    (scale) => recognise(render('a red bed'), { sentences: { ...sentences, scale }, options })[0],
  );
  t.strictSame([hard.text, soft.text], ['a read bed', 'a read bed']);
  t.ok(soft.score > hard.score, 'sentences may say how strongly they are preferred');
});

t.test('what sentences are made of is expected in speech that is none of them', async (t) => {
  const sentences = sentencesOf(t, ['a {state} bed [please]', 'ten beds'], { state: ['read', 'tall'] });
  const otherwise = render('a red bed plain tea');
  t.equal(recognise(otherwise, { sentences, options: { grammarShare: 0 } })[0].text, 'a red bed plain tea');
  t.equal(recognise(otherwise, { sentences })[0].text, 'a read bed plain tea');
  t.equal(
    recognise(render('the red beds'), { sentences })[0].text,
    'the red beds',
    'other speech stays as it is',
  );
});

t.test('inside a sentence only words that may follow are looked for, however full the beam is', async (t) => {
  const templates = ['a {state} bed', 'ten (beds|tall) (net|tea)', 'the {state} {state} apron'];
  const sentences = sentencesOf(t, templates, { state: ['read', 'tall', 'plain'] });
  const parts = { lexicon, lm, pronouncer, search: defaultSearchOptions };
  const context = new CompiledContext(compileContext({ sentences }, parts), parts);
  const { acceptor } = context.sentences!;
  const { childStart, wordStart, words } = context.sentenceTree!;
  const { lmWeight, grammarScale, wordBonus } = defaultSearchOptions;
  const queue = [acceptor.initialState];
  for (const state of queue) {
    const followers = acceptor.followers(state)!;
    const below = (node: number): number => {
      const ends = [...words.subarray(wordStart[node], wordStart[node + 1])].map(
        (word) => lmWeight * grammarScale * (followers.get(word) ?? -Infinity) + wordBonus,
      );
      for (let child = childStart[node]; child < childStart[node + 1]; child++) ends.push(below(child));
      return Math.max(-Infinity, ...ends);
    };
    const lookAhead = context.sentences!.of(state);
    t.equal(lookAhead.below(0), 0);
    for (let node = 1; node < childStart.length - 1; node++)
      t.equal(lookAhead.below(node), Math.fround(below(node)));
    for (const word of followers.keys()) {
      const next = acceptor.step(state, word);
      if (next >= 0 && !queue.includes(next)) queue.push(next);
    }
  }
  t.ok(queue.length > 6);

  const unsure = renderPosteriors(sound('the tall plain apron'), {
    units: phones.length,
    peak: 0.5,
    noise: 1.2,
    seed: 4,
  });
  const options = { maxActive: 12 };
  t.not(recognise(unsure, { options })[0].text, 'the tall plain apron');
  t.equal(recognise(unsure, { options, sentences })[0].text, 'the tall plain apron');
});

t.test('words written without their apostrophe are found in the lexicon', async (t) => {
  const known = new Set(["i'd", "don't", "men's", "it's", "we'll", "tea's", 'teas', 'well', 'it']);
  const isKnown = (word: string) => known.has(word);
  const found = (word: string) => withApostrophe(word, isKnown);
  t.strictSame(['id', 'dont', 'mens', 'its', 'well', 'teas', 'x'].map(found), [
    ["i'd"],
    ["don't"],
    ["men's"],
    ["it's"],
    ["we'll"],
    [],
    [],
  ]);
});

t.test('a long stream needs no more memory than its words', async (t) => {
  const { decoder, hypotheses } = newSearch();
  const one = render('the bookkeeper read a book', { peak: 0.6, noise: 1 });
  const before = process.memoryUsage().heapUsed;
  for (let round = 0; round < 40; round++) decoder.advance(one, one.length / phones.length, phones.length);
  t.ok(hypotheses()[0].words.length > 150);
  t.ok(process.memoryUsage().heapUsed - before < 60e6);
});
