import { didYouMean } from '../config/did-you-mean.js';
import { conditionsOf } from '../nlu/pack/conditions-of.js';
import { noSuch } from '../nlu/pack/no-such.js';
import type { Pack } from '../nlu/pack/pack.js';
import type { PackSource } from '../nlu/pack/pack-source.js';
import type { PackFinding } from './pack-finding.js';

/** Intents that tests expect and that are not there, and values that conditions ask for and no field can hold. */
export function* checkNames(pack: Pack, source: PackSource): Generator<PackFinding> {
  const { intents, tests } = pack.definition;
  const known = [...Object.keys(intents), 'none'];
  for (const [index, test] of tests.entries()) {
    for (const [turn, { intent }] of ('turns' in test ? test.turns : [test]).entries()) {
      if (intent === undefined || known.includes(intent)) continue;
      const where = source.locate(['tests', index, ...('turns' in test ? ['turns', turn] : [])]);
      yield { kind: 'unknown', where, message: noSuch('intent', intent, known) };
    }
  }
  for (const { when, path } of conditionsOf(pack.definition)) {
    for (const [field, values] of Object.entries(when.is ?? {})) {
      const possible = valuesOf(pack, field);
      for (const value of values) {
        if (possible === undefined || possible.has(value)) continue;
        const near = didYouMean(value, [...possible]);
        const help = near === undefined ? '' : `; did you mean "${near}"?`;
        yield { kind: 'unknown', where: source.locate(path), message: `${field} is never "${value}"${help}` };
      }
    }
  }
}

/** All that a field can hold; undefined where it is not one value of lists, or rules set it. */
function valuesOf(pack: Pack, field: string): ReadonlySet<string> | undefined {
  const { fields, intents } = pack.definition;
  if (fields[field]?.kind !== 'value') return undefined;
  const rules = Object.values(intents).flatMap(({ context = [], data = [] }) => [
    ...context,
    ...data.flatMap((group) => group.context ?? []),
  ]);
  const sets = rules.some((rule) => typeof rule !== 'string' && 'set' in rule && field in rule.set);
  const into = [...pack.entities.values()].filter((entity) => entity.into.includes(field));
  const isOpen = into.some(({ kind, asSaid, list, name }) => {
    const { apart, range } = pack.definition.lists[list ?? name] ?? {};
    return kind !== 'list' || asSaid || apart !== undefined || range !== undefined;
  });
  if (sets || isOpen || into.length === 0) return undefined;
  return new Set([fields[field].empty ?? '', ...into.flatMap(valuesIn(pack))].map(String));
}

function valuesIn(pack: Pack) {
  return ({ list, name }: { list?: string; name: string }) => [
    ...(pack.lists.get(list ?? name)?.values() ?? []),
  ];
}
