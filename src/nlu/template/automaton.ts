import { noRule } from './expand.js';
import { packSlots, type SlotArc, type SlotArcs } from './slot-arcs.js';
import { type TemplateNode, TemplateSyntaxError } from './template-parser.js';
import { packArcs, type WordArcs } from './word-arcs.js';

/** What a template ends in: an index into the list that the compiler's caller keeps. */
export type Outcome = number;

/**
 * Sentence templates as one automaton over words and slots, without empty arcs. Sentences share the start state, and
 * every arc leads to a state of a higher number; the size is bounded when it is built, so that no template, however
 * nested, can blow up a query.
 */
export interface Automaton {
  words: WordArcs;
  slots: SlotArcs;
  /** Per state: the templates that may end here. */
  outcomes: Outcome[][];
  start: number;
}

/** How the text of templates becomes words. */
export interface Wording {
  /** Normal form of a piece of text, as words. */
  normalise(text: string): string[];
  /** Other ways to say such a word: "12" is said as "twelve". */
  waysToSay(word: string): readonly (readonly string[])[];
}

export interface AutomatonOptions {
  /** Named templates, by rule name. */
  rules: ReadonlyMap<string, TemplateNode>;
  wording: Wording;
  /** @default 400_000 */
  maxArcs?: number;
}

const noSlots: SlotArc[] = [];
const noOutcomes: Outcome[] = [];

/** Thompson construction, then removal of empty arcs. */
export class AutomatonBuilder {
  readonly #rules: ReadonlyMap<string, TemplateNode>;
  readonly #wording: Wording;
  readonly #maxArcs: number;
  readonly #empty: number[][] = [[]];
  readonly #words: [string, number][][] = [[]];
  readonly #slots: SlotArc[][] = [[]];
  readonly #outcomes: Outcome[][] = [[]];
  /** State before a rule, and the rule -> state behind it. */
  readonly #ends = new Map<string, number>();
  #arcs = 0;

  constructor(options: AutomatonOptions) {
    this.#rules = options.rules;
    this.#wording = options.wording;
    this.#maxArcs = options.maxArcs ?? 400_000;
  }

  /** @throws TemplateSyntaxError for an unknown or circular rule, or when the automaton grows over its bound. */
  add(template: TemplateNode, outcome: Outcome): void {
    const end = this.#walk(template, 0, []);
    if (this.#canBeEmpty(template))
      throw new TemplateSyntaxError(
        'all of it can be left out, so that it would match silence; one part must be said',
        0,
      );
    this.#outcomes[end].push(outcome);
  }

  build(): Automaton {
    const allWords: Map<string, number[]>[] = [];
    const allSlots: SlotArc[][] = [];
    const allOutcomes: Outcome[][] = [];
    const reached = this.#reached();
    for (let state = 0; state < this.#empty.length; state++) {
      const words = new Map<string, number[]>();
      const slots: SlotArc[] = [];
      const outcomes = new Set<Outcome>();
      const seen = new Set([state]);
      const queue = reached.has(state) ? [state] : [];
      for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
        for (const [word, to] of this.#words[next]) {
          const known = words.get(word);
          if (known === undefined) words.set(word, [to]);
          else if (!known.includes(to)) known.push(to);
        }
        slots.push(...this.#slots[next]);
        for (const outcome of this.#outcomes[next]) outcomes.add(outcome);
        for (const to of this.#empty[next]) {
          if (!seen.has(to)) {
            seen.add(to);
            queue.push(to);
          }
        }
      }
      allWords.push(words);
      allSlots.push(slots.length > 0 ? slots : noSlots);
      allOutcomes.push(outcomes.size > 0 ? [...outcomes] : noOutcomes);
    }
    return { words: packArcs(allWords), slots: packSlots(allSlots), outcomes: allOutcomes, start: 0 };
  }

  /** The start, and what words and slots lead to. */
  #reached(): Set<number> {
    const reached = new Set([0]);
    for (const arcs of this.#words) for (const [, to] of arcs) reached.add(to);
    for (const arcs of this.#slots) for (const { to } of arcs) reached.add(to);
    return reached;
  }

  #canBeEmpty(node: TemplateNode): boolean {
    if (node.kind === 'sequence') return node.items.every((item) => this.#canBeEmpty(item));
    if (node.kind === 'choice') return node.options.some((option) => this.#canBeEmpty(option));
    if (node.kind === 'rule') return this.#canBeEmpty(this.#rules.get(node.rule)!);
    return node.kind === 'text' && this.#wording.normalise(node.text).length === 0;
  }

  #state(): number {
    this.#empty.push([]);
    this.#words.push([]);
    this.#slots.push([]);
    this.#outcomes.push([]);
    return this.#empty.length - 1;
  }

  #count(): void {
    if (++this.#arcs > this.#maxArcs) {
      throw new TemplateSyntaxError(
        `the templates need more than ${this.#maxArcs} transitions; use fewer nested rules and permutations`,
        0,
      );
    }
  }

  #word(word: string, from: number): number {
    const ways = [[word], ...this.#wording.waysToSay(word)];
    // All but the last word of each: what they end in has a higher number than the states before.
    const begun = ways.map((way) => way.slice(0, -1).reduce((state, one) => this.#arc(one, state), from));
    const end = this.#state();
    for (const [index, state] of begun.entries()) this.#arc(ways[index].at(-1)!, state, end);
    return end;
  }

  #arc(word: string, from: number, to = this.#state()): number {
    this.#count();
    this.#words[from].push([word, to]);
    return to;
  }

  #walk(node: TemplateNode, from: number, path: readonly string[]): number {
    switch (node.kind) {
      case 'text': {
        let state = from;
        for (const word of this.#wording.normalise(node.text)) state = this.#word(word, state);
        return state;
      }
      case 'slot': {
        this.#count();
        const next = this.#state();
        this.#slots[from].push({ entity: node.entity, name: node.name, to: next });
        return next;
      }
      case 'sequence':
        return node.items.reduce((state, item) => this.#walk(item, state, path), from);
      case 'choice': {
        const end = this.#state();
        for (const option of node.options) {
          this.#count();
          const optionEnd = this.#walk(option, from, path);
          this.#empty[optionEnd].push(end);
        }
        return end;
      }
      case 'rule': {
        if (path.includes(node.rule)) {
          throw new TemplateSyntaxError(
            `rule <${node.rule}> contains itself: ${[...path, node.rule].join(' > ')}`,
            0,
          );
        }
        const rule = this.#rules.get(node.rule);
        if (rule === undefined) throw noRule(node.rule, this.#rules);
        // many sentences begin with the same rule, and need it once
        const key = `${from} ${node.rule}`;
        const end = this.#ends.get(key) ?? this.#walk(rule, from, [...path, node.rule]);
        this.#ends.set(key, end);
        return end;
      }
    }
  }
}
