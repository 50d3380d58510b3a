import { measuredBy } from '../entities/quantity.js';
import { isAfresh } from '../matching/narrowing-first.js';
import type { ContextRule } from '../pack/context-rule-schema.js';
import type { Context, Price } from '../understanding.js';
import type { ContextChange, Turn } from './context-change.js';
import {
  clearPath,
  emptyValue,
  type FieldValue,
  hasOther,
  isEmpty,
  putValues,
  removeEverywhere,
  removeValues,
} from './fields.js';
import { changeItems } from './item-rules.js';
import { changeLastAmount, stepLastItem } from './item-steps.js';
import { keepBeside, keepKeys } from './keep-beside.js';
import { mostExcluded } from './memory.js';
import { narrowThing } from './narrow-thing.js';
import { recallSearch } from './recall-search.js';
import { renameThings } from './rename-things.js';
import { tellApart } from './tell-apart.js';

/** Applies an intent's context rules, in order, to the context before the turn. */
export function applyRules(before: Context, rules: readonly ContextRule[], turn: Turn): ContextChange {
  const { fields } = turn.pack.definition;
  const change: ContextChange = {
    context: { ...before },
    base: before,
    history: turn.memory.history,
    focus: turn.memory.focus,
    owners: turn.memory.owners,
    removed: [],
    refused: [],
    excludedBefore: turn.memory.excluded ?? [],
    lasting: turn.memory.lasting ?? [],
    currency: turn.memory.currency,
    excluded: [],
    items: [],
    ofEach: [],
    isDone: true,
  };
  const old = new Set(
    rules.flatMap((rule) => (typeof rule === 'object' && 'remove' in rule ? [rule.remove] : [])),
  );
  const values = turn.values.filter(({ slot }) => slot === undefined || !old.has(slot));
  const measured = (value: unknown) => measuredBy(value, turn.pack.locale);
  for (const rule of rules) {
    if (rule === 'replace') {
      const others = renameThings(change.context, values, turn.pack);
      change.base = { ...change.context };
      putValues(change.context, others, fields, rule, measured);
    } else if (rule === 'add') putValues(change.context, values, fields, rule, measured);
    else if (rule === 'remove') {
      change.removed = removeValues(change.context, turn.values, fields);
      change.isDone &&= change.removed.length > 0 || turn.values.length === 0;
    } else if (rule === 'correct') {
      // "no blue ones": out with blue if it is there; else it is meant in place of another color, or of none not wanted
      const left = { ...change.context };
      const removed = removeValues(left, values, fields);
      const others = values.filter(
        (value) => !removed.includes(value) && hasOther(change.context, value, fields),
      );
      // "no pink glass", of what is clear glass
      if (removed.length > 0 && others.length === 0) {
        change.context = left;
        change.removed = removed;
        continue;
      }
      // a motif is a keyword as well
      const isOther = ({ value, settled }: FieldValue) =>
        !settled && others.some((other) => other.value === value);
      const meant = values.filter((value) => removed.includes(value) || isOther(value));
      change.refused = values.filter((value) => !meant.includes(value));
      putValues(change.context, meant, fields, 'replace', measured);
    } else if (rule === 'exclude') {
      change.removed = removeValues(change.context, values, fields);
      change.refused = values.filter((value) => !change.removed.includes(value));
    } else if (rule === 'lasting')
      change.lasting = [
        ...change.lasting,
        ...[...change.refused, ...change.removed].map(({ value }) => value),
      ];
    else if (rule === 'undo') undo(change);
    else if (typeof rule === 'string') changeItems(change, rule, turn);
    else if ('recall' in rule) {
      const others = recallSearch(change, rule.recall, values, turn.pack);
      putValues(change.context, others, fields, 'replace', measured);
    } else if ('clear' in rule) {
      const names = rule.clear === 'all' ? Object.keys(fields) : rule.clear;
      const narrowed = rule.clear === 'all' ? narrowThing(before, turn) : undefined;
      if (narrowed !== undefined) change.context = narrowed;
      else for (const name of names) clearPath(change.context, name, fields);
      if (rule.clear === 'all') keepKeys(change.context, before, turn);
      change.base = { ...change.context };
    } else if ('set' in rule) set(change.context, rule.set);
    else if ('remove' in rule) {
      const named = turn.values.filter(({ slot }) => slot === rule.remove);
      change.removed = removeValues(change.context, named, fields);
      change.refused = named.filter((value) => !change.removed.includes(value));
    } else if ('clearNamed' in rule) {
      const named = turn.captures.find(({ name }) => name === rule.clearNamed);
      if (named !== undefined) clearNamed(change, String(named.value), turn);
    } else if ('refuseNamed' in rule) {
      const named = turn.captures.find(({ name }) => name === rule.refuseNamed);
      if (named !== undefined) refuseNamed(change, String(named.value), turn);
    } else if ('select' in rule) select(change, rule.select, turn);
    else if ('move' in rule) move(change, rule.move, turn);
    else if ('relative' in rule) bound(change, rule.relative, turn);
    else if ('amountOfLast' in rule) changeLastAmount(change, rule.amountOfLast, turn);
    else if ('stepOption' in rule) stepLastItem(change, rule.stepOption, turn);
  }
  keepBeside(change.context, before, turn);
  tellApart(change, before, rules, turn);
  keepExcluded(change, rules, turn);
  keepCurrency(change, rules, turn);
  for (const [name, definition] of Object.entries(fields)) {
    if (definition.always) change.context[name] ??= emptyValue(definition);
  }
  return change;
}

/** What is not wanted in a search stays so until it is asked for, or the search ends. */
function keepExcluded(change: ContextChange, rules: readonly ContextRule[], turn: Turn): void {
  const { values, unwanted, pack } = turn;
  const isOther = isAfresh(rules) || pack.definition.retrieval === undefined;
  // whoever starts over may be somebody else
  if (isAfresh(rules) && values.length === 0) change.lasting = [];
  const before = isOther ? change.lasting : change.excludedBefore;
  const refused = change.refused.map(({ value }) => value);
  const wanted = values.filter((value) => !change.refused.includes(value)).map(({ value }) => value);
  const kept = before.filter((value) => !wanted.includes(value));
  change.excluded = [...new Set([...kept, ...refused, ...unwanted])].slice(-mostExcluded);
  const gone = [...refused, ...unwanted].filter((value) => !wanted.includes(value));
  removeEverywhere(change.context, gone, pack.definition.fields);
  change.lasting = change.lasting.filter((value) => isOther || change.excluded.includes(value));
}

/** Empties a field, and what was named of its kind as not wanted: of any color is purple, too. */
function clearNamed(change: ContextChange, path: string, { pack }: Turn): void {
  const lists = [...pack.entities.values()].flatMap(({ kind, into, list, name }) =>
    kind === 'list' && into.includes(path) ? [list ?? name] : [],
  );
  const isOfKind = (value: unknown) => lists.some((list) => pack.isOnList(list, String(value)));
  const kept = change.excludedBefore.filter((value) => !isOfKind(value));
  const had = clearPath(change.context, path, pack.definition.fields);
  change.isDone = had || kept.length < change.excludedBefore.length;
  change.excludedBefore = kept;
}

/** Empties a field; the values that were in it are not wanted, and neither is what had been named before. */
function refuseNamed(change: ContextChange, path: string, { pack }: Turn): void {
  const [field, key] = path.split('.');
  const held = (change.context[field] as Record<string, unknown[]> | undefined)?.[key] ?? [];
  change.isDone = clearPath(change.context, path, pack.definition.fields);
  change.refused = held.map((value) => ({ field, key, value }));
}

/** Who spoke of euros once means euros until the price goes, or the search ends. */
function keepCurrency(change: ContextChange, rules: readonly ContextRule[], turn: Turn): void {
  const { price } = turn.pack.definition.retrieval ?? {};
  const isPriced = price !== undefined && !isEmpty(change.context[price]);
  change.currency = turn.currency ?? (isPriced && !isAfresh(rules) ? change.currency : undefined);
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
  change.context = { ...last.context };
  change.excludedBefore = last.excluded;
  change.currency = last.currency;
  change.history = change.history.slice(0, -1);
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
