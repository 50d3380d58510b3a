import type { Item } from '../../context/item.js';
import { findItem } from '../find-item.js';
import { itemField } from '../item-field.js';
import { allPlaces } from '../item-places.js';
import { changeItem, isWhole } from '../items.js';
import { ownItem } from '../meant/whose-item.js';
import type { How } from './how.js';
import { removeItem } from './take-out-items.js';

/**
 * "I don't want cream", or "leave that off" of what was asked about: what is in by itself is to be left out; of the item
 * that is named, where one is.
 */
export function refuseItem(how: How): Item[] | undefined {
  const { order, items, meant, heads, turn } = how;
  const asked = items[0] ?? turn.memory.asked ?? {};
  const place = meant ? findItem(order, meant, heads) : ownItem(order, turn)?.index;
  if (place !== undefined) return order[place] && refuseAt(how, [place], asked);
  const left = removeItem(order, asked, heads);
  return left ?? (isWhole(asked, heads) ? undefined : changeItem(order, refused(asked), heads));
}

/** "I don't want sugar in either": out of all that have it, or where none has, there is to be none in any. */
export function refuseInAll(how: How): Item[] | undefined {
  const {
    order,
    items: [said],
    heads,
    turn: { pack },
  } = how;
  if (said === undefined || isWhole(said, heads)) return undefined;
  const having = [...order.keys()].filter((at) => removeItem([order[at]], said, heads) !== undefined);
  return refuseAt(how, having.length > 0 ? having : allPlaces(order, refused(said), itemField(pack)!), said);
}

/** Takes out of the items at these places what was said, or says of one without it that there is to be none. */
function refuseAt({ order, heads }: How, places: readonly number[], said: Item): Item[] {
  return order.flatMap((item, at) =>
    places.includes(at)
      ? (removeItem([item], said, heads) ?? changeItem([item], refused(said), heads))
      : [item],
  );
}

function refused(said: Item): Item {
  const none = (value: unknown) => (Array.isArray(value) ? value.map((one) => `no ${one}`) : `no ${value}`);
  return Object.fromEntries(Object.entries(said).map(([option, value]) => [option, none(value)]));
}
