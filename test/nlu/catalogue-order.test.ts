import fc from 'fast-check';
import t from 'tap';
import { CatalogueIndex, type Context, type Product } from '../../src/nlu/index.js';
import { english } from '../../src/nlu/locales/en.js';

const retrieval = {
  keywords: 'keywords',
  attributes: 'attributes',
  price: 'price',
  sortBy: 'sortBy',
  omit: [],
  intents: [],
};

/** All that is found in a catalogue of hats, page after page. */
function found(products: readonly Omit<Product, 'id' | 'title'>[], context: Context): Product[] {
  const index = new CatalogueIndex(english);
  for (const [at, product] of products.entries()) index.add({ id: `${at}`, title: 'Hat', ...product });
  const query = { context: { keywords: ['hat'], ...context }, retrieval };
  const { pages } = index.search(query);
  return Array.from({ length: pages }, (_, at) => index.search({ ...query, page: at + 1 }).products).flat();
}

const products = fc.array(
  fc.record(
    {
      price: fc.integer({ min: 1, max: 50 }),
      rating: fc.integer({ min: 0, max: 5 }),
      popularity: fc.nat({ max: 9 }),
      addedAt: fc.integer({ min: 1, max: 9 }).map((day) => `2026-11-0${day}`),
      onSale: fc.boolean(),
    },
    { requiredKeys: [] },
  ),
  { maxLength: 35 },
);

t.test('an order brings first what it asks for, and last what nobody knows of', (t) => {
  const orders: [sortBy: string, rank: (product: Product) => number | string][] = [
    ['priceLowToHigh', ({ price = 1_000 }) => -price],
    ['priceHighToLow', ({ price = -1 }) => price],
    ['new', ({ addedAt = '' }) => addedAt],
    ['popular', ({ popularity = -1 }) => popularity],
    ['rating', ({ rating = -1 }) => rating],
    ['sale', ({ onSale = false }) => Number(onSale)],
    ['', ({ popularity = 0 }) => popularity],
  ];
  for (const [sortBy, rank] of orders)
    fc.assert(
      fc.property(products, (all) => {
        const ranked = found(all, { sortBy }).map(rank);
        return ranked.length === all.length && ranked.every((one, at) => at === 0 || one <= ranked[at - 1]);
      }),
      { numRuns: 40 },
    );
  t.end();
});

t.test('what costs what was asked for is found, with both ends of a range', (t) => {
  fc.assert(
    fc.property(
      products,
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 0, max: 20 }),
      (all, from, width) => {
        const to = from + width;
        const within = all.filter(({ price }) => price !== undefined && price >= from && price <= to);
        return found(all, { price: { type: 'range', from, to } }).length === within.length;
      },
    ),
  );
  t.end();
});

t.test('a catalogue has a currency where all its prices are in one that has a name', (t) => {
  const currencyOf = (...currencies: (string | undefined)[]) => {
    const index = new CatalogueIndex(english);
    for (const [at, currency] of currencies.entries())
      index.add({ id: `${at}`, title: 'Hat', price: 5, ...(currency === undefined ? {} : { currency }) });
    return index.currency;
  };
  t.equal(currencyOf('usd', 'USD'), 'USD');
  t.equal(currencyOf('USD', 'EUR'), undefined);
  t.equal(currencyOf('USD', undefined), undefined);
  t.equal(currencyOf('$', '$'), undefined);
  t.equal(currencyOf(), undefined);
  t.end();
});
