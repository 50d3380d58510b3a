/**
 * A later thing with the one quality that was said right before it: "gluten free bread, vegan cheese". One of several words
 * says itself how it is: "a headset, wireless, good microphone".
 */
const mostOfLater = 2;

/**
 * Values of a list field as one phrase: what was said before a thing belongs to it ("gluten free bread"), what was said
 * behind narrows it ("phone cases, waterproof"). So may another thing: a lamp for a bedside table is not both. Of several
 * qualities in a row between two things none is known to be of the second ("a blender, quiet, powerful, jug").
 *
 * @param isThing Whether a value is a thing of its own, rather than a quality of one.
 */
export function sayList(values: readonly string[], isThing: (value: string) => boolean): string {
  const things: string[] = [];
  let before: string[] = [];
  for (const value of values) {
    before.push(value);
    if (!isThing(value)) continue;
    const isOfThing = things.length === 0 || (before.length <= mostOfLater && !value.includes(' '));
    things.push(...(isOfThing ? [before.join(' ')] : before));
    before = [];
  }
  return things.length === 0 ? before.join(' ') : [...things, ...before].join(', ');
}
