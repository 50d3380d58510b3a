import { parseTemplate, type TemplateNode } from '../../template/template-parser.js';
import type { PackDefinition } from '../schema/pack-schema.js';

/** The rules of a pack that loads, by name. */
export function parsedRules({ rules }: Pick<PackDefinition, 'rules'>): Map<string, TemplateNode> {
  return new Map(Object.entries(rules).map(([name, template]) => [name, parseTemplate(template)]));
}
