import type { Entity } from '../pack/compile/compile-entities.js';

/** What is known of an entity at each place of a sentence, where it was asked for. */
export type KnownAt<Value> = Map<Entity, (Value | undefined)[]>;

/** What is known of one entity, place by place. */
export function rowOf<Value>(known: KnownAt<Value>, entity: Entity): (Value | undefined)[] {
  let row = known.get(entity);
  if (row === undefined) {
    row = [];
    known.set(entity, row);
  }
  return row;
}
