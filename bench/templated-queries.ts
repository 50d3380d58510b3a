import type { UnderstandResult } from '../src/nlu/index.js';
import type { QueryRow } from './query-set.js';
import { SpanCounts } from './span-counts.js';

/** Words and digits alone, in lower case. */
export function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll("'", '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}

/** How templated queries name an order. */
const sortNames: Record<string, string> = {
  newest: 'new',
  popularity: 'popular',
  // "sorted by price" does not say in which direction; the cheapest first is what people expect
  price: 'priceLowToHigh',
  price_asc: 'priceLowToHigh',
  price_desc: 'priceHighToLow',
};

/** Attributes that are counted by themselves. */
const own = ['color', 'material', 'pattern'] as const;

/** Attributes, prices and orders of queries made from templates, against what they were made from. */
export class TemplatedCounts {
  readonly counts = {
    color: new SpanCounts(),
    material: new SpanCounts(),
    pattern: new SpanCounts(),
    other: new SpanCounts(),
    keywords: new SpanCounts(),
    price: new SpanCounts(),
    sort: new SpanCounts(),
  };
  /** What was not as wanted, for people to read. */
  readonly missed: string[] = [];

  add(row: QueryRow, { context, entities }: UnderstandResult): void {
    this.#addAttributes(row, context.attributes ?? {});
    this.counts.keywords.add(
      plain((context.keywords ?? []).join(' ')).split(' '),
      plain([row.gold.keywords ?? ''].flat().join(' ')).split(' '),
    );
    const amounts = ((entities.amounts ?? []) as { amount: string }[]).map(({ amount }) => Number(amount));
    this.#addPrice(row, context.price as { type?: string } | undefined, amounts);
    if (row.gold.sortBy === undefined) return;
    const wanted = sortNames[row.gold.sortBy] ?? row.gold.sortBy;
    this.counts.sort.add([context.sortBy ?? ''], [wanted]);
    if (context.sortBy !== wanted) this.missed.push(`${row.text}: sort ${context.sortBy} not ${wanted}`);
  }

  #addAttributes({ text, gold }: QueryRow, attributes: Record<string, string[]>): void {
    for (const [name, texts] of Object.entries(gold.attributes ?? {})) {
      const wanted = texts.map(plain);
      const type = own.find((one) => one === name.toLowerCase());
      // Which attribute another value belongs to is not asked: only whether it was found.
      const found = (
        type ? (attributes[type] ?? []) : Object.values(attributes).flat().filter(isIn(wanted))
      ).map(plain);
      this.counts[type ?? 'other'].add(found, wanted);
      if (!wanted.every((value) => found.includes(value)))
        this.missed.push(`${text}: ${name} ${texts.join()} not in ${JSON.stringify(attributes)}`);
    }
  }

  #addPrice({ text, gold }: QueryRow, price: { type?: string } | undefined, amounts: number[]): void {
    if (gold.price === undefined) return;
    const { min, max } = gold.price;
    const wanted = [min, max].filter((value) => value !== undefined);
    const type = min === undefined ? 'lessThan' : max === undefined ? 'greaterThan' : 'range';
    const isRight = String(amounts) === String(wanted) && price?.type === type;
    this.counts.price.add([isRight ? 'right' : 'wrong'], ['right']);
    if (!isRight)
      this.missed.push(`${text}: price ${JSON.stringify(price)} not ${JSON.stringify(gold.price)}`);
  }
}

const isIn = (wanted: readonly string[]) => (value: string) => wanted.includes(plain(value));
