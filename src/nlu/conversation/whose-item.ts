import type { Turn } from './context-change.js';
import type { Item } from './item.js';
import { countSaid } from './item-meant.js';
import { otherItems } from './item-places.js';

/** The value of the list `persons` for the speaker; any other is for somebody else. */
const speaker = 'me';

/**
 * Whose the item is that a turn spoke of last, as the words of the list `persons` tell: of "a tea for my mum and a
 * coffee" the coffee is the speaker's. Who says "I" and speaks of nobody else, now or before, says nothing by it.
 *
 * @param persons The list, by word.
 */
export function personSaid(
  turn: Turn,
  heads: readonly string[],
  persons: ReadonlyMap<string, string> | undefined,
): string | undefined {
  const { tokens, memory } = turn;
  const owner = countSaid('owner', turn);
  if (owner !== undefined) return String(owner);
  const said = tokens.map(({ norm }) => persons?.get(norm));
  const from = lastItemStart(turn, heads);
  const last = said.findLast((person, at) => person !== undefined && at >= from);
  const isOther = said.some((person) => person !== undefined && person !== speaker);
  if (!isOther && memory.person === undefined) return undefined;
  return last ?? (isOther ? speaker : memory.person);
}

/** Where the words about the last of several things that were named begin. */
function lastItemStart({ pack, tokens, captures }: Turn, heads: readonly string[]): number {
  const named = captures.flatMap(({ entity, parts = [] }) =>
    parts.filter((part) => heads.includes(part.entity)).map(({ start, end }) => ({ entity, start, end })),
  );
  const [before, last] = named.slice(-2);
  if (last === undefined) return 0;
  const separators = pack.entities.get(last.entity)?.separatorWords;
  const isBetween = (at: number) => at >= before.end && at < last.start;
  const joined = tokens.findLastIndex(({ norm }, at) => isBetween(at) && separators?.has(norm));
  return joined < 0 ? before.end : joined;
}

/**
 * Where an item stands that a slot `owner` names by whose it is, "mine" and "hers": the one spoken of last if that was
 * of the same person, else the other one. Of several alike it is one.
 */
export function ownItem(
  order: readonly Item[],
  turn: Turn,
  heads: readonly string[],
): { index: number; part?: Item } | undefined {
  const owner = countSaid('owner', turn);
  if (owner === undefined || order.length === 0) return undefined;
  const { focus = order.length - 1, person } = turn.memory;
  const [index = focus] = person === undefined || person === owner ? [] : otherItems(order, focus, heads);
  return Number(order[index].quantity) > 1 ? { index, part: { quantity: 1 } } : { index };
}
