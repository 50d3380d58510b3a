import { slotsOf } from '../template/slot-arcs.js';
import { wordsFrom } from '../template/word-arcs.js';
import type { Entity } from './compile/compile-entities.js';
import type { ListDefinition } from './schema/pack-schema.js';

/** What a phrase is made of. */
interface Parts {
  all: readonly Entity[];
  /** Those that may begin with any word. */
  open: readonly Entity[];
  rank: ReadonlyMap<Entity, number>;
}

/** What values can begin with: of the eighty entities that a search is made of most begin with none of its words. */
export class ValueStarts {
  readonly #firsts: ReadonlyMap<Entity, readonly Entity[]>;
  readonly #parts: ReadonlyMap<Entity, Parts>;
  readonly #byWord = new Map<string, Entity[]>();
  readonly #byList = new Map<number, Entity[]>();
  readonly #open = new Set<Entity>();

  constructor(entities: ReadonlyMap<string, Entity>, lists: Readonly<Record<string, ListDefinition>>) {
    const all = [...entities.values()];
    const entityOf = (name: string) => entities.get(name)!;
    const isOnList = ({ kind, list }: Entity) =>
      kind === 'list' && lists[list].apart === undefined && lists[list].range === undefined;
    this.#firsts = new Map(all.map((entity) => [entity, firstsIn(entity).map(entityOf)]));
    for (const entity of all) {
      const firsts = this.firstsOf(entity);
      if (isOnList(entity)) note(this.#byList, entity.listId, entity);
      else if (entity.kind !== 'pattern' || !firsts.every(isOnList)) this.#open.add(entity);
      else {
        for (const word of firstWordsIn(entity)) note(this.#byWord, word, entity);
        for (const { listId } of firsts) note(this.#byList, listId, entity);
      }
    }
    this.#parts = new Map(all.map((entity) => [entity, this.#partsIn((entity.of ?? []).map(entityOf))]));
  }

  #partsIn(all: readonly Entity[]): Parts {
    const rank = new Map(all.map((entity, index) => [entity, index]));
    return { all, open: all.filter((entity) => this.#open.has(entity)), rank };
  }

  /** The entities that a phrase is made of. */
  partsOf(phrase: Entity): readonly Entity[] {
    return this.#parts.get(phrase)!.all;
  }

  /** The same without those that surely begin with none of some words, and with no value of some lists. */
  partsBy(phrase: Entity, words: Iterable<string>, listIds: Iterable<number>): readonly Entity[] {
    const { open, rank } = this.#parts.get(phrase)!;
    const begun = new Set<Entity>();
    for (const word of words) for (const entity of this.#byWord.get(word) ?? none) begun.add(entity);
    for (const id of listIds) for (const entity of this.#byList.get(id) ?? none) begun.add(entity);
    const parts = [...begun].filter((entity) => rank.has(entity));
    return parts.length === 0 ? open : [...open, ...parts].sort((a, b) => rank.get(a)! - rank.get(b)!);
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
