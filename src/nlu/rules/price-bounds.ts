import { type ContextChange, slotValue, type Turn } from '../context/context-change.js';
import { clearPath, type Fields } from '../context/fields.js';
import { isWirePrice, toWirePrice } from '../entities/wire-price.js';
import { isPrice } from '../matching/mention.js';
import type { Price } from '../understanding.js';

/** How a price is to move: by the amount in a slot, or so many times. */
type PriceStep = { by: string; direction: 'less' | 'greater' } | { times: number };

/**
 * "Fifty more": moves the price that is there by an amount that was said, a range by its upper end; "double that": makes it
 * so many times as much, a range by both. Where there is no price, or nothing would be left of it, it stays as it is.
 */
export function stepBound(change: ContextChange, rule: { field: string } & PriceStep, turn: Turn): void {
  const current = change.context[rule.field];
  const stepped = isWirePrice(current) ? steppedBy(current, rule, turn) : undefined;
  change.isDone = stepped !== undefined;
  if (stepped !== undefined) change.context[rule.field] = stepped;
}

/** All are whole units, as the wire has them. */
function steppedBy(price: Price, step: PriceStep, turn: Turn): Price | undefined {
  if ('times' in step) return multiplied(price, step.times);
  const said = slotValue(step.by, turn);
  const amount = isPrice(said) ? toWirePrice(said.range) : undefined;
  if (amount === undefined || amount.type === 'range') return undefined;
  return moved(price, step.direction === 'less' ? -amount.value : amount.value);
}

function multiplied(price: Price, times: number): Price | undefined {
  if (price.type !== 'range') return above0({ ...price, value: Math.round(price.value * times) });
  return { ...price, from: Math.round(price.from * times), to: Math.round(price.to * times) };
}

function moved(price: Price, by: number): Price | undefined {
  if (price.type !== 'range') return above0({ ...price, value: price.value + by });
  return price.to + by > price.from ? { ...price, to: price.to + by } : undefined;
}

function above0<P extends { value: number }>(price: P): P | undefined {
  return price.value > 0 ? price : undefined;
}

/**
 * "Drop the lower limit": takes one end off the price that is there. Of a range the other end stays; a price that has no
 * such end stays as it is.
 */
export function dropBound(
  change: ContextChange,
  { field, end }: { field: string; end: 'lower' | 'upper' },
  fields: Fields,
): void {
  const { context } = change;
  const price = context[field] as Price | undefined;
  const gone = end === 'lower' ? 'greaterThan' : 'lessThan';
  if (price?.type === 'range')
    context[field] =
      end === 'lower' ? { type: 'lessThan', value: price.to } : { type: 'greaterThan', value: price.from };
  else if (price?.type === gone) clearPath(context, field, fields);
  else change.isDone = false;
}

/**
 * A bound that is said besides the one that is there: "over forty", "but under ninety" is a range. Where the two leave
 * nothing between them, and for whatever is no bound, the new value stands alone.
 */
export function joinBounds(before: unknown, bound: unknown): unknown {
  if (!isWirePrice(before) || !isWirePrice(bound)) return bound;
  const from = bound.type === 'lessThan' ? lowerEnd(before) : end(bound, 'greaterThan');
  const to = bound.type === 'lessThan' ? bound.value : upperEnd(before);
  if (from === undefined || to === undefined || from >= to) return bound;
  return { type: 'range', from, to } satisfies Price;
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
