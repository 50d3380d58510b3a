import type { TemplateNode } from '../template/template-parser.js';

/** Slots, each with its entity. */
export type SlotEntities = ReadonlyMap<string, string>;

/** The slots of a template. */
export interface SaidSlots {
  /** In some of its sentences. */
  some: SlotEntities;
  /** What each sentence has at least: of these all of one. */
  least: readonly SlotEntities[];
}

/** More ways to have little are taken for one that has nothing but what they share. */
const mostWays = 32;

const none: SaidSlots = { some: new Map(), least: [new Map()] };

/**
 * What sentences of a template name, and the least that one of them names: "two tickets [to {place}]" has no place for
 * sure.
 *
 * @param rules The pack's rules by name, parsed.
 */
export function slotsSaid(node: TemplateNode, rules: ReadonlyMap<string, TemplateNode>): SaidSlots {
  switch (node.kind) {
    case 'text':
      return none;
    case 'slot': {
      const slot = new Map([[node.name, node.entity]]);
      return { some: slot, least: [slot] };
    }
    case 'rule': {
      const rule = rules.get(node.rule);
      return rule === undefined ? none : slotsSaid(rule, rules);
    }
    case 'sequence': {
      const items = node.items.map((item) => slotsSaid(item, rules));
      const least = items.reduce<readonly SlotEntities[]>(
        (ways, item) => fewest(ways.flatMap((way) => item.least.map((more) => new Map([...way, ...more])))),
        none.least,
      );
      return { some: new Map(items.flatMap(({ some }) => [...some])), least };
    }
    case 'choice': {
      const options = node.options.map((option) => slotsSaid(option, rules));
      return {
        some: new Map(options.flatMap(({ some }) => [...some])),
        least: fewest(options.flatMap(({ least }) => least)),
      };
    }
  }
}

/** Without ways that have all that another one has. */
function fewest(ways: readonly SlotEntities[]): readonly SlotEntities[] {
  const kept: SlotEntities[] = [];
  for (const way of [...ways].sort((a, b) => a.size - b.size))
    if (!kept.some((other) => [...other.keys()].every((name) => way.has(name)))) kept.push(way);
  if (kept.length <= mostWays) return kept;
  const [first, ...others] = kept;
  return [new Map([...first].filter(([name]) => others.every((other) => other.has(name))))];
}
