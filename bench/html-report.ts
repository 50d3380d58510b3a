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
svg{width:100%;height:auto;border:1px solid #ddd;margin:.5rem 0}table{border-collapse:collapse;font-size:13px;margin:.5rem 0}
td{padding:.1rem .8rem .1rem 0;border-bottom:1px solid #eee}td+td{text-align:right;font-variant-numeric:tabular-nums}
h2{margin-top:2.5rem}.about{color:#555}`;

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
<details${pictures.length > 0 ? '' : ' open'}><summary>Figures</summary>${figuresTable(figures)}</details>`;
  });
  const links = parts.map(({ name }) => `<a href="#${escapeXml(name)}">${escapeXml(name)}</a>`).join(' · ');
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
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

/** A row for each figure, and one for each distribution. */
function figuresTable(figures: object): string {
  const single: [string, number][] = [];
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
  const row = (cells: readonly unknown[]) =>
    `<tr>${cells.map((cell) => `<td>${escapeXml(String(cell ?? ''))}</td>`).join('')}</tr>`;
  const table = (rows: readonly string[]) => (rows.length === 0 ? '' : `<table>${rows.join('\n')}</table>`);
  const spread = [...distributions].map(([name, held]) =>
    row([name, ...columns.map((column) => held.get(column))]),
  );
  return table(spread.length === 0 ? [] : [row(['', ...columns]), ...spread]) + table(single.map(row));
}
