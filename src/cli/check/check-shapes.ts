import { weekdays } from '../../nlu/entities/weekday.js';
import { setIn } from '../../nlu/pack/compile/chosen-value.js';
import { conditionsOf } from '../../nlu/pack/compile/conditions-of.js';
import { contextRulesOf } from '../../nlu/pack/compile/context-rules-of.js';
import type { Pack } from '../../nlu/pack/pack.js';
import type { PackSource } from '../../nlu/pack/source/pack-source.js';
import type { PackFinding } from './pack-finding.js';

/** How the values of an entity are written, by its kind, where all are written alike. */
const shapes: Readonly<Record<string, { pattern: RegExp; example: string; hint?: string }>> = {
  date: {
    pattern: /^\d{4}-\d{2}-\d{2}$/,
    example: '"2026-11-24"',
    hint: 'a day of the week is asked for with ".weekday" behind the field',
  },
  time: { pattern: /^\d{2}:\d{2}$/, example: '"07:30"' },
  duration: { pattern: /^P/, example: '"PT1H30M"' },
};

/** Conditions that compare a day, a time or a span of time with what no such value is, and weekdays that there are not. */
export function* checkShapes(pack: Pack, source: PackSource): Generator<PackFinding> {
  for (const { when, path } of conditionsOf(pack.definition)) {
    for (const [name, values] of Object.entries(when.is ?? {})) {
      const [field, key] = name.replace(/^before\./, '').split('.');
      const kinds = kindsInto(pack, field);
      const fault =
        key === 'weekday'
          ? weekdayFault(pack, field, kinds, values)
          : key === undefined && shapeFault(pack, field, kinds, values);
      if (!fault) continue;
      yield { kind: 'unreachable', where: source.locate(path), message: `"when" never holds: ${fault}` };
    }
  }
}

/** Kinds of the entities whose values go to a field. */
function kindsInto({ entities }: Pack, field: string): string[] {
  return [...entities.values()].flatMap(({ kind, into }) => (into.includes(field) ? [kind] : []));
}

function weekdayFault(
  pack: Pack,
  field: string,
  kinds: readonly string[],
  values: readonly string[],
): string | undefined {
  if (pack.definition.fields[field]?.kind !== 'value') return undefined;
  if (!kinds.includes('date')) return `no date goes to the field ${field}, so it has no weekday`;
  if (values.some((value) => value === '' || weekdays.some((day) => day === value))) return undefined;
  return `the weekdays are ${weekdays.join(', ')}, none of them "${values[0]}"`;
}

function shapeFault(
  { definition }: Pack,
  field: string,
  kinds: readonly string[],
  values: readonly string[],
): string | undefined {
  // a rule may set it to anything
  const isSet = [...contextRulesOf(definition)].some(({ rule }) => Object.hasOwn(setIn(rule), field));
  if (isSet || definition.fields[field]?.empty !== undefined) return undefined;
  const known = kinds.flatMap((kind) => (Object.hasOwn(shapes, kind) ? [{ kind, ...shapes[kind] }] : []));
  if (known.length < kinds.length || known.length === 0) return undefined;
  if (values.some((value) => value === '' || known.some(({ pattern }) => pattern.test(value))))
    return undefined;
  const [{ kind, example, hint }] = known;
  const fault = `${field} is a ${kind} such as ${example}, never "${values[0]}"`;
  return hint === undefined ? fault : `${fault}; ${hint}`;
}
