import t from 'tap';
import { CompiledContext, compileContext } from '../../src/stt/compile-context.js';
import { defaultSearchOptions } from '../../src/stt/search/search-options.js';
import { renderPosteriors } from './render.js';
import { sentencesOf } from './sentences-of.js';
import { lexicon, lm, phones, pronouncer, recognise, render, sound } from './small-search.js';

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

t.test('a capital letter in a sentence is one that is spelled, and is written small', async (t) => {
  const words = ['ten', 'T', 'P'];
  const arcs = words.map((word, from) => ({ from, to: from + 1, word }));
  const sentences = { states: 4, finals: [3], arcs };
  const [plain, spelled] = [undefined, sentences].map((expected) =>
    recognise(render('ten tea pea'), { sentences: expected, options: { grammarWeight: 2 } }),
  );
  t.equal(plain[0].text, 'ten tea pea');
  t.equal(spelled[0].text, 'ten t p');
  const choice = { ...sentences, arcs: [...arcs, { from: 2, to: 3, word: 'B' }] };
  const scored = [[], Array(50).fill(['ten', 't', 'p'])].map(
    (examples) => recognise(render('ten tea pea'), { sentences: { ...choice, examples } })[0].score,
  );
  t.ok(scored[1] > scored[0], 'what was spelled often is likelier');
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
  const wrong: string[] = [];
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
      if (lookAhead.below(node) !== Math.fround(below(node))) wrong.push(`${state}: ${node}`);
    for (const word of followers.keys()) {
      const next = acceptor.step(state, word);
      if (next >= 0 && !queue.includes(next)) queue.push(next);
    }
  }
  t.strictSame(wrong, []);
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
