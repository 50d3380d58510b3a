import { numbersOf } from './compare.js';
import { escapeXml } from './escape-xml.js';

export interface ReportPart {
  name: string;
  result: object;
  /** SVG texts. */
  pictures: readonly string[];
}

const style = `body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#111}
svg{width:100%;height:auto;border:1px solid #ddd;margin:.5rem 0}table{border-collapse:collapse;font-size:13px}
td{padding:.1rem .8rem .1rem 0;border-bottom:1px solid #eee}td+td{text-align:right;font-variant-numeric:tabular-nums}
h2{margin-top:2.5rem}.about{color:#555}`;

/** One page over all results, pictures inside, without scripts: it can be mailed. */
export function renderReport(parts: readonly ReportPart[]): string {
  const sections = parts.map(({ name, result, pictures }) => {
    const { date, machine, ...figures } = result as { date?: string; machine?: object };
    const about = [date, ...Object.values(machine ?? {})]
      .filter(Boolean)
      .map(String)
      .map(escapeXml)
      .join(' · ');
    const rows = numbersOf(figures).map(
      ([path, value]) => `<tr><td>${escapeXml(path)}</td><td>${value}</td></tr>`,
    );
    return `<h2 id="${escapeXml(name)}">${escapeXml(name)}</h2>
<p class="about">${about}</p>
${pictures.join('\n')}
<details><summary>Figures</summary><table>${rows.join('\n')}</table></details>`;
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
