import type { Entity } from '../../nlu/pack/compile/compile-entities.js';
import { contextRulesOf } from '../../nlu/pack/compile/context-rules-of.js';
import type { Pack } from '../../nlu/pack/pack.js';
import type { EntityDefinition } from '../../nlu/pack/schema/entity-schema.js';
import type { PackSource } from '../../nlu/pack/source/pack-source.js';
import { slotEntities } from './known-names.js';
import type { PackFinding } from './pack-finding.js';
import { setBy } from './reachable.js';
import { replyTexts } from './reply-texts.js';

type Kind = EntityDefinition['kind'];

/** Filters that put only the values of certain kinds into words. */
const kindsOfFilter: Readonly<Record<string, readonly Kind[]>> = {
  date: ['date'],
  time: ['time'],
  duration: ['duration'],
  measure: ['quantity'],
  price: ['price', 'range', 'money'],
};

/** Kinds whose values may be of any form; those of the others never are. */
const openKinds: readonly Kind[] = ['list', 'pattern', 'text', 'phrase'];

/** Filters of replies that can do nothing with the values of what they stand behind: `{code|date}`. */
export function* checkFilters(pack: Pack, source: PackSource): Generator<PackFinding> {
  for (const { template, path } of replyTexts(pack, source)) {
    for (const [, name, filters] of template.matchAll(/\{([^{}|,]*)\|([^{}]*)\}/g)) {
      const kinds = kindsOf(pack, name.trim());
      for (const filter of filters.split('|').map((one) => one.trim())) {
        const wanted = Object.hasOwn(kindsOfFilter, filter) ? kindsOfFilter[filter] : undefined;
        if (wanted === undefined || kinds === undefined || kinds.some((kind) => wanted.includes(kind)))
          continue;
        const message = `the filter "${filter}" is for the kind ${wanted.join(' or ')}, and {${name}} is a ${kinds.join(' or ')}: "${template}"`;
        yield { kind: 'malformed', where: source.locate(path), message };
      }
    }
  }
}

/** The kinds of what can stand at a name in a reply; undefined where other values can, too. */
function kindsOf(pack: Pack, path: string): Kind[] | undefined {
  const { definition, entities, sentences } = pack;
  const name = path.replace(/^before\./, '');
  const [field] = name.split('.');
  const set = new Set(setBy({ rules: [...contextRulesOf(definition)].map(({ rule }) => rule) }));
  const unsaid = sentences.some(({ slots }) => Object.hasOwn(slots, name));
  const given = definition.tests.some((test) => 'given' in test && Object.hasOwn(test.given ?? {}, field));
  if (unsaid || given || set.has(field)) return undefined;
  const sources = [
    ...[...entities.values()].filter((entity) => entity.into.includes(name)),
    ...slotEntities(pack, name),
  ];
  const isClosed = (entity: Entity) => !openKinds.includes(entity.kind) || holdsWordsOnly(pack, entity);
  return sources.length > 0 && sources.every(isClosed)
    ? [...new Set(sources.map(({ kind }) => kind))]
    : undefined;
}

/** Whether the values are those of a list, none of which has a figure, as every day, time, span or amount has. */
function holdsWordsOnly({ lists, definition }: Pack, { kind, list, name, asSaid }: Entity): boolean {
  const values = lists.get(list ?? name);
  if (kind !== 'list' || asSaid || values === undefined) return false;
  const { range, apart } = definition.lists[list ?? name];
  return (
    range === undefined && apart === undefined && ![...values.values()].some((value) => /\d/.test(value))
  );
}
