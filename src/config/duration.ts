import { EarshotError } from '../errors.js';

/**
 * An ISO 8601 duration. Years and months have no fixed length; they are kept apart from the rest, whose length in
 * UTC is exact.
 */
export interface Duration {
  /** As it was written. */
  readonly iso: string;
  /** Calendar months; a year is twelve. */
  readonly months: number;
  /** Everything from weeks to fractions of a second, in whole milliseconds. */
  readonly ms: number;
}

const millisecondsPer = { W: 604_800_000, D: 86_400_000, H: 3_600_000, M: 60_000, S: 1000 } as const;
const number = String.raw`(\d+)`;
const decimal = String.raw`(\d+(?:[.,]\d+)?)`;
const weeks = new RegExp(`^P${decimal}W$`);
const dateAndTime = new RegExp(
  `^P(?!$)(?:${number}Y)?(?:${number}M)?(?:${decimal}D)?` +
    `(?:T(?=\\d)(?:${decimal}H)?(?:${decimal}M)?(?:${decimal}S)?)?$`,
);

/** The longest duration that is taken: 1,000 years, so that no sum is a year of more than four digits. */
const maximumMs = 1_000 * 366 * millisecondsPer.D;

/**
 * Reads a duration strictly by ISO 8601-1: `PnYnMnDTnHnMnS` or `PnW`, designators in upper case and in order, at
 * least one of them, a decimal fraction (`.` or `,`) only in the last one. There are no signs and no fractions of a
 * year or month, which would have no defined length. Fractions are rounded to milliseconds.
 *
 * @throws EarshotError `invalid_request`
 */
export function parseDuration(text: string): Duration {
  const refuse = (why: string) =>
    new EarshotError('invalid_request', `${why} Write an ISO 8601 duration such as P30D, PT15M or P1DT12H.`);
  if (typeof text !== 'string' || text.length > 64) throw refuse('This is not an ISO 8601 duration.');
  const inWeeks = weeks.exec(text);
  const parts = dateAndTime.exec(text);
  if (!inWeeks && !parts) throw refuse(`${JSON.stringify(text)} is not an ISO 8601 duration.`);

  let ms = 0;
  let months = 0;
  if (inWeeks) {
    ms = toNumber(inWeeks[1]) * millisecondsPer.W;
  } else if (parts) {
    const [years, calendarMonths, ...rest] = parts.slice(1);
    months = toNumber(years) * 12 + toNumber(calendarMonths);
    const given = rest.filter((part) => part !== undefined);
    if (given.slice(0, -1).some((part) => /[.,]/.test(part))) {
      throw refuse(`${JSON.stringify(text)} has a fraction that is not in its last place.`);
    }
    const units = [millisecondsPer.D, millisecondsPer.H, millisecondsPer.M, millisecondsPer.S];
    rest.forEach((part, index) => {
      ms += toNumber(part) * units[index];
    });
  }
  ms = Math.round(ms);
  if (ms > maximumMs || months > 12_000) throw refuse(`${JSON.stringify(text)} is longer than 1,000 years.`);
  return { iso: text, months, ms };
}

function toNumber(part: string | undefined): number {
  return part === undefined ? 0 : Number(part.replace(',', '.'));
}

/**
 * The instant that lies one duration after another, by the UTC calendar: first years and months (the day is held
 * within the month, so that 31 January plus P1M is the last day of February), then the rest exactly.
 *
 * @param timeMs milliseconds since 1970
 */
export function addDuration(timeMs: number, duration: Pick<Duration, 'months' | 'ms'>): number {
  if (duration.months === 0) return timeMs + duration.ms;
  const date = new Date(timeMs);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + duration.months);
  const daysInMonth = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, daysInMonth));
  return date.getTime() + duration.ms;
}
