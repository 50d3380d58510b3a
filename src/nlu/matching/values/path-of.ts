import type { Entity } from '../../pack/compile/compile-entities.js';

/** The field, or the option of an item, that a value is kept in. */
export function pathOf({ into, name }: Entity): string {
  return into[0] ?? name;
}
