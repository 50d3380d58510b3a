import type { TemplateNode } from '../template/template-parser.js';

/** The slots of a template, each with its entity. */
export interface SaidSlots {
  /** In some of its sentences. */
  some: ReadonlyMap<string, string>;
  /** In every one of its sentences. */
  all: ReadonlyMap<string, string>;
}

const none: SaidSlots = { some: new Map(), all: new Map() };

/**
 * What sentences of a template name, and what each of them names: "two tickets [to {place}]" has no place for sure.
 *
 * @param rules The pack's rules by name, parsed.
 */
export function slotsSaid(node: TemplateNode, rules: ReadonlyMap<string, TemplateNode>): SaidSlots {
  switch (node.kind) {
    case 'text':
      return none;
    case 'slot': {
      const slot = new Map([[node.name, node.entity]]);
      return { some: slot, all: slot };
    }
    case 'rule': {
      const rule = rules.get(node.rule);
      return rule === undefined ? none : slotsSaid(rule, rules);
    }
    case 'sequence': {
      const items = node.items.map((item) => slotsSaid(item, rules));
      return {
        some: new Map(items.flatMap(({ some }) => [...some])),
        all: new Map(items.flatMap(({ all }) => [...all])),
      };
    }
    case 'choice': {
      const options = node.options.map((option) => slotsSaid(option, rules));
      const [first, ...others] = options;
      return {
        some: new Map(options.flatMap(({ some }) => [...some])),
        all: new Map([...first.all].filter(([name]) => others.every(({ all }) => all.has(name)))),
      };
    }
  }
}
