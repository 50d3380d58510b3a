import { isDeepStrictEqual } from 'node:util';
import { isSameThing } from './find-item.js';
import type { Item } from './item.js';
import { isAbout } from './item-names.js';
import { addItems, changeItem } from './items.js';

/**
 * Says more of items that are there: "latte with oat milk" behind "a latte". Those of which there are several, and
 * those that have another value of an option, stay as they are, and so do those of which nothing new is said: the item
 * is another one.
 */
export function specifyItems(
  order: readonly Item[],
  said: readonly Item[],
  heads: readonly string[],
  defaults: Item,
) {
  let changed = [...order];
  let isKnown = false;
  const items = said.map((item) => {
    const position = changed.findLastIndex((other) => {
      const known = Object.keys(item).filter((key) => key in other && !heads.includes(key));
      const head = heads.find((name) => name in item && name in other);
      // "everything bagel" is said of the bagel
      const isKind = head !== undefined && item[head] !== other[head] && isAbout(item[head], other[head]);
      const isNew = isKind || known.length < Object.keys(item).length - 1;
      const isOne = Number(other.quantity ?? 1) === 1 && (isKind || isSameThing(item, other, heads));
      return isNew && isOne && known.every((key) => isDeepStrictEqual(other[key], item[key]));
    });
    if (position < 0) {
      changed = addItems(changed, [item], defaults);
      return { ...defaults, ...item };
    }
    isKnown = true;
    changed = changeItem(changed, item, heads, { position });
    return changed[position];
  });
  return { order: changed, items, isKnown };
}
