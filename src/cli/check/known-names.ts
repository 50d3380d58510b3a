import type { Entity } from '../../nlu/pack/compile/compile-entities.js';
import { phraseParts } from '../../nlu/pack/compile/phrase-parts.js';
import type { Pack } from '../../nlu/pack/pack.js';
import { turnValues } from '../../nlu/reply/write-reply.js';

/** Places of values in sentences, and in the patterns of entities. */
function slotLabels(pack: Pack): Pack['automaton']['slots']['labels'] {
  const ofEntities = [...pack.entities.values()].flatMap(({ automaton }) => automaton ?? []);
  return [pack.automaton, ...ofEntities].flatMap(({ slots }) => slots.labels);
}

/** The entities whose values are in a slot. */
export function slotEntities(pack: Pack, slot: string): Entity[] {
  const names = new Set(slotLabels(pack).flatMap(({ name, entity }) => (name === slot ? [entity] : [])));
  return [...(pack.entities.has(slot) ? names.add(slot) : names)].map((name) => pack.entities.get(name)!);
}

/** Names of what a sentence can say: slots, and the entities in phrases. */
export function saidSlotNames(pack: Pack): ReadonlySet<string> {
  return new Set([...pack.entities.keys(), ...slotLabels(pack).map(({ name }) => name)]);
}

/** The same, and those of what holds unsaid. */
export function slotNames(pack: Pack): ReadonlySet<string> {
  return new Set([...saidSlotNames(pack), ...pack.sentences.flatMap(({ slots }) => Object.keys(slots))]);
}

/** Names of what a turn can say, for `said` in the conditions of replies. */
export function saidNames(pack: Pack): ReadonlySet<string> {
  return new Set([...turnValues, ...slotNames(pack)]);
}

/** Names of values that replies can know. */
export function replyNames(pack: Pack): ReadonlySet<string> {
  return new Set([...saidNames(pack), ...Object.keys(pack.definition.fields)]);
}

/** Options that an item of a field can have. */
export function optionNames(pack: Pack, field: string): ReadonlySet<string> {
  const phrases = [...pack.entities.values()].filter(({ into }) => into.includes(field));
  const paths = [...pack.entities.values()].flatMap(({ into }) => into);
  return new Set([
    ...phrases.flatMap((phrase) => [...phraseParts(phrase), ...phrase.heads]),
    ...paths.filter((path) => path.startsWith(`${field}.`)).map((path) => path.slice(field.length + 1)),
    'quantity',
  ]);
}
