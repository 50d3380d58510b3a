import { type ContextChange, slotValue, type Turn } from '../context/context-change.js';
import { heldAt, setPaths } from '../context/fields.js';
import { canonical } from '../context/memory.js';
import { toWirePrice } from '../entities/wire-price.js';
import { timesApart } from '../entities/wished-amount.js';
import { isPrice } from '../matching/mention.js';
import { putValues } from './put-values.js';

/** A number that a field or key holds, and the rest of it with another number in its place. */
interface Held {
  path: string;
  number: number;
  withNumber: (number: number) => unknown;
}

/** What the number becomes: what a slot says, or so many times as much. */
type Latest = { fields: readonly string[] } & ({ number: string } | { times: number });

/**
 * "Make that 32": a number alone takes the place of the number that was said last, in whichever of these fields. Of several
 * that one turn said it is the nearest one: behind "size 12, under 60", 14 is a size. One that is far from it is hardly
 * meant: behind "for four people" and "under 200", 6 is no price. An amount does the same: behind "between 200 and 400",
 * $500 is the upper end. "Double that" is said of the number that was said last, too; of several that one turn said, of the
 * one in the first of these fields.
 */
export function latestNumber(change: ContextChange, rule: Latest, turn: Turn): void {
  const { definition } = turn.pack;
  const held = rule.fields.flatMap((path) => numbersIn(path, heldAt(change.context, path)));
  if ('times' in rule) {
    const last = saidLast(held, change, turn);
    // what was said last stands last in a field
    const meant = last.findLast(({ path }) => path === last[0].path);
    change.isDone = meant !== undefined;
    if (meant === undefined) return;
    setPaths(
      change.context,
      { [meant.path]: meant.withNumber(meant.number * rule.times) },
      definition.fields,
    );
    return;
  }
  const value = slotValue(rule.number, turn);
  const price = isPrice(value) ? toWirePrice(value.range) : undefined;
  // "around five hundred" is no number alone
  if (price !== undefined && price.type !== 'exact') {
    const named = turn.values.filter((one) => one.slot === rule.number);
    putValues(change.context, named, turn.pack, 'replace');
    return;
  }
  const said = price?.value ?? Number(value);
  const times = ({ number }: Held) => Math.abs(Math.log(Math.abs(number / said)));
  const likely = held.filter((one) => times(one) < Math.log(timesApart));
  const meant = likely.length > 0 ? likely : held;
  const [nearest] = saidLast(meant, change, turn).sort((a, b) => times(a) - times(b));
  change.isDone = nearest !== undefined;
  if (nearest === undefined) return;
  setPaths(change.context, { [nearest.path]: nearest.withNumber(said) }, definition.fields);
}

/** Those of the numbers whose field was changed last. */
function saidLast(held: readonly Held[], { context }: ContextChange, { memory }: Turn): Held[] {
  const steps = [...memory.history.map((turn) => turn.context), context];
  const isChanged = (path: string, step: number) =>
    canonical(heldAt(steps[step - 1], path)) !== canonical(heldAt(steps[step], path));
  const lastStep = ({ path }: Held) => steps.findLastIndex((_, step) => step > 0 && isChanged(path, step));
  const last = Math.max(...held.map(lastStep));
  return held.filter((one) => lastStep(one) === last);
}

/** Figures in a text, with their sign: "-3.2 gram", but not the minus of "10-15". */
const figures = /(?:(?<!\S)-)?\d+(?:\.\d+)?/g;

/** The numbers of a value: of a price its amounts, of texts those that are figures in it. */
function numbersIn(path: string, value: unknown): Held[] {
  const isMap = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (isMap)
    return Object.entries(value).flatMap(([key, one]) =>
      typeof one === 'number'
        ? [{ path, number: one, withNumber: (number: number) => ({ ...value, [key]: number }) }]
        : [],
    );
  if (typeof value === 'number') return [{ path, number: value, withNumber: (number: number) => number }];
  const values = [value ?? []].flat();
  return values.flatMap((one, index) =>
    [...String(one).matchAll(figures)].map(([figure], nth) => ({
      path,
      number: Number(figure),
      withNumber: (number: number) => values.with(index, withFigure(String(one), nth, number)),
    })),
  );
}

function withFigure(text: string, nth: number, number: number): string {
  let count = 0;
  return text.replace(figures, (figure) => (count++ === nth ? String(number) : figure));
}
