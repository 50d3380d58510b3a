import { isRecord } from '../../is-record.js';
import { withoutTrailing } from '../../without-trailing.js';
import type { Product } from './catalogue.js';
import { catalogueRows } from './catalogue-rows.js';
import { isAttribute, plainName, productColumn } from './product-columns.js';

/** A row that could not be taken, and why. */
export interface BadRow {
  line: number;
  reason: string;
}

/** Who is told of products that are left out, and of progress. */
export interface ReadOptions {
  /** Attributes that columns are taken for beside the known ones, such as those that a pack names. @default none */
  attributes?: readonly string[];
  /** Called for each row that is left out. */
  onBadRow(row: BadRow): void;
  /** Called once for each column that holds something which no product takes. */
  onUnusedColumn?(name: string): void;
  /** Called with the number of bytes read so far. */
  onProgress?(bytes: number): void;
}

/** Names of unused columns that are told. */
const mostUnused = 100;

/**
 * Reads a catalogue: CSV with a header, JSON lines, or a JSON array. A bad row is reported and left out; the rest is
 * kept.
 *
 * @throws EarshotError `invalid_catalogue` when the file cannot be read or has no column for the title.
 */
export async function* readProducts(file: string, options: ReadOptions): AsyncGenerator<Product> {
  const ids = new Set<string>();
  const unused = new Set<string>();
  const further = new Map((options.attributes ?? []).map((name) => [plainName(name), name]));
  const noteUnused = (name: string) => {
    // Where keys are data, each row has other ones.
    if (unused.has(name) || unused.size >= mostUnused) return;
    unused.add(name);
    options.onUnusedColumn?.(name);
  };
  let line = 0;
  for await (const row of catalogueRows(file, options.onProgress)) {
    ({ line } = row);
    if ('reason' in row) {
      options.onBadRow({ line, reason: row.reason });
      continue;
    }
    const product = toProduct(row.value, line, further, noteUnused);
    if (typeof product === 'string') options.onBadRow({ line, reason: product });
    else if (ids.has(product.id)) options.onBadRow({ line, reason: `the id "${product.id}" appears twice` });
    else {
      ids.add(product.id);
      yield product;
    }
  }
}

/**
 * @param further Attributes beside the known ones, by the name that a column of theirs has.
 * @returns the product, or what is wrong with the row.
 */
function toProduct(
  row: Record<string, unknown>,
  line: number,
  further: ReadonlyMap<string, string>,
  onUnusedColumn: (name: string) => void,
): Product | string {
  const found: Record<string, unknown> = {};
  const attributes: Record<string, string[]> = {};
  const put = (name: string, values: string[]) => {
    if (values.length > 0) attributes[name] = values;
  };
  for (const [name, value] of Object.entries(row)) {
    if (value === null || (typeof value === 'string' && value.trim() === '')) continue;
    if (name === 'attributes' && isRecord(value)) {
      for (const [key, item] of Object.entries(value)) put(key.toLowerCase(), texts(item));
      continue;
    }
    const column = productColumn(name);
    const attribute = further.get(plainName(name));
    // A name or a sentence has its commas: only "a | b" is two values.
    if (attribute !== undefined)
      put(
        attribute,
        texts(value, (text) => text.split('|')),
      );
    if (column === undefined) {
      if (attribute === undefined) onUnusedColumn(name);
    } else if (isAttribute(column)) put(column, texts(value));
    else found[column] ??= value;
  }
  const title = text(found.title);
  if (title === undefined) return 'the title is missing';
  // Not the mere number, which can be the id of another row.
  const product: Product = { id: text(found.id) ?? `row-${line}`, title: title.slice(0, 500) };
  if (found.price !== undefined) {
    const price = typeof found.price === 'number' ? found.price : parsePrice(String(found.price));
    if (!Number.isFinite(price) || price < 0)
      return `the price "${String(found.price).slice(0, 40)}" is not a number`;
    product.price = price;
  }
  for (const name of ['rating', 'popularity'] as const) {
    const number = Number(found[name]);
    if (found[name] !== undefined && Number.isFinite(number)) product[name] = number;
  }
  for (const name of ['currency', 'brand', 'category', 'addedAt', 'url', 'image'] as const) {
    const value = text(found[name]);
    if (value !== undefined) product[name] = value.slice(0, 1000);
  }
  const description = text(found.description);
  if (description !== undefined) product.description = description.replace(/<[^<>]*>/g, ' ').slice(0, 2000);
  if (found.onSale !== undefined) product.onSale = /^(?:1|true|yes|y)$/i.test(String(found.onSale));
  if (Object.keys(attributes).length > 0) product.attributes = attributes;
  return product;
}

/**
 * A price as shops write it: `1,299.00`, `$49`, `1.299,00 €`, `1 299,00`, `19,9`, `Rs. 499`, `49,-`. The last of two
 * separators is the decimal one.
 *
 * @returns NaN for what is not one amount: `49.99 (was 59.99)`, `2 for 10`, `2k`.
 */
function parsePrice(text: string): number {
  const amounts =
    text.replace(/(?<=\d)[\s'’](?=\d{3}(?!\d))/gu, '').match(/-?(?:(?<![\p{L}/])[.,])?\d[\d.,]*/gu) ?? [];
  if (amounts.length !== 1 || /\d\s*[km]\b/i.test(text)) return Number.NaN;
  const digits = withoutTrailing(amounts[0], '.,');
  const [dot, comma] = [digits.lastIndexOf('.'), digits.lastIndexOf(',')];
  const isCommaDecimal = comma > dot && (dot >= 0 || /^-?\d+,\d\d?$/.test(digits));
  const isDotDecimal = dot > comma && digits.indexOf('.') === dot;
  const decimal = isCommaDecimal ? comma : isDotDecimal ? dot : digits.length;
  const whole = digits.slice(0, decimal).replace(/[.,]/g, '');
  return Number(`${whole}.${digits.slice(decimal + 1)}`);
}

function text(value: unknown): string | undefined {
  if (Array.isArray(value)) return text(value[0]);
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const trimmed = String(value).trim();
  return trimmed === '' ? undefined : trimmed;
}

/** The values of a quality: "1/2 inch" and "32/34" are one, "8/9/10" are three. */
function severalIn(text: string): string[] {
  const split = (part: string) => (/^[^\d/]*\d+\/\d+[^\d/]*$/.test(part) ? [part] : part.split('/'));
  return text.split(/[|;,]/).flatMap(split);
}

function texts(value: unknown, split = severalIn): string[] {
  const parts: unknown[] = typeof value === 'string' ? split(value) : [value].flat();
  return parts
    .flatMap((part) => (typeof part === 'object' ? [] : [String(part).trim().slice(0, 1000)]))
    .filter((part) => part !== '')
    .slice(0, 20);
}
