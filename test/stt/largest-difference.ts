/** How far two lists of numbers are apart at most; infinitely, where one is longer. */
export function largestDifference(found: ArrayLike<number>, expected: ArrayLike<number>): number {
  if (found.length !== expected.length) return Number.POSITIVE_INFINITY;
  let most = 0;
  for (let at = 0; at < found.length; at++) most = Math.max(most, Math.abs(found[at] - expected[at]));
  return most;
}
