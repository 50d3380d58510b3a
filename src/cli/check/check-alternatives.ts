import type { Pack } from '../../nlu/pack/pack.js';
import type { PackSource } from '../../nlu/pack/source/pack-source.js';
import { parseTemplate, type TemplateNode } from '../../nlu/template/template-parser.js';
import type { PackFinding } from './pack-finding.js';

/**
 * Alternatives that are nothing but a word behind which something follows, beside one that goes on: of `[for|at {time}]` the first
 * is "for" alone, where `[(for|at) {time}]` was meant.
 */
export function* checkAlternatives(pack: Pack, source: PackSource): Generator<PackFinding> {
  const rules = Object.entries(pack.definition.rules);
  const templates = [
    ...pack.sentences.map(({ template, where }) => ({ template, where })),
    ...rules.map(([name, template]) => ({ template, where: source.locate(['rules', name]) })),
  ];
  for (const { template, where } of templates) {
    const word = brokenOff(parseTemplate(template), new Set(pack.locale.neverLast));
    if (word === undefined) continue;
    const message = `"${word}" is all of an alternative: the value behind another "|" does not follow it. Put such words in brackets of their own, "(${word}|...) {...}": "${template}"`;
    yield { kind: 'malformed', where, message };
  }
}

/** A word that is all of an alternative, though something always follows it. */
function brokenOff(node: TemplateNode, words: ReadonlySet<string>): string | undefined {
  const parts = node.kind === 'choice' ? node.options : node.kind === 'sequence' ? node.items : [];
  if (node.kind === 'choice' && parts.some(endsOnValue)) {
    const bare = parts.find((part) => part.kind === 'text' && words.has(part.text.trim()));
    if (bare?.kind === 'text') return bare.text.trim();
  }
  for (const part of parts) {
    const word = brokenOff(part, words);
    if (word !== undefined) return word;
  }
  return undefined;
}

function endsOnValue(node: TemplateNode): boolean {
  return node.kind === 'sequence' && node.items.length > 1 && node.items.at(-1)!.kind === 'slot';
}
