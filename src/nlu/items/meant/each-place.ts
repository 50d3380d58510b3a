import { slotValue, type Turn } from '../../context/context-change.js';

/**
 * The places of the items that something is said of, the last one being -1: "the first and the third", or where a slot
 * `places` says of how many an ordinal is ("the first two").
 */
export function placesSaid(turn: Turn): number[] {
  const { captures, pack } = turn;
  const ordinals = captures.filter((capture) => isPlace(capture, pack)).map(({ value }) => Number(value));
  const count = slotValue('places', turn);
  return count === undefined || ordinals.length === 0 ? ordinals : placesFrom(ordinals[0], Number(count));
}

/** What is said of items at several places, one turn for each; else the turn alone. */
export function eachPlace(turn: Turn, rule: string): Turn[] {
  const { captures, pack, memory } = turn;
  const places = placesSaid(turn);
  if (places.length < 2 || rule === 'keepItems') return [turn];
  const ordinal = captures.find((capture) => isPlace(capture, pack))!;
  const others = captures.filter((capture) => !isPlace(capture, pack));
  const inOrder = rule === 'removeItem' ? places.toSorted((a, b) => takenOut(a) - takenOut(b)) : places;
  return inOrder.map((value) => ({
    ...turn,
    captures: [{ ...ordinal, value }, ...others],
    memory: { ...memory, focus: undefined },
  }));
}

/** Whether a capture says which one of those that are there is meant: an ordinal, or the number in a slot `position`. */
export function isPlace(
  { entity, name, value }: Turn['captures'][number],
  { entities }: Turn['pack'],
): boolean {
  return entities.get(entity)?.kind === 'ordinal' || (name === 'position' && typeof value === 'number');
}

/** Where a place is among so many: -1 is the last one, 0 the one in the middle, if there is such; -1 where it is none. */
export function indexOfPlace(place: number, count: number): number {
  if (place > 0) return place - 1;
  if (place < 0) return count + place;
  return count % 2 === 1 ? (count - 1) / 2 : -1;
}

/** The first two are the first and the second one, the last two the last and the one before it. */
function placesFrom(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, at) => first + at * Math.sign(first));
}

/** In this order none moves another: of places from the start the later one first, of those from the end the earlier one. */
function takenOut(place: number): number {
  return place < 0 ? place - 1e6 : -place;
}
