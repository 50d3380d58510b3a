import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtInLocales, type Locale, type ResolvedLocale, resolveLocale } from '../locales/index.js';
import { NearMissIndex } from '../matching/near-miss.js';
import { WordTrie } from '../matching/word-trie.js';
import { type Automaton, AutomatonBuilder } from '../template/automaton.js';
import { expandTemplate } from '../template/expand.js';
import { parseTemplate, type TemplateNode, TemplateSyntaxError } from '../template/template-parser.js';
import { normalWords } from '../tokenise.js';
import type { ContextRule, EntityDefinition, ListDefinition, PackDefinition, When } from './pack-schema.js';
import { invalidPack, PackSource } from './pack-source.js';

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
  parsed: TemplateNode;
  /** Place among all templates of the pack; the earlier wins a tie. */
  order: number;
}

export interface Entity extends Omit<EntityDefinition, 'into' | 'head'> {
  /** For `phrase`: entities that an item is about. */
  heads: readonly string[];
  name: string;
  /** Context fields, or keys of fields, that a value goes to. */
  into: readonly string[];
  /** For `list`: the number under which the tries hold its list. */
  listId: number;
  /** For `pattern`. */
  automaton?: Automaton;
  outs: string[];
  /** For `phrase`: normal words of its glue, by first word, longest first. */
  glueWords: ReadonlyMap<string, readonly (readonly string[])[]>;
  separatorWords: ReadonlySet<string>;
  unitSet?: ReadonlySet<string>;
}

export interface ListEntry {
  words: string[];
  value: string;
}

export interface LoadOptions {
  /** Languages besides the built-in ones. */
  locales?: readonly Locale[];
  /** Whether test sentences are loaded too. @default false */
  tests?: boolean;
}

/** Combinations of conditions that a pack remembers its live states for. */
const maxLiveKeys = 64;

/** A domain pack, compiled: immutable, shared by all queries. */
export class Pack {
  readonly definition: PackDefinition;
  readonly folder: string;
  readonly files: readonly string[];
  readonly locale: Locale;
  readonly languages: readonly Locale[];
  readonly sentences: readonly Sentence[];
  readonly automaton: Automaton;
  readonly entities: ReadonlyMap<string, Entity>;
  /** Every value of every list, by list name. */
  readonly lists: ReadonlyMap<string, readonly ListEntry[]>;
  /** Values as written, and values of inflecting lists by their stems. */
  readonly exact = new WordTrie();
  readonly stems = new WordTrie();
  readonly nearMisses: NearMissIndex;
  readonly fillers: ReadonlyMap<string, readonly (readonly string[])[]>;
  readonly functionWords: ReadonlySet<string>;
  readonly homophones: ReadonlyMap<string, readonly string[]>;
  readonly #live = new Map<string, Uint8Array>();
  /** The distinct conditions of the pack's templates. */
  readonly conditions: readonly When[];
  readonly #restEntities: ReadonlySet<string>;
  readonly #wordSets = new Map<string, Set<string>>();

  constructor(source: PackSource, options: LoadOptions = {}) {
    const { definition } = source;
    const problems: string[] = [];
    const fault = (path: (string | number)[], message: string) =>
      problems.push(`${source.locate(path)}: ${message}`);
    this.definition = definition;
    this.folder = source.folder;
    this.files = source.files;
    this.languages = [...(options.locales ?? []), ...builtInLocales];
    const resolved = resolveLocale(definition.locales[0], this.languages);
    if (resolved === undefined) {
      throw invalidPack([
        `${source.locate(['locales', 0])}: no language data for "${definition.locales[0]}"`,
      ]);
    }
    const { locale } = resolved;
    this.locale = locale;
    this.nearMisses = new NearMissIndex(locale);
    const words = (text: string) => normalWords(text, locale);

    const rules = new Map<string, TemplateNode>();
    const parse = (text: string, path: (string | number)[]): TemplateNode | undefined => {
      try {
        return parseTemplate(text);
      } catch (error) {
        if (!(error instanceof TemplateSyntaxError)) throw error;
        fault(path, `"${text}": ${error.message} (at character ${error.offset + 1})`);
        return undefined;
      }
    };
    for (const [name, text] of Object.entries(definition.rules)) {
      const node = parse(text, ['rules', name]);
      if (node !== undefined) rules.set(name, node);
    }

    // lists
    const matched = new Set(
      Object.entries(definition.entities).flatMap(([name, { kind, list }]) =>
        kind === 'list' ? [list ?? name] : [],
      ),
    );
    const listIds = new Map<string, number>();
    const allLists = new Map<string, ListEntry[]>();
    for (const [name, list] of Object.entries(definition.lists)) {
      listIds.set(name, listIds.size);
      const entries = this.#entries(name, list, source.folder, rules, parse, fault);
      allLists.set(name, entries);
      const id = listIds.get(name)!;
      if (!matched.has(name)) {
        // Only asked about by rules; its words are known and never taken for misheard ones.
        for (const { words } of entries) for (const word of words) this.nearMisses.know(word);
        continue;
      }
      for (const entry of entries) {
        if (list.nearMiss) for (const word of entry.words) this.nearMisses.add(word);
        this.exact.add(entry.words, { list: id, value: entry.value });
        if (list.inflect)
          this.stems.add(
            entry.words.map((word) => locale.stem(word)),
            { list: id, value: entry.value },
          );
      }
    }
    this.lists = allLists;

    // entities
    const entities = new Map<string, Entity>();
    for (const [name, entity] of Object.entries(definition.entities)) {
      const listName = entity.list ?? name;
      const listId = listIds.get(listName) ?? -1;
      if (entity.kind === 'list' && listId < 0) fault(['entities', name], `there is no list "${listName}"`);
      const glueWords = new Map<string, string[][]>();
      (entity.glue ?? []).forEach((text, index) => {
        const node = parse(text, ['entities', name, 'glue', index]);
        for (const phrase of node === undefined
          ? []
          : attempt(() => expandTemplate(node, rules), fault, ['entities', name, 'glue', index])) {
          addPhrase(glueWords, words(phrase));
        }
      });
      const into = entity.into === undefined ? [] : [entity.into].flat();
      for (const path of into) {
        const field = path.split('.')[0];
        if (definition.fields[field] === undefined) {
          fault(['entities', name, 'into'], `there is no field "${field}"; add it to "fields"`);
        }
      }
      if (entity.kind === 'phrase' && (entity.of ?? []).length === 0)
        fault(['entities', name], 'a phrase needs "of"');
      if (entity.kind === 'pattern' && (entity.patterns ?? []).length === 0) {
        fault(['entities', name], 'a pattern needs "patterns"');
      }
      for (const part of [...(entity.of ?? []), entity.rest, ...[entity.head ?? []].flat()]) {
        if (part !== undefined && definition.entities[part] === undefined) {
          fault(['entities', name], `there is no entity "${part}"`);
        } else if (
          part !== undefined &&
          part !== entity.rest &&
          definition.entities[part].kind === 'phrase'
        ) {
          fault(['entities', name], `"${part}" is a phrase; a phrase cannot stand in a phrase`);
        }
      }
      entities.set(name, {
        ...entity,
        name,
        into,
        heads: [entity.head ?? []].flat(),
        listId,
        outs: [],
        glueWords,
        separatorWords: new Set(entity.separators ?? []),
        unitSet: entity.units && new Set(entity.units),
      });
    }
    this.entities = entities;
    this.#restEntities = new Set([...entities.values()].flatMap(({ rest }) => rest ?? []));
    const builder = () => new AutomatonBuilder({ rules, normalise: words });
    const checkSlots = (node: TemplateNode, path: (string | number)[], text: string, inPattern: boolean) => {
      for (const slot of slotsOf(node, rules)) {
        const entity = entities.get(slot);
        if (entity === undefined)
          fault(path, `"${text}": there is no entity "${slot}"; define it under "entities"`);
        else if (inPattern && (entity.kind === 'phrase' || entity.kind === 'pattern')) {
          fault(path, `"${text}": a pattern cannot hold the ${entity.kind} "${slot}"`);
        }
      }
    };
    for (const [name, entity] of entities) {
      if (entity.kind !== 'pattern') continue;
      const patterns = builder();
      (entity.patterns ?? []).forEach((pattern, index) => {
        for (const text of [pattern.in].flat()) {
          const path = ['entities', name, 'patterns', index];
          const node = parse(text, path);
          if (node === undefined) continue;
          checkSlots(node, path, text, true);
          attempt(() => patterns.add(node, index), fault, path, text);
        }
        entity.outs.push(pattern.out);
      });
      entity.automaton = patterns.build();
    }

    // sentences
    const sentences: Sentence[] = [];
    const automaton = builder();
    for (const [name, intent] of Object.entries(definition.intents)) {
      const groups = [
        ...(intent.sentences === undefined
          ? []
          : [
              {
                sentences: intent.sentences,
                when: intent.when,
                context: intent.context,
                slots: intent.slots,
                path: [] as (string | number)[],
              },
            ]),
        ...(intent.data ?? []).map((group, index) => ({
          ...group,
          when: group.when ?? intent.when,
          context: group.context ?? intent.context,
          slots: { ...intent.slots, ...group.slots },
          path: ['data', index] as (string | number)[],
        })),
      ];
      for (const group of groups) {
        this.#checkRules(name, group, definition, fault);
        group.sentences.forEach((template, index) => {
          const path = ['intents', name, ...group.path, 'sentences', index];
          const parsed = parse(template, path);
          if (parsed === undefined) return;
          checkSlots(parsed, path, template, false);
          attempt(() => automaton.add(parsed, sentences.length), fault, path, template);
          sentences.push({
            intent: name,
            template,
            where: source.locate(path),
            priority: intent.priority,
            when: group.when,
            rules: group.context ?? [],
            slots: group.slots ?? {},
            parsed,
            order: sentences.length,
          });
        });
      }
    }
    if (problems.length > 0) throw invalidPack(problems);
    this.sentences = sentences;
    this.conditions = [...new Set(sentences.flatMap(({ when }) => when ?? []))];
    this.automaton = automaton.build();
    for (const state of this.automaton.words) for (const word of state.keys()) this.nearMisses.add(word);
    const fillers = new Map<string, string[][]>();
    for (const phrase of [...locale.fillers, ...definition.fillers]) addPhrase(fillers, words(phrase));
    this.fillers = fillers;
    this.functionWords = new Set(locale.functionWords);
    for (const word of ownWords(locale)) this.nearMisses.add(word);
    const homophones = new Map<string, string[]>();
    for (const words of locale.homophones) {
      for (const word of words)
        homophones.set(word, [...(homophones.get(word) ?? []), ...words.filter((other) => other !== word)]);
    }
    this.homophones = homophones;
  }

  /**
   * Per state of the automaton: 1 if an accepted template can still be reached.
   *
   * @param key Under which the answer is remembered; at most {@link maxLiveKeys} are.
   */
  liveStates(accepts: (template: Sentence) => boolean, key?: string): Uint8Array {
    const known = key === undefined ? undefined : this.#live.get(key);
    if (known !== undefined) return known;
    const { words, slots, outcomes } = this.automaton;
    const unknown = 2;
    const live = new Uint8Array(words.length).fill(unknown);
    // Templates have no loops, so each state is visited once. An explicit stack: templates may be long.
    const stack = [this.automaton.start];
    while (stack.length > 0) {
      const state = stack[stack.length - 1];
      const next = [...words[state].values()].flat();
      for (const { to } of slots[state]) next.push(to);
      const open = next.filter((to) => live[to] === unknown);
      if (open.length > 0) {
        stack.push(...open);
        continue;
      }
      stack.pop();
      const isEnd = outcomes[state].some((outcome) => accepts(this.sentences[outcome]));
      live[state] = isEnd || next.some((to) => live[to] === 1) ? 1 : 0;
    }
    if (key !== undefined) {
      if (this.#live.size >= maxLiveKeys) this.#live.clear();
      this.#live.set(key, live);
    }
    return live;
  }

  /** Whether an entity is what unknown words of a phrase become. */
  isRest(entity: string): boolean {
    return this.#restEntities.has(entity);
  }

  /** Whether a word, in singular or plural, is on a list of single words. */
  isOnList(list: string, word: string): boolean {
    let words = this.#wordSets.get(list);
    if (words === undefined) {
      words = new Set((this.lists.get(list) ?? []).map((entry) => this.locale.stem(entry.words.join(' '))));
      this.#wordSets.set(list, words);
    }
    return words.has(this.locale.stem(word));
  }

  get name(): string {
    return this.definition.name;
  }

  /** The language and region for a request; the pack's first when it serves no other. */
  resolve(tag: string): ResolvedLocale {
    const own = this.definition.locales.find((served) => tag === served || tag.startsWith(`${served}-`));
    return (
      resolveLocale(own === undefined ? this.definition.locales[0] : tag, this.languages) ??
      resolveLocale(this.definition.locales[0], this.languages)!
    );
  }

  #entries(
    name: string,
    list: ListDefinition,
    folder: string,
    rules: ReadonlyMap<string, TemplateNode>,
    parse: (text: string, path: (string | number)[]) => TemplateNode | undefined,
    fault: (path: (string | number)[], message: string) => void,
  ): ListEntry[] {
    const entries: ListEntry[] = [];
    const add = (phrase: string, value: string) =>
      entries.push({ words: normalWords(phrase, this.locale), value });
    (list.values ?? []).forEach((item, index) => {
      const path = ['lists', name, 'values', index];
      const forms = typeof item === 'string' ? [item] : [item.in].flat();
      for (const form of forms) {
        const node = parse(form, path);
        if (node === undefined) continue;
        const phrases = attempt(() => expandTemplate(node, rules), fault, path, form);
        const out = typeof item === 'string' ? undefined : item.out;
        for (const phrase of phrases) add(phrase, out ?? phrases[0]);
      }
    });
    (list.files ?? []).forEach((file, index) => {
      let text: string;
      try {
        text = readFileSync(join(folder, file), 'utf8');
      } catch {
        fault(['lists', name, 'files', index], `cannot read ${join(folder, file)}`);
        return;
      }
      for (const line of text.split('\n')) {
        const content = line.split('#')[0].trim();
        if (content === '') continue;
        const [value, ...synonyms] = content.split('|').map((part) => part.trim());
        for (const phrase of [value, ...synonyms]) if (phrase !== '') add(phrase, value);
      }
    });
    return entries;
  }

  #checkRules(
    intent: string,
    group: { when?: When; context?: ContextRule[]; path: (string | number)[] },
    definition: PackDefinition,
    fault: (path: (string | number)[], message: string) => void,
  ): void {
    const path = ['intents', intent, ...group.path, 'context'];
    const known = (field: string) => definition.fields[field.split('.')[0]] !== undefined;
    for (const rule of group.context ?? []) {
      if (typeof rule === 'string') continue;
      const fields =
        'clear' in rule
          ? rule.clear === 'all'
            ? []
            : rule.clear
          : 'set' in rule
            ? Object.keys(rule.set)
            : 'relative' in rule
              ? [rule.relative.field]
              : []; // prettier-ignore
      for (const field of fields) if (!known(field)) fault(path, `there is no field "${field}"`);
    }
    for (const field of [...(group.when?.filled ?? []), ...(group.when?.empty ?? [])]) {
      if (!known(field)) fault(path, `there is no field "${field}"`);
    }
    for (const after of group.when?.after ?? []) {
      if (definition.intents[after] === undefined && after !== 'none')
        fault(path, `there is no intent "${after}"`);
    }
  }
}

function attempt<T>(
  run: () => T,
  fault: (path: (string | number)[], message: string) => void,
  path: (string | number)[],
  text = '',
): T extends string[] ? string[] : undefined {
  try {
    return run() as never;
  } catch (error) {
    if (!(error instanceof TemplateSyntaxError)) throw error;
    fault(path, text === '' ? error.message : `"${text}": ${error.message}`);
    return [] as never;
  }
}

function addPhrase(phrases: Map<string, string[][]>, words: string[]): void {
  if (words.length === 0) return;
  const known = phrases.get(words[0]) ?? [];
  known.push(words);
  known.sort((a, b) => b.length - a.length);
  phrases.set(words[0], known);
}

/** Entity names in a template, its rules included. */
export function slotsOf(
  node: TemplateNode,
  rules: ReadonlyMap<string, TemplateNode>,
  seen = new Set<string>(),
): Set<string> {
  const found = new Set<string>();
  const walk = (item: TemplateNode): void => {
    if (item.kind === 'slot') found.add(item.entity);
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

/** Words of the language itself, which are never mistaken for another word. */
function* ownWords(locale: Locale): Generator<string> {
  yield* locale.functionWords;
  for (const filler of locale.fillers) yield* filler.split(' ');
  yield* Object.keys(locale.numbers.units);
  yield* Object.keys(locale.numbers.tens);
  yield* Object.keys(locale.numbers.scales);
  yield* Object.keys(locale.numbers.ordinals);
  yield* Object.keys(locale.money.major);
  yield* locale.money.minor;
  for (const { words } of locale.units) for (const word of words) yield* word.split(' ');
  for (const group of locale.homophones) yield* group;
  for (const phrases of [
    ...Object.values(locale.comparisons.before),
    ...Object.values(locale.comparisons.after),
  ]) {
    for (const phrase of phrases) yield* phrase.split(' ');
  }
  yield* Object.keys(locale.time.weekdays);
  yield* Object.keys(locale.time.months);
}

export { PackSource };
