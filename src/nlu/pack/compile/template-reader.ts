import { expandTemplate } from '../../template/expand.js';
import { foreignNotation, foreignSigns } from '../../template/foreign-notation.js';
import { ruleFaults } from '../../template/rule-faults.js';
import { parseTemplate, type TemplateNode, TemplateSyntaxError } from '../../template/template-parser.js';
import { noSuch } from '../no-such.js';
import type { PackSource, SourcePath } from '../source/pack-source.js';

/** Reads the templates of a pack and gathers what is wrong with it, so that all faults are told at once. */
export class TemplateReader {
  /** `file:line: what is wrong` */
  readonly problems: string[] = [];
  readonly rules = new Map<string, TemplateNode>();
  /** Files that lists were read from, with their text. */
  readonly listFiles = new Map<string, string>();

  constructor(readonly source: PackSource) {
    for (const [name, text] of Object.entries(source.definition.rules)) {
      const node = this.parseSentence(text, ['rules', name]);
      this.rules.set(name, node ?? unread);
    }
    // The fault is told where the rule is, and not once more for each sentence with the rule in it.
    for (const [name, fault] of ruleFaults(this.rules)) {
      this.fault(['rules', name], `"${source.definition.rules[name]}": ${fault}`);
      this.rules.set(name, unread);
    }
  }

  fault(path: SourcePath, message: string): void {
    this.problems.push(`${this.source.locate(path)}: ${message}`);
  }

  /** @returns undefined, and a fault, where the template cannot be parsed. */
  parse(text: string, path: SourcePath): TemplateNode | undefined {
    try {
      return parseTemplate(text);
    } catch (error) {
      if (!(error instanceof TemplateSyntaxError)) throw error;
      this.fault(path, `"${text}": ${error.message} (at character ${error.offset + 1})`);
      return undefined;
    }
  }

  /** The same of what people say, where the notation of another assistant is told by its signs. */
  parseSentence(text: string, path: SourcePath): TemplateNode | undefined {
    const fault = foreignNotation(text) ?? foreignSigns(text);
    if (fault === undefined) return this.parse(text, path);
    this.fault(path, `"${text}": ${fault}`);
    return undefined;
  }

  /** Every phrase a template stands for; none, and a fault, where it cannot be parsed or is too big. */
  expand(text: string, path: SourcePath): string[] {
    const node = this.parse(text, path);
    const phrases = node && this.attempt(() => expandTemplate(node, this.rules), path, text);
    return phrases ?? [];
  }

  /** Runs what may find fault with a template. */
  attempt<T>(run: () => T, path: SourcePath, text: string): T | undefined {
    try {
      return run();
    } catch (error) {
      if (!(error instanceof TemplateSyntaxError)) throw error;
      this.fault(path, `"${text}": ${error.message}`);
      return undefined;
    }
  }

  /** The same of all rules. */
  checkRuleSlots(entities: ReadonlyMap<string, { kind: string }>): void {
    for (const [name, text] of Object.entries(this.source.definition.rules))
      this.checkSlots(this.rules.get(name)!, ['rules', name], text, entities);
  }

  /**
   * Notes slots of a template that name no entity, or one of a kind that cannot stand there; of the rules in it only
   * the latter.
   */
  checkSlots(
    node: TemplateNode,
    path: SourcePath,
    text: string,
    entities: ReadonlyMap<string, { kind: string }>,
    forbidden: readonly string[] = [],
  ): void {
    const own = entityNames(slotsOf(node, noRules));
    for (const slot of entityNames(slotsOf(node, this.rules))) {
      const entity = entities.get(slot);
      if (entity === undefined) {
        if (!own.has(slot)) continue;
        const fault = this.rules.has(slot)
          ? `there is no entity "${slot}"; a rule is written <${slot}>`
          : noSuch('entity', slot, entities.keys(), this.#definition(slot));
        this.fault(path, `"${text}": ${fault}`);
      } else if (forbidden.includes(entity.kind)) {
        this.fault(path, `"${text}": the ${entity.kind} "${slot}" cannot stand in it`);
      }
    }
  }

  /** How to make an entity of a name that has none; a list is not yet one. */
  #definition(name: string): string {
    return Object.hasOwn(this.source.definition.lists, name)
      ? `for the values of the list write "${name}: {}" under "entities"`
      : 'define it under "entities"';
  }
}

/** In place of a rule with a fault. */
const unread: TemplateNode = { kind: 'text', text: 'unread' };
const noRules: ReadonlyMap<string, TemplateNode> = new Map();

function entityNames(slots: ReadonlySet<Slot>): Set<string> {
  return new Set([...slots].map(({ entity }) => entity));
}

type Slot = Extract<TemplateNode, { kind: 'slot' }>;

/** The slots in a template, its rules included. */
export function slotsOf(node: TemplateNode, rules: ReadonlyMap<string, TemplateNode>): Set<Slot> {
  const seen = new Set<string>();
  const found = new Set<Slot>();
  const walk = (item: TemplateNode): void => {
    if (item.kind === 'slot') found.add(item);
    else if (item.kind === 'sequence') item.items.forEach(walk);
    else if (item.kind === 'choice') item.options.forEach(walk);
    else if (item.kind === 'rule' && !seen.has(item.rule)) {
      seen.add(item.rule);
      const rule = rules.get(item.rule);
      if (rule !== undefined) walk(rule);
    }
  };
  walk(node);
  return found;
}
