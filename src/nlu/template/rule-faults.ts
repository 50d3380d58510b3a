import { noRule } from './expand.js';
import type { TemplateNode } from './template-parser.js';

/** What is wrong with rules that name one that is not there, or contain themselves: one fault by the name of the rule. */
export function ruleFaults(rules: ReadonlyMap<string, TemplateNode>): Map<string, string> {
  const faults = new Map<string, string>();
  const known = new Map([...rules].map(([name, node]) => [name, rulesIn(node)]));
  for (const [name, used] of known) {
    const missing = [...used].find((one) => !rules.has(one));
    if (missing !== undefined) faults.set(name, noRule(missing, rules).message);
    const circle = circleFrom(name, known);
    // told at one of the rules of a circle
    if (circle !== undefined && !circle.some((one) => faults.has(one)))
      faults.set(name, `rule <${name}> contains itself: ${circle.join(' > ')}`);
  }
  return faults;
}

/** Names of the rules from one to the place where it stands in itself; undefined where it does not. */
function circleFrom(start: string, known: ReadonlyMap<string, ReadonlySet<string>>): string[] | undefined {
  const seen = new Set<string>();
  const open = [[start]];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    for (const name of known.get(path.at(-1)!) ?? []) {
      if (name === start) return [...path, start];
      if (!seen.has(name)) open.push([...path, name]);
      seen.add(name);
    }
  }
  return undefined;
}

function rulesIn(node: TemplateNode): Set<string> {
  if (node.kind === 'rule') return new Set([node.rule]);
  const parts = node.kind === 'sequence' ? node.items : node.kind === 'choice' ? node.options : [];
  return new Set(parts.flatMap((part) => [...rulesIn(part)]));
}
