import { withoutAbsent } from '../../without-absent.js';
import { type WishedAmount, wishedAmount } from '../entities/wished-amount.js';
import type { Locale } from '../locales/index.js';
import type { Product } from './catalogue.js';
import { countedAmount, type WrittenAmount, writtenAmounts } from './written-amounts.js';

/** How far apart, as a share, two amounts may be that are the same in different units: 55 inch and 140 cm. */
const sameShare = 0.005;

/** The amounts that products have, each with the term that it is indexed by. */
export class AmountIndex {
  readonly #locale: Locale;
  /** By what is measured, amount -> term. */
  readonly #terms = new Map<string, Map<number, string>>();

  constructor(locale: Locale) {
    this.#locale = locale;
  }

  /** The terms of a product's amounts. What its attributes measure is not looked for in its title, nor that in its description. */
  add({ title, description, attributes = {} }: Product): string[] {
    const found: string[] = [];
    const known = new Set<string>();
    const values = Object.entries(attributes).flatMap(([name, texts]) =>
      texts.map((text) => ({ name, text })),
    );
    for (const { name, text } of values) {
      const counted = countedAmount(text, this.#locale);
      if (counted !== undefined)
        found.push(this.#termOf({ ...counted, dimension: `${name}:${counted.dimension}` }));
    }
    const sources = [
      values.flatMap(({ text }) => writtenAmounts(text, this.#locale)),
      writtenAmounts(title, this.#locale),
      writtenAmounts(description ?? '', this.#locale),
    ];
    for (const source of sources) {
      const anew = source.filter(({ dimension }) => !known.has(dimension));
      for (const amount of anew) found.push(this.#termOf(amount));
      for (const { dimension } of anew) known.add(dimension);
    }
    return found;
  }

  #termOf({ dimension, amount }: WrittenAmount): string {
    let terms = this.#terms.get(dimension);
    if (terms === undefined) {
      terms = new Map();
      this.#terms.set(dimension, terms);
    }
    let term = terms.get(amount);
    if (term === undefined) {
      term = `=${dimension}:${amount}`;
      terms.set(amount, term);
    }
    return term;
  }

  /**
   * The terms that the values of an attribute stand for. Of a length and a weight a product should have both, of two
   * lengths one; bounds hold at once.
   *
   * @returns measures: For each thing that is measured the terms of which one will do. counts: Those of values that are
   * counted in no unit, where there are any. rest: The values that no amounts of this catalogue can be compared with.
   */
  termsOf(
    name: string,
    values: readonly string[],
  ): { measures: string[][]; counts?: string[]; rest: string[] } {
    const wishes = new Map<string, WishedAmount[]>();
    const rest: string[] = [];
    for (const value of values) {
      const wish = wishedAmount(value, this.#locale);
      if (wish === undefined || this.#amountsFor(name, wish).length === 0) rest.push(value);
      else wishes.set(wish.dimension, [...(wishes.get(wish.dimension) ?? []), wish]);
    }
    const measures: string[][] = [];
    let counts: string[] | undefined;
    for (const some of wishes.values()) {
      const terms = this.#matching(name, some);
      if (some[0].unit === undefined) counts = [...(counts ?? []), ...terms];
      else measures.push(terms);
    }
    return withoutAbsent({ measures, counts, rest });
  }

  #matching(name: string, wishes: readonly WishedAmount[]): string[] {
    const bounds = wishes.filter(({ kind }) => kind === 'bound');
    const others = wishes.filter(({ kind }) => kind !== 'bound');
    return this.#amountsFor(name, wishes[0]).flatMap(([amount, term]) => {
      const isBetween = bounds.length > 0 && bounds.every((wish) => isWithin(amount, wish));
      return isBetween || others.some((wish) => isWithin(amount, wish)) ? [term] : [];
    });
  }

  /** What of this catalogue an amount can be compared with: a count only with what the same attribute counts. */
  #amountsFor(name: string, { dimension, unit }: WishedAmount): [number, string][] {
    const keys = unit === undefined ? [...new Set([`${name}:${dimension}`, `${name}:`])] : [dimension];
    return keys.flatMap((key) => [...(this.#terms.get(key) ?? [])]);
  }
}

function isWithin(amount: number, { from, to, kind, isInclusive }: WishedAmount): boolean {
  if (kind === 'amount') return Math.abs(amount - from) <= from * sameShare;
  return isInclusive ? amount >= from && amount <= to : amount > from && amount < to;
}
