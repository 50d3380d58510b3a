import type { Parse } from '../matching/matcher.js';
import type { Pack } from '../pack/pack.js';

/**
 * A later thing with the one quality that was said right before it: "gluten free bread, vegan cheese". One of several words
 * says itself how it is: "a headset, wireless, good microphone".
 */
const mostOfLater = 2;

/** How the values of a list field are told apart. */
interface Telling {
  /** Whether a value is a thing of its own, rather than a quality of one. */
  isThing: (value: string) => boolean;
  /** Whether one was said right behind the other, and both are one thing: "fridge" + "water filter". */
  areJoined: (value: string, next: string) => boolean;
}

/** By the list that tells things, and by what stood right before a thing when it was said. */
export function tellThings({ pack, parse }: { pack: Pack; parse?: Parse }, list: string): Telling {
  const joined = (parse?.captures ?? []).flatMap(({ entity, parts = [] }) => {
    const isHead = (at: number) => pack.entities.get(entity)?.heads.includes(parts[at]?.entity) ?? false;
    return parts.flatMap(({ start, value }, at) =>
      isHead(at) && !isHead(at - 1) && parts[at - 1]?.end === start ? [[parts[at - 1].value, value]] : [],
    );
  });
  return {
    isThing: (value) => pack.endsOnList(list, value),
    areJoined: (value, next) => joined.some(([before, thing]) => before === value && thing === next),
  };
}

/**
 * Values of a list field as one phrase: what was said before a thing belongs to it ("gluten free bread"), what was said
 * behind narrows it ("phone cases, waterproof"). So may another thing: a lamp for a bedside table is not both. Of several
 * qualities in a row between two things none is known to be of the second ("a blender, quiet, powerful, jug").
 */
export function sayList(values: readonly string[], { isThing, areJoined }: Telling): string {
  const things: string[] = [];
  let before: string[] = [];
  for (const [at, value] of values.entries()) {
    before.push(value);
    if (!isThing(value)) continue;
    const isOfThing = things.length === 0 || (before.length <= mostOfLater && !value.includes(' '));
    if (things.length > 0 && before.length === 1 && areJoined(values[at - 1], value))
      things.push(`${things.pop()} ${value}`);
    else things.push(...(isOfThing ? [before.join(' ')] : before));
    before = [];
  }
  return things.length === 0 ? before.join(' ') : [...things, ...before].join(', ');
}

/** The first thing of such a list, and of those that are one thing the last: of "remote control helicopter" that one. */
export function firstThing(values: readonly string[], { isThing, areJoined }: Telling): string | undefined {
  let at = values.findIndex(isThing);
  while (
    at >= 0 &&
    at + 1 < values.length &&
    isThing(values[at + 1]) &&
    areJoined(values[at], values[at + 1])
  )
    at++;
  return values[at];
}
