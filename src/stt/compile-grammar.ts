import type { WordNetwork } from './speech-context.js';

/**
 * Compiles sentence templates to a network of words. In a template `{name}` stands for any phrase of that slot, `[...]`
 * for what may be left out and `(a|b)` for alternatives; all nest.
 *
 * @example compileGrammar(['[i would like] (a|one) {size} {drink} [please]'], { size: ['small'], drink: ['flat white'] })
 * @throws SyntaxError that shows the template for an unknown slot or a bracket without its partner.
 */
export function compileGrammar(
  templates: readonly string[],
  slots: Readonly<Record<string, readonly string[]>>,
): WordNetwork {
  const network = new Network();
  const end = network.addNode();
  for (const template of templates) new TemplateParser(template, slots, network).parse(0, end);
  return { states: network.states, finals: [end], arcs: network.arcs };
}

/** Node 0 is the start. */
class Network {
  states = 1;
  readonly arcs: { from: number; to: number; word: string | null }[] = [];

  addNode(): number {
    return this.states++;
  }

  addEmpty(from: number, to: number): void {
    this.arcs.push({ from, to, word: null });
  }

  addPhrase(from: number, text: string, to: number): void {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) this.addEmpty(from, to);
    words.forEach((word, index) => {
      const next = index === words.length - 1 ? to : this.addNode();
      this.arcs.push({ from, to: next, word });
      from = next;
    });
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
    this.network.addEmpty(node, to);
  }

  private element(from: number, to: number): void {
    const token = this.tokens[this.at++];
    if (token === '[' || token === '(') {
      this.alternatives(from, to);
      const close = token === '[' ? ']' : ')';
      if (this.tokens[this.at++] !== close) throw this.error(`no ${close} for ${token}`);
      if (token === '[') this.network.addEmpty(from, to);
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
