import { type ContextChange, slotValue, type Turn } from '../context/context-change.js';
import { heldAt, setPaths } from '../context/fields.js';
import { measuredBy } from '../entities/quantity.js';
import { isWirePrice } from '../entities/wire-price.js';
import { beyond } from '../entities/wished-amount.js';
import type { Price } from '../understanding.js';
import { setValues } from './set-values.js';
import type { ValueRule } from './value-rules.js';

/** Chooses one of the last results by the ordinal in a slot. */
export function select(change: ContextChange, slot: string, turn: Turn): void {
  const position = slotValue(slot, turn);
  const { results, focus } = turn.memory;
  if (typeof position !== 'number') {
    // "it", "this one": what was chosen last, or the first
    if (focus !== undefined || results.length > 0) choose(change, focus ?? 0, turn);
    return;
  }
  if (position < 0) choose(change, Math.max(0, results.length + position), turn);
  else choose(change, position - 1, turn);
}

/** Moves the choice among the last results; who goes back from a page of which he chose none goes to the page before. */
export function move(change: ContextChange, by: number, turn: Turn): void {
  const { results, focus, page = 1 } = turn.memory;
  if (by < 0 && focus === undefined && page > 1) {
    turnPage(change, by, turn);
    return;
  }
  const next = (focus ?? (by > 0 ? -1 : 0)) + by;
  change.isDone = next >= 0 && (results.length === 0 || next < results.length);
  if (change.isDone) choose(change, next, turn);
}

/** Goes so many pages on in what was found, or to the one by the number in a slot; where there is none, it stays. */
export function turnPage(change: ContextChange, to: number | string, turn: Turn): void {
  const { page = 1, pages } = turn.memory;
  const next = typeof to === 'number' ? page + to : Number(slotValue(to, turn));
  change.isDone = next >= 1 && (pages === undefined || next <= pages);
  change.page = change.isDone ? next : page;
}

function choose(change: ContextChange, index: number, turn: Turn): void {
  const { results } = turn.memory;
  change.isDone = results.length === 0 || index < results.length;
  if (!change.isDone || index < 0) return;
  change.focus = index;
  change.selected = results[index] === undefined ? { index } : { index, result: results[index] };
}

/** How a price or a measure is to be other than it is. */
interface RelativeBound {
  field: string;
  property?: string;
  direction: 'less' | 'greater';
  alsoSet?: Record<string, unknown>;
}

/**
 * "Cheaper ones": under what was shown; without prices, under the bound that is there or in another order. "A longer one":
 * over the one measure that is there, or the one length of several.
 */
export function bound(on: ValueRule, rule: RelativeBound): void {
  const { change, turn } = on;
  const { definition, locale } = turn.pack;
  const isLess = rule.direction === 'less';
  const value = rule.property === undefined ? undefined : shownBound(rule.property, isLess, turn);
  const current = heldAt(change.context, rule.field);
  if (value !== undefined && value > 0) {
    const price: Price = { type: isLess ? 'lessThan' : 'greaterThan', value };
    change.context[rule.field] = price;
  } else if (isWirePrice(current)) {
    const known = current.type === 'range' ? (isLess ? current.from : current.to) : current.value;
    const opposite = isLess ? 'lessThan' : 'greaterThan';
    if (current.type !== opposite)
      change.context[rule.field] = { type: opposite, value: known } satisfies Price;
  } else if (rule.property === undefined) {
    const held = [current ?? []].flat();
    const measures = held.filter((one) => measuredBy(one, locale) !== undefined);
    // of 27 inch and 144 hertz it is the inches that are more
    const lengths = measures.filter((one) => measuredBy(one, locale) === 'length');
    const [measure, ...others] = lengths.length > 0 ? lengths : measures;
    const moved = others.length === 0 ? beyond(measure, rule.direction, locale) : undefined;
    change.isDone = moved !== undefined;
    if (moved === undefined) return;
    const values = held.map((one) => (one === measure ? moved : one));
    setPaths(change.context, { [rule.field]: values }, definition.fields);
  }
  if (rule.alsoSet !== undefined) setValues(on, rule.alsoSet);
}

/** The bound that the results set, or the one that was chosen of them; undefined where they have no such property. */
function shownBound(property: string, isLess: boolean, { memory }: Turn): number | undefined {
  const { results, focus } = memory;
  const values = (focus === undefined ? results : [results[focus]])
    .map((result) => Number((result as Record<string, unknown> | undefined)?.[property]))
    .filter((value) => Number.isFinite(value));
  if (focus === undefined && values.length > 1) {
    // Cheaper than what was shown on the whole, not than the cheapest of it: the middle of the list.
    const sorted = values.toSorted((a, b) => a - b);
    return Math.round(sorted[Math.floor((sorted.length - 1) / 2)]);
  }
  if (values.length === 0) return undefined;
  return isLess ? Math.ceil(Math.min(...values)) : Math.floor(Math.max(...values));
}
