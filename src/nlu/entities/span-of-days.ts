import type { Locale } from '../locales/locale.js';
import { lookup, type Token } from '../tokenise.js';
import { daysLater, monthsLater } from './calendar-day.js';
import { smallNumber } from './small-number.js';

export interface Span {
  end: number;
  /** What it is counted in. */
  unit: 'day' | 'week' | 'month';
  /** The day that lies so far behind another, or before it with a sign of -1. */
  from: (day: Date, sign?: 1 | -1) => string;
}

/** "three days", "a week", "a couple of weeks", "two months" */
export function spanAt(tokens: readonly Token[], at: number, { time, numbers }: Locale): Span | undefined {
  const count = smallNumber(tokens, at, numbers, 99) ?? articleAsOne(tokens, at, numbers);
  if (count === undefined) return undefined;
  const unitAt = numbers.of.includes(tokens[count.end]?.norm) ? count.end + 1 : count.end;
  const end = unitAt + 1;
  const unit = tokens[unitAt];
  const days = count.value * (lookup(time.spans, unit) ?? 0);
  if (days > 0)
    return {
      end,
      unit: days % 7 === 0 ? 'week' : 'day',
      from: (base, sign = 1) => daysLater(base, sign * days),
    };
  const months = count.value * (lookup(time.monthSpans, unit) ?? 0);
  return months === 0
    ? undefined
    : { end, unit: 'month', from: (base, sign = 1) => monthsLater(base, sign * months) };
}

/** "in two days", "in two weeks' time": the span, and where its words end. */
export function spanBehindIn(tokens: readonly Token[], at: number, locale: Locale): Span | undefined {
  const { time } = locale;
  const span = time.in.includes(tokens[at]?.norm) ? spanAt(tokens, at + 1, locale) : undefined;
  return span && { ...span, end: time.time.includes(tokens[span.end]?.norm) ? span.end + 1 : span.end };
}

function articleAsOne(tokens: readonly Token[], at: number, numbers: Locale['numbers']) {
  return numbers.articles.includes(tokens[at]?.norm ?? '') ? { end: at + 1, value: 1 } : undefined;
}
