import { type Fault, jsonPointer } from '../../errors.js';
import { isRecord } from '../../is-record.js';
import { productOrders } from '../catalogue/product-order.js';
import { ordersIn } from '../pack/orders-in.js';
import type { Pack } from '../pack/pack.js';
import type { FieldDefinition } from '../pack/schema/pack-schema.js';
import type { Context } from '../understanding.js';
import { isEmpty } from './fields.js';
import { normalField } from './normalise-context.js';

/**
 * What a pack cannot mean of a context that a client sends: it would be dropped, or have no effect, in silence. Fields
 * that the pack does not know are the client's own.
 * @returns Each fault with its JSON pointer within the context.
 */
export function contextFaults(pack: Pack, context: Context): Fault[] {
  const { fields, retrieval } = pack.definition;
  return Object.entries(context).flatMap(([name, value]) => {
    if (!Object.hasOwn(fields, name) || isEmpty(value)) return [];
    const detail =
      kindFault(value, fields[name]) ??
      (name === retrieval?.sortBy ? orderFault(pack, name, value) : undefined);
    return detail === undefined ? [] : [{ pointer: jsonPointer([name]), detail }];
  });
}

function kindFault(value: unknown, definition: FieldDefinition): string | undefined {
  const { kind, empty = '' } = definition;
  if (kind === 'list')
    return [value].flat().every((item) => typeof item === 'string')
      ? undefined
      : 'must be a string or an array of strings';
  if (kind === 'items')
    return Array.isArray(value) && value.every(isRecord) ? undefined : 'must be an array of JSON objects';
  if (normalField(value, definition) !== undefined) return undefined;
  return `must be a ${kind === 'map' || typeof empty === 'object' ? 'JSON object' : typeof empty}`;
}

/** An order that neither a search nor the pack knows sorts nothing. */
function orderFault(pack: Pack, field: string, order: unknown): string | undefined {
  // most are one of these, and no rule of the pack need be looked at
  if (productOrders.some((one) => one === order)) return undefined;
  const known = new Set<unknown>([...productOrders, ...[...ordersIn(pack, field)].map(({ value }) => value)]);
  if (known.has(order)) return undefined;
  return `must be empty or one of ${[...known].filter((value) => value !== '').join(', ')}`;
}
