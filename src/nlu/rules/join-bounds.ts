import type { Price } from '../understanding.js';

/**
 * A bound that is said besides the one that is there: "over forty", "but under ninety" is a range. Where the two leave
 * nothing between them, and for whatever is no bound, the new value stands alone.
 */
export function joinBounds(before: unknown, bound: unknown): unknown {
  if (!isPrice(before) || !isPrice(bound)) return bound;
  const from = bound.type === 'lessThan' ? lowerEnd(before) : end(bound, 'greaterThan');
  const to = bound.type === 'lessThan' ? bound.value : upperEnd(before);
  if (from === undefined || to === undefined || from >= to) return bound;
  return { type: 'range', from, to } satisfies Price;
}

function isPrice(value: unknown): value is Price {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function lowerEnd(price: Price): number | undefined {
  return price.type === 'range' ? price.from : end(price, 'greaterThan');
}

function upperEnd(price: Price): number | undefined {
  return price.type === 'range' ? price.to : end(price, 'lessThan');
}

function end(price: Price, type: 'lessThan' | 'greaterThan'): number | undefined {
  return price.type === type ? price.value : undefined;
}
