import type { Price } from '../understanding.js';
import type { AmountRange } from './amount-range.js';

/**
 * The price as the wire has it, in whole units: bounds are widened to the next whole unit so that nothing that was
 * asked for falls out; an exact or approximate amount is rounded.
 */
export function toWirePrice(range: AmountRange): Price {
  const price = toExactPrice(range);
  if (price.type === 'range') return { ...price, from: Math.floor(price.from), to: Math.ceil(price.to) };
  const { type, value } = price;
  const round = type === 'lessThan' ? Math.ceil : type === 'greaterThan' ? Math.floor : Math.round;
  return { type, value: round(value) };
}

/** The price with its cents, as it is said again. */
export function toExactPrice({ type, from, to }: AmountRange): Price {
  if (type !== 'range') return { type, value: from.minor / 100 };
  if (to === undefined) return { type: 'exact', value: from.minor / 100 };
  return { type, from: from.minor / 100, to: to.minor / 100 };
}

/** Whoever calls the service may have put anything in the field of the price. */
export function isWirePrice(value: unknown): value is Price {
  const { type, value: bound, from, to } = (value ?? {}) as Record<string, unknown>;
  const amounts = type === 'range' ? [from, to] : [bound];
  return typeof type === 'string' && amounts.every((amount) => typeof amount === 'number');
}
