import { type ContextChange, slotValue, type Turn } from '../context/context-change.js';
import { emptyValue, heldAt, setPaths } from '../context/fields.js';
import { isoDay, monthsLater, noonOf } from '../entities/calendar-day.js';
import { durationParts, isoDuration, isoMonths, monthsIn } from '../entities/iso-duration.js';
import { clock, halfDay, minutesOf } from '../entities/part-of-day.js';
import type { Pack } from '../pack/pack.js';

/** By how much, a number or what a slot says, or how many times. */
type Step = { field: string } & ({ times: number } | { by: string | number; direction: 'less' | 'greater' });

const daySeconds = 2 * halfDay * 60;

/**
 * "Double it", "two more", "a bit louder", "half an hour later": moves the number, the time, the day or the span that a
 * field or key holds, if it holds just one. It stays as it is where it would be beyond what can be said of it, past
 * midnight, or no whole number of times.
 */
export function stepNumber(change: ContextChange, step: Step, turn: Turn): void {
  const { fields } = turn.pack.definition;
  const unsaid = Object.hasOwn(fields, step.field) ? emptyValue(fields[step.field]) : undefined;
  const held = heldAt(change.context, step.field) ?? unsaid;
  const moved = movedBy(step, held, turn);
  change.isDone = moved !== undefined;
  if (moved === undefined) return;
  setPaths(change.context, { [step.field]: moved }, fields);
}

function movedBy(step: Step, held: unknown, turn: Turn): unknown {
  const [value, ...others] = [held ?? []].flat();
  if (others.length > 0 || value === '' || !['string', 'number'].includes(typeof value)) return undefined;
  const by = 'by' in step ? amountOf(step.by, turn) : undefined;
  const sign = 'by' in step && step.direction === 'less' ? -1 : 1;
  const months = typeof by === 'string' ? monthsIn(by) : undefined;
  if (months !== undefined) return movedByMonths(String(value), sign * months);
  const seconds = typeof by === 'string' ? secondsOf(by) : undefined;
  if (seconds !== undefined) return movedInTime(String(value), sign * seconds);
  const number = Number(value);
  const moved = 'times' in step ? number * step.times : number + sign * Number(by);
  if ('times' in step && !Number.isInteger(moved)) return undefined;
  const { from, to } = limitsOf(turn.pack, step.field);
  // a tenth more than 0.2
  const exact = Math.round(moved * 1e6) / 1e6;
  if (!(exact >= from && exact <= to)) return undefined;
  const said = typeof value === 'string' ? String(exact) : exact;
  return Array.isArray(held) ? [said] : said;
}

function amountOf(by: string | number, turn: Turn): unknown {
  return typeof by === 'number' ? by : slotValue(by, turn);
}

function secondsOf(duration: string): number | undefined {
  return durationParts(duration)?.reduce((sum, { count, seconds }) => sum + count * seconds, 0);
}

function isDay(value: unknown): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(String(value));
}

/** Another day, or a span of so many more months. */
function movedByMonths(value: string, months: number): string | undefined {
  if (isDay(value)) return monthsLater(noonOf(value), months);
  const span = monthsIn(value);
  return span !== undefined && span + months > 0 ? isoMonths(span + months) : undefined;
}

/** A time of that day, another day, or a span that is longer or shorter. */
function movedInTime(value: string, seconds: number): string | undefined {
  const span = secondsOf(value);
  if (span !== undefined) return span + seconds > 0 ? isoDuration(span + seconds) : undefined;
  if (/^\d\d:\d\d$/.test(value)) {
    const minutes = minutesOf(value) + seconds / 60;
    return minutes >= 0 && minutes < 2 * halfDay ? clock(minutes) : undefined;
  }
  const days = seconds / daySeconds;
  if (!isDay(value) || !Number.isInteger(days)) return undefined;
  const day = noonOf(value);
  day.setDate(day.getDate() + days);
  return isoDay(day);
}

/** What numbers can be said for a field; less than one of something is none of it, unless somebody says so. */
function limitsOf(pack: Pack, field: string): { from: number; to: number } {
  const said = [...pack.entities.values()].filter(
    ({ kind, into }) => kind === 'number' && into.includes(field),
  );
  const from = said.map((entity) => entity.from ?? 1);
  const to = said.map((entity) => entity.to ?? Number.POSITIVE_INFINITY);
  return said.length === 0
    ? { from: 1, to: Number.POSITIVE_INFINITY }
    : { from: Math.min(...from), to: Math.max(...to) };
}
