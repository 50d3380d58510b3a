import type { Turn } from '../../context/context-change.js';
import type { Item } from '../../context/item.js';
import type { Mentioned } from '../meant/item-mentions.js';

/** What a rule finds: the order, what the turn says of items, and which item it says it of. */
export interface How {
  order: Item[];
  mentioned: readonly Mentioned[];
  said: readonly Mentioned[];
  items: readonly Item[];
  /** The order in which so many of an item each become something else: "two of them large and one a tea". */
  split?: readonly Item[];
  /** The item that a slot names, by the name that it has there. */
  meant: Item | undefined;
  heads: readonly string[];
  /** What every item has if nothing else was said. */
  defaults: Item;
  /** A mention by the name of the item that it stands for. */
  known: (item: Item) => Item;
  turn: Turn;
}
