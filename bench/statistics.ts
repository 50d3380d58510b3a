/** Summary of a set of measurements; units are those of the samples. */
export interface Spread {
  count: number;
  mean: number;
  p50: number;
  p90: number;
  p95: number;
  p99: number;
  max: number;
}

/** The value below which a share of the samples lies (nearest rank); NaN without samples. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? Number.NaN;
}

export function mean(samples: readonly number[]): number {
  return samples.reduce((sum, value) => sum + value, 0) / samples.length;
}

/** @param digits Digits behind the point. @returns undefined without samples. */
export function spread(samples: readonly number[], digits = 1): Spread | undefined {
  if (samples.length === 0) return undefined;
  const at = (share: number) => rounded(percentile(samples, share), digits);
  return {
    count: samples.length,
    mean: rounded(mean(samples), digits),
    p50: at(0.5),
    p90: at(0.9),
    p95: at(0.95),
    p99: at(0.99),
    max: at(1),
  };
}

/** Without the percentiles that fewer samples than one would lie above: there the largest one says it. */
export function withSupportedPercentiles(summary: Spread | undefined): Partial<Spread> | undefined {
  if (summary === undefined) return undefined;
  const { p90, p95, p99, max, ...others } = summary;
  const { count } = summary;
  return {
    ...others,
    ...(count >= 10 ? { p90 } : {}),
    ...(count >= 20 ? { p95 } : {}),
    ...(count >= 100 ? { p99 } : {}),
    max,
  };
}

export function rounded(value: number, digits = 1): number {
  return Number(value.toFixed(digits));
}

/**
 * The straight line through (x, y) that leaves the least squares: change of y for each unit of x, with its standard error
 * where the points lie about the line independently.
 */
export function fitSlope(points: readonly (readonly [x: number, y: number])[]): {
  slope: number;
  error: number;
} {
  const meanX = mean(points.map(([x]) => x));
  const meanY = mean(points.map(([, y]) => y));
  let covariance = 0;
  let variance = 0;
  for (const [x, y] of points) {
    covariance += (x - meanX) * (y - meanY);
    variance += (x - meanX) ** 2;
  }
  const slope = variance === 0 ? 0 : covariance / variance;
  const residual = points.reduce((sum, [x, y]) => sum + (y - meanY - slope * (x - meanX)) ** 2, 0);
  return { slope, error: Math.sqrt(residual / (points.length - 2) / variance) };
}

/** A share of something that was counted, with the 95 % interval of Wilson (1927). */
export function share(hits: number, count: number): { share: number; low: number; high: number } {
  if (count === 0) return { share: 0, low: 0, high: 1 };
  const z = 1.96;
  const p = hits / count;
  const centre = (p + z ** 2 / (2 * count)) / (1 + z ** 2 / count);
  const half = (z * Math.sqrt((p * (1 - p)) / count + z ** 2 / (4 * count ** 2))) / (1 + z ** 2 / count);
  const digits = 4;
  return {
    share: rounded(p, digits),
    low: rounded(Math.max(0, centre - half), digits),
    high: rounded(Math.min(1, centre + half), digits),
  };
}
