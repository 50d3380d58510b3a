/** Adds a weight at the positions of `words` that stay the same in the alignment with `others` that takes fewest edits. */
export function addMatches(to: Float64Array, weight: number, words: Int32Array, others: Int32Array): void {
  // Readings mostly differ in a word or two: what they begin and end with alike needs no alignment.
  const most = Math.min(words.length, others.length);
  let head = 0;
  while (head < most && words[head] === others[head]) to[head++] += weight;
  let tail = 0;
  while (tail < most - head && words[words.length - 1 - tail] === others[others.length - 1 - tail])
    to[words.length - 1 - tail++] += weight;
  const end = words.length - tail;
  const middle = others.subarray(head, others.length - tail);
  if (head < end && middle.length > 0)
    addMatchesBetween(to.subarray(head, end), weight, words.subarray(head, end), middle);
}

/** Words by which an alignment leaves the straight one at most, beyond the difference in length. */
const mostShift = 12;
/** More edits than any alignment has. */
const unreachable = 1 << 29;

/**
 * The same where first and last words differ. The table of costs has a row for each of `words`, and in it only places
 * near the diagonal, one more on either side: a whole table for a minute of speech takes seconds for the whole list.
 */
function addMatchesBetween(to: Float64Array, weight: number, words: Int32Array, others: Int32Array): void {
  const band = Math.abs(words.length - others.length) + mostShift;
  const width = 2 * band + 3;
  const cost = new Int32Array((words.length + 1) * width).fill(unreachable);
  const place = (i: number, j: number) => i * width + j - i + band + 1;
  for (let i = 0; i <= words.length; i++) {
    const last = Math.min(others.length, i + band);
    for (let j = Math.max(0, i - band); j <= last; j++) {
      const at = place(i, j);
      if (i === 0) {
        cost[at] = j;
        continue;
      }
      const replaced = cost[at - width] + (words[i - 1] === others[j - 1] ? 0 : 1);
      const removed = Math.min(cost[at - width + 1], cost[at - 1]) + 1;
      cost[at] = replaced < removed ? replaced : removed;
    }
  }
  let i = words.length;
  let j = others.length;
  while (i > 0 && j > 0) {
    const at = place(i, j);
    const same = words[i - 1] === others[j - 1];
    if (cost[at] === cost[at - width] + (same ? 0 : 1)) {
      if (same) to[i - 1] += weight;
      i--;
      j--;
    } else if (cost[at] === cost[at - width + 1] + 1) i--;
    else j--;
  }
}
