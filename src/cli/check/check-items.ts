import { itemHeads } from '../../nlu/items/item-field.js';
import type { Entity } from '../../nlu/pack/compile/compile-entities.js';
import type { Pack } from '../../nlu/pack/pack.js';
import type { PackSource } from '../../nlu/pack/source/pack-source.js';
import type { PackFinding } from './pack-finding.js';
import { fieldsOf, type PackGroup } from './pack-groups.js';
import { namedBy, puts } from './reachable.js';
import { neededValues } from './reply-values.js';

/** Rules by which an item comes into an order of which perhaps nobody said what it is. */
const adding: ReadonlySet<unknown> = new Set(['addItems', 'setItem', 'specifyItem']);

/** Orders whose items cannot be counted, or are not put in words. */
export function* checkItems(
  pack: Pack,
  source: PackSource,
  groups: readonly PackGroup[],
): Generator<PackFinding> {
  const { fields, intents } = pack.definition;
  const replies = JSON.stringify(Object.values(intents).map((intent) => intent.replies));
  for (const [name, { kind, say }] of Object.entries(fields)) {
    if (kind !== 'items') continue;
    if (say === undefined && new RegExp(`\\{[^{}]*\\b${name}\\b`).test(replies)) {
      const message = `the field ${name} has no "say": replies put the values of an item one behind the other`;
      yield { kind: 'silent', where: source.locate(['fields', name]), message };
    }
    yield* checkIncomplete(pack, source, groups, say ?? '');
    yield* checkNothingSaid(pack, groups, name);
    yield* checkLostOptions(pack, source, groups, name);
    for (const entity of pack.entities.values()) {
      const parts = entity.of ?? [];
      const isCounted = [...parts, ...(entity.rules ?? []).map((rule) => rule.as)].includes('quantity');
      if (isCounted && entity.into.includes(name)) yield* checkMeasured(pack, source, entity);
      const count = parts.find((part) => pack.entities.get(part)?.kind === 'number');
      if (!entity.into.includes(name) || entity.heads.length === 0 || isCounted || count === undefined)
        continue;
      const message = `in ${entity.name}, ${count} does not say how many: only an entity named quantity counts items`;
      yield { kind: 'uncounted', where: source.locate(['entities', entity.name]), message };
    }
  }
}

/** Rules that take what they say of an item from a phrase, and do nothing without one. */
const changing: ReadonlySet<unknown> = new Set(['changeItem', 'correctItem', 'swapItem']);

/**
 * Intents that add or change items and of which no sentence says any: "{quantity} more", where the quantity is in no phrase
 * of items.
 */
function* checkNothingSaid(pack: Pack, groups: readonly PackGroup[], field: string): Generator<PackFinding> {
  const { ofEach = [] } = pack.definition.fields[field];
  const isOfItem = (entity: string) =>
    [...fieldsOf(pack, entity)].some((name) => name === field || ofEach.includes(name));
  for (const { intent, rules, said, where } of groups) {
    const rule = rules.find((one) => adding.has(one) || changing.has(one));
    if (rule === undefined || said.some(({ some }) => [...some.values()].some(isOfItem))) continue;
    const does = adding.has(rule) ? 'adds' : 'changes';
    const message = `${rule} ${does} nothing in ${intent}, whose sentences have no phrase with into: ${field}`;
    yield { kind: 'unfilled', where, message };
  }
}

/** Options of items that go to a field of their own, where nothing puts them there: the item is without them. */
function* checkLostOptions(
  pack: Pack,
  source: PackSource,
  groups: readonly PackGroup[],
  field: string,
): Generator<PackFinding> {
  const phrases = [...pack.entities.values()].filter(({ into }) => into.includes(field));
  for (const part of new Set(phrases.flatMap(({ of = [] }) => of))) {
    const roots = (pack.entities.get(part)?.into ?? []).map((path) => path.split('.')[0]);
    const [own] = roots;
    const names = phrases.filter(({ of }) => of?.includes(part)).map(({ name }) => name);
    const saying = groups.filter((group) => names.some((name) => namedBy(group).has(name)));
    const isKept =
      roots.includes(field) || saying.some((group) => roots.some((root) => puts(pack, group, root)));
    if (own === undefined || saying.length === 0 || isKept) continue;
    const message = `{${part}} goes to the field ${own}, so no item has it, and no intent with {${names[0]}} puts it there: give ${names[0]} an entity of its own that has no "into"`;
    yield { kind: 'unfilled', where: source.locate(['entities', part, 'into']), message };
  }
}

/** Numbers and measures of an item of which it is not known what each is of: "two five liter cans". */
function* checkMeasured(pack: Pack, source: PackSource, { name, of = [] }: Entity): Generator<PackFinding> {
  const isMeasure = ({ kind }: Entity) => kind === 'quantity' || kind === 'money';
  const isCount = (part: Entity) => part.name === 'quantity' && part.kind === 'list';
  const parts = of.flatMap((part) => pack.entities.get(part) ?? []);
  if (!parts.some(isMeasure)) return;
  for (const part of parts) {
    if (part.counts || !(isMeasure(part) || isCount(part))) continue;
    const what = isMeasure(part) ? 'is twenty five' : 'holds no number';
    const message = `in ${name}, of "two five ..." nothing is counted, and {${part.name}} ${what}: give it counts: true`;
    yield { kind: 'uncounted', where: source.locate(['entities', part.name]), message };
  }
}

/** Intents that add "a large one" and have no reply that asks what it is, where an item is put in words by what it is. */
function* checkIncomplete(
  pack: Pack,
  source: PackSource,
  groups: readonly PackGroup[],
  say: string,
): Generator<PackFinding> {
  const heads = itemHeads(pack);
  const [head] = heads;
  const isHead = (name: string) => heads.includes(name);
  if (!neededValues(say).some((names) => names.some(isHead))) return;
  for (const [intent, { replies = [] }] of Object.entries(pack.definition.intents)) {
    const added = groups
      .filter((group) => group.intent === intent && group.rules.some((rule) => adding.has(rule)))
      .flatMap(({ said }) => said.flatMap(({ least }) => least.flatMap((way) => [...way.values()])));
    const option = added
      .flatMap((name) => pack.entities.get(name)?.of ?? [])
      .find((part) => pack.entities.get(part)?.kind !== 'number' && !isHead(part));
    const asks = replies.some(
      (reply) => typeof reply === 'object' && reply.when?.said?.includes('incomplete'),
    );
    if (option === undefined || asks) continue;
    const message = `who says only {${option}} gets no reply of ${intent} that asks for {${head}}: add one with when: { said: [incomplete] }`;
    yield { kind: 'silent', where: source.locate(['intents', intent, 'replies']), message };
  }
}
