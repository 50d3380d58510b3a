import { createUnderstander, packSentences } from '../nlu/index.js';
import type { Pack } from '../nlu/pack/pack.js';
import type { PackSource } from '../nlu/pack/pack-source.js';
import { saidIn } from '../nlu/pack/test-schema.js';
import { stateCount } from '../nlu/template/word-arcs.js';
import type { Lexicon } from '../stt/lexicon/lexicon.js';
import { type Pronouncer, spokenTokens } from '../stt/lexicon/pronouncer.js';
import { checkFields } from './check-fields.js';
import { checkItems } from './check-items.js';
import { checkNames } from './check-names.js';
import { checkReplies } from './check-replies.js';
import { checkRetrieval } from './check-retrieval.js';
import { checkSilence } from './check-silence.js';
import { checkSlots } from './check-slots.js';
import { checkTemplates } from './check-templates.js';
import { checkTwice } from './check-twice.js';
import { checkWhen } from './check-when.js';
import type { PackFinding } from './pack-finding.js';
import { packGroups } from './pack-groups.js';
import { sourceOf } from './source-of.js';

export interface PackReport {
  findings: PackFinding[];
  figures: {
    intents: number;
    templates: number;
    states: number;
    listValues: number;
    tests: number;
    testedIntents: number;
    /** Different words in the lists and sentences, and those that the recogniser's lexicon lacks. */
    words: number;
    guessedWords: number;
  };
}

/** What the recogniser knows of words. */
export interface Speech {
  lexicon: Lexicon;
  pronouncer: Pronouncer;
}

/** What a test can expect. */
const expectations = ['intent', 'context', 'entities', 'reply'];

/**
 * What is odd about a pack that loads: templates that never win, sentences that two intents claim alike, words that
 * cannot be said or whose pronunciation the recogniser has to guess from the spelling, parts that nothing uses, intents
 * without a test or a reply, replies that are malformed or have values that there can never be, names that stand for
 * nothing, values that go to no field, items that cannot be counted, examples that are not understood, and more sentences
 * than recognition takes.
 */
export function checkPack(pack: Pack, speech: Speech): PackReport {
  const source = sourceOf(pack);
  const findings: PackFinding[] = [];
  findings.push(...checkTemplates(pack));
  if (packSentences(pack).truncated) {
    const message =
      'there are more sentences than the recogniser expects; it leaves out the last. Simplify those with many optional parts';
    findings.push({ kind: 'tooMany', where: pack.files[0], message });
  }
  const spoken = pronunciations(pack, source, speech);
  findings.push(...spoken.findings, ...unused(pack, source));
  const expected = pack.definition.tests
    .flatMap((test) => ('turns' in test ? test.turns : [test]))
    .map(({ intent }) => intent ?? '');
  const tested = new Set(expected.filter((name) => Object.hasOwn(pack.definition.intents, name)));
  for (const [index, test] of pack.definition.tests.entries()) {
    if ('turns' in test || Object.keys(test).some((key) => expectations.includes(key))) continue;
    const message = `the test "${test.say}" expects nothing`;
    findings.push({ kind: 'untested', where: source.locate(['tests', index]), message });
  }
  for (const [name, intent] of Object.entries(pack.definition.intents)) {
    const where = source.locate(['intents', name]);
    if (!tested.has(name))
      findings.push({ kind: 'untested', where, message: `no test expects the intent ${name}` });
    if ((intent.replies ?? []).length === 0) {
      const message = intent.repeat
        ? `the intent ${name} has no reply for when there is nothing to repeat`
        : `the intent ${name} has no reply`;
      findings.push({ kind: 'silent', where, message });
    }
  }
  const groups = packGroups(pack);
  findings.push(
    ...checkReplies(pack, source),
    ...checkSilence(pack, source, groups),
    ...checkNames(pack, source),
    ...checkRetrieval(pack, source),
    ...checkSlots(pack, source),
    ...checkFields(pack, source, groups),
    ...checkWhen(pack, source, groups),
    ...checkTwice(pack, source),
    ...checkItems(pack, source),
  );
  const understander = createUnderstander(pack);
  for (const [at, text] of pack.definition.welcome.examples.entries()) {
    const { intent } = understander.understand({
      locale: understander.locales[0],
      readings: [{ text, confidence: 1 }],
    });
    if (intent !== 'none') continue;
    findings.push({
      kind: 'unanswered',
      where: source.locate(['welcome', 'examples', at]),
      message: `the example "${text}" is not understood`,
    });
  }
  return {
    findings,
    figures: {
      intents: Object.keys(pack.definition.intents).length,
      templates: pack.sentences.length,
      states: stateCount(pack.automaton.words),
      listValues: pack.exact.size,
      tests: saidIn(pack.definition.tests).length,
      testedIntents: tested.size,
      words: spoken.words,
      guessedWords: spoken.guessed,
    },
  };
}

function pronunciations(pack: Pack, source: PackSource, { lexicon, pronouncer }: Speech) {
  const findings: PackFinding[] = [];
  const own = pack.definition.pronunciations;
  for (const [word, ways] of Object.entries(pronouncer.units === 'phones' ? own : {})) {
    const unknown = ways.flatMap((way) => way.split(' ')).filter((phone) => !lexicon.units.includes(phone));
    if (unknown.length === 0) continue;
    const message = `"${word}" is pronounced with ${unknown.join(', ')}, which is no phone; there are: ${lexicon.units.slice(1).join(' ')}`;
    findings.push({ kind: 'unspeakable', where: source.locate(['pronunciations', word]), message });
  }
  const where = new Map<string, string>();
  for (const [name, values] of pack.lists) {
    // words that are only weighed nobody is expected to say
    if (pack.definition.lists[name].weighed) continue;
    for (const phrase of values.keys())
      for (const word of phrase.split(' ')) where.set(word, `in the list ${name}`);
  }
  for (const word of pack.automaton.words.numbers.keys())
    if (!where.has(word)) where.set(word, 'in a sentence');
  let guessed = 0;
  for (const [word, place] of where) {
    if (Object.hasOwn(own, word)) continue;
    const missing = spokenTokens(word).filter((token) => lexicon.idOf(token.toLowerCase()) < 0);
    if (missing.length === 0) continue;
    const [phones] = pronouncer.pronounce(word, 1);
    guessed++;
    findings.push(
      phones === undefined
        ? { kind: 'unspeakable', where: pack.files[0], message: `"${word}" (${place}) cannot be said` }
        : {
            kind: 'guessed',
            where: pack.files[0],
            message: `"${word}" (${place}) is in no dictionary and expected as ${phones.join(' ')}; correct it under "pronunciations" if need be`,
          },
    );
  }
  return { findings, words: where.size, guessed };
}

function* unused(pack: Pack, source: PackSource): Generator<PackFinding> {
  const inTemplates = new Set(pack.automaton.slots.flat().map(({ entity }) => entity));
  const used = new Set(inTemplates);
  for (const entity of pack.entities.values()) {
    for (const name of [...(entity.of ?? []), entity.rest, ...entity.heads])
      if (name !== undefined) used.add(name);
    for (const slot of entity.automaton?.slots.flat() ?? []) used.add(slot.entity);
    for (const rule of entity.rules ?? []) used.add(rule.as);
  }
  for (const name of pack.entities.keys()) {
    if (!used.has(name))
      yield {
        kind: 'unused',
        where: source.locate(['entities', name]),
        message: `the entity ${name} stands in no sentence`,
      };
  }
  const lists = new Set([...pack.entities.values()].map((entity) => entity.list ?? entity.name));
  for (const entity of pack.entities.values()) {
    for (const list of entity.without ?? []) lists.add(list);
    for (const rule of entity.rules ?? []) {
      const bounds = [rule.begins, rule.ends].flatMap((bound) => (bound ? [bound.parts, bound.wholes] : []));
      for (const list of [rule.ending, rule.headed, rule.opened, rule.withHeaded, ...bounds])
        if (list !== undefined) lists.add(list.replace('!', ''));
    }
  }
  for (const { lists: takenIn = [] } of Object.values(pack.definition.lists))
    for (const name of takenIn) lists.add(name);
  for (const { persons, keptWith } of Object.values(pack.definition.fields))
    for (const list of [persons, keptWith?.without]) if (list !== undefined) lists.add(list);
  const { weighed } = pack.definition.retrieval ?? {};
  if (weighed !== undefined) lists.add(weighed);
  for (const name of pack.lists.keys()) {
    if (!lists.has(name))
      yield {
        kind: 'unused',
        where: source.locate(['lists', name]),
        message: `the list ${name} belongs to no entity`,
      };
  }
  const rules = new Set<string>();
  const usual = [...pack.entities.values()].flatMap((entity) => entity.usual ?? []);
  const sentences = pack.sentences.map(({ template }) => template);
  const patterns = Object.values(pack.definition.entities).flatMap((entity) => entity.patterns ?? []);
  const inPatterns = patterns.flatMap((pattern) => [pattern.in].flat());
  const texts = [...sentences, ...usual, ...inPatterns, ...Object.values(pack.definition.rules)];
  for (const text of texts) for (const match of text.matchAll(/<([\w-]+)>/g)) rules.add(match[1]);
  for (const name of Object.keys(pack.definition.rules)) {
    if (!rules.has(name))
      yield {
        kind: 'unused',
        where: source.locate(['rules', name]),
        message: `the rule <${name}> stands in no sentence`,
      };
  }
}
