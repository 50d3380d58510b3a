import type { Price } from '../understanding.js';
import type { Product } from './catalogue.js';

/** Distance from the amount, as a share of it, within which a price is "around" it. */
const approxShare = 0.2;

/** Whether a product costs what was asked for; one without a price does only where nothing was. */
export function priceFilter(price: Price | Record<string, never> | undefined): (product: Product) => boolean {
  if (price === undefined || !('type' in price)) return () => true;
  const bound = price as Price;
  return ({ price: amount }) => {
    if (amount === undefined) return false;
    switch (bound.type) {
      case 'lessThan':
        return amount <= bound.value;
      case 'greaterThan':
        return amount >= bound.value;
      case 'exact':
        return Math.abs(amount - bound.value) <= 0.5;
      case 'approx':
        return Math.abs(amount - bound.value) <= bound.value * approxShare;
      case 'range':
        return amount >= bound.from && amount <= bound.to;
    }
  };
}

type Comparison = (a: Product, b: Product) => number;

const last = Number.MAX_VALUE;

/** Orders of products by the value of `sortBy` that asks for them. */
const comparisons: Readonly<Record<string, Comparison>> = {
  priceLowToHigh: (a, b) => (a.price ?? last) - (b.price ?? last),
  priceHighToLow: (a, b) => (b.price ?? -1) - (a.price ?? -1),
  new: (a, b) => ((b.addedAt ?? '') < (a.addedAt ?? '') ? -1 : Number((b.addedAt ?? '') > (a.addedAt ?? ''))),
  popular: (a, b) => (b.popularity ?? -1) - (a.popularity ?? -1),
  rating: (a, b) => (b.rating ?? -1) - (a.rating ?? -1),
  sale: (a, b) => Number(b.onSale ?? false) - Number(a.onSale ?? false),
};

/** The values of `sortBy` that products can be sorted by. */
export const productOrders: readonly string[] = Object.keys(comparisons);

/** The order of products that a sorting asks for; 0 for all where it asks for none. */
export function comparison(sortBy: string): Comparison {
  return Object.hasOwn(comparisons, sortBy) ? comparisons[sortBy] : () => 0;
}
