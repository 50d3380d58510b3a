import type { Profiler } from 'node:inspector';
import { escapeXml } from './escape-xml.js';

/** A function with what it called: its own time is `ms` less that of its callees. */
export interface Frame {
  name: string;
  ms: number;
  callees: Map<string, Frame>;
}

const width = 1200;
const rowHeight = 18;
const top = 40;
const narrowest = 0.4;
const letterWidth = 6.2;
/** Waiting, and the profiler's own work. */
const leftOut = new Set(['(idle)', 'dispatch']);

/** A function's name and file; calls into the runtime's addon have neither, and are `native`. */
function frameName({ functionName, url }: Profiler.ProfileNode['callFrame']): string {
  const file = url.split('/').at(-1) ?? '';
  if (!functionName && !file) return 'native';
  return file ? `${functionName || '(anonymous)'} ${file}` : functionName;
}

/** The calls of a sampling profile as one tree, in which equal stacks are one; times in milliseconds. */
export function mergedStacks(profile: Profiler.Profile): Frame {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const parents = new Map(
    profile.nodes.flatMap(({ id, children }) => (children ?? []).map((child) => [child, id])),
  );
  const root: Frame = { name: 'all', ms: 0, callees: new Map() };
  profile.samples?.forEach((sample, index) => {
    const stack: string[] = [];
    for (let id: number | undefined = sample; id !== undefined; id = parents.get(id)) {
      const node = nodes.get(id);
      if (node && parents.has(id)) stack.push(frameName(node.callFrame));
    }
    if (stack.length === 0 || leftOut.has(stack[0] ?? '')) return;
    const ms = (profile.timeDeltas?.[index] ?? 0) / 1000;
    let frame = root;
    frame.ms += ms;
    for (const name of stack.reverse()) {
      const callee = frame.callees.get(name) ?? { name, ms: 0, callees: new Map() };
      frame.callees.set(name, callee);
      callee.ms += ms;
      frame = callee;
    }
  });
  return root;
}

/**
 * A flame graph as SVG without scripts: callers above what they call, widths in proportion to time, callees in the order
 * of their names, so that two graphs compare. Each frame tells its time and share to whoever points at it.
 *
 * Source: Gregg, "The Flame Graph", 2016.
 */
export function drawFlameGraph(title: string, root: Frame): string {
  const parts: string[] = [];
  let deepest = 0;
  const draw = (frame: Frame, x: number, depth: number): void => {
    const wide = (frame.ms / root.ms) * width;
    if (wide < narrowest) return;
    deepest = Math.max(deepest, depth);
    const y = top + depth * rowHeight;
    const share = `${frame.name}: ${frame.ms.toFixed(0)} ms, ${((100 * frame.ms) / root.ms).toFixed(1)} %`;
    const letters = Math.floor((wide - 6) / letterWidth);
    const label = letters < 3 ? '' : frame.name.slice(0, letters);
    parts.push(
      `<g><title>${escapeXml(share)}</title><rect x="${x.toFixed(1)}" y="${y}" width="${wide.toFixed(1)}" ` +
        `height="${rowHeight - 1}" fill="${colourOf(frame.name)}"/>` +
        `<text x="${(x + 3).toFixed(1)}" y="${y + 13}">${escapeXml(label)}</text></g>`,
    );
    let at = x;
    for (const callee of [...frame.callees.values()].sort((a, b) => (a.name < b.name ? -1 : 1))) {
      draw(callee, at, depth + 1);
      at += (callee.ms / root.ms) * width;
    }
  };
  if (root.ms > 0) draw(root, 0, 0);
  const height = top + (deepest + 1) * rowHeight + 10;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="ui-monospace, monospace" font-size="10.5">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<text x="${width / 2}" y="24" text-anchor="middle" font-family="system-ui, sans-serif" font-size="15" font-weight="600">${escapeXml(title)}</text>`,
    ...parts,
    '</svg>\n',
  ].join('\n');
}

/** What is in no file of the program grey, the rest in warm colours by file, so that a part of it has one colour. */
function colourOf(name: string): string {
  if (!name.includes(' ')) return '#d4d4d4';
  let hash = 0;
  for (const letter of name.split(' ').at(-1) ?? '') hash = (hash * 31 + letter.charCodeAt(0)) % 997;
  return `hsl(${15 + (hash % 45)} 85% ${68 + (hash % 13)}%)`;
}
