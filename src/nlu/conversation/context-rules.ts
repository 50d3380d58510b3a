import type { Capture } from '../matching/matcher.js';
import type { Mention } from '../matching/sentence.js';
import type { Pack } from '../pack/pack.js';
import type { ContextRule } from '../pack/pack-schema.js';
import type { Token } from '../tokenise.js';
import type { Context, Price } from '../understanding.js';
import { clearPath, emptyValue, type FieldValue, hasOther, putValues, removeValues } from './fields.js';
import {
  addItems,
  changeAll,
  changeItem,
  type Item,
  removeItem,
  setItem,
  stepOption,
  swapItem,
} from './items.js';
import { itemsOf } from './items-of.js';
import { type Memory, mostExcluded, type Result } from './memory.js';

export interface Turn {
  pack: Pack;
  tokens: readonly Token[];
  captures: readonly Capture[];
  values: readonly FieldValue[];
  /** Values that the sentence itself names as not wanted: "but not Nike". */
  unwanted: readonly unknown[];
  memory: Memory;
}

export interface ContextChange {
  context: Context;
  /** The context that `undo` went back to leaves the history. */
  history: Memory['history'];
  focus: number | undefined;
  /** What was chosen among the last results. */
  selected?: { index: number; result?: Result };
  /** Values that were taken out. */
  removed: FieldValue[];
  /** Values that this turn named as not wanted and that had not been in. */
  refused: FieldValue[];
  /** All that is not wanted by now. */
  excluded: unknown[];
  /** Items that were added or changed in this turn. */
  items: Item[];
  /** Whether there was something to undo, remove or choose, if that was asked. */
  isDone: boolean;
}

/** Applies an intent's context rules, in order, to the context before the turn. */
export function applyRules(before: Context, rules: readonly ContextRule[], turn: Turn): ContextChange {
  const { fields } = turn.pack.definition;
  const change: ContextChange = {
    context: { ...before },
    history: turn.memory.history,
    focus: turn.memory.focus,
    removed: [],
    refused: [],
    excluded: [],
    items: [],
    isDone: true,
  };
  const old = new Set(
    rules.flatMap((rule) => (typeof rule === 'object' && 'remove' in rule ? [rule.remove] : [])),
  );
  const values = turn.values.filter(({ slot }) => slot === undefined || !old.has(slot));
  for (const rule of rules) {
    if (rule === 'replace' || rule === 'add') putValues(change.context, values, fields, rule);
    else if (rule === 'remove') {
      change.removed = removeValues(change.context, turn.values, fields);
      change.isDone &&= change.removed.length > 0 || turn.values.length === 0;
    } else if (rule === 'correct') {
      // "no blue ones": out with blue if it is there; else it is meant in place of another color, or of none not wanted
      change.removed = removeValues(change.context, values, fields);
      if (change.removed.length > 0) continue;
      const meant = values.filter((value) => hasOther(change.context, value));
      change.refused = values.filter((value) => !meant.includes(value));
      putValues(change.context, meant, fields, 'replace');
    } else if (rule === 'exclude') {
      change.removed = removeValues(change.context, values, fields);
      change.refused = values.filter((value) => !change.removed.includes(value));
    } else if (rule === 'undo') undo(change);
    else if (typeof rule === 'string') changeItems(change, rule, turn);
    else if ('clear' in rule) {
      const names = rule.clear === 'all' ? Object.keys(fields) : rule.clear;
      for (const name of names) clearPath(change.context, name, fields);
    } else if ('set' in rule) set(change.context, rule.set);
    else if ('remove' in rule) {
      change.removed = removeValues(
        change.context,
        turn.values.filter(({ slot }) => slot === rule.remove),
        fields,
      );
    } else if ('clearNamed' in rule) {
      const named = turn.captures.find(({ name }) => name === rule.clearNamed);
      if (named !== undefined) change.isDone = clearPath(change.context, String(named.value), fields);
    } else if ('select' in rule) select(change, rule.select, turn);
    else if ('move' in rule) move(change, rule.move, turn);
    else if ('relative' in rule) bound(change, rule.relative, turn);
    else if ('stepOption' in rule) stepLast(change, rule.stepOption, turn);
  }
  keepExcluded(change, rules, turn);
  for (const [name, definition] of Object.entries(fields)) {
    if (definition.always) change.context[name] ??= emptyValue(definition);
  }
  return change;
}

/** What is not wanted in a search stays so until it is asked for, or the search ends. */
function keepExcluded(change: ContextChange, rules: readonly ContextRule[], turn: Turn): void {
  const { values, unwanted, memory, pack } = turn;
  const isOver = rules.some((rule) => typeof rule === 'object' && 'clear' in rule && rule.clear === 'all');
  const before = isOver || pack.definition.retrieval === undefined ? [] : (memory.excluded ?? []);
  const refused = change.refused.map(({ value }) => value);
  const wanted = values.filter((value) => !change.refused.includes(value)).map(({ value }) => value);
  const kept = before.filter((value) => !wanted.includes(value));
  change.excluded = [...new Set([...kept, ...refused, ...unwanted])].slice(-mostExcluded);
}

function set(context: Context, values: Readonly<Record<string, unknown>>): void {
  for (const [path, value] of Object.entries(values)) {
    const [name, key] = path.split('.');
    if (key === undefined) context[name] = structuredClone(value);
    else context[name] = { ...(context[name] as object | undefined), [key]: structuredClone(value) };
  }
}

function undo(change: ContextChange): void {
  const last = change.history.at(-1);
  change.isDone = last !== undefined;
  if (last === undefined) return;
  change.context = { ...last };
  change.history = change.history.slice(0, -1);
}

type ItemRule = Extract<ContextRule, `${string}Item` | `${string}Items` | 'changeAll'>;

function changeItems(change: ContextChange, rule: ItemRule, turn: Turn): void {
  let old: Item | undefined;
  const ordinal = turn.captures.find(({ entity }) => turn.pack.entities.get(entity)?.kind === 'ordinal');
  for (const capture of turn.captures) {
    const phrase = turn.pack.entities.get(capture.entity);
    const field = phrase?.into[0];
    if (phrase === undefined || field === undefined || capture.parts === undefined) continue;
    const definition = turn.pack.definition.fields[field];
    if (definition?.kind !== 'items') continue;
    const order = (change.context[field] as Item[] | undefined) ?? [];
    const items = itemsOf(capture.parts, phrase, turn.pack, turn.tokens);
    const heads = phrase.heads.length > 0 ? phrase.heads : itemHeads(turn.pack, field);
    const defaults = definition.defaults ?? {};
    change.items = items;
    if (rule === 'setItem') {
      change.context[field] = items.reduce<Item[]>(
        (list, item) => setItem(list, item, heads, defaults),
        [...order],
      );
    } else if (rule === 'changeAll') {
      change.context[field] = items.reduce<Item[]>((list, item) => changeAll(list, item, heads), [...order]);
    } else if (rule === 'changeItem' && ordinal !== undefined) {
      const position = placeOf(ordinal, order);
      change.isDone = position !== undefined && items.length > 0;
      if (position !== undefined && items.length > 0)
        change.context[field] = changeItem(order, items[0], heads, position);
    } else if (rule === 'addItems') {
      change.context[field] = addItems(order, items, defaults);
      change.items = items.map((item) => ({ ...defaults, ...item }));
    } else if (rule === 'changeItem' && turn.captures.some(({ name }) => name === 'target')) {
      // "no sugar in the latte": one slot says what to change, the other in which item
      if (capture.name === 'target') continue;
      const target = turn.captures.find(({ name }) => name === 'target')!;
      const targetPhrase = turn.pack.entities.get(target.entity)!;
      const [said] = itemsOf(target.parts ?? [], targetPhrase, turn.pack, turn.tokens);
      const part = turn.captures.find(({ name }) => name === 'part');
      const meant = part === undefined ? said : { ...said, quantity: part.value };
      const changed = meant && items[0] && swapItem(order, meant, items[0], targetPhrase.heads);
      change.isDone = changed !== undefined;
      if (changed !== undefined) change.context[field] = changed;
    } else if (rule === 'changeItem') {
      change.context[field] = items.reduce<Item[]>((list, item) => changeItem(list, item, heads), [...order]);
    } else if (rule === 'swapItem') {
      if (capture.name === 'old') old = items[0];
      else if (old !== undefined && items[0] !== undefined) {
        const swapped = swapItem(order, old, items[0], phrase.heads);
        change.isDone = swapped !== undefined;
        if (swapped !== undefined) change.context[field] = swapped;
      }
    } else {
      let rest: Item[] | undefined = [...order];
      for (const item of items) rest = rest && removeItem(rest, item, heads, capture.name === 'whole');
      change.isDone = rest !== undefined;
      if (rest !== undefined) change.context[field] = rest;
    }
  }
  const known = itemsIn(change.context, turn.pack);
  if (known === undefined) return;
  const { field, order, defaults } = known;
  if (rule === 'removeItem' && change.items.length === 0) {
    const position = ordinal === undefined ? order.length - 1 : placeOf(ordinal, order);
    change.isDone = position !== undefined && order.length > 0;
    change.context[field] = order.filter((_, at) => at !== position);
  } else if (rule === 'repeatItem') {
    change.items = order.slice(-1);
    change.context[field] = addItems(order, change.items, defaults);
  }
}

/** The field of items of a pack, and what is in it. */
function itemsIn(context: Context, pack: Pack): { field: string; order: Item[]; defaults: Item } | undefined {
  const found = Object.entries(pack.definition.fields).find(([, { kind }]) => kind === 'items');
  if (found === undefined) return undefined;
  const [field, definition] = found;
  const order = (context[field] as Item[] | undefined) ?? [];
  return { field, order, defaults: definition.defaults ?? {} };
}

/** What an item of a field can be about, whichever phrase it was said in. */
function itemHeads(pack: Pack, field: string): readonly string[] {
  const phrases = [...pack.entities.values()].filter(({ into }) => into.includes(field));
  return phrases.find(({ heads }) => heads.length > 0)?.heads ?? [];
}

/** Index of "the second one"; undefined where there are not so many. */
function placeOf(ordinal: Capture, order: readonly Item[]): number | undefined {
  const value = Number(ordinal.value);
  const index = value < 0 ? order.length + value : value - 1;
  return index >= 0 && index < order.length ? index : undefined;
}

function stepLast(change: ContextChange, step: Parameters<typeof stepOption>[1], turn: Turn): void {
  const known = itemsIn(change.context, turn.pack);
  const stepped = known && stepOption(known.order, step);
  change.isDone = stepped !== undefined;
  if (known !== undefined && stepped !== undefined) change.context[known.field] = stepped;
}

function choose(change: ContextChange, index: number, turn: Turn): void {
  const { results } = turn.memory;
  change.isDone = results.length === 0 || index < results.length;
  if (!change.isDone || index < 0) return;
  change.focus = index;
  change.selected = results[index] === undefined ? { index } : { index, result: results[index] };
}

function select(change: ContextChange, slot: string, turn: Turn): void {
  const capture = turn.captures.find(({ name }) => name === slot);
  const { results, focus } = turn.memory;
  if (capture === undefined || typeof capture.value !== 'number') {
    // "it", "this one": what was chosen last, or the first
    if (focus !== undefined || results.length > 0) choose(change, focus ?? 0, turn);
    return;
  }
  const position = capture.value;
  if (position < 0) choose(change, Math.max(0, results.length + position), turn);
  else choose(change, position - 1, turn);
}

function move(change: ContextChange, by: number, turn: Turn): void {
  const { results, focus } = turn.memory;
  const next = (focus ?? (by > 0 ? -1 : 0)) + by;
  change.isDone = next >= 0 && (results.length === 0 || next < results.length);
  if (change.isDone) choose(change, next, turn);
}

/** "cheaper ones": under what was shown; without prices, under the bound that is there or in another order. */
function bound(
  change: ContextChange,
  rule: { field: string; property: string; direction: 'less' | 'greater'; alsoSet?: Record<string, unknown> },
  turn: Turn,
): void {
  const { results, focus } = turn.memory;
  const values = (focus === undefined ? results : [results[focus]])
    .map((result) => Number((result as Record<string, unknown> | undefined)?.[rule.property]))
    .filter((value) => Number.isFinite(value));
  const isLess = rule.direction === 'less';
  let value: number | undefined;
  if (values.length > 0) value = isLess ? Math.ceil(Math.min(...values)) : Math.floor(Math.max(...values));
  if (focus === undefined && values.length > 1) {
    // Cheaper than what was shown on the whole, not than the cheapest of it: the middle of the list.
    const sorted = values.toSorted((a, b) => a - b);
    value = Math.round(sorted[Math.floor((sorted.length - 1) / 2)]);
  }
  if (value !== undefined && value > 0) {
    const price: Price = { type: isLess ? 'lessThan' : 'greaterThan', value };
    change.context[rule.field] = price;
  } else {
    const current = change.context[rule.field] as Price | undefined;
    if (current !== undefined && 'type' in current) {
      const known = current.type === 'range' ? (isLess ? current.from : current.to) : current.value;
      const opposite = isLess ? 'lessThan' : 'greaterThan';
      if (current.type !== opposite)
        change.context[rule.field] = { type: opposite, value: known } satisfies Price;
    }
  }
  if (rule.alsoSet !== undefined) set(change.context, rule.alsoSet);
}

export type { Mention };
