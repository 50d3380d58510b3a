import { slotValue, type Turn } from '../../context/context-change.js';
import type { Item } from '../../context/item.js';
import type { Mention } from '../../matching/mention.js';
import { partsOf } from '../../matching/thread.js';
import { oncePer } from '../../once-per.js';
import type { Pack } from '../../pack/pack.js';
import { isInflected } from '../../tokenise.js';
import { itemField, itemHeads } from '../item-field.js';
import { isWhole } from '../items.js';
import { itemsOf, toItem } from '../said/items-of.js';

/**
 * What a turn asks about items, which the next one may speak of as "that"; undefined where it asks nothing.
 *
 * @param isQuestion It does nothing to the context, so that a phrase of it is about what can be had, and is no order.
 */
export function askedItem({ pack, captures, tokens, memory }: Turn, isQuestion: boolean): Item | undefined {
  const { phrases, options } = itemPhrases(pack);
  // how many of what is there become something else nobody asks: "another one with vanilla"
  const said = captures.filter(
    ({ entity, name, isUnknown }) => options.has(entity) && name !== 'part' && !isUnknown,
  );
  if (said.length > 0) return toItem(said, pack);
  const phrase = isQuestion ? captures.find(({ entity, parts }) => parts && phrases.has(entity)) : undefined;
  if (phrase === undefined) return undefined;
  const { parts = [], entity } = phrase;
  const [item] = itemsOf(parts, { phrase: pack.entities.get(entity)!, pack, tokens });
  // "and a medium" behind "how much is a large latte" is of a latte as well
  return item && (isWhole(item, itemHeads(pack)) ? item : { ...memory.asked, ...item });
}

/** The phrases that items are said in, and all that can be said in them, by name. */
const itemPhrases = oncePer((pack: Pack): { phrases: ReadonlySet<string>; options: ReadonlySet<string> } => {
  const field = itemField(pack)?.name ?? '';
  const phrases = [...pack.entities.values()].filter(({ into }) => into.includes(field));
  return {
    phrases: new Set(phrases.map(({ name }) => name)),
    options: new Set(phrases.flatMap(({ of = [] }) => of)),
  };
});

/** The other one of two things that a turn asks about, in a slot `other`: "is a mocha sweeter than a latte". */
export function otherAsked({ pack, captures, tokens }: Turn): Item | undefined {
  const other = captures.find(({ name }) => name === 'other');
  const phrase = pack.entities.get(other?.entity ?? '');
  return other?.parts && phrase && itemsOf(other.parts, { phrase, pack, tokens })[0];
}

/** What a turn says of what was asked about before: of two things the second one, where it names that. */
export function askedBefore({ captures, pack, memory: { asked, askedOther } }: Turn): Item | undefined {
  const ordinal = captures.find(({ entity }) => pack.entities.get(entity)?.kind === 'ordinal');
  if (ordinal === undefined || ordinal.value === 1) return asked;
  return ordinal.value === 2 || ordinal.value === -1 ? askedOther : undefined;
}

/**
 * The last item with another amount of the option that was said last: "just a little" of a coffee with milk. Values
 * begin with the amount, if any was said, which is on the list `amounts`.
 */
export function withAmount(
  item: Item,
  amount: string,
  { options, amounts }: { options: readonly string[]; amounts: string },
  { pack }: Turn,
): Item | undefined {
  const option = Object.keys(item).findLast((key) => options.includes(key));
  if (option === undefined) return undefined;
  const known = [item[option]].flat().map(String);
  const last = known.at(-1)!;
  const before = pack.valueBefore(amounts, last);
  // of two sugars nobody says how much they are
  if (before === undefined && /^\d/.test(last)) return undefined;
  const anew = `${amount} ${before === undefined ? last : last.slice(before.length + 1)}`;
  return { ...item, [option]: Array.isArray(item[option]) ? [...known.slice(0, -1), anew] : anew };
}

/**
 * The items about the head that a slot `kind` names, "the drinks", or all others; undefined where all or none are kept.
 */
export function itemsOfKind(order: readonly Item[], turn: Turn, isKept: boolean): Item[] | undefined {
  const kind = itemHeads(turn.pack).find((head) => head === slotValue('kind', turn));
  if (kind === undefined) return undefined;
  const left = order.filter((item) => kind in item === isKept);
  return left.length === order.length || (isKept && left.length === 0) ? undefined : left;
}

/** How many of an item are meant, where that stands apart: "make two of the lattes decaf", "one less croissant". */
export function partSaid(turn: Turn, whole?: Item): Item {
  const quantity = slotValue('part', turn) ?? halfSaid(turn, whole);
  return quantity === undefined ? {} : { quantity };
}

/** Whether a thing was named in the plural and without a count: of "the teas" all are meant. */
export function isSaidInPlural({ captures, pack, tokens }: Turn): boolean {
  const heads = itemHeads(pack);
  const parts = partsOf(captures);
  const named = parts.filter(({ entity }) => heads.includes(entity) || entity === 'quantity');
  const [thing] = named;
  if (named.length !== 1 || thing.entity === 'quantity') return false;
  return isInflected(tokens[thing.end - 1], pack.locale);
}

/** Of how many something is not said: "all with milk except one", or except mine. */
export function leftSaid(turn: Turn): number | undefined {
  const left = slotValue('left', turn);
  const isOwn = slotValue('owner', turn) !== undefined;
  return left === undefined && !isOwn ? undefined : Number(left ?? 1);
}

/** Half of how many there are of an item, rounded down, where a slot `half` asks for that. */
function halfSaid(turn: Turn, { quantity }: Item = {}): number | undefined {
  const isHalf = slotValue('half', turn) !== undefined && Number(quantity) > 1;
  return isHalf ? Math.floor(Number(quantity) / 2) : undefined;
}

/** The item that is not wanted, where another one is: the tea of "juice instead of the hot tea". */
export function itemInstead(turn: Turn): Item | undefined {
  const excluded = turn.captures
    .map((capture) => capture.excluded ?? [])
    .find((gone) => isInPlaceOf(gone, turn));
  return excluded && Object.fromEntries(excluded.map(({ entity, value }) => [entity, value]));
}

/** The most words from "instead" to a thing: "instead of one of the teas" */
const mostWordsTo = 5;

/** Whether values name a thing, and behind a word such as "instead". */
function isInPlaceOf(excluded: readonly Mention[], { tokens, pack }: Turn): boolean {
  const heads = itemHeads(pack);
  const { instead } = pack.locale.statements;
  const start = Math.min(...excluded.map((one) => one.start));
  const isThing = excluded.filter(({ entity }) => heads.includes(entity)).length === 1;
  const before = isThing ? tokens.slice(Math.max(0, start - mostWordsTo), start) : [];
  return before.some(({ norm }) => instead.includes(norm));
}

/** What the sentence names as not wanted of an item, "not large"; a count is none of that: "one sugar not two". */
export function unwantedOptions(turn: Turn): Mention[] {
  const heads = itemHeads(turn.pack);
  return turn.captures
    .flatMap(({ name, parts, excluded = [] }) => {
      if (name === 'unwanted') return parts ?? [];
      return isInPlaceOf(excluded, turn) ? [] : excluded;
    })
    .filter(({ entity }) => entity !== 'quantity' && !heads.includes(entity));
}
