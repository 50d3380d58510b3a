/** Turns logits into natural-log probabilities, in place, for each row of `width` values by itself. */
export function logSoftmaxRows(values: Float32Array, width: number): void {
  for (let row = 0; row < values.length; row += width) {
    let most = -Infinity;
    for (let at = row; at < row + width; at++) most = Math.max(most, values[at]);
    let sum = 0;
    for (let at = row; at < row + width; at++) sum += Math.exp(values[at] - most);
    const all = most + Math.log(sum);
    for (let at = row; at < row + width; at++) values[at] -= all;
  }
}
