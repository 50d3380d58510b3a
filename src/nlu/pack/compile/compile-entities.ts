import { type Automaton, AutomatonBuilder, type Wording } from '../../template/automaton.js';
import type { TemplateNode } from '../../template/template-parser.js';
import { noSuch } from '../no-such.js';
import type { EntityDefinition } from '../schema/entity-schema.js';
import type { PackDefinition } from '../schema/pack-schema.js';
import { indexPhrases, type PhraseIndex } from './phrase-index.js';
import { slotsOf, type TemplateReader } from './template-reader.js';

/** Something that can be said in a template's slot, as its pack defines it, with all that stands for itself filled in. */
export interface Entity extends Omit<EntityDefinition, 'into' | 'head' | 'list'> {
  /** For `phrase`: entities that an item is about. */
  heads: readonly string[];
  name: string;
  /** Context fields, or keys of fields, that a value goes to. */
  into: readonly string[];
  /** For `list`: the name of its list, and the number under which the tries hold that. */
  list: string;
  listId: number;
  /** Of the templates of a `pattern`, and of what is usual in a `phrase`. */
  automaton?: Automaton;
  outs: string[];
  /** For `phrase`: normal words of its glue, by first word, longest first. */
  glueWords: PhraseIndex;
  /** The same of its lead-ins. */
  leadInWords: PhraseIndex;
  /** Normal words of what its items are called all together; they are glue, too. */
  sumWords: PhraseIndex;
  separatorWords: ReadonlySet<string>;
  sharedWords: ReadonlySet<string>;
  unitSet?: ReadonlySet<string>;
}

/** `{name}` where the `out` of a pattern takes in a value of its `in`. */
export const slotInOut = /\{([\w-]+)\}/g;

/**
 * The entities of a pack, checked, with their patterns compiled.
 *
 * @param listIds The number of each list.
 * @param corrections Phrases that may stand between the values of any phrase.
 */
export function compileEntities(
  reader: TemplateReader,
  listIds: ReadonlyMap<string, number>,
  wording: Wording,
  corrections: readonly (readonly string[])[],
): Map<string, Entity> {
  const { definition } = reader.source;
  const entities = new Map<string, Entity>();
  for (const [name, entity] of Object.entries(definition.entities)) {
    checkEntity(reader, name, entity, definition);
    const list = entity.list ?? name;
    const listId = listIds.get(list) ?? -1;
    if (entity.kind === 'list' && listId < 0)
      reader.fault(['entities', name], noList(name, entity.list, listIds.keys()));
    const wordsOf = (key: 'glue' | 'leadIns' | 'sums') =>
      (entity[key] ?? []).flatMap((text, index) =>
        reader.expand(text, ['entities', name, key, index]).map(wording.normalise),
      );
    // what stands between two items is a part of the phrase that holds them
    const separators = (entity.separators ?? []).map(wording.normalise);
    entities.set(name, {
      ...entity,
      name,
      into: entity.into === undefined ? [] : [entity.into].flat(),
      heads: [entity.head ?? []].flat(),
      list,
      listId,
      outs: [],
      glueWords: indexPhrases(
        entity.kind === 'phrase'
          ? [...wordsOf('glue'), ...separators, ...wordsOf('sums'), ...corrections]
          : [],
      ),
      leadInWords: indexPhrases(entity.kind === 'phrase' ? wordsOf('leadIns') : []),
      sumWords: indexPhrases(wordsOf('sums')),
      separatorWords: new Set(entity.separators ?? []),
      sharedWords: new Set(entity.shared ?? []),
      unitSet: entity.units && new Set(entity.units),
    });
  }
  for (const entity of entities.values()) {
    if (entity.kind === 'pattern') entity.automaton = compilePatterns(reader, entity, entities, wording);
    if (entity.usual !== undefined) entity.automaton = compileUsual(reader, entity, entities, wording);
  }
  return entities;
}

/** An entity of which nobody said another kind or list is of the list of its own name. */
function noList(entity: string, list: string | undefined, lists: Iterable<string>): string {
  if (list !== undefined) return noSuch('list', list, lists);
  return noSuch('list', entity, lists, 'add it to "lists", or give the entity a "list" or another "kind"');
}

function checkEntity(
  reader: TemplateReader,
  name: string,
  entity: EntityDefinition,
  { fields, entities, lists }: PackDefinition,
): void {
  const path = ['entities', name];
  for (const into of [entity.into ?? []].flat()) {
    const [field, key] = into.split('.');
    const kind = fields[field]?.kind;
    if (kind === undefined)
      reader.fault([...path, 'into'], noSuch('field', field, Object.keys(fields), 'add it to "fields"'));
    else if (key !== undefined && kind !== 'map' && kind !== 'items')
      reader.fault(
        [...path, 'into'],
        `the field "${field}" is of the kind ${kind}; "${into}" needs a map or items`,
      );
    else if (entity.kind === 'phrase' && kind !== 'items')
      reader.fault(
        [...path, 'into'],
        `a phrase goes into a field of items, and "${field}" is of the kind ${kind}; say "into: ${into}" of what it holds instead: ${(entity.of ?? []).join(', ')}`,
      );
  }
  for (const list of entity.without ?? [])
    if (lists[list] === undefined)
      reader.fault([...path, 'without'], noSuch('list', list, Object.keys(lists)));
  if (entity.kind === 'phrase' && (entity.of ?? []).length === 0) reader.fault(path, 'a phrase needs "of"');
  if (entity.kind === 'pattern' && (entity.patterns ?? []).length === 0)
    reader.fault(path, 'a pattern needs "patterns"');
  for (const part of [...(entity.of ?? []), entity.rest, ...[entity.head ?? []].flat()]) {
    if (part === undefined) continue;
    if (entities[part] === undefined) reader.fault(path, noSuch('entity', part, Object.keys(entities)));
    else if (part !== entity.rest && entities[part].kind === 'phrase')
      reader.fault(path, `"${part}" is a phrase; a phrase cannot stand in a phrase`);
  }
}

function compilePatterns(
  reader: TemplateReader,
  entity: Entity,
  entities: ReadonlyMap<string, Entity>,
  wording: Wording,
): Automaton {
  const builder = new AutomatonBuilder({ rules: reader.rules, wording });
  for (const [index, pattern] of (entity.patterns ?? []).entries()) {
    const path = ['entities', entity.name, 'patterns', index];
    const said = new Set<string>();
    for (const text of [pattern.in].flat()) {
      const node = addTemplate(reader, builder, { text, path, outcome: index }, entities, [
        'phrase',
        'pattern',
        // what is no text
        'price',
        'range',
      ]);
      if (node !== undefined) for (const { name } of slotsOf(node, reader.rules)) said.add(name);
    }
    for (const [, name] of pattern.out.matchAll(slotInOut))
      if (!said.has(name)) reader.fault([...path, 'out'], `"${pattern.out}": {${name}} is not in "in"`);
    entity.outs.push(pattern.out);
  }
  return builder.build();
}

function compileUsual(
  reader: TemplateReader,
  { name, of, usual }: Entity,
  entities: ReadonlyMap<string, Entity>,
  wording: Wording,
): Automaton {
  const builder = new AutomatonBuilder({ rules: reader.rules, wording });
  for (const [outcome, text] of usual!.entries()) {
    const path = ['entities', name, 'usual', outcome];
    const node = addTemplate(reader, builder, { text, path, outcome }, entities, ['phrase']);
    for (const { entity } of node ? slotsOf(node, reader.rules) : []) {
      if (!of?.includes(entity))
        reader.fault(path, `"${text}": "${entity}" is not in "of", so the phrase cannot hold it`);
    }
  }
  return builder.build();
}

/** @param forbidden Kinds of entities that cannot stand in it. */
function addTemplate(
  reader: TemplateReader,
  builder: AutomatonBuilder,
  { text, path, outcome }: { text: string; path: (string | number)[]; outcome: number },
  entities: ReadonlyMap<string, Entity>,
  forbidden: readonly string[],
): TemplateNode | undefined {
  const node = reader.parseSentence(text, path);
  if (node === undefined) return undefined;
  reader.checkSlots(node, path, text, entities, forbidden);
  reader.attempt(() => builder.add(node, outcome), path, text);
  return node;
}
