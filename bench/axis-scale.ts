/** Where values of an axis lie, and those that are marked. */
export interface AxisScale {
  at(value: number): number;
  ticks: number[];
}

/** @param options.isLog equal steps for equal ratios */
export function axisScale(
  [low, high]: readonly [number, number],
  from: number,
  to: number,
  { isLog = false } = {},
): AxisScale {
  const map = isLog ? Math.log : (value: number) => value;
  const span = map(high) - map(low) || 1;
  const at = (value: number) => from + ((map(value) - map(low)) / span) * (to - from);
  return { at, ticks: isLog ? logTicks(low, high) : linearTicks(low, high) };
}

export function tickLabel(value: number): string {
  return String(Number(value.toPrecision(6)));
}

/** Round steps of 1, 2 or 5 times a power of ten. */
function linearTicks(low: number, high: number): number[] {
  const rough = (high - low) / 6 || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((value) => value >= rough) ?? rough;
  const ticks: number[] = [];
  for (let at = Math.ceil(low / step); at * step <= high + step / 1e6; at++) ticks.push(at * step);
  return ticks;
}

function logTicks(low: number, high: number): number[] {
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(low)); 10 ** power <= high; power++) {
    for (const factor of [1, 2, 5]) {
      const value = factor * 10 ** power;
      if (value >= low * 0.999 && value <= high * 1.001) ticks.push(value);
    }
  }
  return ticks;
}
