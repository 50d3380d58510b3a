import type { ContextChange } from '../context/context-change.js';
import type { FieldValue } from '../context/fields.js';
import type { Pack } from '../pack/pack.js';
import type { Context } from '../understanding.js';
import { goBack } from './go-back.js';

/**
 * Goes back to the last search for what a sentence names, with all that was said of it: "back to the shoes". Where it is
 * still searched for, nothing changes; where it never was, a new search begins.
 *
 * @param field Where the context holds what is searched for.
 * @returns The values that still have to be put.
 */
export function recallSearch(
  change: ContextChange,
  field: string,
  values: readonly FieldValue[],
  pack: Pack,
): readonly FieldValue[] {
  const { locale } = pack;
  const stemOf = (value: unknown) => ` ${locale.stem(String(value))}`;
  const said = values.filter((value) => value.field === field).map(({ value }) => stemOf(value));
  // "shoes" are running shoes that were searched for
  const isSearched = (context: Context) =>
    said.length > 0 &&
    said.every((name) => [context[field] ?? []].flat().some((held) => stemOf(held).endsWith(name)));
  const others = values.filter((value) => value.field !== field);
  const isHere = isSearched(change.context);
  const here = thingsIn(change.context, field, pack);
  // behind "a strap for the mat", the mats are what was searched for before it
  const isLess = (context: Context) => here - thingsIn(context, field, pack) === 1;
  const before = change.history.findLast(
    ({ context }) => isSearched(context) && (!isHere || isLess(context)),
  );
  if (isHere && before === undefined) return others;
  goBack(change, before);
  return before === undefined ? values : others;
}

/** How many things a context names. */
function thingsIn(context: Context, field: string, pack: Pack): number {
  const { things } = pack.definition.fields[field];
  const names = [context[field] ?? []].flat();
  return things === undefined ? 0 : names.filter((name) => pack.isOnList(things, String(name))).length;
}

/**
 * Goes back to the search that came first: as it was begun, where that thing is still searched for, else as it was when
 * another thing took its place.
 *
 * @param field Where the context holds what is searched for.
 */
export function recallFirst(change: ContextChange, field: string): void {
  const thingsOf = (context: Context) => [context[field] ?? []].flat();
  const begun = change.history.findIndex(({ context }) => thingsOf(context).length > 0);
  change.isDone = begun >= 0;
  if (!change.isDone) return;
  const later = change.history.slice(begun);
  const things = thingsOf(later[0].context);
  const isOther = (context: Context) => !things.every((thing) => thingsOf(context).includes(thing));
  const left = later.findIndex(({ context }) => isOther(context));
  const isLeft = left > 0 || isOther(change.context);
  goBack(change, isLeft ? later.at(left > 0 ? left - 1 : -1) : later[0]);
}
