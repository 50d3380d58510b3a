import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import { createUnderstander, loadPack } from '../../src/nlu/index.js';
import { sayTo } from './say-to.js';

const library = `
name: library
locales: [en]
lists:
  thing: { values: [atlas, cookbook, map, novel] }
  color: { values: [red, blue, green] }
entities:
  thing: { into: things, asSaid: true }
  word: { kind: text, into: things }
  color: { into: traits.color }
  topic: { kind: text, maxWords: 10, weight: -4 }
  search: { kind: phrase, of: [thing, color], rest: word, glue: [a, the, in, that is] }
fields:
  things: { kind: list, always: true }
  traits: { kind: map, always: true }
retrieval: { keywords: things, attributes: traits, intents: [look, narrow, tell] }
clauses:
  joins: [so, but]
  links: [and, and then]
  asks: [show me, i want, it should, take]
  tells: [i, it, my]
  subjects: [i, my]
  wishes: [want, should]
  talk: [chat]
intents:
  look:
    sentences: ["[(show me|i want|find)] {search}"]
    context: [{ clear: all }, add]
    replies: ["Looking[ for {things}]."]
  narrow:
    priority: 1
    when: { filled: [things] }
    sentences: ["[in] {color}", "it should be {color}"]
    context: [replace]
    replies: ["In {traits.color|or}."]
  chat:
    sentences: ["i (live|work|sleep) {topic}", "my {topic} (hurts|waits)", "it looks {topic}"]
    replies: ["I see."]
  take:
    when: { filled: [things] }
    sentences: ["(take|buy) it"]
    replies: ["Yours."]
  tell:
    sentences: ["(dream|buy) {topic} (show me|i want) {search}"]
    context: [{ clear: all }, add]
    replies: ["Looking[ for {things}]."]
  praise:
    sentences: ["it looks good"]
    replies: ["Good."]
  turn:
    sentences: ["show me more"]
    replies: ["More."]
  back:
    sentences: ["undo"]
    context: [undo]
    replies: ["Okay."]
`;
const folder = t.testdir();
writeFileSync(join(folder, 'pack.yaml'), library);
const say = sayTo(createUnderstander(loadPack(folder)));

t.test('what is told besides a request is left out, wherever it stands', async (t) => {
  const found = say('i work in a kitchen so show me a cookbook');
  t.match(found, {
    intent: 'look',
    context: { things: ['cookbook'], traits: {} },
    reply: { text: 'Looking for cookbook.' },
  });
  const narrowed = say('blue my neck hurts', found);
  t.match(narrowed, { intent: 'narrow', context: { things: ['cookbook'], traits: { color: ['blue'] } } });
  t.equal(narrowed.text, 'blue my neck hurts', 'the whole sentence was said');
});

t.test('steps are answered in turn, and taken back at once', async (t) => {
  const before = say('an atlas');
  const both = say('show me a novel and it should be green i live on a boat', before);
  t.match(both, { intent: 'look', context: { things: ['novel'], traits: { color: ['green'] } } });
  t.same(both.entities.things, ['novel'], 'what the first step said, too');
  t.same(both.entities.traits, { color: ['green'] });
  t.same(say('undo', both).context, before.context);
});

t.test('what a step does besides the search is said, and told to whoever has to do it', async (t) => {
  const atlas = say('an atlas');
  for (const joined of ['buy it and show me a map', 'buy it and then show me a map']) {
    const both = say(joined, atlas);
    t.match(both, {
      intent: 'look',
      context: { things: ['map'] },
      reply: { text: 'Yours. Looking for map.' },
    });
    t.match(both.entities.requests, [
      { intent: 'take', text: 'buy it', context: { things: ['atlas'] } },
      { intent: 'look', text: 'show me a map' },
    ]);
  }
  const told = say('dream badly show me a map', atlas);
  t.match(told, { context: { things: ['map'] }, reply: { text: 'Looking for map.' } });
  t.equal(told.entities.requests, undefined);
});

t.test('what follows on praise is no talk', async (t) => {
  t.match(say('it looks good take it', say('an atlas')), { intent: 'take', context: { things: ['atlas'] } });
});

t.test('what a request joined to another begins with is no name, whatever its last word is', async (t) => {
  const both = say('show me more and take it', say('an atlas'));
  t.match(both, { intent: 'take', context: { things: ['atlas'] }, reply: { text: 'More. Yours.' } });
});

t.test('behind talk a request counts that names only what is known', async (t) => {
  const found = say('i work in a kitchen it should be green', say('a map'));
  t.match(found, { intent: 'narrow', context: { things: ['map'], traits: { color: ['green'] } } });
  t.equal(say('i work in a kitchen it should be huge', say('a map')).intent, 'chat');
});

t.test('talk alone stays talk, and what begins with a wish is none', async (t) => {
  t.equal(say('i live in a blue house').intent, 'chat');
  const map = say('a map');
  t.same(say('i sleep badly so my back hurts', map).context, map.context);
  t.same(say('i live alone and i want a novel', map).context.things, ['novel']);
});

t.test('a clause goes on behind a word that something must follow', async (t) => {
  // not "show me a map of" and "my town works"
  t.same(say('show me a map of my town works').context.things, ['map', 'of my town works']);
});

t.test('any words in any order have an answer', async () => {
  const words = 'i my it so but and show me want should be blue novel map works hurts live the of to'.split(
    ' ',
  );
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...words), { maxLength: 30 }), (said) => {
      const before = say('a red atlas');
      const { intent, reply, context } = say(said.join(' '), before);
      return intent !== '' && reply.text !== '' && Array.isArray(context.things);
    }),
    { numRuns: 300 },
  );
});
