import { isMet } from '../context/conditions.js';
import { itemHeads } from '../items/item-field.js';
import { type Allowed, allowedWhere } from '../matching/allowed.js';
import type { Setting } from './setting.js';

/** The templates of a pack that may match in a conversation that stands like this. */
export function allowedNow({ pack, memory, before, isTimed = false }: Setting): Allowed {
  const heads = itemHeads(pack);
  return allowedWhere(
    pack,
    (when) => (isTimed || when.timed !== true) && isMet(when, before, memory, undefined, heads),
  );
}
