/**
 * Values of a list field as one phrase: what was said before a thing belongs to it ("gluten free bread"), what was said
 * behind narrows it ("phone cases, waterproof").
 *
 * @param isThing Whether a value is a thing of its own, rather than a quality of one.
 * @param join Puts several things into one list.
 */
export function sayList(
  values: readonly string[],
  isThing: (value: string) => boolean,
  join: (things: readonly string[]) => string,
): string {
  const things: string[] = [];
  let before: string[] = [];
  for (const value of values) {
    before.push(value);
    if (!isThing(value)) continue;
    things.push(before.join(' '));
    before = [];
  }
  return things.length === 0 ? before.join(' ') : [join(things), ...before].join(', ');
}
