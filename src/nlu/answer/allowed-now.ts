import { isMet } from '../context/conditions.js';
import type { Memory } from '../context/memory.js';
import { itemHeads } from '../items/item-field.js';
import { type Allowed, allowedWhere } from '../matching/allowed.js';
import type { Pack } from '../pack/pack.js';
import type { Context } from '../understanding.js';

/** How a conversation stands. */
interface Standing {
  memory: Memory;
  before: Context;
  isTimed?: boolean;
}

/** The templates of a pack that may match in a conversation that stands like this. */
export function allowedNow(pack: Pack, { memory, before, isTimed = false }: Standing): Allowed {
  const heads = itemHeads(pack);
  return allowedWhere(
    pack,
    (when) => (isTimed || when.timed !== true) && isMet(when, before, memory, undefined, heads),
  );
}
