import { type ContextChange, slotValue, type Turn } from '../context/context-change.js';
import { toWirePrice } from '../entities/amount-range.js';
import { isPrice } from '../matching/mention.js';
import type { Price } from '../understanding.js';

/**
 * "Fifty more": moves the price that is there by an amount that was said, a range by its upper end. Where there is no
 * price, or nothing would be left of it, it stays as it is.
 */
export function stepBound(
  change: ContextChange,
  rule: { field: string; by: string; direction: 'less' | 'greater' },
  turn: Turn,
): void {
  const said = slotValue(rule.by, turn);
  const current = change.context[rule.field] as Price | undefined;
  const by = isPrice(said) ? toWirePrice(said.range) : undefined;
  const stepped =
    current !== undefined && by !== undefined && 'value' in by
      ? moved(current, rule.direction === 'less' ? -by.value : by.value)
      : undefined;
  change.isDone = stepped !== undefined;
  if (stepped !== undefined) change.context[rule.field] = stepped;
}

/** Both are whole units, as the wire has them. */
function moved(price: Price, by: number): Price | undefined {
  if (!('type' in price)) return undefined;
  if (price.type !== 'range') return price.value + by > 0 ? { ...price, value: price.value + by } : undefined;
  return price.to + by > price.from ? { ...price, to: price.to + by } : undefined;
}
