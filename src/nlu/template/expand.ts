import { didYouMean } from '../../config/did-you-mean.js';
import { type TemplateNode, TemplateSyntaxError } from './template-parser.js';

/**
 * All word sequences of a template without slots, for list values such as `(grey|gray)`.
 *
 * @throws TemplateSyntaxError when there is a slot, or more than `limit` sequences.
 */
export function expandTemplate(
  node: TemplateNode,
  rules: ReadonlyMap<string, TemplateNode>,
  limit = 200,
  depth = 0,
): string[] {
  if (depth > 60) throw new TemplateSyntaxError('rules are nested too deeply or contain themselves', 0);
  switch (node.kind) {
    case 'text':
      return [node.text];
    case 'slot':
      throw new TemplateSyntaxError(`a list value cannot hold the entity {${node.entity}}; use a pattern`, 0);
    case 'rule': {
      const rule = rules.get(node.rule);
      if (rule === undefined) throw noRule(node.rule, rules);
      return expandTemplate(rule, rules, limit, depth + 1);
    }
    case 'choice': {
      const all = node.options.flatMap((option) => expandTemplate(option, rules, limit, depth + 1));
      return bounded(all, limit);
    }
    case 'sequence': {
      let sequences = [''];
      for (const item of node.items) {
        const parts = expandTemplate(item, rules, limit, depth + 1);
        bounded(Array.from({ length: Math.min(sequences.length * parts.length, limit + 1) }), limit);
        sequences = sequences.flatMap((before) => parts.map((part) => `${before} ${part}`.trim()));
      }
      return sequences;
    }
  }
}

/** @param rules Those that there are: one of them may be meant. */
export function noRule(name: string, rules: ReadonlyMap<string, TemplateNode>): TemplateSyntaxError {
  const near = didYouMean(name, [...rules.keys()]);
  const help = near === undefined ? '' : `; did you mean <${near}>?`;
  return new TemplateSyntaxError(`there is no rule <${name}>${help}`, 0);
}

function bounded<T>(sequences: T[], limit: number): T[] {
  if (sequences.length > limit)
    throw new TemplateSyntaxError(`the value stands for more than ${limit} phrases`, 0);
  return sequences;
}
