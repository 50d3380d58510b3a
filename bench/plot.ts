import { escapeXml } from './escape-xml.js';

/** One line of a plot; several share its axes. */
export interface Series {
  name: string;
  points: readonly Point[];
  /** @default 'line': points joined; 'dots' are not; 'bars' stand on the x axis. */
  kind?: 'line' | 'dots' | 'bars';
  /** Words beside the points, in their order. */
  labels?: readonly string[];
}

export interface Plot {
  title: string;
  x: string;
  y: string;
  series: readonly Series[];
  /** Levels to be reached, drawn dashed. */
  targets?: readonly { axis: 'x' | 'y'; value: number; label: string }[];
  /** Axis with equal steps for equal ratios. @default false */
  logX?: boolean;
  /** Least and largest value of an axis; else from the data, with zero. */
  xRange?: readonly [number, number];
  yRange?: readonly [number, number];
  /** Words in place of the numbers 0, 1, 2 ... of the x axis. */
  categories?: readonly string[];
}

const width = 720;
const height = 420;
const frame = { left: 70, right: 24, top: 44, bottom: 84 };
const gridColour = '#e5e5e5';
const colours = ['#0b6e99', '#c2410c', '#15803d', '#7c3aed', '#b91c1c', '#4d4d4d', '#a16207'];

/** Draws a plot as a picture of its own: SVG without scripts or outside fonts, readable in light and dark pages. */
export function drawPlot(plot: Plot): string {
  const points = plot.series.flatMap((series) => series.points);
  const targetsOf = (axis: 'x' | 'y') =>
    (plot.targets ?? []).filter((target) => target.axis === axis).map(({ value }) => value);
  const xs = [...points.map(([x]) => x), ...targetsOf('x')];
  const ys = [...points.map(([, y]) => y), ...targetsOf('y')];
  const hasBars = plot.series.some(({ kind }) => kind === 'bars');
  const x = scale(
    plot.xRange ?? rangeOf(xs, { isLog: plot.logX, hasBars }),
    frame.left,
    width - frame.right,
    { isLog: plot.logX },
  );
  const y = scale(plot.yRange ?? rangeOf(ys), height - frame.bottom, frame.top);
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    text([width / 2, 24], plot.title, { anchor: 'middle', more: 'font-size="15" font-weight="600"' }),
  ];
  const ticksX = plot.categories
    ? plot.categories.map((label, at) => [at, label] as const)
    : x.ticks.map((value) => [value, format(value)] as const);
  for (const [value, label] of ticksX) {
    parts.push(line([x.at(value), frame.top], [x.at(value), height - frame.bottom], gridColour));
    parts.push(text([x.at(value), height - frame.bottom + 16], label, { anchor: 'middle', colour: '#444' }));
  }
  for (const value of y.ticks) {
    parts.push(line([frame.left, y.at(value)], [width - frame.right, y.at(value)], gridColour));
    parts.push(text([frame.left - 8, y.at(value) + 4], format(value), { anchor: 'end', colour: '#444' }));
  }
  for (const { axis, value, label } of plot.targets ?? []) {
    const isX = axis === 'x';
    const from: Point = isX ? [x.at(value), frame.top] : [frame.left, y.at(value)];
    const to: Point = isX ? [x.at(value), height - frame.bottom] : [width - frame.right, y.at(value)];
    const words: Point = isX ? [from[0] + 4, from[1] + 12] : [to[0] - 4, to[1] - 5];
    parts.push(line(from, to, '#888', 'stroke-dasharray="5 4"'));
    parts.push(text(words, label, { anchor: isX ? 'start' : 'end', colour: '#666' }));
  }
  plot.series.forEach((series, index) => {
    parts.push(...drawSeries(series, index, plot.series, { x: x.at, y: y.at }));
  });
  const centre = (frame.left + width - frame.right) / 2;
  parts.push(text([centre, height - frame.bottom + 36], plot.x, { anchor: 'middle' }));
  const middle = (frame.top + height - frame.bottom) / 2;
  const more = `transform="rotate(-90 16 ${middle})"`;
  parts.push(text([16, middle], plot.y, { anchor: 'middle', more }));
  parts.push(...drawLegend(plot.series), '</svg>');
  return `${parts.join('\n')}\n`;
}

function drawSeries(
  { points, kind = 'line', labels }: Series,
  index: number,
  all: readonly Series[],
  { x, y }: Record<'x' | 'y', (value: number) => number>,
): string[] {
  const colour = colours[index % colours.length];
  const parts: string[] = [];
  if (kind === 'bars') {
    const bars = all.filter((series) => series.kind === 'bars');
    const slot = Math.min(48, (0.7 * Math.abs(x(1) - x(0))) / bars.length);
    const shift = (bars.findIndex((series) => series.points === points) - bars.length / 2) * slot;
    for (const [at, value] of points) {
      const top = Math.min(y(value), y(0));
      const tall = Math.abs(y(0) - y(value));
      parts.push(
        `<rect x="${one(x(at) + shift)}" y="${one(top)}" width="${one(slot - 2)}" height="${one(tall)}" fill="${colour}"/>`,
      );
    }
    return parts;
  }
  if (kind === 'line') {
    const path = points.map(([at, value]) => `${one(x(at))},${one(y(value))}`).join(' ');
    parts.push(`<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>`);
  }
  points.forEach(([at, value], position) => {
    parts.push(`<circle cx="${one(x(at))}" cy="${one(y(value))}" r="3" fill="${colour}"/>`);
    if (labels?.[position]) parts.push(text([x(at) + 6, y(value) - 6], labels[position], { colour }));
  });
  return parts;
}

function drawLegend(series: readonly Series[]): string[] {
  const parts: string[] = [];
  let at = frame.left;
  series.forEach(({ name }, index) => {
    const y = height - 16;
    parts.push(
      `<rect x="${at}" y="${y - 9}" width="10" height="10" fill="${colours[index % colours.length]}"/>`,
    );
    parts.push(text([at + 14, y], name));
    at += 30 + name.length * 6.6;
  });
  return parts;
}

interface Scale {
  at(value: number): number;
  ticks: number[];
}

function scale(
  [low, high]: readonly [number, number],
  from: number,
  to: number,
  { isLog = false } = {},
): Scale {
  const map = isLog ? Math.log : (value: number) => value;
  const span = map(high) - map(low) || 1;
  const at = (value: number) => from + ((map(value) - map(low)) / span) * (to - from);
  return { at, ticks: isLog ? logTicks(low, high) : linearTicks(low, high) };
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

function rangeOf(values: readonly number[], { isLog = false, hasBars = false } = {}): [number, number] {
  if (values.length === 0) return [0, 1];
  const low = Math.min(...values);
  const high = Math.max(...values);
  if (hasBars) return [low - 0.5, high + 0.5];
  if (isLog) return [low / 1.1, high * 1.1];
  return [Math.min(0, low), high === 0 ? 1 : high + (high - Math.min(0, low)) * 0.06];
}

type Point = readonly [x: number, y: number];

function line([x1, y1]: Point, [x2, y2]: Point, colour: string, more = ''): string {
  return `<line x1="${one(x1)}" y1="${one(y1)}" x2="${one(x2)}" y2="${one(y2)}" stroke="${colour}" ${more}/>`;
}

interface Look {
  /** Where the point is in the text. @default 'start' */
  anchor?: 'start' | 'middle' | 'end';
  colour?: string;
  /** Further attributes. */
  more?: string;
}

function text(
  [x, y]: Point,
  words: string,
  { anchor = 'start', colour = '#111', more = '' }: Look = {},
): string {
  return `<text x="${one(x)}" y="${one(y)}" text-anchor="${anchor}" fill="${colour}" ${more}>${escapeXml(words)}</text>`;
}

function one(value: number): string {
  return value.toFixed(1);
}

function format(value: number): string {
  return String(Number(value.toPrecision(6)));
}
