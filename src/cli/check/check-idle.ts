import { didYouMeanHint } from '../../config/did-you-mean.js';
import { conditionsOf } from '../../nlu/pack/compile/conditions-of.js';
import { contextRulesOf } from '../../nlu/pack/compile/context-rules-of.js';
import { mayHoldAnything } from '../../nlu/pack/expected/entity-words.js';
import type { Pack } from '../../nlu/pack/pack.js';
import type { PackSource } from '../../nlu/pack/source/pack-source.js';
import { spokenTokens } from '../../stt/lexicon/pronouncer.js';
import { namedSlots } from './check-slots.js';
import type { PackFinding } from './pack-finding.js';

/**
 * What does nothing: names of slots that were to fill a field, pronunciations of words that nobody says, pronouns that refer to
 * what there is not, and taking back where nothing is kept.
 */
export function* checkIdle(
  pack: Pack,
  source: PackSource,
  words: ReadonlySet<string>,
): Generator<PackFinding> {
  yield* idleSlots(pack, source);
  yield* idlePronunciations(pack, source, words);
  yield* idlePronouns(pack, source);
  yield* idleUndo(pack, source);
}

/** `{station:from}` where `from` is a field and `station` goes to another: the name of a slot fills none. */
function* idleSlots(pack: Pack, source: PackSource): Generator<PackFinding> {
  const { fields, intents } = pack.definition;
  // in orders, and in requests for another time, slots have names with a meaning of their own
  const hasOwnNames =
    Object.values(fields).some(({ kind }) => kind === 'items') ||
    Object.values(intents).some(({ defers }) => defers !== undefined);
  if (hasOwnNames) return;
  const asked = [...conditionsOf(pack.definition)].flatMap(({ when }) => when.said ?? []);
  const read = new Set([...asked, ...[...namedSlots(pack)].map(({ name }) => name)]);
  const told = new Set<string>();
  const rulesWhere = Object.entries(pack.definition.rules).map(([name, template]) => ({
    template,
    where: source.locate(['rules', name]),
  }));
  for (const { template, where } of [...pack.sentences, ...rulesWhere]) {
    for (const [, name, slot] of template.matchAll(/\{([\w-]+):([\w-]+)\}/g)) {
      const into = pack.entities.get(name)?.into ?? [];
      const isField = into.length > 0 && Object.hasOwn(fields, slot) && !into.includes(slot);
      if (!isField || read.has(slot) || told.has(`${name}:${slot}`)) continue;
      told.add(`${name}:${slot}`);
      const message = `what is said of {${name}:${slot}} goes to ${into.join(' and ')}, not to ${slot}: for that make another entity, with into: ${slot}`;
      yield { kind: 'unfilled', where, message };
    }
  }
}

/** @param words All words of the sentences and lists. */
function* idlePronunciations(
  { definition, entities }: Pack,
  source: PackSource,
  words: ReadonlySet<string>,
): Generator<PackFinding> {
  // a text, or the catalogue, may have any word
  if (definition.retrieval !== undefined || [...entities.values()].some(mayHoldAnything)) return;
  const hotwords = Object.keys(definition.hotwords).flatMap((phrase) => phrase.toLowerCase().split(' '));
  const said = new Set([...words, ...hotwords].flatMap((word) => [word, ...spokenTokens(word)]));
  for (const word of Object.keys(definition.pronunciations)) {
    if (
      word
        .toLowerCase()
        .split(' ')
        .every((one) => said.has(one))
    )
      continue;
    const where = source.locate(['pronunciations', word]);
    yield {
      kind: 'unused',
      where,
      message: `no sentence and no list has the word "${word}", which is pronounced here`,
    };
  }
}

function* idlePronouns(pack: Pack, source: PackSource): Generator<PackFinding> {
  const valuesOf = ({ list, name }: { list?: string | undefined; name: string }) =>
    new Set(pack.lists.get(list ?? name)?.values() ?? []);
  for (const entity of pack.entities.values()) {
    const { name, into, refersTo = {} } = entity;
    const others = [...pack.entities.values()].filter(
      (other) => other.refersTo === undefined && other.into.some((path) => into.includes(path)),
    );
    const isOpen = others.some(({ kind, asSaid }) => kind !== 'list' || asSaid);
    const referable = new Set(others.flatMap((other) => [...valuesOf(other)]));
    const pronouns = valuesOf(entity);
    for (const [pronoun, values] of Object.entries(refersTo)) {
      const where = source.locate(['entities', name, 'refersTo', pronoun]);
      if (!pronouns.has(pronoun))
        yield {
          kind: 'unknown',
          where,
          message: withHint(`"${pronoun}" is no value of ${name}`, pronoun, pronouns),
        };
      for (const value of isOpen ? [] : values) {
        if (referable.has(value)) continue;
        const fault = `"${pronoun}" can refer to "${value}", which never goes to ${into.join(' or ')}`;
        yield { kind: 'unknown', where, message: withHint(fault, value, referable) };
      }
    }
  }
}

function* idleUndo({ definition }: Pack, source: PackSource): Generator<PackFinding> {
  if (definition.conversation.undo > 0) return;
  for (const { rule, path } of contextRulesOf(definition)) {
    if (rule !== 'undo') continue;
    const message = 'nothing can be taken back, as "conversation" keeps no turns: undo: 0';
    yield { kind: 'unused', where: source.locate(path), message };
  }
}

function withHint(fault: string, value: string, possible: Iterable<string>): string {
  const hint = didYouMeanHint(value, possible);
  return hint === undefined ? fault : `${fault}; ${hint}`;
}
