import type { Turn } from '../../context/context-change.js';
import type { ItemRule } from '../change/changed-by.js';

/**
 * What is said of items at several places, one turn for each: "the first and the third", or where a slot `places` says of
 * how many an ordinal is ("the first two"). Else the turn alone.
 */
export function eachPlace(turn: Turn, rule: ItemRule): Turn[] {
  const { captures, pack, memory } = turn;
  const isOrdinal = ({ entity }: { entity: string }) => pack.entities.get(entity)?.kind === 'ordinal';
  const ordinals = captures.filter(isOrdinal);
  const places = captures.find(({ name }) => name === 'places');
  const [ordinal] = ordinals;
  if (ordinal === undefined || (places === undefined && ordinals.length === 1)) return [turn];
  const numbers =
    places === undefined
      ? ordinals.map(({ value }) => Number(value))
      : placesFrom(Number(ordinal.value), Number(places.value));
  const inOrder = rule === 'removeItem' ? numbers.toSorted((a, b) => takenOut(a) - takenOut(b)) : numbers;
  const others = captures.filter((capture) => !isOrdinal(capture));
  return inOrder.map((value) => ({
    ...turn,
    captures: [{ ...ordinal, value }, ...others],
    memory: { ...memory, focus: undefined },
  }));
}

/** The first two are the first and the second one, the last two the last and the one before it. */
function placesFrom(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, at) => first + at * Math.sign(first));
}

/** In this order none moves another: of places from the start the later one first, of those from the end the earlier one. */
function takenOut(place: number): number {
  return place < 0 ? place - 1e6 : -place;
}
