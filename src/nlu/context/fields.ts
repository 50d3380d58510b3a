import type { FieldDefinition } from '../pack/schema/pack-schema.js';
import { isOther } from '../pack/value-kinds.js';
import type { Context } from '../understanding.js';

/** A value on its way into the context. */
export interface FieldValue {
  field: string;
  /** For a `map` field: the key. */
  key?: string;
  value: unknown;
  /** Name of the slot it was said in. */
  slot?: string;
  /** It joins what is in a list, whatever the sentence does with other values. */
  adds?: boolean;
  /** It is said by a pronoun, which can stand for each of these. */
  refersTo?: readonly string[];
  /** A bare "no" refuses it and does not put it in the place of another. */
  settled?: boolean;
}

/** What a pack's context holds, by name. */
export type Fields = Readonly<Record<string, FieldDefinition>>;

/** The empty value of a field. */
export function emptyValue(definition: FieldDefinition): unknown {
  if (definition.kind === 'list' || definition.kind === 'items') return [];
  if (definition.kind === 'map') return {};
  return typeof definition.empty === 'object' ? {} : (definition.empty ?? '');
}

/** Whether a value says nothing: no text, no list, and no map with anything in it. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** Where a value goes: `keywords`, `attributes.color`. */
export function pathOf({ field, key }: Pick<FieldValue, 'field' | 'key'>): string {
  return key === undefined ? field : `${field}.${key}`;
}

/** What a field, or a key of a map (`attributes.color`), holds. */
export function heldAt(context: Context, path: string): unknown {
  const [name, key] = path.split('.');
  return key === undefined ? context[name] : (context[name] as Record<string, unknown> | undefined)?.[key];
}

/**
 * Empties a field, or takes a key out of a map (`attributes.color`), and its values out of every list.
 *
 * @returns Whether it held anything.
 */
export function clearPath(context: Context, path: string, fields: Fields): boolean {
  const [name, key] = path.split('.');
  const definition = fields[name];
  if (definition === undefined) return false;
  if (key === undefined) {
    const had = !isEmpty(context[name]);
    if (definition.always) context[name] = emptyValue(definition);
    else delete context[name];
    return had;
  }
  const map = context[name] as Record<string, unknown> | undefined;
  if (map === undefined || !Object.hasOwn(map, key)) return false;
  const { [key]: gone, ...rest } = map;
  context[name] = rest;
  // a motif or the name of a model is a keyword as well
  const lists = Object.keys(fields).filter(
    (list) => fields[list].kind === 'list' && Array.isArray(context[list]),
  );
  removeValues(
    context,
    lists.flatMap((field) => [gone].flat().map((value) => ({ field, value }))),
    fields,
  );
  return true;
}

/** Whether a context says something else of the kind of a value: another colour, another price. */
export function hasOther(context: Context, said: FieldValue, fields: Fields): boolean {
  const held = heldAt(context, pathOf(said));
  const { kinds = [] } = fields[said.field];
  if (said.adds && said.key === undefined)
    return Array.isArray(held) && held.some((other) => isOther(other, said.value, kinds));
  return !isEmpty(held);
}

/** Whether a field holds another value than one that is named: York, not Leeds. An amount is named by any of its bounds. */
function holdsAnother(held: unknown, value: unknown): boolean {
  return [held, value].every((one) => typeof one !== 'object') && held !== value;
}

/** Takes values out of a context. @returns those that were there. */
export function removeValues(context: Context, values: readonly FieldValue[], fields: Fields): FieldValue[] {
  return values.filter(({ field, key, value }) => {
    const { kind } = fields[field];
    if (kind === 'value') return !holdsAnother(context[field], value) && clearPath(context, field, fields);
    if (kind === 'list') {
      const before = context[field] as unknown[] | undefined;
      if (!before?.includes(value)) return false;
      context[field] = before.filter((item) => item !== value);
      return true;
    }
    const map = context[field] as Record<string, unknown[]> | undefined;
    if (key === undefined || map === undefined || !Object.hasOwn(map, key)) return false;
    // "drop the blue", where there is a light blue only, and 70 percent, where it is over 70 percent
    const isKind = (item: unknown) => String(item).endsWith(` ${value}`);
    const kept = map[key].filter((item) => (map[key].includes(value) ? item !== value : !isKind(item)));
    const had = kept.length < map[key].length;
    if (kept.length === 0) clearPath(context, `${field}.${key}`, fields);
    else context[field] = { ...map, [key]: kept };
    return had;
  });
}

/** Takes values out of every list and map of a context, whatever they were said of. */
export function removeEverywhere(context: Context, values: readonly unknown[], fields: Fields): void {
  for (const [field, { kind }] of Object.entries(fields)) {
    const keys = kind === 'map' ? Object.keys((context[field] as object | undefined) ?? {}) : [undefined];
    if (kind !== 'map' && kind !== 'list') continue;
    const held = keys.flatMap((key) => values.map((value) => ({ field, key, value })));
    removeValues(context, held, fields);
  }
}

/**
 * Sets fields, or entries of a map (`attributes.color`), to values that hold without being said. What a field holds
 * several of is put in as a list, and of several values a field of one takes the first.
 */
export function setPaths(context: Context, values: Readonly<Record<string, unknown>>, fields: Fields): void {
  for (const [path, value] of Object.entries(values)) {
    const [name, key] = path.split('.');
    const kind = fields[name]?.kind;
    if (key === undefined) context[name] = shaped(structuredClone(value), kind);
    else if (kind === 'map' && isEmpty(value)) clearPath(context, path, fields);
    else {
      const held = kind === 'map' ? asList(value) : value;
      context[name] = { ...(context[name] as object | undefined), [key]: structuredClone(held) };
    }
  }
}

function shaped(value: unknown, kind: FieldDefinition['kind'] | undefined): unknown {
  if (kind === 'list') return asList(value);
  if (kind === 'value') return Array.isArray(value) ? value[0] : value;
  if (kind !== 'map') return value;
  return Object.fromEntries(Object.entries(value ?? {}).map(([key, held]) => [key, asList(held)]));
}

function asList(value: unknown): unknown[] {
  return isEmpty(value) ? [] : [value].flat();
}
