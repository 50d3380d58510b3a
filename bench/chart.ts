import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** One line of a chart: points from left to right. */
export interface Series {
  name: string;
  points: { x: string; y: number }[];
}

const colours = ['#1b6ca8', '#d1495b', '#3f8f5f', '#c98a1b', '#6f4a8e', '#4a4a4a', '#1fa2a2', '#a85c32'];
const width = 760;

/** Horizontal bars, each with its value in percent. @param rows Values are shares, 0 to 1. */
export function barChart(title: string, rows: readonly { name: string; value: number }[]): string {
  const top = 44;
  const step = 26;
  const left = 290;
  const scale = (width - left - 80) / Math.max(0.01, ...rows.map(({ value }) => value));
  const bars = rows.map(({ name, value }, index) => {
    const y = top + index * step;
    const end = left + value * scale;
    return (
      text(left - 8, y + 14, name, 'end') +
      `<rect x="${left}" y="${y}" width="${round(value * scale)}" height="18" rx="2" fill="${colours[0]}"/>` +
      text(end + 6, y + 14, percent(value))
    );
  });
  return svg(top + rows.length * step + 16, text(16, 24, title, 'start', 16) + bars.join(''));
}

/**
 * Lines over a common axis.
 *
 * @param series Values are shares, 0 to 1.
 * @param labels Of the axes; `diagonal` draws y = x, `axis` tells the places of x where not every one is in the series.
 */
export function lineChart(
  title: string,
  series: readonly Series[],
  labels: { x: string; y: string; diagonal?: boolean; axis?: readonly string[] },
): string {
  const [left, top, right, height] = [70, 48, 220, 300];
  const plot = width - left - right;
  const names = labels.axis ?? [...new Set(series.flatMap(({ points }) => points.map(({ x }) => x)))];
  const most = labels.diagonal
    ? 1
    : Math.max(0.1, ...series.flatMap(({ points }) => points.map(({ y }) => y)));
  const at = (x: string) => left + ((names.indexOf(x) + 0.5) / names.length) * plot;
  const up = (y: number) => top + height - (Math.min(y, most) / most) * height;
  const grid = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const y = round(up(share * most));
    return (
      `<path d="M${left} ${y}H${left + plot}" stroke="#ddd"/>` +
      text(left - 8, y + 4, percent(share * most), 'end')
    );
  });
  const diagonal = `<path d="M${left} ${top + height}L${left + plot} ${top}" stroke="#999" stroke-dasharray="4 4"/>`;
  const lines = series.map(({ name, points }, index) => {
    const colour = colours[index % colours.length];
    const path = points.map(({ x, y }, position) => `${position ? 'L' : 'M'}${round(at(x))} ${round(up(y))}`);
    const dots = points.map(({ x, y }) => `<circle cx="${round(at(x))}" cy="${round(up(y))}" r="3"/>`);
    return (
      `<g fill="${colour}"><path d="${path.join('')}" fill="none" stroke="${colour}" stroke-width="2"/>` +
      `${dots.join('')}<rect x="${left + plot + 16}" y="${top + index * 34}" width="12" height="12"/></g>` +
      text(left + plot + 34, top + 11 + index * 34, name.slice(0, 30))
    );
  });
  const axis = names.map((x) => text(at(x), top + height + 20, x, 'middle'));
  const caption =
    text(left + plot / 2, top + height + 42, labels.x, 'middle') + text(16, 40, labels.y, 'start', 11);
  const parts = [...grid, labels.diagonal ? diagonal : '', ...lines, ...axis, caption];
  return svg(top + height + 60, text(16, 24, title, 'start', 16) + parts.join(''));
}

/** Writes `<folder>/<name>.svg`. */
export function writeChart(name: string, chart: string, folder = 'bench/results'): void {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.svg`);
  writeFileSync(file, `${chart}\n`);
  console.log(`${file} written`);
}

function svg(height: number, content: string) {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif">` +
    `<rect width="${width}" height="${height}" fill="#fff"/>${content}</svg>`
  );
}

function text(x: number, y: number, content: string, anchor = 'start', size = 12) {
  const safe = content.replace(/&/g, '&amp;').replace(/</g, '&lt;');
  return `<text x="${round(x)}" y="${round(y)}" font-size="${size}" text-anchor="${anchor}" fill="#222">${safe}</text>`;
}

function percent(share: number) {
  return `${(share * 100).toFixed(1)} %`;
}

function round(value: number) {
  return Math.round(value * 10) / 10;
}
