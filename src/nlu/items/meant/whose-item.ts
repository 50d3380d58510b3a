import { slotValue, type Turn } from '../../context/context-change.js';
import { type Item, keepOptions, type Owners } from '../../context/item.js';
import { partsOf } from '../../matching/thread.js';
import { personalOptions } from '../../pack/personal-options.js';
import { hasAll, indexOfHead, isSameThing } from '../find-item.js';
import { itemHeads, personsOf, speaker } from '../item-field.js';
import { isNamedIn } from '../item-names.js';
import { isWhole } from '../items.js';

/** A value of the list `persons`: somebody of whom nothing tells "his" from "hers". */
const anybody = 'them';

/** Something that a turn names, and a word of the list `persons`. */
interface Thing {
  head: string;
  value: unknown;
  start: number;
  end: number;
}
interface Person {
  person: string;
  at: number;
  /** "For him" may stand behind what he has, "he wants" stands before it. */
  isFor: boolean;
  /** "And for him" stands before what he has. */
  isNext: boolean;
}

/**
 * Whose items are after a turn, by the words of the list `persons` beside them: of "a tea for my mum and a coffee" the
 * coffee is the speaker's. Who says "I" and speaks of nobody else, now or before, says nothing by it.
 *
 * @param items What was said of items, or what came of it.
 * @param changed What the turn made of the item that a slot `owner` names.
 */
export function ownersAfter(
  turn: Turn,
  items: readonly Item[],
  changed: Item | undefined,
): Owners | undefined {
  const { owners } = turn.memory;
  const owner = slotValue('owner', turn);
  if (owner !== undefined) return changed ? { ...owners, [String(owner)]: [changed] } : owners;
  const said = personsSaid(turn);
  const things = thingsSaid(turn);
  const isOther = said.some(({ person }) => person !== speaker);
  // "and one for my wife", of what was said before
  const isOneThing = items.length === 1 && isWhole(items[0], itemHeads(turn.pack));
  if (things.length === 0 && said.length === 1 && isOther && isOneThing)
    return { ...owners, [said[0].person]: [...items] };
  if (said.length === 0 || things.length === 0 || !(isOther || owners)) return owners;
  const after: Owners = {};
  const rest = [...items];
  for (const { head, value, person } of withPersons(things, said)) {
    const at = rest.findIndex((one) => one[head] === value);
    const [item] = at < 0 ? [{ [head]: value }] : rest.splice(at, 1);
    after[person] = [...(after[person] ?? []), item];
  }
  return { ...owners, ...after };
}

/** What others have whom a turn names: of "the kids want a cookie each" the drinks of the kids. */
export function itemsOfPersons(turn: Turn): Item[] {
  const named = new Set(personsSaid(turn).map(({ person }) => person));
  return [...named].flatMap((person) => (person === speaker ? [] : (turn.memory.owners?.[person] ?? [])));
}

function personsSaid({ tokens, pack }: Turn): Person[] {
  const persons = personsOf(pack);
  const { receiving } = pack.locale.asking;
  const { and } = pack.locale.numbers;
  const forAt = (at: number) =>
    [at - 1, at - 2, at - 3].find((place) => receiving.includes(tokens[place]?.norm));
  return tokens.flatMap(({ norm }, at) => {
    const person = persons?.get(norm);
    if (person === undefined) return [];
    const start = forAt(at);
    const isNext = start !== undefined && and.includes(tokens[start - 1]?.norm);
    return [{ person, at, isFor: start !== undefined, isNext }];
  });
}

function thingsSaid({ captures, pack }: Turn): Thing[] {
  const heads = itemHeads(pack);
  return partsOf(captures)
    .filter(({ entity }) => heads.includes(entity))
    .map(({ entity: head, value, start, end }) => ({ head, value, start, end }))
    .toSorted((a, b) => a.start - b.start);
}

/** Each thing with whose it is: "for him" stands before it or behind it as the first one does, "he wants" before. */
function withPersons(things: readonly Thing[], said: readonly Person[]): (Thing & { person: string })[] {
  const isAhead = (said.find(({ isFor }) => isFor)?.at ?? 0) < things[0].start;
  let last: Person | undefined;
  return things.map((thing, index) => {
    const ahead = said.filter(({ at }) => at >= (things[index - 1]?.end ?? 0) && at < thing.start);
    const behind = said.find(
      ({ at, isFor, isNext }) =>
        isFor && !isNext && at >= thing.end && at < (things[index + 1]?.start ?? Number.POSITIVE_INFINITY),
    );
    const subject = ahead.findLast(({ isFor, isNext }) => isAhead || isNext || !isFor);
    const own = isAhead ? subject : (behind ?? subject);
    // "he wants a latte and a scone": both are his
    if (own !== undefined || last?.isFor) last = own;
    return { ...thing, person: last?.person ?? speaker };
  });
}

/**
 * Where an item stands that a slot `owner` names by whose it is, "mine" and "hers", or "his" with that person's name in a
 * slot `who`: the one spoken of last if it is that person's or nobody's, else the first such drink. Of several alike it is
 * as many as that person has, else one.
 */
export function ownItem(order: readonly Item[], turn: Turn): { index: number; part?: Item } | undefined {
  const owner = slotValue('owner', turn);
  if (owner === undefined || order.length === 0) return undefined;
  // "ben wants lemon in his"
  const named = itemOfName(order, slotValue('who', turn), turn);
  if (named >= 0) return { index: named };
  const heads = itemHeads(turn.pack);
  const { focus = order.length - 1, owners = {} } = turn.memory;
  const all = [...order.keys()];
  const places = (persons: readonly string[], isIt = hasAll) => {
    const owned = persons.flatMap((person) => owners[person] ?? []);
    return all.filter((index) => owned.some((item) => isIt(order[index], item, heads)));
  };
  const isNear = (person: string) =>
    owner !== speaker && person !== speaker && [owner, person].includes(anybody);
  const others = Object.keys(owners).filter((person) => person !== owner);
  const taken = places(others.filter((person) => !isNear(person)));
  const free = (indices: readonly number[]) => indices.filter((index) => !taken.includes(index));
  const own = places([String(owner)]);
  const same = places([String(owner)], isSameThing);
  const likely = [free(own), own, free(same), places(others.filter(isNear)), free(all), all].find(
    (indices) => indices.length > 0,
  )!;
  const index = likely.includes(focus)
    ? focus
    : (likely.find((index) => heads[0] in order[index]) ?? likely[0]);
  // "theirs", of two that are for the kids, are both
  const { quantity = 1 } = owners[String(owner)]?.find((item) => hasAll(order[index], item, heads)) ?? {};
  return Number(order[index].quantity) > Number(quantity) ? { index, part: { quantity } } : { index };
}

/** Whether a slot `owner` names somebody who has nothing yet, while all that is there is somebody else's. */
export function hasNothing(order: readonly Item[], turn: Turn): boolean {
  const heads = itemHeads(turn.pack);
  const owner = slotValue('owner', turn);
  const { owners = {} } = turn.memory;
  const others = Object.entries(owners).flatMap(([person, items]) => (person === owner ? [] : items));
  return (
    owner !== undefined &&
    owners[String(owner)] === undefined &&
    owners[anybody] === undefined &&
    order.every((item) => others.some((other) => isSameThing(item, other, heads)))
  );
}

/**
 * The item that is had once more: the last one, or what somebody has whom a slot `owner` or `target` names, "what mum is
 * having". The new one is not for that person. Undefined where there is none.
 */
export function repeatedItem(order: readonly Item[], named: Item | undefined, turn: Turn): Item | undefined {
  const place = ownItem(order, turn)?.index ?? (named && placeNamed(order, named, itemHeads(turn.pack)));
  const model = place === undefined ? order.at(-1) : order[place];
  const personal = personalOptions(turn.pack);
  return model && keepOptions(model, (option) => !personal.has(option));
}

/** Where the item stands that is somebody's of that name; -1 where there is none. */
function itemOfName(order: readonly Item[], name: unknown, { pack }: Turn): number {
  if (name === undefined) return -1;
  const personal = [...personalOptions(pack)];
  return order.findIndex((item) => personal.some((key) => isNamedIn(item[key], name)));
}

/** The item that has all that is said of it, or the last of that kind: "another toastie the same" is a ham toastie. */
function placeNamed(order: readonly Item[], named: Item, heads: readonly string[]): number {
  const index = order.findLastIndex((item) => hasAll(item, named, heads));
  const head = heads.find((name) => named[name] !== undefined);
  return index < 0 && head !== undefined ? indexOfHead(order, head, named[head]) : index;
}
