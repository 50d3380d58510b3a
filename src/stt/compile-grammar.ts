import type { SentenceGrammar } from './sentence-grammar.js';

export interface GrammarOptions {
  /** Natural-log gain of each word of a complete sentence. @default 1.5 */
  weight?: number;
}

/**
 * Compiles sentence templates to an acceptor. In a template `{name}` stands for any phrase of that slot, `[...]` for
 * what may be left out and `(a|b)` for alternatives; all nest. The automaton is made deterministic as it is used.
 *
 * @example compileGrammar(['[i would like] (a|one) {size} {drink} [please]'], { size: ['small'], drink: ['flat white'] })
 * @throws SyntaxError that shows the template for an unknown slot or a bracket without its partner.
 */
export function compileGrammar(
  templates: readonly string[],
  slots: Readonly<Record<string, readonly string[]>>,
  options: GrammarOptions = {},
): SentenceGrammar {
  const network = new Network();
  const end = network.addNode();
  for (const template of templates) new TemplateParser(template, slots, network).parse(0, end);
  return new LazyGrammar(network, end, options.weight ?? 1.5);
}

/** Nodes with word arcs and empty arcs; node 0 is the start. */
class Network {
  readonly arcs: Map<string, number[]>[] = [new Map()];
  readonly empty: number[][] = [[]];

  addNode(): number {
    this.arcs.push(new Map());
    this.empty.push([]);
    return this.arcs.length - 1;
  }

  addWord(from: number, word: string, to: number): void {
    const targets = this.arcs[from].get(word);
    if (targets) targets.push(to);
    else this.arcs[from].set(word, [to]);
  }

  addPhrase(from: number, text: string, to: number): void {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) this.empty[from].push(to);
    words.forEach((word, index) => {
      const next = index === words.length - 1 ? to : this.addNode();
      this.addWord(from, word, next);
      from = next;
    });
  }

  closure(nodes: Iterable<number>): number[] {
    const found = new Set(nodes);
    for (const node of found) for (const next of this.empty[node]) found.add(next);
    return [...found].sort((a, b) => a - b);
  }
}

class TemplateParser {
  private readonly tokens: string[];
  private at = 0;
  constructor(
    private readonly template: string,
    private readonly slots: Readonly<Record<string, readonly string[]>>,
    private readonly network: Network,
  ) {
    this.tokens = template.match(/\{[^{}]*\}|[[\]()|]|[^\s[\](){}|]+/g) ?? [];
  }

  parse(from: number, to: number): void {
    this.alternatives(from, to);
    if (this.at < this.tokens.length) throw this.error(`unexpected ${this.tokens[this.at]}`);
  }

  private alternatives(from: number, to: number): void {
    this.sequence(from, to);
    while (this.tokens[this.at] === '|') {
      this.at++;
      this.sequence(from, to);
    }
  }

  private sequence(from: number, to: number): void {
    let node = from;
    for (; this.at < this.tokens.length && !/^[\])|]$/.test(this.tokens[this.at]); ) {
      const next = this.network.addNode();
      this.element(node, next);
      node = next;
    }
    this.network.empty[node].push(to);
  }

  private element(from: number, to: number): void {
    const token = this.tokens[this.at++];
    if (token === '[' || token === '(') {
      this.alternatives(from, to);
      const close = token === '[' ? ']' : ')';
      if (this.tokens[this.at++] !== close) throw this.error(`no ${close} for ${token}`);
      if (token === '[') this.network.empty[from].push(to);
    } else if (token.startsWith('{')) {
      const phrases = this.slots[token.slice(1, -1).trim()];
      if (!phrases) throw this.error(`unknown slot ${token}`);
      for (const phrase of phrases) this.network.addPhrase(from, phrase, to);
    } else this.network.addPhrase(from, token, to);
  }

  private error(reason: string) {
    return new SyntaxError(`Sentence template "${this.template}": ${reason}.`);
  }
}

/** Subset construction, one state at a time; a state also carries how many words it has been paid for. */
class LazyGrammar implements SentenceGrammar {
  readonly initialState: number;
  gain = 0;
  private readonly states: { nodes: number[]; words: number; isFinal: boolean; next: Map<string, number> }[] =
    [];
  private readonly ids = new Map<string, number>();

  constructor(
    private readonly network: Network,
    private readonly end: number,
    private readonly weight: number,
  ) {
    this.initialState = this.stateOf([0], 0);
  }

  step(state: number, word: string): number {
    const from = this.states[state];
    let next = from.next.get(word);
    if (next === undefined) {
      const targets = from.nodes.flatMap((node) => this.network.arcs[node].get(word) ?? []);
      next = targets.length === 0 ? -1 : this.stateOf(targets, from.words + 1);
      from.next.set(word, next);
    }
    this.gain = next < 0 ? -from.words * this.weight : this.weight;
    return next;
  }

  finish(state: number): number {
    const { isFinal, words } = this.states[state];
    return isFinal ? 0 : -words * this.weight;
  }

  private stateOf(targets: number[], words: number): number {
    const nodes = this.network.closure(targets);
    const key = `${words}:${nodes.join()}`;
    let id = this.ids.get(key);
    if (id === undefined) {
      id = this.states.length;
      this.ids.set(key, id);
      this.states.push({ nodes, words, isFinal: nodes.includes(this.end), next: new Map() });
    }
    return id;
  }
}
