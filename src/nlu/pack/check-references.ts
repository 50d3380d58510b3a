import type { Locale } from '../locales/index.js';
import type { EntityDefinition, PhraseRule } from './entity-schema.js';
import { noSuch } from './no-such.js';
import type { SourcePath } from './pack-source.js';
import type { TemplateReader } from './template-reader.js';

/** Finds fault with fields, phrases and units of entities that name what is not there. */
export function checkReferences(reader: TemplateReader, locale: Locale): void {
  const { fields, entities, lists } = reader.source.definition;
  for (const [name, field] of Object.entries(fields)) {
    const path = ['fields', name];
    const { things, amounts, persons, keptWith, beside, ofEach = [] } = field;
    for (const [key, list] of Object.entries({ things, amounts, persons, keptWith: keptWith?.without }))
      if (list !== undefined) mustBe('list', list, lists, reader, [...path, key]);
    if (beside !== undefined) mustBe('field', beside, fields, reader, [...path, 'beside']);
    for (const other of ofEach) mustBe('field', other, fields, reader, [...path, 'ofEach']);
  }
  const units = Object.fromEntries(locale.units.map(({ unit }) => [unit, unit]));
  for (const [name, entity] of Object.entries(entities)) {
    const path = ['entities', name];
    for (const [index, unit] of (entity.units ?? []).entries())
      mustBe('unit', unit, units, reader, [...path, 'units', index]);
    checkHeads(reader, entity, path);
    for (const [index, rule] of (entity.rules ?? []).entries())
      checkRule(reader, rule, [...path, 'rules', index]);
  }
}

/** An item can only be about what its phrase can hold. */
function checkHeads(reader: TemplateReader, entity: EntityDefinition, path: SourcePath): void {
  const { entities } = reader.source.definition;
  const { of = [], rest, rules = [], head = [] } = entity;
  const held = [...of, rest, ...rules.flatMap(({ as, also = {} }) => [as, ...Object.keys(also)])];
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
): void {
  if (!Object.hasOwn(known, name)) reader.fault(path, noSuch(what, name, Object.keys(known)));
}
