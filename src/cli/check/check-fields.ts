import { conditionsOf } from '../../nlu/pack/compile/conditions-of.js';
import type { Pack } from '../../nlu/pack/pack.js';
import type { PackSource } from '../../nlu/pack/source/pack-source.js';
import type { PackFinding } from './pack-finding.js';
import { fieldsOf, type PackGroup } from './pack-groups.js';
import { namedBy, puts, reachableIn } from './reachable.js';

/** Values that never reach their field, and conditions on fields that nothing fills. */
export function* checkFields(
  pack: Pack,
  source: PackSource,
  groups: readonly PackGroup[],
): Generator<PackFinding> {
  const { fields: fillable } = reachableIn(pack, groups);
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
  yield* checkSaid(pack, source, groups);
}

/**
 * Replies that go by a field which the intent's own sentences name a value for, and never put it there: they go by what was
 * said before.
 */
function* checkSaid(pack: Pack, source: PackSource, groups: readonly PackGroup[]): Generator<PackFinding> {
  for (const { when, path } of conditionsOf(pack.definition)) {
    const [, intent, part] = path;
    if (part !== 'replies') continue;
    for (const name of Object.keys(when.is ?? {})) {
      const [field] = name.split('.');
      const saying = groups.filter(
        (group) =>
          group.intent === intent && [...namedBy(group)].some((entity) => fieldsOf(pack, entity).has(field)),
      );
      if (saying.length === 0 || saying.some((group) => puts(pack, group, field))) continue;
      const message = `a reply of ${intent} goes by the field ${field}, and what ${intent} says of it goes nowhere: it has no "replace" or "add" under "context"`;
      yield { kind: 'unfilled', where: source.locate([...path, 'is', name]), message };
    }
  }
}
