import { slotInOut } from '../../nlu/pack/compile/compile-entities.js';
import type { Pack } from '../../nlu/pack/pack.js';
import type { PackSource } from '../../nlu/pack/source/pack-source.js';
import { parseTemplate, type TemplateNode } from '../../nlu/template/template-parser.js';
import type { PackFinding } from './pack-finding.js';

/** Patterns whose value names what not all alternatives say: of `half ({topping}|{pizza})` the out `half {topping}`. */
export function* checkPatterns({ definition }: Pack, source: PackSource): Generator<PackFinding> {
  for (const [name, { patterns = [] }] of Object.entries(definition.entities)) {
    for (const [index, { in: templates, out }] of patterns.entries()) {
      for (const text of [templates].flat()) {
        const template = parseTemplate(text);
        const missing = [...out.matchAll(slotInOut)].find(([, slot]) =>
          mayLack(template, slot, definition.rules),
        );
        if (missing === undefined) continue;
        const message = `in the pattern ${name}, "${text}" can be said without {${missing[1]}}, which is then left out of "${out}": make two patterns of it`;
        yield { kind: 'malformed', where: source.locate(['entities', name, 'patterns', index]), message };
      }
    }
  }
}

/** Whether a value stands in one alternative of several and not in another; what is optional may well be left out. */
function mayLack(node: TemplateNode, slot: string, rules: Readonly<Record<string, string>>): boolean {
  switch (node.kind) {
    case 'choice': {
      const said = node.options.filter((option) => !isEmpty(option));
      const having = said.filter((option) => holds(option, slot, rules));
      return (
        (having.length > 0 && having.length < said.length) ||
        said.some((option) => mayLack(option, slot, rules))
      );
    }
    case 'sequence':
      return node.items.some((item) => mayLack(item, slot, rules));
    case 'rule':
      return mayLack(parseTemplate(rules[node.rule]), slot, rules);
    default:
      return false;
  }
}

function isEmpty(node: TemplateNode): boolean {
  return node.kind === 'text' ? node.text === '' : node.kind === 'sequence' && node.items.length === 0;
}

/** Whether a value stands anywhere in a part of a template. */
function holds(node: TemplateNode, slot: string, rules: Readonly<Record<string, string>>): boolean {
  switch (node.kind) {
    case 'choice':
      return node.options.some((option) => holds(option, slot, rules));
    case 'sequence':
      return node.items.some((item) => holds(item, slot, rules));
    case 'rule':
      return holds(parseTemplate(rules[node.rule]), slot, rules);
    case 'slot':
      return node.name === slot;
    default:
      return false;
  }
}
