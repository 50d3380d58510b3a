import type { Locale } from '../../locales/index.js';
import { noSuch } from '../no-such.js';
import type { EntityDefinition, PhraseRule } from '../schema/entity-schema.js';
import type { SourcePath } from '../source/pack-source.js';
import { phraseParts } from './phrase-parts.js';
import type { TemplateReader } from './template-reader.js';

/** The kinds of the fields that a search reads. */
const searchedKinds: Readonly<Record<string, string>> = {
  keywords: 'list',
  attributes: 'map',
  price: 'value',
  sortBy: 'value',
};

/**
 * Finds fault with fields, phrases and units of entities, and a search, that name what is not there, and with a second
 * order.
 */
export function checkReferences(reader: TemplateReader, locale: Locale): void {
  checkIntents(reader);
  checkFields(reader);
  checkRetrieval(reader);
  checkEntities(reader, locale);
}

/** What intents name must be there. */
function checkIntents(reader: TemplateReader): void {
  const { fields, intents } = reader.source.definition;
  for (const [name, { exchanges = [], joins, defers }] of Object.entries(intents)) {
    const path = ['intents', name];
    for (const field of exchanges) mustBe('field', field, fields, reader, [...path, 'exchanges']);
    const named = [
      { part: ['joins', 'intents'], others: joins?.intents },
      { part: ['joins', 'reasons'], others: joins?.reasons },
      { part: ['defers', 'intents'], others: defers?.intents },
      { part: ['defers', 'opposites'], others: defers?.opposites },
    ];
    for (const { part, others = [] } of named)
      for (const [index, one] of others.entries())
        for (const other of [one].flat()) mustBe('intent', other, intents, reader, [...path, ...part, index]);
  }
}

/** What fields name must be there, and there is one order at most. */
function checkFields(reader: TemplateReader): void {
  const { fields, lists } = reader.source.definition;
  for (const [name, field] of Object.entries(fields)) {
    const path = ['fields', name];
    const { things, parts, uncounted, amounts, persons, keptWith, beside, ofEach = [] } = field;
    const named = { things, parts, uncounted, amounts, persons, keptWith: keptWith?.without };
    for (const [key, list] of Object.entries(named))
      if (list !== undefined) mustBe('list', list, lists, reader, [...path, key]);
    if (beside !== undefined) mustBe('field', beside, fields, reader, [...path, 'beside']);
    for (const other of ofEach) mustBe('field', other, fields, reader, [...path, 'ofEach']);
  }
  const [order, ...others] = Object.keys(fields).filter((name) => fields[name].kind === 'items');
  for (const name of others)
    reader.fault(
      ['fields', name],
      `a pack has one field of the kind items, and "${order}" is one; put all that is ordered into that one: the "head" of a phrase can be several entities`,
    );
}

/** What entities name must be there. */
function checkEntities(reader: TemplateReader, locale: Locale): void {
  const { fields, entities } = reader.source.definition;
  for (const [name, entity] of Object.entries(entities)) {
    const path = ['entities', name];
    for (const [index, unit] of (entity.units ?? []).entries()) {
      const fault = unitFault(unit, entity.kind === 'duration', locale);
      if (fault !== undefined) reader.fault([...path, 'units', index], fault);
    }
    checkHeads(reader, entity, path);
    if (entity.behind !== undefined) mustBe('field', entity.behind, fields, reader, [...path, 'behind']);
    for (const [index, rule] of (entity.rules ?? []).entries())
      checkRule(reader, rule, [...path, 'rules', index]);
    const { head, as, by = [], sizes } = entity.each ?? {};
    for (const one of [head, as, ...by, ...(sizes?.by ?? [])])
      if (one !== undefined) mustBe('entity', one, entities, reader, [...path, 'each']);
  }
}

/** What is wrong with the name of a unit: people call many in several ways, and each has one name. */
function unitFault(name: string, isOfTime: boolean, { units, time }: Locale): string | undefined {
  const ofTime = [...time.monthNames, ...time.durationNames].map(({ one }) => one);
  const known = isOfTime ? ofTime : units.map(({ unit }) => unit);
  if (known.includes(name)) return undefined;
  const called = units.find(({ words, typed }) => [...words, ...typed].includes(name))?.unit;
  if (called !== undefined && known.includes(called))
    return `there is no unit "${name}"; its name is "${called}"`;
  return noSuch('unit', name, known, `there are: ${known.join(', ')}`);
}

/** What the search looks at must be there, and of the kind that it reads. */
function checkRetrieval(reader: TemplateReader): void {
  const { retrieval, clauses, fields, entities, intents, lists } = reader.source.definition;
  for (const intent of clauses?.talk ?? []) mustBe('intent', intent, intents, reader, ['clauses', 'talk']);
  if (retrieval === undefined) return;
  const { keywords, attributes, price, sortBy, weighed, omit, intents: searching = [] } = retrieval;
  for (const [key, field] of Object.entries({ keywords, attributes, price, sortBy })) {
    if (field === undefined) continue;
    const kind = searchedKinds[key];
    if (mustBe('field', field, fields, reader, ['retrieval', key]) && fields[field].kind !== kind)
      reader.fault(
        ['retrieval', key],
        `the field "${field}" is of the kind ${fields[field].kind}; "${key}" needs one of the kind ${kind}`,
      );
  }
  if (weighed !== undefined) mustBe('list', weighed, lists, reader, ['retrieval', 'weighed']);
  for (const intent of searching) mustBe('intent', intent, intents, reader, ['retrieval', 'intents']);
  const paths = Object.values(entities).flatMap(({ into = [] }) => into);
  const ofAttributes = paths.filter((path) => path.startsWith(`${attributes}.`));
  const omissible = {
    ...entities,
    ...Object.fromEntries(ofAttributes.map((path) => [path.split('.')[1], path])),
  };
  for (const name of omit) mustBe('entity or attribute', name, omissible, reader, ['retrieval', 'omit']);
}

/** An item can only be about what its phrase can hold. */
function checkHeads(reader: TemplateReader, entity: EntityDefinition, path: SourcePath): void {
  const { entities } = reader.source.definition;
  const { head = [] } = entity;
  const held = phraseParts(entity);
  // that there is no such entity is told elsewhere
  for (const one of [head].flat())
    if (!held.includes(one) && Object.hasOwn(entities, one))
      reader.fault([...path, 'head'], `the head "${one}" is not in "of", so the phrase cannot hold it`);
}

function checkRule(reader: TemplateReader, rule: PhraseRule, path: SourcePath): void {
  const { entities, lists } = reader.source.definition;
  const { take, as, also = {}, ahead = [], behind = [], before = [], with: other } = rule;
  const { begins, ends, ending, headed, opened, withHeaded } = rule;
  const bounds = [begins, ends].flatMap((bound) => bound ?? []);
  const named = [
    as,
    ...take,
    ...Object.keys(also),
    ...ahead,
    ...behind,
    ...before,
    ...(other === undefined ? [] : [other]),
  ];
  for (const one of [...named, ...bounds.flatMap(({ over }) => over)])
    mustBe('entity', one.replace('!', ''), entities, reader, path);
  const inLists = [
    ending,
    headed,
    opened,
    withHeaded,
    ...bounds.flatMap(({ parts, wholes }) => [parts, wholes]),
  ];
  for (const list of inLists)
    if (list !== undefined) mustBe('list', list.replace('!', ''), lists, reader, path);
}

function mustBe(
  what: string,
  name: string,
  known: Readonly<Record<string, unknown>>,
  reader: TemplateReader,
  path: SourcePath,
): boolean {
  const isThere = Object.hasOwn(known, name);
  if (!isThere) reader.fault(path, noSuch(what, name, Object.keys(known)));
  return isThere;
}
