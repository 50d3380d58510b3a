import { seededRandom } from '../../seeded-random.js';
import type { Entity } from '../pack/compile/compile-entities.js';
import type { Sentence } from '../pack/compile/compile-sentences.js';
import { parsedRules } from '../pack/compile/parsed-rules.js';
import { wholeNumbers } from '../pack/expected/entity-words.js';
import type { Pack } from '../pack/pack.js';
import type { TemplateNode } from '../template/template-parser.js';
import { parseTemplate } from '../template/template-parser.js';
import { sampleNumber } from './sample-number.js';

function tidy(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** A template, with its rules in their places, and nothing in the place of what can be left out. */
function withoutOptional(node: TemplateNode, rules: ReadonlyMap<string, TemplateNode>): TemplateNode {
  const without = (nodes: readonly TemplateNode[]) => nodes.map((one) => withoutOptional(one, rules));
  switch (node.kind) {
    case 'sequence':
      return { kind: 'sequence', items: without(node.items) };
    case 'choice': {
      const options = without(node.options);
      return options.find(isNothing) ?? { kind: 'choice', options };
    }
    case 'rule':
      return withoutOptional(rules.get(node.rule)!, rules);
    default:
      return node;
  }
}

function isNothing(node: TemplateNode): boolean {
  return node.kind === 'sequence' && node.items.every(isNothing);
}

/** Makes sentences that a pack accepts. */
export class SentenceSampler {
  readonly #pack: Pack;
  readonly #random: () => number;
  /** Numbers have draws of their own, so that the limits of one change no other part of what is drawn. */
  readonly #randomNumber: () => number;
  readonly #rules: ReadonlyMap<string, TemplateNode>;
  readonly #phrases = new Map<string, readonly string[]>();

  constructor(pack: Pack, seed = 1) {
    this.#pack = pack;
    this.#random = seededRandom(seed);
    this.#randomNumber = seededRandom(seed + 1);
    this.#rules = parsedRules(pack.definition);
  }

  /** One sentence of a template. */
  sample(sentence: Sentence): string {
    return tidy(this.#node(parseTemplate(sentence.template)));
  }

  /** The same without all that can be left out. */
  sampleShort(sentence: Sentence): string {
    return tidy(this.#node(withoutOptional(parseTemplate(sentence.template), this.#rules)));
  }

  #pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.#random() * items.length)];
  }

  #node(node: TemplateNode): string {
    switch (node.kind) {
      case 'text':
        return node.text;
      case 'sequence':
        return node.items.map((item) => this.#node(item)).join(' ');
      case 'choice':
        return this.#node(this.#pick(node.options));
      case 'rule':
        return this.#node(this.#rules.get(node.rule)!);
      case 'slot':
        return this.#entity(this.#pack.entities.get(node.entity)!);
    }
  }

  #entity(entity: Entity): string {
    const { examples } = this.#pack.locale;
    switch (entity.kind) {
      case 'list': {
        const phrases = this.#phrasesOf(entity.list);
        const { range } = this.#pack.definition.lists[entity.list];
        return phrases.length === 0 ? this.#number(range ?? {}) : this.#pick(phrases);
      }
      case 'pattern': {
        const pattern = this.#pick(entity.patterns ?? []);
        return this.#node(parseTemplate(this.#pick([pattern.in].flat())));
      }
      case 'phrase': {
        if (entity.usual !== undefined) return this.#node(parseTemplate(this.#pick(entity.usual)));
        const parts = (entity.of ?? []).map((name) => this.#pack.entities.get(name)!);
        const heads = parts.filter(({ name }) => entity.heads.includes(name));
        const others = parts.filter(({ name }) => !entity.heads.includes(name));
        const chosen =
          others.length > 0 && (heads.length === 0 || this.#random() < 0.7) ? [this.#pick(others)] : [];
        return [...chosen, ...(heads.length > 0 ? [this.#pick(heads)] : [])]
          .map((part) => this.#entity(part))
          .join(' ');
      }
      case 'time':
        return entity.halfOnly ? this.#pick(this.#pack.locale.time.afternoon) : examples.time;
      case 'number':
        return this.#number(entity);
      case 'money':
        return entity.from === undefined && entity.to === undefined ? examples.money : this.#number(entity);
      case 'quantity':
        return this.#quantity(entity);
      case 'duration':
        return this.#duration(entity);
      case 'text': {
        const refused = (entity.without ?? []).flatMap((list) => this.#phrasesOf(list));
        const isRefused = examples.text.split(' ').some((word) => refused.includes(word));
        const words = examples[entity.isName || isRefused ? 'name' : 'text'].split(' ');
        return words.slice(0, entity.maxWords).join(' ');
      }
      default:
        return examples[entity.kind];
    }
  }

  #phrasesOf(list: string): readonly string[] {
    let phrases = this.#phrases.get(list);
    if (phrases === undefined) {
      phrases = this.#pack.expectedValues(list);
      this.#phrases.set(list, phrases);
    }
    return phrases;
  }

  #number(range: { from?: number; to?: number }): string {
    const { numbers, examples } = this.#pack.locale;
    const said = wholeNumbers(range, numbers);
    if (said !== undefined) return this.#pick(said).words.join(' ');
    if (range.from === undefined && range.to === undefined) return examples.number;
    return sampleNumber(range, numbers, this.#randomNumber) ?? examples.number;
  }

  #duration({ unitSet }: Entity): string {
    const { locale } = this.#pack;
    const { durationNames, monthNames } = locale.time;
    const units = [...durationNames, ...monthNames].filter(({ one }) => unitSet?.has(one) ?? true);
    const unit = locale.plural(this.#pick(units).one);
    return `${sampleNumber({ from: 2, to: 50 }, locale.numbers, this.#randomNumber)} ${unit}`;
  }

  #quantity({ unitSet }: Entity): string {
    const { units, examples, numbers } = this.#pack.locale;
    if (unitSet === undefined) return examples.quantity;
    const words = units
      .filter(({ unit }) => unitSet.has(unit))
      .flatMap(({ words }) => words.filter((word) => /^[\p{L} ]+$/u.test(word)));
    return `${sampleNumber({ from: 2, to: 12 }, numbers, this.#randomNumber)} ${this.#pick(words)}`;
  }
}
