import { type Automaton, AutomatonBuilder, type Wording } from '../../template/automaton.js';
import { shrinkAutomaton } from '../../template/shrink-automaton.js';
import { noSuch } from '../no-such.js';
import { type ContextRule, fieldsNamedBy, isItemRule } from '../schema/context-rule-schema.js';
import type { IntentDefinition, When } from '../schema/pack-schema.js';
import { setFaults } from './chosen-value.js';
import type { Entity } from './compile-entities.js';
import type { TemplateReader } from './template-reader.js';

/** One sentence template and what follows when it matches. */
export interface Sentence {
  intent: string;
  template: string;
  /** `file:line` */
  where: string;
  priority: number;
  when: When | undefined;
  rules: readonly ContextRule[];
  slots: Readonly<Record<string, string | number | boolean>>;
  /** Place among all templates of the pack; the earlier wins a tie. */
  order: number;
}

/** Sentences of an intent that share what must hold and what follows. */
interface SentenceGroup {
  sentences: readonly string[];
  when?: When;
  context?: ContextRule[];
  slots?: Record<string, string | number | boolean>;
  /** Below the intent. */
  path: (string | number)[];
}

/** All templates of a pack and the automaton over them; its outcomes are places in `sentences`. */
export function compileSentences(
  reader: TemplateReader,
  entities: ReadonlyMap<string, Entity>,
  wording: Wording,
): { sentences: Sentence[]; automaton: Automaton } {
  const sentences: Sentence[] = [];
  const conditions = new Map<string, When>();
  const builder = new AutomatonBuilder({ rules: reader.rules, wording });
  const { intents } = reader.source.definition;
  reader.checkRuleSlots(entities);
  for (const [name, intent] of Object.entries(intents)) {
    for (const group of groupsOf(intent)) {
      checkRules(reader, name, group);
      for (const [index, template] of group.sentences.entries()) {
        const path = ['intents', name, ...group.path, 'sentences', index];
        const parsed = reader.parseSentence(template, path);
        if (parsed === undefined) continue;
        reader.checkSlots(parsed, path, template, entities);
        const order = sentences.length;
        reader.attempt(() => builder.add(parsed, order), path, template);
        sentences.push({
          intent: name,
          template,
          where: reader.source.locate(path),
          priority: intent.priority,
          when: group.when && sharedWhen(group.when, conditions),
          rules: group.context ?? [],
          slots: group.slots ?? {},
          order,
        });
      }
    }
  }
  return { sentences, automaton: shrinkAutomaton(builder.build()) };
}

/** Equal conditions are one, as each is asked of at every turn. */
function sharedWhen(when: When, known: Map<string, When>): When {
  const text = JSON.stringify(when);
  const shared = known.get(text) ?? when;
  known.set(text, shared);
  return shared;
}

function groupsOf(intent: IntentDefinition): SentenceGroup[] {
  const { sentences, when, context, slots } = intent;
  const own = sentences === undefined ? [] : [{ sentences, when, context, slots, path: [] }];
  const more = (intent.data ?? []).map((group, index) => ({
    sentences: group.sentences,
    when: group.when ?? when,
    context: group.context ?? context,
    slots: { ...slots, ...group.slots },
    path: ['data', index],
  }));
  return [...own, ...more];
}

function checkRules(reader: TemplateReader, intent: string, group: SentenceGroup): void {
  const { definition } = reader.source;
  const path = ['intents', intent, ...group.path, 'context'];
  const hasItems = Object.values(definition.fields).some(({ kind }) => kind === 'items');
  for (const fault of setFaults(group.context ?? [])) reader.fault(path, fault);
  for (const rule of group.context ?? []) {
    const name = typeof rule === 'string' ? rule : Object.keys(rule)[0];
    if (!hasItems && isItemRule(rule))
      reader.fault(path, `"${name}" is for orders; the pack has no field of the kind items`);
    for (const field of fieldsNamedBy(rule)) {
      const [known] = field.split('.');
      if (definition.fields[known] === undefined)
        reader.fault(path, noSuch('field', known, Object.keys(definition.fields)));
    }
    const things = typeof rule === 'object' && 'clearThings' in rule ? rule.clearThings : undefined;
    if (things !== undefined && definition.fields[things] && definition.fields[things].things === undefined)
      reader.fault(
        path,
        `"clearThings" takes out the things of "${things}", and that does not tell which they are: give the field "things" and the name of a list, or empty it with "clear"`,
      );
  }
}
