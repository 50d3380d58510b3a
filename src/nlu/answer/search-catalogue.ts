import type { CatalogueHits, CatalogueQuery, CatalogueSearch, Product } from '../catalogue/catalogue.js';
import { pageSize } from '../catalogue/catalogue.js';
import { comparison } from '../catalogue/product-order.js';
import { ownSizesOf, sizeSpan } from '../pack/own-size.js';
import type { Pack } from '../pack/pack.js';
import type { Context } from '../understanding.js';

/**
 * What a catalogue has of what is searched for. Of several things that no product is all of, each is looked for by itself
 * where nothing comes close otherwise ("milk, eggs and bread"), or each is described in its own words ("a red shirt and
 * blue jeans"); a lamp for a bedside table stays one.
 */
export function searchCatalogue(
  catalogue: CatalogueSearch,
  query: CatalogueQuery,
  pack: Pack,
): CatalogueHits {
  const { keywords, sortBy } = query.retrieval;
  const { things } = pack.definition.fields[keywords];
  const texts = (query.context[keywords] ?? []) as string[];
  const hits = catalogue.search({ ...query, context: withSizes(query.context, keywords, texts, pack) });
  if (hits.total > 0 && !hits.isPartial) return hits;
  const named = things === undefined ? [] : thingsIn(texts, (text) => pack.endsOnList(things, text));
  const isOwn = named.every((words) => !words.some((text) => pack.isOnList(things!, text)));
  if (named.length < 2 || (hits.total > 0 && !isOwn)) return hits;
  const { page = 1 } = query;
  const found = named.map((words) => {
    const one = { ...query, context: withSizes(query.context, keywords, words, pack) };
    const pages = Array.from({ length: page }, (_, at) => catalogue.search({ ...one, page: at + 1 }));
    return { ...pages[0], products: pages.flatMap(({ products }) => products) };
  });
  const order = comparison(String((sortBy && query.context[sortBy]) ?? ''));
  const products = inTurn(found.map((one) => one.products)).sort(order);
  const total = found.reduce((sum, one) => sum + one.total, 0);
  return {
    products: products.slice((page - 1) * pageSize, page * pageSize),
    total,
    pages: Math.ceil(total / pageSize),
    isPartial: total > 0 && found.some((one) => one.isPartial || one.total === 0),
  };
}

/** A context with these keywords; sizes that stand in one's name are looked for where products have theirs. */
function withSizes(context: Context, keywords: string, words: readonly string[], pack: Pack): Context {
  const own = ownSizesOf(pack);
  if (own === undefined) return { ...context, [keywords]: words };
  const [field, key] = own.path.split('.');
  const found: string[] = [];
  const names = words.map((name) => {
    const parts = name.split(' ');
    const [from, size] = sizeSpan(parts, own.sizes) ?? [0, 0];
    if (size > 0)
      found.push(
        ...parts
          .slice(from + 1, from + size)
          .join(' ')
          .split(' or '),
      );
    return parts.toSpliced(from, size).join(' ');
  });
  if (found.length === 0) return { ...context, [keywords]: words };
  const held = context[field] as Record<string, string[]> | undefined;
  return { ...context, [keywords]: names, [field]: { ...held, [key]: [...(held?.[key] ?? []), ...found] } };
}

/** Each thing with what was said before it; what stands behind the last one is said of all. */
function thingsIn(texts: readonly string[], isThing: (text: string) => boolean): string[][] {
  const things: string[][] = [];
  let before: string[] = [];
  for (const text of texts) {
    before.push(text);
    if (!isThing(text)) continue;
    things.push(before);
    before = [];
  }
  return things.map((words) => [...words, ...before]);
}

/** The first of each list, then the second of each, and so on; none twice. */
function inTurn(lists: readonly (readonly Product[])[]): Product[] {
  const longest = Math.max(...lists.map(({ length }) => length));
  const rows = Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? []));
  return [...new Map(rows.flat().map((product) => [product.id, product])).values()];
}
