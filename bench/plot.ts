import { axisScale, tickLabel } from './axis-scale.js';
import {
  colours,
  gridColour,
  legend,
  line,
  one,
  type Point,
  svgPicture,
  targetLine,
  text,
  title,
} from './svg-shapes.js';

/** One line of a plot; several share its axes. */
export interface Series {
  name: string;
  points: readonly Point[];
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
const frame = { left: 70, right: width - 24, top: 44, bottom: height - 84 };
/** With more points than this the line alone is drawn. */
const mostDots = 60;

/** Draws lines over axes; several plots one below the other. */
export function drawPlot(...panels: readonly Plot[]): string {
  const parts = panels.map(
    (plot, index) => `<g transform="translate(0 ${index * height})">\n${drawPanel(plot).join('\n')}\n</g>`,
  );
  return svgPicture(width, height * panels.length, parts);
}

function drawPanel(plot: Plot): string[] {
  const { x, y } = scalesOf(plot);
  const parts = [title(width / 2, plot.title)];
  const ticksX =
    plot.categories?.map((label, at) => [at, label] as const) ??
    x.ticks.map((value) => [value, tickLabel(value)] as const);
  for (const [value, label] of ticksX) {
    parts.push(line([x.at(value), frame.top], [x.at(value), frame.bottom], gridColour));
    parts.push(text([x.at(value), frame.bottom + 16], label, { anchor: 'middle', colour: '#444' }));
  }
  for (const value of y.ticks) {
    parts.push(line([frame.left, y.at(value)], [frame.right, y.at(value)], gridColour));
    parts.push(text([frame.left - 8, y.at(value) + 4], tickLabel(value), { anchor: 'end', colour: '#444' }));
  }
  plot.series.forEach((series, index) => {
    // Of neighbours the words stand on either side: lines often run close together.
    const side = index % 2 === 0 ? 'above' : 'below';
    parts.push(...drawSeries(series, colours[index % colours.length], { x: x.at, y: y.at }, side));
  });
  for (const { axis, value, label } of plot.targets ?? []) {
    const isX = axis === 'x';
    // Beside its upper end it would lie over a line that ends there.
    const from: Point = isX ? [x.at(value), frame.top - 14] : [frame.left, y.at(value)];
    const to: Point = isX ? [x.at(value), frame.bottom] : [frame.right, y.at(value)];
    const at: Point = isX ? [from[0] + 4, from[1] + 9] : [from[0] + 4, from[1] - 5];
    parts.push(...targetLine(from, to, { at, words: label, anchor: 'start' }));
  }
  parts.push(text([(frame.left + frame.right) / 2, frame.bottom + 36], plot.x, { anchor: 'middle' }));
  const middle = (frame.top + frame.bottom) / 2;
  const nameY = (plot.yRange?.[0] ?? 0) > 0 ? `${plot.y}; the axis does not start at 0` : plot.y;
  parts.push(text([16, middle], nameY, { anchor: 'middle', more: `transform="rotate(-90 16 ${middle})"` }));
  const names = plot.series.map(({ name }) => name);
  return [...parts, ...legend(names, [frame.left, height - 28], width)];
}

function scalesOf({ series, targets = [], logX, xRange, yRange }: Plot) {
  const points = series.flatMap((one) => one.points);
  const targetsOf = (axis: 'x' | 'y') =>
    targets.filter((target) => target.axis === axis).map(({ value }) => value);
  const xs = [...points.map(([x]) => x), ...targetsOf('x')];
  const ys = [...points.map(([, y]) => y), ...targetsOf('y')];
  return {
    x: axisScale(xRange ?? rangeOf(xs, logX), frame.left, frame.right, { isLog: logX }),
    y: axisScale(yRange ?? rangeOf(ys), frame.bottom, frame.top),
  };
}

function drawSeries(
  { points, labels }: Series,
  colour: string,
  { x, y }: Record<'x' | 'y', (value: number) => number>,
  side: 'above' | 'below',
): string[] {
  const path = points.map(([at, value]) => `${one(x(at))},${one(y(value))}`).join(' ');
  const parts = [`<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>`];
  if (points.length > mostDots) return parts;
  points.forEach(([at, value], position) => {
    parts.push(`<circle cx="${one(x(at))}" cy="${one(y(value))}" r="3" fill="${colour}"/>`);
    if (!labels?.[position]) return;
    const [place, anchor]: [Point, 'start' | 'end'] =
      side === 'above' ? [[x(at) + 6, y(value) - 6], 'start'] : [[x(at) - 6, y(value) + 14], 'end'];
    parts.push(text(place, labels[position], { colour, anchor }));
  });
  return parts;
}

function rangeOf(values: readonly number[], isLog = false): [number, number] {
  if (values.length === 0) return [0, 1];
  const low = Math.min(...values);
  const high = Math.max(...values);
  if (isLog) return [low / 1.1, high * 1.1];
  return [Math.min(0, low), high === 0 ? 1 : high + (high - Math.min(0, low)) * 0.06];
}
