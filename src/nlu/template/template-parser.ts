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
  let at = 0;

  function group(end: string | undefined, depth: number): TemplateNode {
    if (depth > maxDepth) throw new TemplateSyntaxError(`groups are nested deeper than ${maxDepth}`, at);
    const opened = at - 1;
    const options: TemplateNode[] = [];
    let items: Item[] = [];
    let separator: string | undefined;
    const close = () => {
      const nodes = joinGlued(items);
      options.push(nodes.length === 1 ? nodes[0] : { kind: 'sequence', items: nodes });
      items = [];
    };
    for (;;) {
      const character = template[at];
      if (character === undefined) {
        if (end !== undefined)
          throw new TemplateSyntaxError(`"${template[opened]}" is never closed with "${end}"`, opened);
        break;
      }
      if (character === end) {
        at++;
        break;
      }
      if (character === '|' || character === ';') {
        if (separator !== undefined && separator !== character) {
          throw new TemplateSyntaxError(
            '"|" and ";" cannot be mixed in one group; nest them in parentheses',
            at,
          );
        }
        separator = character;
        close();
        at++;
      } else if (character === '(' || character === '[') {
        at++;
        const inner = group(closing[character], depth + 1);
        const node: TemplateNode =
          character === '[' ? { kind: 'choice', options: [inner, { kind: 'sequence', items: [] }] } : inner;
        items.push({ node, opensWord: true, closesWord: true });
      } else if (character === '{') {
        items.push({ node: slot(), opensWord: false, closesWord: false });
      } else if (character === '<') {
        const node: TemplateNode = { kind: 'rule', rule: until('>', 'a rule name') };
        items.push({ node, opensWord: false, closesWord: false });
      } else if (')]}>'.includes(character)) {
        throw new TemplateSyntaxError(`unexpected "${character}"`, at);
      } else {
        const from = at;
        while (at < template.length && !'()[]{}<>|;'.includes(template[at])) at++;
        const raw = template.slice(from, at);
        const text = raw.trim();
        const node: TemplateNode = text === '' ? { kind: 'sequence', items: [] } : { kind: 'text', text };
        items.push({ node, opensWord: !/^\s/.test(raw), closesWord: !/\s$/.test(raw) });
      }
    }
    close();
    if (separator === ';') return permutations(options, opened);
    return options.length === 1 ? options[0] : { kind: 'choice', options };
  }

  function permutations(items: TemplateNode[], offset: number): TemplateNode {
    if (items.length > maxPermuted) {
      throw new TemplateSyntaxError(
        `at most ${maxPermuted} parts can be put in any order with ";"`,
        Math.max(0, offset),
      );
    }
    const orders = (rest: TemplateNode[]): TemplateNode[][] =>
      rest.length === 0
        ? [[]]
        : rest.flatMap((item, position) =>
            orders(rest.toSpliced(position, 1)).map((order) => [item, ...order]),
          );
    return { kind: 'choice', options: orders(items).map((order) => ({ kind: 'sequence', items: order })) };
  }

  function until(end: string, what: string): string {
    const from = at + 1;
    const to = template.indexOf(end, from);
    if (to < 0) throw new TemplateSyntaxError(`"${template[at]}" is never closed with "${end}"`, at);
    const name = template.slice(from, to).trim();
    if (!/^[\w./-]+(?::[\w.-]+)?$/.test(name))
      throw new TemplateSyntaxError(`"${name}" is not ${what}`, from);
    at = to + 1;
    return name;
  }

  function slot(): TemplateNode {
    const [entity, name] = until('}', 'an entity name').split(':');
    return { kind: 'slot', entity, name: name ?? entity };
  }

  const parsed = group(undefined, 0);
  return parsed;
}
