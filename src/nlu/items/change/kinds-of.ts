import { slotValue, type Turn } from '../../context/context-change.js';
import { type Item, piecesIn } from '../../context/item.js';
import { isSameThing } from '../find-item.js';
import { itemHeads } from '../item-field.js';
import { isShortFor } from '../item-names.js';
import { isWhole, merged, partOf } from '../items.js';
import { partSaid } from '../meant/item-meant.js';
import { ownItem } from '../meant/whose-item.js';

/**
 * The order in which items are of the kinds that slots `kind` name: "peppermint" of a tea, where there is peppermint
 * tea. Of several as many are as a slot `part` before says: "one green, two black", and else one of each. What there is
 * already of the kind in a slot `refused` goes, "no green tea"; of what is no green tea that puts the kind right.
 *
 * @returns undefined where one of them is a kind of nothing.
 */
export function kindsOf(order: readonly Item[], turn: Turn): Item[] | undefined {
  const refused = placeOfRefused(order, turn);
  if (refused >= 0) return order.toSpliced(refused, 1);
  let left = withAllKinds(order, turn);
  // "hers is vanilla", but of "mine is strawberry and hers is vanilla" one is one and one the other
  const owners = turn.captures.filter(({ name }) => name === 'owner');
  const own = owners.length === 1 ? ownItem(order, turn) : undefined;
  const kinds: Item[] = [];
  const isKind = (slot: string) => slot === 'kind' || slot === 'refused';
  // "blueberry and chocolate" of two muffins
  const isEach = turn.captures.filter(({ name }) => isKind(name)).length > 1;
  let part: unknown = owners.length > 1 || isEach ? 1 : undefined;
  const lastKind = turn.captures.findLastIndex(({ name }) => isKind(name));
  let sum = isEach ? countedKinds(turn) : undefined;
  let whole: Item | undefined;
  for (const [at, { name, value }] of turn.captures.entries()) {
    if (name === 'part') part = value;
    if (!isKind(name)) continue;
    const found = kindOfLast(own ? [left[own.index]] : left, kinds, value, turn, sum);
    if (found === undefined) return undefined;
    if (sum !== undefined) sum -= Number(part);
    whole = left[found.index];
    if (own) found.index = own.index;
    const { rest, meant } = partOf(
      left[found.index],
      part ?? own?.part?.quantity ?? partSaid(turn, left[found.index]).quantity,
    );
    const kind = { ...found.kind, quantity: meant.quantity };
    left = left.toSpliced(found.index, 1, ...(at < lastKind ? [kind, ...rest] : [...rest, kind]));
    kinds.push(kind);
  }
  return whole ? withRestTold(left, whole, itemHeads(turn.pack)) : left;
}

/**
 * What is said of no thing by its name, behind kinds of some, is said of those that are of none: "three teas, a green, a
 * mint and ONE WITH MILK".
 */
function withRestTold(order: readonly Item[], whole: Item, heads: readonly string[]): Item[] {
  const open = order.at(-1)!;
  if (isWhole(open, heads)) return [...order];
  const index = order.findLastIndex(
    (item) => isSameThing(item, whole, heads) && piecesIn(item) >= piecesIn(open),
  );
  if (index < 0) return [...order];
  const { meant, rest } = partOf(order[index], open.quantity);
  return order.slice(0, -1).toSpliced(index, 1, ...rest, merged(meant, open, heads));
}

function placeOfRefused(order: readonly Item[], turn: Turn): number {
  const refused = slotValue('refused', turn);
  const heads = itemHeads(turn.pack);
  const isRefused = (name: unknown) => `${refused} ${String(name).split(' ').at(-1)}` === name;
  return refused === undefined
    ? -1
    : order.findLastIndex((item) => heads.some((head) => isRefused(item[head])));
}

/** How many there are of all kinds that were named, each of which is one where no slot `part` stands before it. */
function countedKinds({ captures }: Turn): number {
  const parts = captures.filter(({ name }) => name === 'part').map(({ value }) => Number(value));
  const kinds = captures.filter(({ name }) => name === 'kind').length;
  return parts.reduce((total, part) => total + part, kinds - parts.length);
}

/** The order with as many of an item as its kinds make: "milkshakes, one chocolate, one strawberry". */
function withAllKinds(order: readonly Item[], turn: Turn): Item[] {
  const parts = turn.captures.filter(({ name }) => name === 'part' || name === 'left');
  const found =
    parts.length > 1 ? kindOfLast(order, [], slotValue('kind', turn), turn, countedKinds(turn)) : undefined;
  if (found === undefined) return [...order];
  const sum = parts.reduce((total, { value }) => total + Number(value), 0);
  const item = order[found.index];
  return order.with(found.index, { ...item, quantity: Math.max(piecesIn(item), sum) });
}

/**
 * The last item of which what was named is a kind, but for kinds that were named before it, and where it stands.
 *
 * @param sum How many kinds are still to be named: of "five teas three with milk one black and one green" the two of which
 *   nothing else was said are meant.
 */
function kindOfLast(
  order: readonly Item[],
  kinds: readonly Item[],
  named: unknown,
  turn: Turn,
  sum?: number,
): { kind: Item; index: number } | undefined {
  const { pack } = turn;
  const heads = itemHeads(pack);
  // "the ham one tuna instead", "not strawberry, chocolate": of the kind that is not wanted, where it is there
  const dropped = slotValue('dropped', turn);
  const isDropped = (item: Item) => heads.some((head) => isShortFor(dropped, item[head]));
  const isThere = dropped !== undefined && order.some(isDropped);
  // of as many the one of which least was said
  const rank = (item: Item) => (item.quantity === sum ? Object.keys(item).length : Number.POSITIVE_INFINITY);
  const bestFirst = [...order.entries()]
    .reverse()
    .sort(([, a], [, b]) => (rank(a) < rank(b) ? -1 : Number(rank(a) > rank(b))));
  for (const [index, item] of bestFirst) {
    if (kinds.includes(item) || (isThere && !isDropped(item))) continue;
    for (const head of heads) {
      // "mint" of a tea, and of a green tea
      const names = [`${named} ${item[head]}`, `${named} ${String(item[head]).split(' ').at(-1)}`];
      const values = [...(pack.lists.get(head)?.values() ?? [])];
      const name = names.find((one) => values.includes(one));
      if (name !== undefined) return { kind: { ...item, [head]: name }, index };
      // "peach" of an iced tea, where there is a peach iced tea
      for (const [option, said] of Object.entries(item)) {
        const { [option]: _, ...rest } = item;
        const whole = `${named} ${said} ${item[head]}`;
        if (values.includes(whole)) return { kind: { ...rest, [head]: whole }, index };
      }
    }
  }
  return undefined;
}
