import type { Turn } from '../context/context-change.js';
import { type FieldValue, removeValues } from '../context/fields.js';
import type { Mention } from '../matching/mention.js';
import type { Context } from '../understanding.js';
import { heldValues } from './held-values.js';

/** Values that are not wanted any more, and those that are wanted in their place. */
export interface OldAndNew {
  old: readonly FieldValue[];
  anew: readonly FieldValue[];
}

/** Where in a sentence a value was said. */
type Place = Pick<Mention, 'start' | 'end' | 'value'>;

/**
 * "Not wired wireless", of what was to be wired: what stands right behind a value that is there, and is not there itself,
 * takes its place. Where a word joins the two ("not wired or wireless") neither is wanted.
 */
export function rightBehind(values: readonly FieldValue[], context: Context, turn: Turn): OldAndNew {
  const { pack, captures } = turn;
  const { fields } = pack.definition;
  const isHeld = (value: FieldValue) =>
    removeValues({ ...context }, heldValues(value, context, pack), fields).length > 0;
  const parts = captures.flatMap<Place>((capture) => [...(capture.parts ?? [capture])]);
  const saidAt = (place: Place) => values.find(({ value }) => value === place.value);
  const anew = parts.flatMap((part) => {
    const value = saidAt(part);
    const before = parts.find(({ end }) => end === part.start);
    const held = before && saidAt(before);
    return value && held && isHeld(held) && !isHeld(value) ? [value] : [];
  });
  const old = values.filter((value) => !anew.includes(value));
  const parted = old.map((value) => (isHeld(value) ? undefined : partedIn(value, context)));
  return {
    old: old.map((value, at) => parted[at]?.old ?? value),
    anew: [...anew, ...parted.flatMap((one) => one?.anew ?? [])],
  };
}

/** The same of words that no list has, taken for one value: "oled qled", of what was to be oled. */
function partedIn(value: FieldValue, context: Context): { old: FieldValue; anew: FieldValue } | undefined {
  const name = String(value.value);
  const held = [context[value.field] ?? []]
    .flat()
    .map(String)
    .find((one) => name.startsWith(`${one} `));
  if (held === undefined) return undefined;
  // what else is said of the thing stays
  return {
    old: { ...value, value: held },
    anew: { ...value, adds: true, value: name.slice(held.length + 1) },
  };
}
