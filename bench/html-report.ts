import { numbersOf } from './compare.js';
import { escapeXml } from './escape-xml.js';
import type { Machine } from './report.js';

export interface ReportPart {
  name: string;
  result: object;
  /** SVG texts. */
  pictures: readonly string[];
}

const style = `body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#111}
svg{width:100%;height:auto;border:1px solid #ddd;margin:.5rem 0}
table{display:block;overflow-x:auto;border-collapse:collapse;font-size:13px;margin:.5rem 0}caption{text-align:left;color:#555}
th{padding:.1rem .8rem .1rem 0;text-align:right;font-weight:500;color:#555}th:first-child{text-align:left}
td{padding:.1rem .8rem .1rem 0;border-bottom:1px solid #eee}td+td{text-align:right;font-variant-numeric:tabular-nums}
h2{margin-top:2.5rem}.about{color:#555;overflow-wrap:anywhere}`;

/** One page over all results, pictures inside, without scripts: it can be mailed. */
export function renderReport(parts: readonly ReportPart[]): string {
  const sections = parts.map(({ name, result, pictures }) => {
    const { date, machine, ...figures } = result as { date?: string; machine?: Partial<Machine> };
    const about = [date?.replace(/T(..:..).*/, ' $1 UTC'), ...(machine ? inWords(machine) : [])]
      .filter((text) => text !== undefined)
      .map(escapeXml)
      .join(' · ');
    return `<h2 id="${escapeXml(name)}">${escapeXml(name)}</h2>
<p class="about">${about}</p>
${pictures.join('\n')}
<details${pictures.length > 0 ? '' : ' open'}><summary>Figures</summary>${figuresTables(figures)}</details>`;
  });
  const links = parts.map(({ name }) => `<a href="#${escapeXml(name)}">${escapeXml(name)}</a>`).join(' · ');
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Earshot: measured</title><style>${style}</style>
<h1>Earshot: measured</h1><p>${links}</p>
${sections.join('\n')}
</html>
`;
}

function inWords({ processor, instructions, cores, memoryGiB, platform, node }: Partial<Machine>) {
  return [
    processor,
    instructions?.join(' '),
    cores === undefined ? undefined : `${cores} cores`,
    memoryGiB === undefined ? undefined : `${memoryGiB} GiB`,
    platform,
    node === undefined ? undefined : `Node.js ${node}`,
  ];
}

/** What a distribution is told by, in columns; other figures have one. */
const columns = ['count', 'mean', 'p50', 'p90', 'p95', 'p99', 'max'];

/** Curves, which a picture shows, are longer. */
const mostRows = 40;

type Row = Readonly<Record<string, unknown>>;

/** A table for each list that a result has; one of the distributions, and one of all other figures. */
function figuresTables(figures: object): string {
  const entries = Object.entries(figures);
  const lists = entries.filter((entry): entry is [string, Row[]] => isList(entry[1]));
  const others = Object.fromEntries(entries.filter(([, value]) => !isList(value)));
  return [...lists.map(([name, rows]) => listTable(name, rows)), ...figureTables(others)].join('\n');
}

function isList(value: unknown): value is Row[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.length <= mostRows &&
    value.every((row) => typeof row === 'object' && row !== null && !Array.isArray(row))
  );
}

function listTable(name: string, list: readonly Row[]): string {
  const rows = list.map((row) => new Map(leavesOf(row)));
  const heads = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  return table(
    heads,
    rows.map((row) => heads.map((head) => row.get(head))),
    name,
  );
}

/** What stands in a row, by its path. */
function leavesOf(row: object, path = ''): [path: string, value: unknown][] {
  return Object.entries(row).flatMap(([key, value]): [string, unknown][] => {
    if (Array.isArray(value)) return [];
    return typeof value === 'object' && value !== null
      ? leavesOf(value, `${path}${key}.`)
      : [[`${path}${key}`, value]];
  });
}

/** A row for each figure, and one for each distribution. */
function figureTables(figures: object): string[] {
  // Its name stands above.
  const texts = Object.entries(figures).filter(
    ([key, value]) => typeof value === 'string' && key !== 'bench',
  );
  const single: [string, unknown][] = [...texts];
  const distributions = new Map<string, Map<string, number>>();
  for (const [path, value] of numbersOf(figures)) {
    const dot = path.lastIndexOf('.');
    const column = path.slice(dot + 1);
    if (dot === -1 || !columns.includes(column)) single.push([path, value]);
    else {
      const name = path.slice(0, dot);
      distributions.set(name, (distributions.get(name) ?? new Map<string, number>()).set(column, value));
    }
  }
  const spread = [...distributions].map(([name, held]) => [
    name,
    ...columns.map((column) => held.get(column)),
  ]);
  return [table(['', ...columns], spread), table([], single)];
}

function table(heads: readonly string[], rows: readonly (readonly unknown[])[], name = ''): string {
  if (rows.length === 0) return '';
  const cells = (tag: string, values: readonly unknown[]) =>
    `<tr>${values.map((value) => `<${tag}>${escapeXml(String(value ?? ''))}</${tag}>`).join('')}</tr>`;
  const caption = name === '' ? [] : [`<caption>${escapeXml(name)}</caption>`];
  const head = heads.length === 0 ? [] : [cells('th', heads)];
  return `<table>${[...caption, ...head, ...rows.map((row) => cells('td', row))].join('\n')}</table>`;
}
