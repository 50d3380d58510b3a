/** One case of a logistic regression: features, and whether it was right. */
export interface Case {
  features: readonly number[];
  isRight: boolean;
}

/**
 * Logistic regression (Platt scaling where the only feature is a log-odds), by damped Newton steps.
 *
 * @param cases Each with the same number of features.
 * @returns Weights of the features, then the offset; and the mean negative log-likelihood.
 */
export function fitLogistic(cases: readonly Case[]): { weights: number[]; loss: number } {
  const size = (cases[0]?.features.length ?? 0) + 1;
  const rows = cases.map(({ features, isRight }) => ({ x: [...features, 1], y: isRight ? 1 : 0 }));
  const dot = (weights: readonly number[], x: readonly number[]) =>
    x.reduce((sum, value, index) => sum + value * weights[index], 0);
  // A weak pull to 0 keeps small or one-sided data from running away.
  const lossAt = (weights: readonly number[]) =>
    rows.reduce(
      (sum, { x, y }) => sum + softPlus(dot(weights, x) * (1 - 2 * y)),
      weights.reduce((sum, weight) => sum + weight ** 2 / 2, 0),
    );
  let weights = new Array<number>(size).fill(0);
  let loss = lossAt(weights);
  for (let step = 0; step < 40; step++) {
    const gradient = [...weights];
    const hessian = weights.map((_, row) => weights.map((_, column) => (row === column ? 1 : 0)));
    for (const { x, y } of rows) {
      const p = 1 / (1 + Math.exp(-dot(weights, x)));
      for (let row = 0; row < size; row++) {
        gradient[row] += (p - y) * x[row];
        for (let column = 0; column < size; column++)
          hessian[row][column] += p * (1 - p) * x[row] * x[column];
      }
    }
    let change = solve(hessian, gradient);
    const moved = () => weights.map((weight, index) => weight - change[index]);
    // A full step may go too far; half of it then, and half of that.
    while (lossAt(moved()) > loss && change.some((one) => Math.abs(one) > 1e-7))
      change = change.map((one) => one / 2);
    weights = moved();
    loss = lossAt(weights);
    if (change.every((one) => Math.abs(one) < 1e-5)) break;
  }
  return { weights, loss: loss / Math.max(1, rows.length) };
}

/** ln(1 + e^x) without overflow. */
function softPlus(x: number): number {
  return Math.max(0, x) + Math.log1p(Math.exp(-Math.abs(x)));
}

/** Solves a small symmetric positive-definite system by elimination. */
function solve(matrix: number[][], right: number[]): number[] {
  const rows = matrix.map((row, index) => [...row, right[index]]);
  for (let pivot = 0; pivot < rows.length; pivot++) {
    for (let row = 0; row < rows.length; row++) {
      if (row === pivot) continue;
      const factor = rows[row][pivot] / rows[pivot][pivot];
      for (let column = pivot; column <= rows.length; column++)
        rows[row][column] -= factor * rows[pivot][column];
    }
  }
  return rows.map((row, index) => row[rows.length] / row[index]);
}
