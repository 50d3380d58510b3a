import { type ContextChange, slotValue, type Turn } from '../context/context-change.js';
import { clearPath, type FieldValue, hasOther, heldAt, pathOf, removeValues } from '../context/fields.js';
import { lastWith } from '../context/last-with.js';
import { otherBound } from '../entities/wished-amount.js';
import type { Context } from '../understanding.js';
import { goBack } from './go-back.js';
import { heldValues } from './held-values.js';
import { keepKeys } from './keep-beside.js';
import { describeOwn } from './own-things.js';
import { putValues } from './put-values.js';
import { recallSearch } from './recall-search.js';
import { renameThings } from './rename-things.js';
import { rightBehind } from './right-behind.js';

/** What a rule about values works on. */
export interface ValueRule {
  change: ContextChange;
  /** The context before the turn. */
  before: Context;
  turn: Turn;
  /** What was said, but for what is to be taken out. */
  values: readonly FieldValue[];
}

/** Puts what was said in the place of what its fields held. */
export function replace({ change, turn, values }: ValueRule): void {
  const left = describeOwn(change.context, values, turn);
  const others = renameThings(change.context, left, turn.pack);
  change.base = { ...change.context };
  putValues(change.context, others, turn.pack, 'replace');
}

/** Puts what was said beside what its fields hold. */
export function add({ change, turn, values }: ValueRule): void {
  putValues(change.context, values, turn.pack, 'add');
}

/** "I don't mind Apple": what was not wanted may be shown again, which asks for nothing else; all else is added. */
export function allow(rule: ValueRule): void {
  add({ ...rule, values: notRefused(rule) });
}

/** "Apple is fine": the same, but all else is wanted in place of what there was. */
export function accept(rule: ValueRule): void {
  replace({ ...rule, values: notRefused(rule) });
}

function notRefused({ change, values }: ValueRule): readonly FieldValue[] {
  return values.filter(({ value }) => !change.excludedBefore.includes(value));
}

/** Takes out what was said; where nothing of it is there, it cannot be done. */
export function remove({ change, turn }: ValueRule): void {
  takeOut(change, turn, turn.values);
  change.isDone &&= change.removed.length > 0 || turn.values.length === 0;
}

/** Takes values out, by whatever they are called. @returns those that were not there. */
function takeOut(change: ContextChange, { pack }: Turn, values: readonly FieldValue[]): FieldValue[] {
  const { context } = change;
  const { fields } = pack.definition;
  change.removed = values.filter(
    (value) => removeValues(context, heldValues(value, context, pack), fields).length > 0,
  );
  return values.filter((value) => !change.removed.includes(value));
}

/** "no blue ones": out with blue if it is there; else it is meant in place of another color, or of none not wanted. */
export function correct({ change, turn, values }: ValueRule): void {
  const { fields } = turn.pack.definition;
  const left = { ...change.context };
  const isThere = (value: FieldValue) =>
    removeValues(left, heldValues(value, left, turn.pack), fields).length > 0;
  const removed = values.filter(isThere);
  const others = values.filter(
    (value) => !removed.includes(value) && hasOther(change.context, value, fields),
  );
  // "no pink glass", of what is clear glass
  if (removed.length > 0 && others.length === 0) {
    change.context = left;
    change.removed = removed;
    return;
  }
  // a motif is a keyword as well
  const isOther = ({ value, settled }: FieldValue) =>
    !settled && others.some((other) => other.value === value);
  const meant = values.filter((value) => removed.includes(value) || isOther(value));
  change.refused = values.filter((value) => !meant.includes(value));
  putValues(change.context, meant, turn.pack, 'replace');
}

/** Takes out what was said, and what of it is not there is not wanted, unless it is said in place of what is there. */
export function exclude({ change, turn, values }: ValueRule): void {
  const { old, anew } = rightBehind(values, change.context, turn);
  change.refused = withoutBounds(change, turn, takeOut(change, turn, old));
  putValues(change.context, anew, turn.pack, 'replace');
}

/** "without leather" leaves no leather ones, whether or not these were asked for before. */
export function refuse({ change, turn, values }: ValueRule): void {
  takeOut(change, turn, values);
  change.refused = withoutBounds(change, turn, values);
}

/** "Nothing over two kilos" is at most two kilos: a bound that is not wanted leaves another one. */
function withoutBounds(change: ContextChange, { pack }: Turn, values: readonly FieldValue[]): FieldValue[] {
  return values.filter((entry) => {
    const value = otherBound(entry.value, pack.locale);
    if (value !== undefined) putValues(change.context, [{ ...entry, value }], pack, 'replace');
    return value === undefined;
  });
}

/** What was refused stays so in the searches that follow. */
export function keepRefused({ change }: ValueRule): void {
  const gone = [...change.refused, ...change.removed].map(({ value }) => value);
  change.lasting = [...change.lasting, ...gone];
}

/** Goes back to how things were before the last turn that changed them. */
export function undo({ change }: ValueRule): void {
  const last = change.history.at(-1);
  change.isDone = last !== undefined;
  if (last === undefined) return;
  goBack(change, last);
  change.history = change.history.slice(0, -1);
}

/** Goes back to the last search for what is named. */
export function recall({ change, turn, values }: ValueRule, field: string): void {
  const others = recallSearch(change, field, values, turn.pack);
  putValues(change.context, others, turn.pack, 'replace');
}

/** Goes back to what was spoken of when something was last in a field. */
export function recallLast({ change, turn }: ValueRule, field: string): void {
  const last = lastWith(field, turn.memory);
  change.isDone = last !== undefined;
  if (last === undefined) return;
  change.context = { ...last };
  change.base = { ...last };
}

/** Empties fields; where all are, what goes on from the search before stays: a kind of the same thing, or whom it is for. */
export function clear({ change, before, turn }: ValueRule, names: 'all' | readonly string[]): void {
  const { fields } = turn.pack.definition;
  const isAll = names === 'all';
  const narrowed = isAll ? narrowThing(before, turn) : undefined;
  if (narrowed !== undefined) change.context = narrowed;
  else for (const name of isAll ? Object.keys(fields) : names) clearPath(change.context, name, fields);
  if (isAll) keepKeys(change.context, before, turn);
  change.base = { ...change.context };
}

/** "What about boots", behind waterproof shoes: the shoes go, and what they were to be like stays. */
export function clearThings({ change, turn }: ValueRule, field: string): void {
  const { pack } = turn;
  const { things } = pack.definition.fields[field];
  const isThing = (value: unknown) => things !== undefined && pack.endsOnList(things, String(value));
  change.context[field] = [change.context[field] ?? []].flat().filter((value) => !isThing(value));
  change.base = { ...change.context };
}

/** Takes out the values of one slot. */
export function removeSlot({ change, turn }: ValueRule, slot: string): void {
  const named = turn.values.filter((value) => value.slot === slot);
  change.refused = withoutBounds(change, turn, takeOut(change, turn, named));
}

/** "Gray instead of blue": of what was blue and white, white stays. */
export function exchange(on: ValueRule, slot: string): void {
  const { change, turn, values } = on;
  removeSlot(on, slot);
  const gone = change.removed;
  const isInPlace = ({ field, key }: FieldValue) =>
    gone.some((one) => one.field === field && one.key === key);
  const others = renameThings(
    change.context,
    values.filter((value) => !isInPlace(value)),
    turn.pack,
  );
  change.base = { ...change.context };
  putValues(change.context, others, turn.pack, 'replace');
  putValues(change.context, values.filter(isInPlace), turn.pack, 'add');
}

/** Empties the field that a slot names, and what was named of its kind as not wanted: of any color is purple, too. */
export function clearNamed({ change, turn }: ValueRule, slot: string): void {
  const { pack } = turn;
  const path = pathIn(turn, slot);
  if (path === undefined) return;
  const lists = [...pack.entities.values()].filter(
    ({ kind, into }) => kind === 'list' && into.includes(path),
  );
  const isOfKind = (value: unknown) => lists.some(({ list }) => pack.isOnList(list, String(value)));
  const kept = change.excludedBefore.filter((value) => !isOfKind(value));
  const had = clearPath(change.context, path, pack.definition.fields);
  change.isDone = had || kept.length < change.excludedBefore.length;
  change.excludedBefore = kept;
}

/** Empties the field that a slot names; the values that were in it are not wanted, nor what had been named before. */
export function refuseNamed({ change, turn }: ValueRule, slot: string): void {
  const path = pathIn(turn, slot);
  if (path === undefined) return;
  const [field, key] = path.split('.');
  const held = [heldAt(change.context, path) ?? []].flat();
  change.isDone = clearPath(change.context, path, turn.pack.definition.fields);
  change.refused = held.map((value) => ({ field, key, value }));
}

/** The path of the field that a slot names. */
export function pathIn(turn: Turn, slot: string): string | undefined {
  const named = slotValue(slot, turn);
  return named === undefined ? undefined : String(named);
}

/**
 * The context of a search for a thing of the kind that is searched for already, with all that was said of it: behind
 * men's shoes in size ten, "black dress shoes" are some of those. What the sentence says anew is taken out.
 *
 * @returns undefined where another thing is searched for.
 */
function narrowThing(before: Context, { pack, values }: Turn): Context | undefined {
  const { keywords } = pack.definition.retrieval ?? {};
  const { things } = (keywords && pack.definition.fields[keywords]) || {};
  if (keywords === undefined || things === undefined) return undefined;
  const isThing = (value: unknown) => pack.isOnList(things, String(value));
  const stem = (value: unknown) => pack.locale.stem(String(value));
  const held = [before[keywords] ?? []].flat();
  const [kind, another] = held.filter(isThing);
  const [thing, other] = values.filter(({ field, value }) => field === keywords && isThing(value));
  if (kind === undefined || thing === undefined || another !== undefined || other !== undefined)
    return undefined;
  if (!stem(thing.value).endsWith(` ${stem(kind)}`)) return undefined;
  const context: Context = { ...before, [keywords]: held.filter((value) => value !== kind) };
  for (const value of values)
    if (value.field !== keywords) clearPath(context, pathOf(value), pack.definition.fields);
  return context;
}
