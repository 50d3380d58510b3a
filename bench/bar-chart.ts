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

export interface BarChart {
  title: string;
  /** What the bars are as long as. */
  x: string;
  /** What each bar of a row tells. */
  series: readonly string[];
  groups: readonly BarGroup[];
  /** Levels to be reached, drawn dashed. */
  targets?: readonly { value: number; label: string }[];
}

/** Rows that belong together. */
interface BarGroup {
  /** @default none */
  name?: string;
  /** A value for each series, but those that were not measured. */
  rows: readonly { label: string; values: readonly (number | undefined)[] }[];
}

const width = 720;
const barHeight = 14;
const rowGap = 8;
const headingHeight = 26;
const top = 44;

/** Draws bars that lie, so that their names have room: rows in groups, and in each row a bar for each series. */
export function drawBars({ title: words, x: what, series, groups, targets = [] }: BarChart): string {
  const rows = groups.flatMap((group) => group.rows);
  const left = 24 + 6.6 * Math.max(...rows.map(({ label }) => label.length));
  const right = width - 60;
  const values = [...rows.flatMap((row) => row.values), ...targets.map(({ value }) => value)];
  const x = axisScale([0, Math.max(...values.map((value) => value ?? 0)) || 1], left, right);
  const rowHeight = barHeight * series.length + rowGap;
  const headings = groups.filter(({ name }) => name !== undefined).length;
  const firstRow = top + (targets.length > 0 ? 18 : 4);
  const bottom = firstRow + headings * headingHeight + rows.length * rowHeight;
  const parts = [title(width / 2, words)];
  for (const value of x.ticks) {
    parts.push(line([x.at(value), firstRow], [x.at(value), bottom], gridColour));
    parts.push(text([x.at(value), bottom + 16], tickLabel(value), { anchor: 'middle', colour: '#444' }));
  }
  let y = firstRow;
  for (const { name, rows } of groups) {
    if (name !== undefined) {
      parts.push(text([12, y + headingHeight - 8], name, { more: 'font-weight="600"' }));
      y += headingHeight;
    }
    for (const { label, values } of rows) {
      parts.push(text([left - 8, y + rowHeight / 2 + 4], label, { anchor: 'end', colour: '#444' }));
      parts.push(...drawRow(values, [left, y + rowGap / 2], x.at));
      y += rowHeight;
    }
  }
  for (const { value, label } of targets) {
    const isRight = x.at(value) > (left + right) / 2;
    const at: Point = [x.at(value) + (isRight ? -4 : 4), firstRow - 5];
    const [from, to]: Point[] = [
      [x.at(value), firstRow - 14],
      [x.at(value), bottom],
    ];
    parts.push(...targetLine(from, to, { at, words: label, anchor: isRight ? 'end' : 'start' }));
  }
  parts.push(text([(left + right) / 2, bottom + 36], what, { anchor: 'middle' }));
  if (series.length > 1) parts.push(...legend(series, [left, bottom + 60], width));
  return svgPicture(width, bottom + (series.length > 1 ? 88 : 52), parts);
}

function drawRow(
  values: readonly (number | undefined)[],
  [left, top]: Point,
  x: (value: number) => number,
): string[] {
  return values.flatMap((value, index) => {
    if (value === undefined) return [];
    const y = top + index * barHeight;
    const long = x(value) - left;
    return [
      `<rect x="${one(left)}" y="${one(y)}" width="${one(long)}" height="${barHeight - 2}" fill="${colours[index % colours.length]}"/>`,
      text([left + long + 5, y + barHeight - 4], tickLabel(value), { colour: '#444' }),
    ];
  });
}
