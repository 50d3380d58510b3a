import { escapeXml } from './escape-xml.js';

export type Point = readonly [x: number, y: number];

export const gridColour = '#e5e5e5';
export const colours = ['#0b6e99', '#c2410c', '#15803d', '#7c3aed', '#b91c1c', '#4d4d4d', '#a16207'];

/** A picture of its own, without scripts or outside fonts, readable in light and dark pages. */
export function svgPicture(width: number, height: number, parts: readonly string[]): string {
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${one(width)} ${one(height)}" font-family="system-ui, sans-serif" font-size="12">`,
    `<rect width="${one(width)}" height="${one(height)}" fill="#fff"/>`,
    ...parts,
    '</svg>',
  ].join('\n')}\n`;
}

export function line([x1, y1]: Point, [x2, y2]: Point, colour: string, more = ''): string {
  return `<line x1="${one(x1)}" y1="${one(y1)}" x2="${one(x2)}" y2="${one(y2)}" stroke="${colour}" ${more}/>`;
}

interface Look {
  /** Where the point is in the text. @default 'start' */
  anchor?: 'start' | 'middle' | 'end';
  colour?: string;
  /** Further attributes. */
  more?: string;
}

export function text(
  [x, y]: Point,
  words: string,
  { anchor = 'start', colour = '#111', more = '' }: Look = {},
): string {
  return `<text x="${one(x)}" y="${one(y)}" text-anchor="${anchor}" fill="${colour}" ${more}>${escapeXml(words)}</text>`;
}

export function title(middle: number, words: string): string {
  return text([middle, 24], words, { anchor: 'middle', more: 'font-size="15" font-weight="600"' });
}

/** A level to be reached, dashed, with its name, which stays readable over whatever lies under it. */
export function targetLine(
  from: Point,
  to: Point,
  label: { at: Point; words: string; anchor: Look['anchor'] },
): string[] {
  const more = 'paint-order="stroke" stroke="#fff" stroke-width="4" stroke-linejoin="round"';
  return [
    line(from, to, '#888', 'stroke-dasharray="5 4"'),
    text(label.at, label.words, { anchor: label.anchor, colour: '#555', more }),
  ];
}

/** Names of the colours, from left to right, and on in a second line where they do not fit before `right`. */
export function legend(names: readonly string[], [left, top]: Point, right: number): string[] {
  let [at, y] = [left, top];
  return names.flatMap((name, index) => {
    const width = 30 + name.length * 6.6;
    if (at > left && at + width > right) [at, y] = [left, y + 16];
    const x = at;
    at += width;
    const colour = colours[index % colours.length];
    return [
      `<rect x="${one(x)}" y="${one(y - 9)}" width="10" height="10" fill="${colour}"/>`,
      text([x + 14, y], name),
    ];
  });
}

export function one(value: number): string {
  return value.toFixed(1);
}
