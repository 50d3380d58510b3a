/**
 * Values of a list field as one phrase: what was said before a thing belongs to it ("gluten free bread"), what was said
 * behind narrows it ("phone cases, waterproof"). So may another thing: a lamp for a bedside table is not both.
 *
 * @param isThing Whether a value is a thing of its own, rather than a quality of one.
 */
export function sayList(values: readonly string[], isThing: (value: string) => boolean): string {
  const things: string[] = [];
  let before: string[] = [];
  for (const value of values) {
    before.push(value);
    if (!isThing(value)) continue;
    things.push(before.join(' '));
    before = [];
  }
  return things.length === 0 ? before.join(' ') : [...things, ...before].join(', ');
}
