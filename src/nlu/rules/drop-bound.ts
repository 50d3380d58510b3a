import type { ContextChange } from '../context/context-change.js';
import { clearPath, type Fields } from '../context/fields.js';
import type { Price } from '../understanding.js';

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
