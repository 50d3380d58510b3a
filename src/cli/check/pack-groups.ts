import type { Sentence } from '../../nlu/pack/compile/compile-sentences.js';
import { parsedRules } from '../../nlu/pack/compile/parsed-rules.js';
import { phraseParts } from '../../nlu/pack/compile/phrase-parts.js';
import type { Pack } from '../../nlu/pack/pack.js';
import type { ContextRule } from '../../nlu/pack/schema/context-rule-schema.js';
import type { When } from '../../nlu/pack/schema/pack-schema.js';
import { parseTemplate } from '../../nlu/template/template-parser.js';
import { type SaidSlots, slotsSaid } from '../../nlu/tools/slots-said.js';
import { shortAnswers } from './short-answers.js';

/** Sentences of one intent that share what must hold and what follows. */
export interface PackGroup {
  intent: string;
  /** `file:line` of the first of them. */
  where: string;
  when: When | undefined;
  rules: readonly ContextRule[];
  /** Values that hold without being said. */
  slots: Sentence['slots'];
  /** What each of the sentences names. */
  said: readonly SaidSlots[];
  /** The entities of which one of the sentences is hardly more than a value: "at eight", "for five". */
  short: readonly string[];
  /** Those of which one is nothing but a value. */
  alone: readonly string[];
}

/** The groups of a pack while they are found. */
type Growing = { [key in 'said' | 'short' | 'alone']: PackGroup[key][number][] };

/** The groups of sentences of a pack, with the slots of each sentence. */
export function packGroups(pack: Pack): PackGroup[] {
  const rules = parsedRules(pack.definition);
  const groups = new Map<string, PackGroup & Growing>();
  for (const { intent, when, rules: context, slots, where, template } of pack.sentences) {
    const key = JSON.stringify([intent, when, context, slots]);
    const known = groups.get(key);
    const group = known ?? { intent, where, when, rules: context, slots, said: [], short: [], alone: [] };
    const node = parseTemplate(template);
    group.said.push(slotsSaid(node, rules));
    group.short.push(...shortAnswers(node, rules, 1));
    group.alone.push(...shortAnswers(node, rules, 0));
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** The fields, without keys, that a value of an entity or of a part of it goes to. */
export function fieldsOf(pack: Pack, entity: string, seen = new Set<string>()): Set<string> {
  const definition = pack.entities.get(entity);
  if (definition === undefined || seen.has(entity)) return new Set();
  seen.add(entity);
  const { into, automaton, kind } = definition;
  const inPatterns = kind === 'pattern' ? (automaton?.slots.labels ?? []) : [];
  const parts = [...phraseParts(definition), ...inPatterns.map((slot) => slot.entity)];
  const own = into.map((path) => path.split('.')[0]);
  return new Set([...own, ...parts.flatMap((part) => [...fieldsOf(pack, part, seen)])]);
}
