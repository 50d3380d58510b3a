import { conditionsOf } from '../../nlu/pack/compile/conditions-of.js';
import { contextRulesOf } from '../../nlu/pack/compile/context-rules-of.js';
import type { Pack } from '../../nlu/pack/pack.js';
import type { PackSource } from '../../nlu/pack/source/pack-source.js';
import type { PackFinding } from './pack-finding.js';
import { setBy } from './reachable.js';
import { replyTexts } from './reply-texts.js';
import { listsIn } from './reply-values.js';

/** Entities, lists, rules and fields that nothing in the pack refers to. */
export function* checkUnused(pack: Pack, source: PackSource): Generator<PackFinding> {
  const unused = (key: string, names: Iterable<string>, used: ReadonlySet<string>) =>
    [...names].filter((name) => !used.has(name)).map((name) => ({ name, where: source.locate([key, name]) }));
  for (const { name, where } of unused('entities', pack.entities.keys(), usedEntities(pack)))
    yield { kind: 'unused', where, message: `the entity ${name} stands in no sentence` };
  for (const { name, where } of unused('lists', pack.lists.keys(), usedLists(pack, source)))
    yield { kind: 'unused', where, message: `the list ${name} belongs to no entity` };
  for (const { name, where } of unused('rules', Object.keys(pack.definition.rules), usedRules(pack)))
    yield { kind: 'unused', where, message: `the rule <${name}> stands in no sentence` };
  for (const { name, where } of unused('fields', Object.keys(pack.definition.fields), usedFields(pack)))
    yield { kind: 'unused', where, message: `nothing goes to the field ${name}` };
}

function usedEntities(pack: Pack): ReadonlySet<string> {
  const used = new Set(pack.automaton.slots.labels.map(({ entity }) => entity));
  for (const entity of pack.entities.values()) {
    for (const name of [...(entity.of ?? []), entity.rest, ...entity.heads])
      if (name !== undefined) used.add(name);
    for (const slot of entity.automaton?.slots.labels ?? []) used.add(slot.entity);
    for (const rule of entity.rules ?? []) used.add(rule.as);
  }
  return used;
}

function usedLists(pack: Pack, source: PackSource): ReadonlySet<string> {
  const used = new Set([...pack.entities.values()].map((entity) => entity.list ?? entity.name));
  for (const entity of pack.entities.values()) {
    for (const list of entity.without ?? []) used.add(list);
    for (const rule of entity.rules ?? []) {
      const bounds = [rule.begins, rule.ends].flatMap((bound) => (bound ? [bound.parts, bound.wholes] : []));
      for (const list of [rule.ending, rule.headed, rule.opened, rule.withHeaded, ...bounds])
        if (list !== undefined) used.add(list.replace('!', ''));
    }
  }
  for (const { lists: takenIn = [] } of Object.values(pack.definition.lists))
    for (const name of takenIn) used.add(name);
  for (const { persons, uncounted, keptWith } of Object.values(pack.definition.fields))
    for (const list of [persons, uncounted, keptWith?.without]) if (list !== undefined) used.add(list);
  const { weighed } = pack.definition.retrieval ?? {};
  if (weighed !== undefined) used.add(weighed);
  for (const { template } of replyTexts(pack, source)) for (const list of listsIn(template)) used.add(list);
  return used;
}

/** Fields that are filled, by what is said, by rules, by other fields or by whoever calls the service, or that a search reads. */
function usedFields({ entities, definition }: Pack): ReadonlySet<string> {
  const { fields, retrieval, tests } = definition;
  const said = [...entities.values()].flatMap(({ into }) => into.map((path) => path.split('.')[0]));
  const set = setBy({ rules: [...contextRulesOf(definition)].map(({ rule }) => rule) });
  const given = tests.flatMap((test) => ('given' in test ? Object.keys(test.given ?? {}) : []));
  const byOthers = Object.keys(fields).filter((name) => {
    const { beside, recalledBy, allBy, otherBy, always } = fields[name];
    return always || [beside, recalledBy, allBy, otherBy].some((other) => other !== undefined);
  });
  const { keywords, attributes, price, sortBy } = retrieval ?? {};
  const searched = [keywords, attributes, price, sortBy].filter((name) => name !== undefined);
  // that nothing fills it is told of the condition
  const asked = [...conditionsOf(definition)].flatMap(({ when: { filled = [], anyFilled = [] } }) =>
    [...filled, ...anyFilled].map((path) => path.split('.')[0]),
  );
  return new Set([...said, ...set, ...given, ...byOthers, ...searched, ...asked]);
}

function usedRules(pack: Pack): ReadonlySet<string> {
  const sentences = pack.sentences.map(({ template }) => template);
  const entities = Object.values(pack.definition.entities);
  const inPhrases = entities.flatMap(({ usual = [], glue = [], leadIns = [] }) => [
    ...usual,
    ...glue,
    ...leadIns,
  ]);
  const patterns = entities.flatMap((entity) => entity.patterns ?? []);
  const inPatterns = patterns.flatMap((pattern) => [pattern.in].flat());
  const used = new Set<string>();
  let texts: readonly string[] = [...sentences, ...inPhrases, ...inPatterns];
  // a rule that only an unused one names, or it itself, is unused as well
  while (texts.length > 0) {
    const named = texts.flatMap((text) => [...text.matchAll(/<([\w-]+)>/g)].map(([, name]) => name));
    const found = [...new Set(named)].filter((name) => !used.has(name));
    for (const name of found) used.add(name);
    texts = found.flatMap((name) => pack.definition.rules[name] ?? []);
  }
  return used;
}
