import { createUnderstander, packSentences } from '../../nlu/index.js';
import type { Pack } from '../../nlu/pack/pack.js';
import { turnsOf } from '../../nlu/pack/schema/test-schema.js';
import type { PackSource } from '../../nlu/pack/source/pack-source.js';
import { stateCount } from '../../nlu/template/word-arcs.js';
import { sourceOf } from '../source-of.js';
import { checkAlternatives } from './check-alternatives.js';
import { checkAnswers } from './check-answers.js';
import { checkAnything } from './check-anything.js';
import { checkFailing } from './check-failing.js';
import { checkFields } from './check-fields.js';
import { checkFilters } from './check-filters.js';
import { checkGlue } from './check-glue.js';
import { checkIdle } from './check-idle.js';
import { checkItems } from './check-items.js';
import { checkNames } from './check-names.js';
import { checkNumbers } from './check-numbers.js';
import { checkPatterns } from './check-patterns.js';
import { checkPronunciations, type Speech } from './check-pronunciations.js';
import { checkReplies } from './check-replies.js';
import { checkRetrieval } from './check-retrieval.js';
import { checkSameField } from './check-same-field.js';
import { checkShapes } from './check-shapes.js';
import { checkSilence } from './check-silence.js';
import { checkSlots } from './check-slots.js';
import { checkTemplates } from './check-templates.js';
import { checkTwice } from './check-twice.js';
import { checkUnused } from './check-unused.js';
import { checkWhen } from './check-when.js';
import type { PackFinding } from './pack-finding.js';
import { packGroups } from './pack-groups.js';

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
  const spoken = checkPronunciations(pack, source, speech);
  const tested = testedIntents(pack);
  const groups = packGroups(pack);
  const findings = [
    ...checkTemplates(pack),
    ...checkAlternatives(pack, source),
    ...checkCount(pack),
    ...spoken.findings,
    ...checkUnused(pack, source),
    ...checkTests(pack, source),
    ...checkIntents(pack, source, tested),
    ...checkReplies(pack, source),
    ...checkSilence(pack, source, groups),
    ...checkNames(pack, source),
    ...checkShapes(pack, source),
    ...checkRetrieval(pack, source),
    ...checkSlots(pack, source),
    ...checkFields(pack, source, groups),
    ...checkAnswers(pack, source, groups),
    ...checkWhen(pack, source, groups),
    ...checkFailing(pack, source, groups),
    ...checkSameField(pack, source),
    ...checkAnything(pack, groups),
    ...checkTwice(pack, source),
    ...checkItems(pack, source, groups),
    ...checkGlue(pack, source),
    ...checkNumbers(pack, source),
    ...checkPatterns(pack, source),
    ...checkFilters(pack, source),
    ...checkIdle(pack, source, spoken.words),
    ...checkExamples(pack, source),
  ];
  return {
    findings,
    figures: {
      intents: Object.keys(pack.definition.intents).length,
      templates: pack.sentences.length,
      states: stateCount(pack.automaton.words),
      listValues: pack.exact.size,
      tests: turnsOf(pack.definition.tests).length,
      testedIntents: tested.size,
      words: spoken.words.size,
      guessedWords: spoken.guessedWords,
    },
  };
}

/** Intents that a test expects. */
function testedIntents(pack: Pack): ReadonlySet<string> {
  const { intents, tests } = pack.definition;
  const expected = tests
    .flatMap((test) => ('turns' in test ? test.turns : [test]))
    .map(({ intent }) => intent ?? '');
  return new Set(expected.filter((name) => Object.hasOwn(intents, name)));
}

function* checkCount(pack: Pack): Generator<PackFinding> {
  if (!packSentences(pack).truncated) return;
  const message =
    'there are more sentences than the recogniser expects; it leaves out the last. Simplify those with many optional parts';
  yield { kind: 'tooMany', where: pack.files[0], message };
}

function* checkTests(pack: Pack, source: PackSource): Generator<PackFinding> {
  for (const [index, test] of pack.definition.tests.entries()) {
    if ('turns' in test || Object.keys(test).some((key) => expectations.includes(key))) continue;
    const message = `the test "${test.say}" expects nothing`;
    yield { kind: 'untested', where: source.locate(['tests', index]), message };
  }
}

function* checkIntents(pack: Pack, source: PackSource, tested: ReadonlySet<string>): Generator<PackFinding> {
  for (const [name, { replies = [], repeat }] of Object.entries(pack.definition.intents)) {
    const where = source.locate(['intents', name]);
    if (!tested.has(name)) yield { kind: 'untested', where, message: `no test expects the intent ${name}` };
    if (replies.length > 0) continue;
    const message = `the intent ${name} has no reply${repeat ? ' for when there is nothing to repeat' : ''}`;
    yield { kind: 'silent', where, message };
  }
}

function* checkExamples(pack: Pack, source: PackSource): Generator<PackFinding> {
  const understander = createUnderstander(pack);
  const [locale] = understander.locales;
  for (const [at, text] of pack.definition.welcome.examples.entries()) {
    const { intent } = understander.understand({ locale, readings: [{ text, confidence: 1 }] });
    if (intent !== 'none') continue;
    const where = source.locate(['welcome', 'examples', at]);
    yield { kind: 'unanswered', where, message: `the example "${text}" is not understood` };
  }
}
