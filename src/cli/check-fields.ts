import { conditionsOf } from '../nlu/pack/conditions-of.js';
import { type ContextRule, isItemRule } from '../nlu/pack/context-rule-schema.js';
import type { Pack } from '../nlu/pack/pack.js';
import type { PackSource } from '../nlu/pack/pack-source.js';
import type { PackFinding } from './pack-finding.js';
import { fieldsOf, type PackGroup, packGroups } from './pack-groups.js';

/** Rules that put values into fields which hold no items. */
const puttingValues: ReadonlySet<ContextRule> = new Set(['replace', 'add', 'correct']);

/** Values that never reach their field, and conditions on fields that nothing fills. */
export function* checkFields(pack: Pack, source: PackSource): Generator<PackFinding> {
  const groups = packGroups(pack);
  const fillable = fillableFields(pack, groups);
  const told = new Set<string>();
  const lost = new Map<string, { where: string; entities: Set<string>; ofItems: boolean }>();
  for (const group of groups) {
    for (const entity of namedBy(group)) {
      for (const field of fieldsOf(pack, entity)) {
        if (fillable.has(field) || puts(pack, group, field)) continue;
        const { intent, where } = group;
        const ofItems = pack.definition.fields[field].kind === 'items';
        const one = lost.get(intent) ?? { where, entities: new Set(), ofItems };
        one.entities.add(entity);
        lost.set(intent, one);
        told.add(field);
      }
    }
  }
  for (const [intent, { where, entities, ofItems }] of lost) {
    const values = [...entities].map((entity) => `{${entity}}`).join(', ');
    const rules = ofItems ? '"addItems"' : '"replace" or "add"';
    const message = `the values of ${values} in ${intent} go to no field: it has no ${rules} under "context"`;
    yield { kind: 'unfilled', where, message };
  }
  for (const { when, path } of conditionsOf(pack.definition)) {
    for (const name of when.filled ?? []) {
      const [field] = name.split('.');
      if (pack.definition.fields[field] === undefined || fillable.has(field) || told.has(field)) continue;
      const message = `nothing that is said fills the field ${field}, and no test has it under "given"`;
      yield { kind: 'unfilled', where: source.locate([...path, 'filled']), message };
    }
  }
}

/**
 * Fields that a conversation can fill: by sentences that need nothing but fields of which this holds already. Whoever calls
 * the service may fill others, which tests show under `given`.
 */
function fillableFields(pack: Pack, groups: readonly PackGroup[]): ReadonlySet<string> {
  const { fields, tests } = pack.definition;
  const given = tests.flatMap((test) => ('given' in test ? Object.keys(test.given ?? {}) : []));
  const hasValue = Object.keys(fields).filter((name) => fields[name].always && fields[name].empty);
  const fillable = new Set([...given, ...hasValue]);
  for (let before = -1; before < fillable.size; ) {
    before = fillable.size;
    for (const group of groups.filter(({ when }) => canHold(when, fillable)))
      for (const field of filledBy(pack, group)) fillable.add(field);
    for (const [name, { beside }] of Object.entries(fields))
      if (beside !== undefined && fillable.has(beside)) fillable.add(name);
  }
  return fillable;
}

function canHold(when: PackGroup['when'], fillable: ReadonlySet<string>): boolean {
  const isKnown = (path: string) => fillable.has(path.split('.')[0]) || path.startsWith('asked.');
  return (when?.filled ?? []).every(isKnown) && (when?.anyFilled?.some(isKnown) ?? true);
}

function namedBy({ said, slots }: PackGroup): Set<string> {
  return new Set([...said.flatMap(({ some }) => [...some.values()]), ...Object.keys(slots)]);
}

/** Whether a group's rules put what was said for a field into it. */
function puts(pack: Pack, { rules }: PackGroup, field: string): boolean {
  const isOfItems = pack.definition.fields[field]?.kind === 'items';
  return rules.some((rule) => {
    if (typeof rule !== 'string') return 'recall' in rule || ('amountOfLast' in rule && isOfItems);
    return isOfItems ? isItemRule(rule) : puttingValues.has(rule);
  });
}

function* filledBy(pack: Pack, group: PackGroup): Generator<string> {
  for (const entity of namedBy(group))
    for (const field of fieldsOf(pack, entity)) if (puts(pack, group, field)) yield field;
  for (const rule of group.rules) {
    if (typeof rule === 'string') continue;
    const paths =
      'set' in rule
        ? Object.keys(rule.set)
        : 'relative' in rule
          ? [rule.relative.field, ...Object.keys(rule.relative.alsoSet ?? {})]
          : 'stepBound' in rule
            ? [rule.stepBound.field]
            : 'recall' in rule
              ? [rule.recall]
              : [];
    for (const path of paths) yield path.split('.')[0];
  }
}
