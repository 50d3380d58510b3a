import { type ContextChange, slotValue, type Turn } from '../context/context-change.js';
import { heldAt, setPaths } from '../context/fields.js';
import { canonical } from '../context/memory.js';
import { timesApart } from '../entities/far-apart.js';
import { toWirePrice } from '../entities/wire-price.js';
import { isPrice } from '../matching/mention.js';
import { putValues } from './put-values.js';

/** A number that a field or key holds, and the rest of it with another number in its place. */
interface Held {
  path: string;
  number: number;
  withNumber: (number: number) => unknown;
}

/**
 * "Make that 32": a number alone takes the place of the number that was said last, in whichever of these fields. Of several
 * that one turn said it is the nearest one: behind "size 12, under 60", 14 is a size. One that is far from it is hardly
 * meant: behind "for four people" and "under 200", 6 is no price. An amount does the same: behind "between 200 and 400",
 * $500 is the upper end.
 */
export function latestNumber(
  change: ContextChange,
  { number: slot, fields }: { number: string; fields: readonly string[] },
  turn: Turn,
): void {
  const { pack, memory } = turn;
  const value = slotValue(slot, turn);
  const price = isPrice(value) ? toWirePrice(value.range) : undefined;
  // "around five hundred" is no number alone
  if (price !== undefined && price.type !== 'exact') {
    const named = turn.values.filter((one) => one.slot === slot);
    putValues(change.context, named, pack, 'replace');
    return;
  }
  const said = price?.value ?? Number(value);
  const steps = [...memory.history.map(({ context }) => context), change.context];
  const isChanged = (path: string, step: number) =>
    canonical(heldAt(steps[step - 1], path)) !== canonical(heldAt(steps[step], path));
  const held = fields.flatMap((path) => numbersIn(path, heldAt(change.context, path)));
  const lastStep = ({ path }: Held) => steps.findLastIndex((_, step) => step > 0 && isChanged(path, step));
  const times = ({ number }: Held) => Math.abs(Math.log(Math.abs(number / said)));
  const likely = held.filter((one) => times(one) < Math.log(timesApart));
  const meant = likely.length > 0 ? likely : held;
  const last = Math.max(...meant.map(lastStep));
  const [nearest] = meant.filter((one) => lastStep(one) === last).sort((a, b) => times(a) - times(b));
  change.isDone = nearest !== undefined;
  if (nearest === undefined) return;
  setPaths(change.context, { [nearest.path]: nearest.withNumber(said) }, pack.definition.fields);
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
