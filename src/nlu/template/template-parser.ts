/**
 * The sentence template notation of hassil, which Home Assistant's and other local voice assistants' intents are
 * written in: `(a|b)` alternatives, `[x]` optional, `(a;b)` both in any order, `{entity}` or `{entity:name}` a value,
 * `<rule>` a named template. Source: the README of github.com/home-assistant/hassil.
 */
export type TemplateNode =
  | { kind: 'text'; text: string }
  | { kind: 'slot'; entity: string; name: string }
  | { kind: 'rule'; rule: string }
  | { kind: 'sequence'; items: TemplateNode[] }
  | { kind: 'choice'; options: TemplateNode[] };

/** What is wrong with the notation of a template. */
export class TemplateSyntaxError extends Error {
  override readonly name = 'TemplateSyntaxError';
  /** Offset in the template. */
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

const closing: Record<string, string> = { '(': ')', '[': ']' };
const maxDepth = 40;
const maxPermuted = 4;

interface Item {
  node: TemplateNode;
  /** Whether no space stands before it, so that it goes on with the word before. */
  opensWord: boolean;
  closesWord: boolean;
}

const maxSpellings = 64;

/** Parts written without a space between them spell one word: `ticket[s]`, `colo[u]r`. */
function joinGlued(items: readonly Item[]): TemplateNode[] {
  const nodes: TemplateNode[] = [];
  for (let at = 0; at < items.length; at++) {
    let end = at;
    while (end + 1 < items.length && items[end].closesWord && items[end + 1].opensWord) end++;
    const run = items.slice(at, end + 1).map(({ node }) => node);
    const spellings = run.length > 1 ? spell(run) : undefined;
    if (spellings === undefined) nodes.push(...run);
    else nodes.push(spellings.length === 1 ? spellings[0] : { kind: 'choice', options: spellings });
    at = end;
  }
  return nodes.filter((node) => node.kind !== 'sequence' || node.items.length > 0);
}

/** All spellings of a run of texts and groups of texts; undefined when something else is among them or they are too many. */
function spell(run: readonly TemplateNode[]): TemplateNode[] | undefined {
  let texts = [''];
  for (const node of run) {
    const parts = plainTexts(node);
    if (parts === undefined || texts.length * parts.length > maxSpellings) return undefined;
    texts = texts.flatMap((before) => parts.map((part) => before + part));
  }
  return texts.map((text) => (text === '' ? { kind: 'sequence', items: [] } : { kind: 'text', text }));
}

function plainTexts(node: TemplateNode): string[] | undefined {
  if (node.kind === 'text') return [node.text];
  if (node.kind === 'sequence' && node.items.length === 0) return [''];
  if (node.kind !== 'choice') return undefined;
  const texts = node.options.map(plainTexts);
  return texts.some((text) => text === undefined) ? undefined : texts.flatMap((text) => text!);
}

/** Parses one template. @throws TemplateSyntaxError with the offset of the fault. */
export function parseTemplate(template: string): TemplateNode {
  return new TemplateParser(template).parse();
}

class TemplateParser {
  readonly #template: string;
  #at = 0;

  constructor(template: string) {
    this.#template = template;
  }

  parse(): TemplateNode {
    return this.#group(undefined, 0);
  }

  /** What stands up to `end`, which is read as well; up to the end of the template where that is undefined. */
  #group(end: string | undefined, depth: number): TemplateNode {
    if (depth > maxDepth)
      throw new TemplateSyntaxError(`groups are nested deeper than ${maxDepth}`, this.#at);
    const opened = this.#at - 1;
    const parts = [this.#items(depth)];
    const separator = this.#template[this.#at];
    while (this.#isAt('|;')) {
      if (this.#template[this.#at] !== separator)
        throw new TemplateSyntaxError(
          '"|" and ";" cannot be mixed in one group; nest them in parentheses',
          this.#at,
        );
      this.#at++;
      parts.push(this.#items(depth));
    }
    this.#close(end, opened);
    if (separator === ';') return permutations(parts, opened);
    return parts.length === 1 ? parts[0] : { kind: 'choice', options: parts };
  }

  #close(end: string | undefined, opened: number): void {
    const character = this.#template[this.#at];
    if (character !== end)
      throw character === undefined
        ? new TemplateSyntaxError(`"${this.#template[opened]}" is never closed with "${end}"`, opened)
        : new TemplateSyntaxError(`unexpected "${character}"`, this.#at);
    this.#at++;
  }

  /** What stands before the next separator or closing bracket. */
  #items(depth: number): TemplateNode {
    const items: Item[] = [];
    while (this.#at < this.#template.length && !this.#isAt('|;)]}>')) {
      const isBehindValue = /[}>]/.test(this.#template[this.#at - 1] ?? '') && items.length > 0;
      if (isBehindValue && /[\p{L}'’([]/u.test(this.#template[this.#at]))
        throw new TemplateSyntaxError(
          'what stands for other words cannot go on in one of them; leave a space here (values of a list with "inflect: true" match in the plural, too)',
          this.#at,
        );
      items.push(this.#item(depth));
    }
    const nodes = joinGlued(items);
    return nodes.length === 1 ? nodes[0] : { kind: 'sequence', items: nodes };
  }

  #item(depth: number): Item {
    const character = this.#template[this.#at];
    if (character === '{') return { node: this.#slot(), opensWord: false, closesWord: false };
    if (character === '<') {
      const node: TemplateNode = { kind: 'rule', rule: this.#until('>', 'a rule name') };
      return { node, opensWord: false, closesWord: false };
    }
    if (!this.#isAt('([')) return this.#text();
    this.#at++;
    const inner = this.#group(closing[character], depth + 1);
    const node: TemplateNode =
      character === '[' ? { kind: 'choice', options: [inner, { kind: 'sequence', items: [] }] } : inner;
    return { node, opensWord: true, closesWord: true };
  }

  #text(): Item {
    const from = this.#at;
    while (this.#at < this.#template.length && !this.#isAt('()[]{}<>|;')) this.#at++;
    const raw = this.#template.slice(from, this.#at);
    const text = raw.trim();
    const node: TemplateNode = text === '' ? { kind: 'sequence', items: [] } : { kind: 'text', text };
    return { node, opensWord: !/^\s/.test(raw), closesWord: !/\s$/.test(raw) };
  }

  #slot(): TemplateNode {
    const [entity, name] = this.#until('}', 'an entity name').split(':');
    return { kind: 'slot', entity, name: name ?? entity };
  }

  #until(end: string, what: string): string {
    const from = this.#at + 1;
    const to = this.#template.indexOf(end, from);
    if (to < 0)
      throw new TemplateSyntaxError(`"${this.#template[this.#at]}" is never closed with "${end}"`, this.#at);
    const name = this.#template.slice(from, to).trim();
    if (!/^[\w./-]+(?::[\w.-]+)?$/.test(name))
      throw new TemplateSyntaxError(`"${name}" is not ${what}`, from);
    this.#at = to + 1;
    return name;
  }

  /** Whether one of some characters comes next. */
  #isAt(characters: string): boolean {
    const character = this.#template[this.#at];
    return character !== undefined && characters.includes(character);
  }
}

/** @param offset Where they stand in the template. */
function permutations(items: readonly TemplateNode[], offset: number): TemplateNode {
  if (items.length > maxPermuted) {
    throw new TemplateSyntaxError(
      `at most ${maxPermuted} parts can be put in any order with ";"`,
      Math.max(0, offset),
    );
  }
  return { kind: 'choice', options: orders(items).map((order) => ({ kind: 'sequence', items: order })) };
}

function orders<Part>(parts: readonly Part[]): Part[][] {
  if (parts.length === 0) return [[]];
  return parts.flatMap((part, position) =>
    orders(parts.toSpliced(position, 1)).map((order) => [part, ...order]),
  );
}
