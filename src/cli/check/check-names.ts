import { didYouMeanHint } from '../../config/did-you-mean.js';
import { chosenValue, setIn, toldValue } from '../../nlu/pack/compile/chosen-value.js';
import { conditionsOf } from '../../nlu/pack/compile/conditions-of.js';
import { contextRulesOf } from '../../nlu/pack/compile/context-rules-of.js';
import { noSuch } from '../../nlu/pack/no-such.js';
import type { Pack } from '../../nlu/pack/pack.js';
import type { PackSource } from '../../nlu/pack/source/pack-source.js';
import { localeFault } from '../../nlu/tools/locale-fault.js';
import { optionNames } from './known-names.js';
import type { PackFinding } from './pack-finding.js';

/** Intents that tests expect and that are not there, and values that conditions ask for and no field can hold. */
export function* checkNames(pack: Pack, source: PackSource): Generator<PackFinding> {
  const { intents, tests } = pack.definition;
  const known = [...Object.keys(intents), 'none'];
  for (const [index, test] of tests.entries()) {
    const fault = test.locale === undefined ? undefined : localeFault(test.locale, pack);
    if (fault !== undefined)
      yield { kind: 'unknown', where: source.locate(['tests', index, 'locale']), message: fault };
    for (const [turn, { intent }] of ('turns' in test ? test.turns : [test]).entries()) {
      if (intent === undefined || known.includes(intent)) continue;
      const where = source.locate(['tests', index, ...('turns' in test ? ['turns', turn] : [])]);
      yield { kind: 'unknown', where, message: noSuch('intent', intent, known) };
    }
  }
  yield* checkTestFields(pack, source);
  yield* checkSetValues(pack, source);
  for (const { when, path } of conditionsOf(pack.definition)) {
    for (const [field, values] of Object.entries(when.is ?? {})) {
      const stranger = unknownKey(pack, field);
      if (stranger !== undefined) {
        yield { kind: 'unknown', where: source.locate(path), message: stranger };
        continue;
      }
      const possible = valuesOf(pack, field);
      for (const value of values) {
        if (possible === undefined || possible.has(value)) continue;
        const message = withHint(`${field} is never "${value}"`, value, possible);
        yield { kind: 'unknown', where: source.locate(path), message };
      }
    }
  }
}

/** What is wrong with what a condition looks at besides fields: `told.state`, `asked.drink`. */
function unknownKey(pack: Pack, path: string): string | undefined {
  const [first, key = ''] = path.split('.');
  if (first === 'told') {
    return toldSlots(pack).has(key) ? undefined : `no slot is "${key}", so nothing is ever ${path}`;
  }
  if (first !== 'asked') return undefined;
  const fields = Object.keys(pack.definition.fields);
  const orders = fields.filter((name) => pack.definition.fields[name].kind === 'items');
  return orders.some((name) => optionNames(pack, name).has(key))
    ? undefined
    : `no item has "${key}", so nothing is ever ${path}`;
}

/** What a turn tells: slots that hold without being said, and those of lists that go to no field. */
function toldSlots({ sentences, joining, slots }: Pack): ReadonlySet<string> {
  const said = slots.filter(({ entity }) => entity.kind === 'list' && entity.into.length === 0);
  return new Set([
    ...sentences.flatMap((sentence) => Object.keys(sentence.slots)),
    ...Object.keys(joining?.slots ?? {}),
    ...said.map(({ name }) => name),
  ]);
}

/** Tests look at fields before and after a turn. */
function* checkTestFields(pack: Pack, source: PackSource): Generator<PackFinding> {
  const fields = Object.keys(pack.definition.fields);
  for (const [index, test] of pack.definition.tests.entries()) {
    const turns = 'turns' in test ? test.turns.map(({ context }) => context) : [test.given, test.context];
    for (const name of new Set(turns.flatMap((context) => Object.keys(context ?? {})))) {
      if (fields.includes(name)) continue;
      yield {
        kind: 'unknown',
        where: source.locate(['tests', index]),
        message: noSuch('field', name, fields),
      };
    }
  }
}

/** Rules that set what the field can otherwise never hold, and nothing asks for. */
function* checkSetValues(pack: Pack, source: PackSource): Generator<PackFinding> {
  const asked = new Set(
    [...conditionsOf(pack.definition)].flatMap(({ when }) =>
      Object.entries(when.is ?? {}).flatMap(([field, values]) => values.map((value) => `${field} ${value}`)),
    ),
  );
  for (const { rule, path } of contextRulesOf(pack.definition)) {
    for (const [field, value] of Object.entries(setIn(rule))) {
      const possible = listedValues(pack, field);
      const slot = toldValue(value);
      const stranger = slot === undefined ? undefined : unknownKey(pack, `told.${slot}`);
      if (stranger !== undefined) yield { kind: 'unknown', where: source.locate(path), message: stranger };
      if (slot !== undefined || chosenValue(value) !== undefined) continue;
      if (typeof value !== 'string' || possible === undefined || possible.has(value)) continue;
      // the orders of a search have names of their own
      if (asked.has(`${field} ${value}`) || field === pack.definition.retrieval?.sortBy) continue;
      const fault = `${field} is set to "${value}", which is on no list that goes to it`;
      const message = withHint(fault, value, possible);
      yield { kind: 'unknown', where: source.locate(path), message };
    }
  }
}

function withHint(fault: string, value: string, possible: Iterable<string>): string {
  const hint = didYouMeanHint(value, possible);
  return hint === undefined ? fault : `${fault}; ${hint}`;
}

/** All that a field can hold, or a slot without being said (`told.state`); undefined where that cannot be told. */
function valuesOf(pack: Pack, path: string): ReadonlySet<string> | undefined {
  const [first, key] = path.split('.');
  if (first === 'told') return new Set(['', ...unsaidValues(pack, key)]);
  const field = first === 'before' ? key : path;
  const sets = [...contextRulesOf(pack.definition)].flatMap(({ rule }) =>
    Object.entries(setIn(rule)).flatMap(([name, value]) => (name === field ? [String(value)] : [])),
  );
  if (sets.length === 0) return listedValues(pack, field);
  if (!isFilledBySets(pack, field)) return undefined;
  const { tests, fields } = pack.definition;
  const given = tests.flatMap((test) => ('given' in test ? [test.given?.[field] ?? []].flat() : []));
  return new Set(['', ...sets, ...[...given, fields[field].empty ?? ''].map(String)]);
}

/** What slots of this name hold without being said. */
function unsaidValues({ sentences, joining }: Pack, slot: string): string[] {
  const told = [...sentences.map(({ slots }) => slots), joining?.slots ?? {}];
  return told.flatMap((slots) => (Object.hasOwn(slots, slot) ? [String(slots[slot])] : []));
}

/** Whether a field is one value that only rules set: none that is said goes there. */
function isFilledBySets(pack: Pack, name: string): boolean {
  // of a price a rule may set a part: `price.type`
  if (!Object.hasOwn(pack.definition.fields, name)) return false;
  const { kind, beside, recalledBy, allBy, otherBy } = pack.definition.fields[name];
  const isOther = [beside, recalledBy, allBy, otherBy].some((other) => other !== undefined);
  return kind === 'value' && !isOther && ![...pack.entities.values()].some(({ into }) => into.includes(name));
}

/** The values of the lists that go to a field; undefined where others can go there, too. */
function listedValues(pack: Pack, field: string): ReadonlySet<string> | undefined {
  const { fields } = pack.definition;
  if (fields[field]?.kind !== 'value') return undefined;
  const into = [...pack.entities.values()].filter((entity) => entity.into.includes(field));
  const isOpen = into.some(({ kind, asSaid, list, name }) => {
    const { apart, range } = pack.definition.lists[list ?? name] ?? {};
    return kind !== 'list' || asSaid || apart !== undefined || range !== undefined;
  });
  if (isOpen || into.length === 0) return undefined;
  return new Set([fields[field].empty ?? '', ...into.flatMap(valuesIn(pack))].map(String));
}

function valuesIn(pack: Pack) {
  return ({ list, name }: { list?: string; name: string }) => [
    ...(pack.lists.get(list ?? name)?.values() ?? []),
  ];
}
