import { slotsOf } from '../template/slot-arcs.js';
import { wordsFrom } from '../template/word-arcs.js';
import type { Entity } from './compile/compile-entities.js';
import type { ListDefinition } from './schema/pack-schema.js';

/** What a phrase is made of. */
interface Parts {
  all: readonly Entity[];
  /** Those that may begin with any word. */
  open: readonly Entity[];
  /** The same, and those that may begin with a number. */
  withNumbers: readonly Entity[];
  rank: ReadonlyMap<Entity, number>;
}

/** Kinds of entities of which every value has a number in it. */
const numeric: ReadonlySet<Entity['kind']> = new Set(['number', 'money', 'price', 'range', 'quantity']);

/** What values can begin with: of the eighty entities that a search is made of most begin with none of its words. */
export class ValueStarts {
  readonly #firsts: ReadonlyMap<Entity, readonly Entity[]>;
  readonly #parts: ReadonlyMap<Entity, Parts>;
  readonly #byWord = new Map<string, Entity[]>();
  readonly #byList = new Map<number, Entity[]>();
  readonly #open = new Set<Entity>();
  readonly #withNumbers = new Set<Entity>();

  constructor(entities: ReadonlyMap<string, Entity>, lists: Readonly<Record<string, ListDefinition>>) {
    const all = [...entities.values()];
    const entityOf = (name: string) => entities.get(name)!;
    const isOnList = ({ kind, list }: Entity) =>
      kind === 'list' && lists[list].apart === undefined && lists[list].range === undefined;
    this.#firsts = new Map(all.map((entity) => [entity, firstsIn(entity).map(entityOf)]));
    const isNumeric = ({ kind }: Entity) => numeric.has(kind);
    for (const entity of all) {
      const firsts = this.firstsOf(entity);
      if (isOnList(entity)) note(this.#byList, entity.listId, entity);
      else if (isNumeric(entity)) this.#withNumbers.add(entity);
      else if (entity.kind === 'pattern' && firsts.every((first) => isOnList(first) || isNumeric(first))) {
        for (const word of firstWordsIn(entity)) note(this.#byWord, word, entity);
        for (const first of firsts)
          if (isNumeric(first)) this.#withNumbers.add(entity);
          else note(this.#byList, first.listId, entity);
      } else this.#open.add(entity);
    }
    this.#parts = new Map(all.map((entity) => [entity, this.#partsIn((entity.of ?? []).map(entityOf))]));
  }

  #partsIn(all: readonly Entity[]): Parts {
    const open = all.filter((entity) => this.#open.has(entity));
    const withNumbers = all.filter((entity) => this.#open.has(entity) || this.#withNumbers.has(entity));
    return { all, open, withNumbers, rank: new Map(all.map((entity, index) => [entity, index])) };
  }

  /** The entities that a phrase is made of. */
  partsOf(phrase: Entity): readonly Entity[] {
    return this.#parts.get(phrase)!.all;
  }

  /** The same without those that surely begin with none of some words, with no value of some lists, and with no number. */
  partsBy(
    phrase: Entity,
    by: { words: readonly string[]; listIds: readonly number[]; mayBeNumber: boolean },
  ): readonly Entity[] {
    const { open, withNumbers, rank } = this.#parts.get(phrase)!;
    const begun = new Set(by.mayBeNumber ? withNumbers : open);
    const { size } = begun;
    for (const word of by.words) for (const entity of this.#byWord.get(word) ?? none) begun.add(entity);
    for (const id of by.listIds) for (const entity of this.#byList.get(id) ?? none) begun.add(entity);
    const parts = [...begun];
    if (begun.size === size) return parts;
    return parts.filter((entity) => rank.has(entity)).sort((a, b) => rank.get(a)! - rank.get(b)!);
  }

  /** What a pattern can begin with besides words. */
  firstsOf(pattern: Entity): readonly Entity[] {
    return this.#firsts.get(pattern)!;
  }
}

const none: readonly Entity[] = [];

function firstsIn({ automaton }: Entity): string[] {
  if (automaton === undefined) return [];
  return [...new Set(slotsOf(automaton.slots, automaton.start).map(({ entity }) => entity))];
}

function firstWordsIn({ automaton }: Entity): string[] {
  return automaton === undefined ? [] : wordsFrom(automaton.words, automaton.start);
}

function note<Key>(map: Map<Key, Entity[]>, key: Key, entity: Entity): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [entity]);
  else known.push(entity);
}
