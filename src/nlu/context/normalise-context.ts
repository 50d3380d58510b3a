import { isRecord } from '../../is-record.js';
import type { FieldDefinition } from '../pack/schema/pack-schema.js';
import type { Context } from '../understanding.js';
import { emptyValue, type Fields } from './fields.js';
import type { Item } from './item.js';

/** What a value can be made of that is no single one: an amount of money, a range, a price. */
const valueParts: readonly string[] = ['type', 'value', 'from', 'to', 'amount', 'currency'];

/**
 * A context as it came from a client, brought into shape: known fields get their kind (one string where a list belongs
 * becomes a list), what is of the wrong type is dropped, unknown fields pass unchanged.
 */
export function normaliseContext(given: Context | undefined, fields: Fields): Context {
  const entries = Object.entries(given ?? {}).flatMap(([name, value]) => {
    const normal = Object.hasOwn(fields, name) ? normalField(value, fields[name]) : value;
    return normal === undefined ? [] : [[name, normal] as const];
  });
  const context: Context = Object.fromEntries(entries);
  for (const [name, definition] of Object.entries(fields)) {
    if (definition.always) context[name] ??= emptyValue(definition);
  }
  return context;
}

/** @returns undefined for what the field cannot hold. */
export function normalField(value: unknown, { kind, empty }: FieldDefinition): unknown {
  if (kind === 'list') return strings(value);
  if (kind === 'items') return Array.isArray(value) ? value.filter(isRecord).map(normalItem) : [];
  if (kind === 'value')
    return empty === undefined || typeof value === typeof empty ? normalValue(value) : undefined;
  if (!isRecord(value)) return undefined;
  const lists = Object.entries(value).map(([key, item]) => [key, strings(item)] as const);
  return Object.fromEntries(lists.filter(([, items]) => items.length > 0));
}

/** An item whose options are values, or lists of values; there is one of it where no whole number says how many. */
function normalItem(item: Record<string, unknown>): Item {
  const options = Object.entries(item).flatMap(([option, value]) => {
    const one = Array.isArray(value) ? value.filter(isSingle) : normalValue(value);
    const normal = option === 'quantity' ? countIn(one) : one;
    return normal === undefined ? [] : [[option, normal] as const];
  });
  return Object.fromEntries(options);
}

function countIn(value: unknown): number | undefined {
  const count = isSingle(value) ? Number(value) : Number.NaN;
  return Number.isSafeInteger(count) && count > 0 ? count : undefined;
}

function normalValue(value: unknown): unknown {
  if (!isRecord(value)) return isSingle(value) ? value : undefined;
  const parts = Object.entries(value).filter(([part, one]) => valueParts.includes(part) && isSingle(one));
  return Object.fromEntries(parts);
}

function isSingle(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

function strings(value: unknown): string[] {
  return [value].flat().filter((item): item is string => typeof item === 'string' && item !== '');
}
