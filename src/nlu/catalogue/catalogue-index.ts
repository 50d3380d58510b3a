import type { Locale } from '../locales/index.js';
import type { Price } from '../understanding.js';
import { AmountIndex } from './amount-index.js';
import type { CatalogueHits, CatalogueQuery, CatalogueSearch, Product } from './catalogue.js';
import { pageSize } from './catalogue.js';
import { saidCodes, spokenNumbers, writtenCodes } from './product-codes.js';
import { comparison, priceFilter } from './product-order.js';

/** What a word is worth by where it stands. */
const weights = { title: 4, brand: 3, category: 2.5, attribute: 2, description: 1 } as const;
/** Of a long search so many wishes count. */
const mostWanted = 32;

interface Postings {
  documents: number[];
  weights: number[];
}

/** Inverted index over products, in memory; words count by stem and numbers by value. */
export class CatalogueIndex implements CatalogueSearch {
  readonly #locale: Locale;
  readonly #products: Product[] = [];
  readonly #currencies = new Set<string>();
  readonly #terms = new Map<string, Postings>();
  readonly #attributes = new Map<string, number>();
  readonly #amounts: AmountIndex;
  readonly #known = new Map<string, string>();
  #scores = new Float32Array(0);
  #groups = new Uint8Array(0);
  /** How many of the words for the thing itself a product has. */
  #named = new Uint8Array(0);

  constructor(locale: Locale) {
    this.#locale = locale;
    this.#amounts = new AmountIndex(locale);
  }

  get currency(): string | undefined {
    const [currency] = this.#currencies;
    return this.#currencies.size === 1 && /^[A-Z]{3}$/.test(currency) ? currency : undefined;
  }

  add(product: Product): void {
    if (product.price !== undefined) this.#currencies.add(product.currency?.toUpperCase() ?? '');
    const document = this.#products.length;
    this.#products.push(product);
    const found = new Map<string, number>();
    const put = (text: string | undefined, weight: number) => {
      if (text === undefined) return;
      for (const term of [...this.#termsOf(text), ...writtenCodes(text.toLowerCase(), this.#locale)])
        found.set(term, Math.max(found.get(term) ?? 0, weight));
    };
    put(product.title, weights.title);
    put(product.brand, weights.brand);
    put(product.category, weights.category);
    put(product.description?.slice(0, 600), weights.description);
    for (const [name, values] of Object.entries(product.attributes ?? {})) {
      this.#attributes.set(name, (this.#attributes.get(name) ?? 0) + 1);
      for (const value of values) {
        put(value, weights.attribute);
        found.set(this.#wholeTermOf(name, value), weights.attribute);
      }
    }
    for (const term of this.#amounts.add(product)) found.set(term, weights.attribute);
    for (const [term, weight] of found) {
      let postings = this.#terms.get(term);
      if (postings === undefined) {
        postings = { documents: [], weights: [] };
        this.#terms.set(term, postings);
      }
      postings.documents.push(document);
      postings.weights.push(weight);
    }
  }

  search({ context, retrieval, excluded = [], page = 1 }: CatalogueQuery): CatalogueHits {
    const attributes =
      retrieval.attributes === undefined
        ? {}
        : ((context[retrieval.attributes] ?? {}) as Record<string, string[]>);
    const { groups, things } = this.#wanted({ context, retrieval }, attributes);
    this.#forgetScores();
    groups.forEach((group, index) => {
      this.#mark(group);
      // What is of the color that was asked for is no answer unless it is such a thing, too.
      if (index === things - 1) this.#named.set(this.#groups);
    });
    const price = retrieval.price === undefined ? undefined : (context[retrieval.price] as Price | undefined);
    const inPrice = priceFilter(price);
    // A product that nobody has rated yet is no bad one.
    const leastRating = Math.max(0, ...(attributes.rating ?? []).map(Number).filter(Number.isFinite));
    const refused = this.#having(excluded.map(String));
    const accepts = (document: number) => {
      const product = this.#products[document];
      const isThing = things === 0 || this.#named[document] > 0;
      const isRated = (product.rating ?? leastRating) >= leastRating;
      return isThing && isRated && inPrice(product) && !refused.has(product);
    };
    // All that was asked for; where nothing has all of it, what has most, but never less than half.
    let least = groups.length;
    const best = groups.length === 0 ? 0 : this.#mostGroups(accepts);
    if (best < least) least = Math.max(best, Math.ceil(groups.length / 2));
    const sortBy = String(retrieval.sortBy === undefined ? '' : (context[retrieval.sortBy] ?? ''));
    const { top, total } = this.#best(
      (document) => this.#groups[document] >= least && accepts(document),
      sortBy,
      page * pageSize,
    );
    const products = top.slice((page - 1) * pageSize);
    return {
      products,
      total,
      pages: Math.ceil(total / pageSize),
      isPartial: total > 0 && least < groups.length,
    };
  }

  /**
   * What a product should have: of each group of terms one.
   * @returns things: so many of the groups, the first ones, say what it is
   */
  #wanted(
    { context, retrieval }: Pick<CatalogueQuery, 'context' | 'retrieval'>,
    attributes: Record<string, string[]>,
  ): { groups: string[][]; things: number } {
    const texts = (context[retrieval.keywords] ?? []) as string[];
    const keywords = texts.flatMap((text) => this.#termsOf(text));
    const groups: string[][] = [...new Set(keywords)].map((term) => [term]);
    for (const text of texts) this.#addCodes(groups, text);
    const things = Math.min(groups.length, mostWanted);
    for (const [name, values] of Object.entries(attributes)) {
      if (retrieval.omit.includes(name)) continue;
      const { measures, counts, rest } = this.#amounts.termsOf(name, values);
      groups.push(...measures);
      const isWhole = name === 'size' || name === 'quantity';
      const options = rest.map((value) => this.#termsOf(value)).filter((terms) => terms.length > 0);
      const isSaid = options.every((terms) => terms.every((term) => keywords.includes(term)));
      if (isSaid && counts === undefined && !(isWhole && options.length < rest.length)) continue;
      // A size says nothing unless the catalogue knows sizes: "10" in a title is not one.
      if (isWhole && !this.#attributes.has(name)) continue;
      if (isWhole) groups.push([...(counts ?? []), ...rest.map((value) => this.#wholeTermOf(name, value))]);
      else if (options.length === 1 && counts === undefined) groups.push(...options[0].map((term) => [term]));
      else groups.push([...(counts ?? []), ...options.flat()]);
    }
    return { groups: groups.slice(0, mostWanted), things };
  }

  /** The first of the products that are accepted, in the order that is asked for, then by score and popularity. */
  #best(
    accepts: (document: number) => boolean,
    sortBy: string,
    most: number,
  ): { top: Product[]; total: number } {
    const order = comparison(sortBy);
    const compare = (a: number, b: number) =>
      order(this.#products[a], this.#products[b]) ||
      this.#scores[b] - this.#scores[a] ||
      (this.#products[b].popularity ?? 0) - (this.#products[a].popularity ?? 0) ||
      a - b;
    const top: number[] = [];
    let total = 0;
    for (let document = 0; document < this.#products.length; document++) {
      if (!accepts(document)) continue;
      total++;
      if (top.length === most && compare(document, top[most - 1]) >= 0) continue;
      let at = top.length;
      while (at > 0 && compare(document, top[at - 1]) < 0) at--;
      top.splice(at, 0, document);
      if (top.length > most) top.pop();
    }
    return { top: top.map((document) => this.#products[document]), total };
  }

  product(id: string): Product | undefined {
    return this.#products.find((product) => product.id === id);
  }

  #forgetScores(): void {
    const count = this.#products.length;
    if (this.#scores.length === count) {
      this.#scores.fill(0);
      this.#groups.fill(0);
      this.#named.fill(0);
      return;
    }
    this.#scores = new Float32Array(count);
    this.#groups = new Uint8Array(count);
    this.#named = new Uint8Array(count);
  }

  /** The words of titles and brands that a recogniser should expect, the most frequent first. */
  words(limit = 5000): { text: string; weight: number }[] {
    const counts = new Map<string, number>();
    for (const { title, brand } of this.#products) {
      for (const word of `${title} ${brand ?? ''}`.toLowerCase().match(/\p{L}{3,}/gu) ?? [])
        counts.set(word, (counts.get(word) ?? 0) + 1);
    }
    return [...counts]
      .sort((a, b) => b[1] - a[1])
      .slice(0, limit)
      .map(([text]) => ({ text, weight: 1 }));
  }

  /** Products that have all words of one of these texts, or an amount that it names. */
  #having(texts: readonly string[]): Set<Product> {
    const found = new Set<Product>();
    for (const text of texts) {
      const { measures } = this.#amounts.termsOf('', [text]);
      for (const term of measures.flat())
        for (const document of this.#terms.get(term)?.documents ?? []) found.add(this.#products[document]);
      if (measures.length > 0) continue;
      const [first, ...others] = this.#termsOf(text).map((term) => this.#terms.get(term)?.documents ?? []);
      const all = others.map((documents) => new Set(documents));
      for (const document of first ?? [])
        if (all.every((documents) => documents.has(document))) found.add(this.#products[document]);
    }
    return found;
  }

  #mark(group: readonly string[]): void {
    const count = this.#products.length;
    const marked = group.length > 1 ? new Set<number>() : undefined;
    for (const term of group) {
      const postings = this.#terms.get(term);
      if (postings === undefined) continue;
      const { documents, weights: worth } = postings;
      const rarity = Math.log(1 + count / documents.length);
      for (let at = 0; at < documents.length; at++) {
        const document = documents[at];
        this.#scores[document] += worth[at] * rarity;
        if (marked === undefined) this.#groups[document]++;
        else if (!marked.has(document)) {
          marked.add(document);
          this.#groups[document]++;
        }
      }
    }
  }

  #mostGroups(accepts: (document: number) => boolean): number {
    let most = 0;
    for (let document = 0; document < this.#products.length; document++) {
      if (this.#groups[document] > most && accepts(document)) most = this.#groups[document];
    }
    return most;
  }

  /** A code that is there as one word will do in place of the words that it was said in. */
  #addCodes(groups: readonly string[][], text: string): void {
    for (const { codes, parts } of saidCodes(text, this.#locale)) {
      const code = codes.find((one) => this.#terms.has(one));
      if (code === undefined) continue;
      const said = parts.flatMap((part) => this.#termsOf(part));
      for (const group of groups) if (said.includes(group[0])) group.push(code);
    }
  }

  /** Words of a text in the form they are indexed in; spoken numbers become digits. */
  #termsOf(text: string): string[] {
    const words = withoutAccents(text.toLowerCase()).match(/[\p{L}\d]+(?:[.'’][\p{L}\d]+)*/gu) ?? [];
    const terms = words.map((word) => this.#knownTermOf(word));
    if (!terms.includes(numberWord)) return terms.filter((term) => term !== '');
    const spoken = spokenNumbers(text, this.#locale);
    const isWord = (term: string, at: number) =>
      term !== '' && term !== numberWord && !spoken.words.has(words[at]);
    return [...terms.filter(isWord), ...spoken.numbers];
  }

  /** A value of an attribute as one term; the L of a size is no word. */
  #wholeTermOf(name: string, value: string): string {
    return `${name}:${this.#termsOf(value).join(' ') || value.toLowerCase()}`;
  }

  #knownTermOf(word: string): string {
    const known = this.#known.get(word);
    if (known !== undefined) return known;
    const term = this.#termOf(word);
    if (this.#known.size < maxKnownWords) this.#known.set(word, term);
    return term;
  }

  #termOf(word: string): string {
    const plain = word.replace(/['’]/g, '');
    if (/^\d/.test(plain)) return plain;
    const { units, tens } = this.#locale.numbers;
    if (Object.hasOwn(units, plain) || Object.hasOwn(tens, plain)) return numberWord;
    if (plain.length < 2 || this.#locale.search.stopWords.includes(plain)) return '';
    // twice: "men's" is written "mens", then "men", then "man"
    return this.#locale.stem(this.#locale.stem(plain));
  }
}

/** A recogniser of English writes no accents. */
function withoutAccents(text: string): string {
  return /[\u0080-\uffff]/.test(text) ? text.normalize('NFD').replace(/[\u0300-\u036f]/g, '') : text;
}

/** Stands in the word cache for a word that is part of a number. */
const numberWord = '#';
const maxKnownWords = 200_000;
