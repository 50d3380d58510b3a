import { conditionsOf } from '../../nlu/pack/compile/conditions-of.js';
import { contextRulesOf } from '../../nlu/pack/compile/context-rules-of.js';
import { noSuch } from '../../nlu/pack/no-such.js';
import type { Pack } from '../../nlu/pack/pack.js';
import type { ContextRule } from '../../nlu/pack/schema/context-rule-schema.js';
import type { PackSource, SourcePath } from '../../nlu/pack/source/pack-source.js';
import { optionNames, saidNames, saidSlotNames, slotNames } from './known-names.js';
import type { PackFinding } from './pack-finding.js';
import { setBy } from './reachable.js';

/** Slots that rules, fields and conditions look at and no sentence has, and options that no item can have. */
export function* checkSlots(pack: Pack, source: PackSource): Generator<PackFinding> {
  const slots = slotNames(pack);
  const said = saidSlotNames(pack);
  for (const { name, path } of namedSlots(pack)) {
    const [part] = path;
    const isSaid = part === 'fields' || path.includes('context');
    if ((isSaid ? said : slots).has(name)) continue;
    const message = slots.has(name)
      ? `the slot "${name}" holds without being said, and this looks at what was said`
      : noSuch('slot', name, slots);
    yield { kind: 'unknown', where: source.locate(path), message };
  }
  yield* checkUnsaid(pack, source);
  const known = saidNames(pack);
  for (const { when, path } of conditionsOf(pack.definition)) {
    for (const name of when.said ?? []) {
      if (known.has(name)) continue;
      const message = noSuch('slot', name, slots);
      yield { kind: 'unknown', where: source.locate([...path, 'said']), message };
    }
  }
  for (const [field, { defaults = {} }] of Object.entries(pack.definition.fields)) {
    const options = optionNames(pack, field);
    for (const name of Object.keys(defaults)) {
      if (options.has(name)) continue;
      const message = `the items of ${field} never have "${name}": ${noSuch('entity', name, options)}`;
      yield { kind: 'unknown', where: source.locate(['fields', field, 'defaults', name]), message };
    }
  }
}

/** Slots that hold without being said and are called as a field is: only by an entity would their value get there. */
function* checkUnsaid(pack: Pack, source: PackSource): Generator<PackFinding> {
  for (const [intent, { slots, context, data = [] }] of Object.entries(pack.definition.intents)) {
    const path = ['intents', intent];
    const groups = [
      { slots, context, path },
      ...data.map((one, at) => ({ ...one, path: [...path, 'data', at] })),
    ];
    for (const group of groups) {
      const set = new Set(setBy({ rules: [...(context ?? []), ...(group.context ?? [])] }));
      for (const [name, value] of Object.entries({ ...slots, ...group.slots })) {
        if (pack.definition.fields[name] === undefined || pack.entities.has(name) || set.has(name)) continue;
        const message = `the slot ${name} does not go to the field ${name}, as no entity is called so: put { set: { ${name}: ${value} } } under "context"`;
        yield { kind: 'unfilled', where: source.locate([...group.path, 'slots', name]), message };
      }
    }
  }
}

/** Slots that rules, fields and conditions look at. */
export function* namedSlots(pack: Pack): Generator<{ name: string; path: SourcePath }> {
  const { intents, fields } = pack.definition;
  for (const { rule, path } of contextRulesOf(pack.definition))
    for (const name of slotsOf(rule)) yield { name, path };
  for (const [intent, { when, data = [], defers }] of Object.entries(intents)) {
    const path = ['intents', intent];
    const groups = [{ when, path }, ...data.map((one, at) => ({ ...one, path: [...path, 'data', at] }))];
    for (const { when: condition, path: above } of groups)
      for (const name of condition?.deferred ?? []) yield { name, path: [...above, 'when', 'deferred'] };
    for (const name of defers?.besides ?? []) yield { name, path: [...path, 'defers', 'besides'] };
  }
  for (const [field, { recalledBy, otherBy, allBy, keptBy }] of Object.entries(fields)) {
    for (const [key, name] of Object.entries({ recalledBy, otherBy, allBy, keptBy }))
      if (name !== undefined) yield { name, path: ['fields', field, key] };
  }
}

/** The slots that a rule looks at. */
export function slotsOf(rule: ContextRule): readonly string[] {
  if (typeof rule === 'string') return [];
  if ('select' in rule) return [rule.select];
  if ('page' in rule) return typeof rule.page === 'string' ? [rule.page] : [];
  if ('remove' in rule) return [rule.remove];
  if ('exchange' in rule) return [rule.exchange];
  if ('keepNamed' in rule) return rule.keepNamed.slots;
  if ('spareNamed' in rule) return rule.spareNamed.slots;
  if ('clearNamed' in rule) return [rule.clearNamed];
  if ('recallNamed' in rule) return [rule.recallNamed];
  if ('refuseNamed' in rule) return [rule.refuseNamed];
  if ('stepNumber' in rule)
    return 'by' in rule.stepNumber && typeof rule.stepNumber.by === 'string' ? [rule.stepNumber.by] : [];
  return 'stepBound' in rule && 'by' in rule.stepBound ? [rule.stepBound.by] : [];
}
