import { isDeepStrictEqual } from 'node:util';
import { type Item, piecesIn } from '../../context/item.js';
import { isSameThing } from '../find-item.js';
import { isAbout } from '../item-names.js';
import { addItems, changeItem, partOf } from '../items.js';
import type { How } from './how.js';

/**
 * Says more of items that are there: "latte with oat milk" behind "a latte". Those of which there are several, and
 * those that have another value of an option, stay as they are, and so do those of which nothing new is said: the item
 * is another one. Where it is counted, "one latte large", it is so many of as many or more.
 */
export function specifyItems({ order, items: said, heads, defaults }: How) {
  let changed = order;
  let isKnown = false;
  const items = said.map(({ quantity, ...item }) => {
    const position = changed.findLastIndex((other) => {
      const known = Object.keys(item).filter((key) => key in other && !heads.includes(key));
      const head = heads.find((name) => name in item && name in other);
      // "everything bagel" is said of the bagel
      const isKind = head !== undefined && item[head] !== other[head] && isAbout(item[head], other[head]);
      const count = piecesIn(other);
      const isOther = known.some((key) => !isDeepStrictEqual(other[key], item[key]));
      const isNew = isKind || isOther || known.length < Object.keys(item).length - 1;
      const isSoMany = quantity === undefined ? count === 1 : count >= Number(quantity);
      const isOne = isSoMany && (isKind || isSameThing(item, other, heads));
      // of three large ones one can become small
      const isSome = quantity !== undefined && count > Number(quantity);
      // where nothing new is said it is how many there are to be: "I want two lattes" behind one
      if (!isNew && isMore(other, quantity)) return isSameThing(item, other, heads);
      return isNew && isOne && (isSome || !isOther);
    });
    if (position < 0) {
      const added = { ...defaults, ...item, ...(quantity === undefined ? {} : { quantity }) };
      changed = addItems(changed, [added], defaults);
      return added;
    }
    isKnown = true;
    if (isMore(changed[position], quantity)) {
      changed = changed.with(position, { ...changed[position], quantity });
      return changed[position];
    }
    const { rest, meant } = partOf(changed[position], quantity);
    changed = changeItem(changed.toSpliced(position, 1, ...rest, meant), item, heads, {
      position: position + rest.length,
    });
    return changed[position + rest.length];
  });
  return { order: changed, items, isKnown };
}

/** Whether it is said to be more than there are. */
function isMore({ quantity = 1 }: Item, said: unknown): boolean {
  return Number(said) > Number(quantity);
}
