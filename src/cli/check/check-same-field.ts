import { conditionsOf } from '../../nlu/pack/compile/conditions-of.js';
import { parsedRules } from '../../nlu/pack/compile/parsed-rules.js';
import { namedValues } from '../../nlu/pack/named-values.js';
import type { Pack } from '../../nlu/pack/pack.js';
import type { PackSource } from '../../nlu/pack/source/pack-source.js';
import { parseTemplate, type TemplateNode } from '../../nlu/template/template-parser.js';
import { slotsSaid } from '../../nlu/tools/slots-said.js';
import { slotsOf } from './check-slots.js';
import type { PackFinding } from './pack-finding.js';
import { replyTexts } from './reply-texts.js';

type Rules = ReadonlyMap<string, TemplateNode>;

/**
 * "{color} instead of {color:old}": two values of one sentence for a field that keeps one, of which the last holds, though
 * it has a name of its own by which nothing asks for it. "From {color:old} to {color}" is as it should be.
 */
export function* checkSameField(pack: Pack, source: PackSource): Generator<PackFinding> {
  const rules = parsedRules(pack.definition);
  const read = namesRead(pack, source);
  const told = new Set<string>();
  for (const { template, where, rules: context } of pack.sentences) {
    if (!context.includes('replace')) continue;
    const taken = context.flatMap(slotsOf);
    for (const [first, last] of slotsTogether(parseTemplate(template), rules)) {
      const isOwn = last.name !== last.entity && !read.has(last.name);
      if (!isOwn || first.name === last.name || [first, last].some(({ name }) => taken.includes(name)))
        continue;
      const field = valueFieldOf(pack, first.entity);
      if (field === undefined || field !== valueFieldOf(pack, last.entity)) continue;
      const [one, other] = [first, last].map(written);
      if (told.has(`${one} ${other}`)) continue;
      told.add(`${one} ${other}`);
      const message = `${one} and ${other} of one sentence both go to the field ${field}, which keeps ${other}, the last one: for what is not to go there make another entity, without "into"`;
      yield { kind: 'unfilled', where, message };
    }
  }
}

/** The names of fields, and of slots that replies and conditions look at. */
function namesRead(pack: Pack, source: PackSource): ReadonlySet<string> {
  const inReplies = [...replyTexts(pack, source)].flatMap(({ template }) => namedValues(template));
  const asked = [...conditionsOf(pack.definition)].flatMap(({ when }) => when.said ?? []);
  return new Set([...Object.keys(pack.definition.fields), ...inReplies, ...asked]);
}

interface Slot {
  name: string;
  entity: string;
}

function written({ name, entity }: Slot): string {
  return name === entity ? `{${name}}` : `{${entity}:${name}}`;
}

/** The field of one value that an entity fills; none that items differ in, "the latte to go and the others for here". */
function valueFieldOf({ entities, definition: { fields } }: Pack, entity: string): string | undefined {
  const [field, ...others] = entities.get(entity)?.into ?? [];
  const isOfItems = Object.values(fields).some(({ ofEach = [] }) => ofEach.includes(field));
  return others.length === 0 && fields[field]?.kind === 'value' && !isOfItems ? field : undefined;
}

/** The slots of a template that stand in one sentence, by two; those of alternatives do not. */
function slotsTogether(node: TemplateNode, rules: Rules): [Slot, Slot][] {
  switch (node.kind) {
    case 'rule': {
      const rule = rules.get(node.rule);
      return rule === undefined ? [] : slotsTogether(rule, rules);
    }
    case 'choice':
      return node.options.flatMap((option) => slotsTogether(option, rules));
    case 'sequence': {
      const all = node.items.map((item) => slotsIn(item, rules));
      const across = all.flatMap((slots, at) => {
        const later = all.slice(at + 1).flat();
        return slots.flatMap((slot) => later.map((other): [Slot, Slot] => [slot, other]));
      });
      return [...node.items.flatMap((item) => slotsTogether(item, rules)), ...across];
    }
    default:
      return [];
  }
}

function slotsIn(node: TemplateNode, rules: Rules): Slot[] {
  return [...slotsSaid(node, rules).some].map(([name, entity]) => ({ name, entity }));
}
