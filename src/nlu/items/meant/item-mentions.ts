import type { Turn } from '../../context/context-change.js';
import type { Item } from '../../context/item.js';
import type { Mention } from '../../matching/mention.js';
import { itemField, itemHeads } from '../item-field.js';
import { isAbout, isShortFor } from '../item-names.js';
import { isWhole } from '../items.js';
import { itemsOf } from '../said/items-of.js';
import { byNamesThere } from './short-names.js';

/** What a sentence says of items in one of its slots. */
export interface Mentioned {
  slot: string;
  items: Item[];
}

/**
 * What a sentence says of items, by slot.
 *
 * @param order The items that it may speak of by the names that they have there.
 */
export function itemMentions(turn: Turn, order: readonly Item[]): Mentioned[] {
  const { captures, pack, tokens } = turn;
  const { name: field } = itemField(pack)!;
  return captures.flatMap(({ entity, name, parts, value }) => {
    const phrase = pack.entities.get(entity);
    // one option by itself: whose it is
    const option = phrase?.into.find((path) => path.startsWith(`${field}.`))?.slice(field.length + 1);
    if (option !== undefined) return [{ slot: name, items: [{ [option]: value }] }];
    if (parts === undefined || !phrase?.into.includes(field)) return [];
    const [first, ...more] = itemsOf(parts, { phrase, pack, tokens });
    const named = first && more.length === 0 ? byNameThere(first, { slot: name, parts }, order, turn) : first;
    const items = named === undefined ? [] : [named, ...more];
    return [{ slot: name, items: items.map((item) => byNamesThere(item, order, pack)) }];
  });
}

/**
 * "The peppermint large", "scrap the peppermint": what is elsewhere an option, and no item has, names the peppermint tea. By
 * itself it may be what something comes with: "no foam", "skip the chocolate".
 */
function byNameThere(
  item: Item,
  { slot, parts: [first] }: { slot: string; parts: readonly Mention[] },
  order: readonly Item[],
  { pack, tokens }: Turn,
): Item {
  const { [first.entity]: value, ...rest } = item;
  const heads = itemHeads(pack);
  const { definiteArticles } = pack.locale;
  const isPointedAt = definiteArticles.includes(tokens[first.start - 1]?.norm);
  const isAlone = Object.keys(rest).length === 0 && slot !== 'distinct';
  if (value === undefined || !isPointedAt || isAlone || isWhole(item, heads)) return item;
  if (order.some((one) => [one[first.entity]].flat().some((known) => isAbout(known, [value].flat()[0]))))
    return item;
  const said = tokens.slice(first.start, first.end).map(({ norm }) => norm);
  for (const head of heads) {
    const named = order.findLast((one) => isShortFor(said.join(' '), one[head]));
    if (named !== undefined) return { ...rest, [head]: named[head] };
  }
  return item;
}
