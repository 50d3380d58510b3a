import { CatalogueIndex, type Product } from '../../src/nlu/index.js';
import { english } from '../../src/nlu/locales/en.js';

/** A few products to search in. */
export const catalogue = new CatalogueIndex(english);
const product = (id: string, title: string, price: number, more: Partial<Product> = {}): Product => ({
  id,
  title,
  price,
  ...more,
});
for (const item of [
  product('1', 'Nike Air running shoes', 89.99, {
    brand: 'Nike',
    attributes: { color: ['red'], size: ['9', '10'], department: ["Men's"] },
    rating: 4.5,
  }),
  product('2', 'Adidas running shoe', 59.5, {
    brand: 'Adidas',
    attributes: { color: ['blue'], size: ['10'], department: ["Women's"] },
    rating: 3.9,
  }),
  product('3', 'Puma running shoes', 39, {
    brand: 'Puma',
    attributes: { color: ['red'], size: ['8'] },
    rating: 4.9,
    currency: 'GBP',
  }),
  product('4', 'Leather boots', 120, {
    brand: 'Timberland',
    attributes: { color: ['brown'], material: ['leather'] },
  }),
  product('5', 'Case for iPhone 11', 15, { category: 'Phone cases', addedAt: '2026-01-01' }),
  // the second with a combining tilde
  product('6', 'Crème brûlée torch', 25),
  product('7', 'Jalapen\u0303o chips', 4),
])
  catalogue.add(item);
