import { conditionsOf } from '../../nlu/pack/conditions-of.js';
import type { ContextRule } from '../../nlu/pack/context-rule-schema.js';
import { contextRulesOf } from '../../nlu/pack/context-rules-of.js';
import { noSuch } from '../../nlu/pack/no-such.js';
import type { Pack } from '../../nlu/pack/pack.js';
import type { PackSource, SourcePath } from '../../nlu/pack/pack-source.js';
import { optionNames, saidNames, slotNames } from './known-names.js';
import type { PackFinding } from './pack-finding.js';

/** Slots that rules, fields and conditions look at and no sentence has, and options that no item can have. */
export function* checkSlots(pack: Pack, source: PackSource): Generator<PackFinding> {
  const slots = slotNames(pack);
  for (const { name, path } of namedSlots(pack)) {
    if (!slots.has(name))
      yield { kind: 'unknown', where: source.locate(path), message: noSuch('slot', name, slots) };
  }
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
function slotsOf(rule: ContextRule): readonly string[] {
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
  if ('stepNumber' in rule) return 'by' in rule.stepNumber ? [rule.stepNumber.by] : [];
  return 'stepBound' in rule ? [rule.stepBound.by] : [];
}
