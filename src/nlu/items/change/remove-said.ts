import { slotValue } from '../../context/context-change.js';
import type { Item } from '../../context/item.js';
import { isOneOfSeveral, piecesOf, plainPlace } from '../item-places.js';
import { isWhole } from '../items.js';
import type { How } from '../meant/how.js';
import { isSaidInPlural, itemsOfKind, partSaid } from '../meant/item-meant.js';
import { oneByArticle } from '../meant/one-by-article.js';
import { apart, placeSaid } from '../meant/place-said.js';
import { optionPointedAt } from '../meant/pointed-at.js';
import { hasNothing, ownItem } from '../meant/whose-item.js';
import { removeItem } from './take-out-items.js';

/** Takes out what was said: an item, so many of it, or what is in it. */
export function removeSaid({ order, said: named, meant, heads, known, turn }: How): Item[] | undefined {
  const said = named.map((one) => ({ slot: one.slot, items: oneByArticle(one, turn).map(known) }));
  const items = said.flatMap((one) => one.items);
  if (meant !== undefined) return takeFrom(order, meant, items, heads);
  // "the normal one", "the plain latte"
  const word = slotValue('plain', turn);
  if (word !== undefined) {
    const plain = plainPlace(order, items[0], word, turn.pack);
    return plain < 0 ? undefined : order.toSpliced(plain, 1);
  }
  if (items.length === 0 && slotValue('kind', turn) !== undefined) return itemsOfKind(order, turn, false);
  // all that was named is something else: "one bun less"
  if (said.length > 0 && items.length === 0) return undefined;
  // "nothing for her", who has nothing
  if (hasNothing(order, turn)) return undefined;
  const isOption = items.length > 0 && !isWhole(items[0], heads);
  const place = ownItem(order, turn) ?? placeSaid(order, turn, isOption ? undefined : items[0]);
  if (isOption && place !== undefined) {
    const [pieces, index] = apart(order, place);
    const left = index < 0 ? undefined : takeFrom([pieces[index]], {}, items, heads);
    return left && pieces.toSpliced(index, 1, ...left);
  }
  const isPart = slotValue('part', turn) !== undefined;
  if (items.length === 1 && Object.keys(items[0]).length === 1 && !isPart && isSaidInPlural(turn)) {
    const places = piecesOf(order, items[0], heads);
    return places.length === 0 ? undefined : order.filter((_, at) => !places.includes(at));
  }
  // "the one to france", but of "the milk" the item stays
  const isPointedAt = items.some((item) => 'quantity' in item) && optionPointedAt(turn) !== undefined;
  const isWholeIn = (slot: string, item: Item) =>
    slot === 'whole' ||
    isPointedAt ||
    (slot === 'named' && order.length > 1) ||
    (slot === 'distinct' && isOneOfSeveral(order, item));
  if (items.length > 0 && place === undefined) {
    return said
      .flatMap(({ slot, items }) =>
        items.map((item) => ({
          item: { ...item, ...partSaid(turn) },
          isWhole: isWholeIn(slot, item),
        })),
      )
      .reduce<Item[] | undefined>(
        (rest, { item, isWhole }) => rest && removeItem(rest, item, heads, isWhole),
        order,
      );
  }
  const { index, part } = place ?? { index: order.length - 1, part: partSaid(turn) };
  if (index < 0) return undefined;
  const left = Number(order[index].quantity) - Number(part?.quantity);
  return left > 0 ? order.with(index, { ...order[index], quantity: left }) : order.toSpliced(index, 1);
}

/**
 * Takes options out of the item that was named, "the sugar from the latte", which itself stays.
 *
 * @returns undefined where there is no such item, or it has none of these options.
 */
function takeFrom(
  order: readonly Item[],
  meant: Item,
  options: readonly Item[],
  heads: readonly string[],
): Item[] | undefined {
  for (const index of piecesOf(order, meant, heads).reverse()) {
    const left = options.reduce<Item[] | undefined>(
      (rest, option) => rest && removeItem(rest, option, heads),
      [order[index]],
    );
    if (left !== undefined) return order.toSpliced(index, 1, ...left);
  }
  return undefined;
}
