import { emptyValue, isEmpty } from '../../nlu/context/fields.js';
import type { Pack } from '../../nlu/pack/pack.js';
import { type ContextRule, fieldsNamedBy, isItemRule } from '../../nlu/pack/schema/context-rule-schema.js';
import { fieldsOf, type PackGroup } from './pack-groups.js';

/** Rules that put values into fields which hold no items. */
const puttingValues: ReadonlySet<ContextRule> = new Set(['replace', 'add', 'allow', 'accept', 'correct']);

/** What conversations can come to. */
export interface Reachable {
  /** Fields that can hold something. */
  fields: ReadonlySet<string>;
  /** Intents that can be said. */
  intents: ReadonlySet<string>;
}

/**
 * What a conversation can come to: by sentences whose conditions need nothing but what it can come to before. Whoever calls
 * the service may fill fields, which tests show under `given`.
 */
export function reachableIn(pack: Pack, groups: readonly PackGroup[]): Reachable {
  const { fields, tests, intents } = pack.definition;
  const given = tests.flatMap((test) => ('given' in test ? Object.keys(test.given ?? {}) : []));
  const hasValue = Object.keys(fields).filter(
    (name) => fields[name].always && !isEmpty(emptyValue(fields[name])),
  );
  const said = new Set(groups.map(({ intent }) => intent));
  const found = {
    fields: new Set([...given, ...hasValue]),
    // what has no sentences is come to in other ways
    intents: new Set(['none', ...Object.keys(intents).filter((name) => !said.has(name))]),
  };
  for (let before = -1; before < found.fields.size + found.intents.size; ) {
    before = found.fields.size + found.intents.size;
    for (const group of groups) {
      if (!canBeFilled(group, found) || !canFollow(group, found)) continue;
      found.intents.add(group.intent);
      for (const field of filledBy(pack, group)) found.fields.add(field);
    }
    for (const [name, { beside }] of Object.entries(fields))
      if (beside !== undefined && found.fields.has(beside)) found.fields.add(name);
  }
  return found;
}

function canBeFilled({ when }: PackGroup, { fields }: Reachable): boolean {
  const isKnown = (path: string) => fields.has(path.split('.')[0]) || path.startsWith('asked.');
  return (when?.filled ?? []).every(isKnown) && (when?.anyFilled?.some(isKnown) ?? true);
}

/** Whether an intent that a group is said after can be said. */
export function canFollow({ when }: Pick<PackGroup, 'when'>, { intents }: Reachable): boolean {
  return when?.after?.some((intent) => intents.has(intent)) ?? true;
}

/** Entities, and slots that hold without being said, of a group of sentences. */
export function namedBy({ said, slots }: PackGroup): Set<string> {
  return new Set([...said.flatMap(({ some }) => [...some.values()]), ...Object.keys(slots)]);
}

/** Whether a group's rules put what was said for a field into it. */
export function puts(pack: Pack, { rules }: PackGroup, field: string): boolean {
  const isOfItems = pack.definition.fields[field]?.kind === 'items';
  return rules.some((rule) => {
    if (typeof rule !== 'string')
      return 'recall' in rule || 'exchange' in rule || ('amountOfLast' in rule && isOfItems);
    return isOfItems ? isItemRule(rule) : puttingValues.has(rule);
  });
}

/** Fields that a group of sentences can fill. */
export function* filledBy(pack: Pack, group: PackGroup): Generator<string> {
  for (const entity of namedBy(group))
    for (const field of fieldsOf(pack, entity)) if (puts(pack, group, field)) yield field;
  yield* setBy(group);
}

/** Fields that the rules of a group fill whatever was said. */
export function* setBy({ rules }: Pick<PackGroup, 'rules'>): Generator<string> {
  for (const rule of rules) {
    // these only empty them
    const empties =
      typeof rule !== 'string' &&
      ['clear', 'clearThings', 'keepNamed', 'spareNamed', 'dropBound'].some((name) => name in rule);
    for (const path of empties ? [] : fieldsNamedBy(rule)) yield path.split('.')[0];
  }
}
