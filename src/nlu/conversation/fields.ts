import type { FieldDefinition } from '../pack/pack-schema.js';
import type { Context } from '../understanding.js';
import { joinBounds } from './join-bounds.js';
import { areUnlike, isOther } from './value-kinds.js';

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

export type Fields = Readonly<Record<string, FieldDefinition>>;

/** The empty value of a field. */
export function emptyValue(definition: FieldDefinition): unknown {
  if (definition.kind === 'list' || definition.kind === 'items') return [];
  if (definition.kind === 'map') return {};
  return typeof definition.empty === 'object' ? {} : (definition.empty ?? '');
}

export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

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

/**
 * Puts values into a context; with `replace`, what a field or key held before goes.
 *
 * @param measured What a value measures, if anything: a weight takes the place of a weight, and leaves a length alone.
 */
export function putValues(
  context: Context,
  values: readonly FieldValue[],
  fields: Fields,
  mode: 'replace' | 'add',
  measured: (value: unknown) => string | undefined,
): void {
  const put = new Set<FieldValue>();
  /** What lost its place in a map, and the list that it was put in as well: the motif of a costume is a keyword, too. */
  const displaced: { field: string; value: unknown }[] = [];
  for (const entry of values) {
    const { field, key, adds = false } = entry;
    let { value } = entry;
    const definition = fields[field];
    if (definition === undefined || definition.kind === 'items') continue;
    // what the same turn says is said together
    const isNew = (other: unknown) =>
      [...put].some((one) => one.field === field && one.key === key && one.value === other);
    if (definition.kind === 'value')
      context[field] = mode === 'add' ? joinBounds(context[field], value) : value;
    else if (definition.kind === 'list') {
      const known = (context[field] as unknown[] | undefined) ?? [];
      const { kinds = [] } = definition;
      const isKept = (other: unknown) =>
        mode === 'add' || isNew(other) || (adds && areUnlike(other, value, kinds));
      const before = known.filter(isKept);
      context[field] = before.includes(value) ? before : [...before, value];
    } else if (key !== undefined) {
      const map = (context[field] as Record<string, unknown[]> | undefined) ?? {};
      const known = Object.hasOwn(map, key) ? map[key] : [];
      const beside = definition.numbersBeside?.[key] ?? [];
      const kinds = definition.alike?.[key];
      // behind "65 inch", "or 55" is 55 inch, too; but boots 10 inch high in size 8 are not 8 inch high
      if (!isNew(known.at(-1))) value = inUnitBefore(value, known, measured);
      const twins = values.filter((other) => other.value === value && fields[other.field]?.kind === 'list');
      const isKept = (other: unknown) =>
        mode === 'add' ||
        isNew(other) ||
        measured(other) !== measured(value) ||
        (kinds !== undefined && areUnlike(other, value, kinds)) ||
        isSaidOf(other, value, adds && twins.length === 0 ? [...beside, String(other)] : beside);
      const before = known.filter(isKept);
      context[field] = { ...map, [key]: before.includes(value) ? before : [...before, value] };
      for (const other of known.filter((one) => one !== value && !before.includes(one)))
        displaced.push(...twins.map((twin) => ({ field: twin.field, value: other })));
    }
    put.add(entry);
  }
  for (const { field, value } of displaced)
    context[field] = (context[field] as unknown[]).filter((one) => one !== value);
}

/** A number alone, in the unit of the measure that was said before: behind "17 inch", "15" is 15 inch. */
function inUnitBefore(
  value: unknown,
  known: readonly unknown[],
  measured: (value: unknown) => string | undefined,
): unknown {
  const last = known.at(-1);
  const unit = /\d (\D+)$/.exec(String(last))?.[1];
  const isBare = /^\d+(\.\d+)?$/.test(String(value));
  return isBare && unit !== undefined && measured(last) !== undefined ? `${value} ${unit}` : value;
}

/** Whether of two values one holds a figure and is said of the other: 6 year old, of girls. */
function isSaidOf(one: unknown, other: unknown, named: readonly string[]): boolean {
  const hasFigure = (value: unknown) => /\d/.test(String(value));
  return hasFigure(one) !== hasFigure(other) && named.includes(String(hasFigure(one) ? other : one));
}

/** Whether a context says something else of the kind of a value: another colour, another price. */
export function hasOther(context: Context, { field, key, value, adds }: FieldValue, fields: Fields): boolean {
  const held = context[field];
  const { kinds = [] } = fields[field] ?? {};
  if (adds && key === undefined)
    return Array.isArray(held) && held.some((other) => isOther(other, value, kinds));
  return !isEmpty(key === undefined ? held : (held as Record<string, unknown> | undefined)?.[key]);
}

/** Whether a value is a bound of an amount: over 70 percent, of 70 percent. */
function isBoundOf(item: unknown, amount: unknown): boolean {
  return /^\d/.test(String(amount)) && String(item).endsWith(` ${amount}`);
}

/** Takes values out of a context. @returns those that were there. */
export function removeValues(context: Context, values: readonly FieldValue[], fields: Fields): FieldValue[] {
  return values.filter(({ field, key, value }) => {
    const definition = fields[field];
    if (definition === undefined) return false;
    if (definition.kind === 'value') return clearPath(context, field, fields);
    if (definition.kind === 'list') {
      const before = (context[field] as unknown[] | undefined) ?? [];
      context[field] = before.filter((item) => item !== value);
      return before.includes(value);
    }
    const map = context[field] as Record<string, unknown[]> | undefined;
    if (key === undefined || map === undefined || !Object.hasOwn(map, key)) return false;
    const isNamed = (item: unknown) => item === value || isBoundOf(item, value);
    // "drop the blue", where there is a light blue only
    const isKind = (item: unknown) => String(item).endsWith(` ${value}`);
    const kept = map[key].filter((item) => !(map[key].some(isNamed) ? isNamed(item) : isKind(item)));
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

/** Sets fields, or entries of a map (`attributes.color`), to values that hold without being said. */
export function setPaths(context: Context, values: Readonly<Record<string, unknown>>): void {
  for (const [path, value] of Object.entries(values)) {
    const [name, key] = path.split('.');
    if (key === undefined) context[name] = structuredClone(value);
    else context[name] = { ...(context[name] as object | undefined), [key]: structuredClone(value) };
  }
}
