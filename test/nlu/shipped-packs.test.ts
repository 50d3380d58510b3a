import t from 'tap';
import { checkPack } from '../../src/cli/check/check-pack.js';
import { createUnderstander, loadPack, type Pack, packBias, packSentences } from '../../src/nlu/index.js';
import type { Entity } from '../../src/nlu/pack/compile/compile-entities.js';
import { parsedRules } from '../../src/nlu/pack/compile/parsed-rules.js';
import { slotsOf } from '../../src/nlu/pack/compile/template-reader.js';
import { mayHoldAnything } from '../../src/nlu/pack/expected/entity-words.js';
import { parseTemplate } from '../../src/nlu/template/template-parser.js';
import { SentenceSampler } from '../../src/nlu/tools/sample-sentences.js';
import { testPack } from '../../src/nlu/tools/test-pack.js';
import { openPronouncer } from '../../src/stt/lexicon/open-pronouncer.js';
import { fitNetwork } from '../../src/stt/sentences/fit-network.js';
import { SentenceAcceptor } from '../../src/stt/sentences/sentence-acceptor.js';
import { compileNetwork } from '../../src/stt/sentences/sentence-network.js';

const loaded = new Map<string, Pack>();
function shipped(name: string): Pack {
  const pack = loaded.get(name) ?? loadPack(name, { tests: true });
  loaded.set(name, pack);
  return pack;
}

/** Whether what is said for an entity, or for a part of its patterns, may be anything. */
function holdsText(pack: Pack, entity: Entity): boolean {
  const parts = entity.kind === 'pattern' ? (entity.automaton?.slots.labels ?? []) : [];
  return mayHoldAnything(entity) || parts.some((slot) => holdsText(pack, pack.entities.get(slot.entity)!));
}

const speech = openPronouncer('models/default');

for (const name of ['product-search', 'coffee-bar', 'home-control']) {
  t.test(`${name}: every test sentence is understood exactly`, async (t) => {
    const results = testPack(shipped(name));
    const understander = createUnderstander(shipped(name));
    const misunderstood = results.filter(({ faults }) => faults.length > 0);
    t.same(
      misunderstood.map(({ name, say, faults }) => ({ name, say, faults })),
      [],
    );
    const refused = results.filter(({ result }) => understander.contextFaults(result.context).length > 0);
    t.same(
      refused.map(({ name, say }) => ({ name, say })),
      [],
      'each context may be sent back',
    );
    t.ok(results.length >= 18);
  });

  t.test(`${name}: no template is unreachable or ambiguous, nothing is unused`, async (t) => {
    const serious = checkPack(shipped(name), speech).findings.filter(({ kind }) =>
      ['unreachable', 'ambiguous', 'unused', 'silent', 'unanswered', 'unknown'].includes(kind),
    );
    t.same(serious, []);
  });

  t.test(`${name}: words and grammar for a recogniser`, async (t) => {
    const pack = shipped(name);
    const bias = packBias(pack);
    t.ok(bias.length > 20);
    t.ok(bias.every(({ text, weight }) => text !== '' && weight >= 0 && weight <= 10));
    const grammar = packSentences(pack);
    t.notOk(grammar.truncated);
    t.ok(grammar.finals.length > 0);
    t.ok(grammar.arcs.every(({ from, to }) => from < grammar.states && to < grammar.states));
    // Every template without free text is a path through the grammar. Its beam leaves out what hardly anybody would say,
    // such as an order of six odd things in a row: one of a few samples has to be there.
    const rules = parsedRules(pack.definition);
    const accepts = acceptor(grammar);
    const sampler = new SentenceSampler(pack, 3);
    const refused: string[] = [];
    for (const sentence of pack.sentences) {
      if (
        [...slotsOf(parseTemplate(sentence.template), rules)].some(({ entity }) =>
          holdsText(pack, pack.entities.get(entity)!),
        )
      )
        continue;
      const samples = Array.from({ length: 8 }, () => sampler.sample(sentence));
      const spoken = samples.map((text) => text.toLowerCase());
      const sayable = spoken.filter((text) => !/[^a-z' ]/.test(text));
      if (sayable.length === 0) continue;
      if (!sayable.some((text) => accepts(text.split(' '))))
        refused.push(`${sentence.template.slice(0, 40)}: ${samples.join(' / ')}`);
    }
    t.strictSame(refused, []);
    t.ok(packSentences(pack, { maxArcs: 10 }).truncated, 'the size is bounded');
  });
}

t.test(
  'the grammar of a pack knows short forms, fillers and plurals, and the usual order of a phrase',
  async (t) => {
    const accepts = acceptor(packSentences(shipped('coffee-bar')));
    for (const text of [
      "i'd like two large lattes please",
      "that's all",
      'um can i have a twenty ounce latte',
      'a large dark roast latte with oat milk and two sugars and a small espresso',
      'two flat whites one large mocha and a blueberry muffin to go',
    ])
      t.ok(accepts(text.split(' ')), text);
    for (const text of [
      'um can i have a twenty two ounce latte',
      'latte small a',
      'with a large',
      'a large latte bread',
      'lots of of milk',
      // understood, but of a list that is not expected
      'a mince pie to go',
    ])
      t.notOk(accepts(text.split(' ')), text);
  },
);

/** Apostrophes are not heard. */
function acceptor(grammar: ReturnType<typeof packSentences>) {
  const sounds = (word: string) => word.replaceAll("'", '');
  const heard = grammar.arcs.flatMap(({ word }) => (word === null ? [] : [sounds(word)]));
  const vocabulary = new Map([...new Set(heard)].map((word, id) => [word, id]));
  const idOf = (word: string) => vocabulary.get(sounds(word));
  const network = compileNetwork(grammar, (word) => [[idOf(word)!]]);
  const said = grammar.examples.map((words) => words.map((word) => idOf(word) ?? -1));
  const sentences = new SentenceAcceptor(fitNetwork(network, said));
  return (words: string[]) => {
    let state = sentences.initialState;
    for (const word of words) if (state >= 0) state = sentences.step(state, idOf(word) ?? -2);
    return state >= 0 && sentences.endLogProb(state) > -Infinity;
  };
}
