/** Seconds of the units that ISO 8601 has letters for, the largest first. */
export const isoUnits = { D: 86_400, H: 3600, M: 60, S: 1 } as const;

/** Seconds of a week, which no duration here is written in. */
export const week = 7 * isoUnits.D;

/** Seconds as an ISO 8601 duration: `P1DT2H`, `PT90S` as `PT1M30S`. */
export function isoDuration(seconds: number): string {
  let left = Math.round(seconds * 100) / 100;
  const parts = Object.entries(isoUnits).map(([letter, size]) => {
    const count = letter === 'S' ? left : Math.floor(left / size);
    left = Math.round((left - count * size) * 100) / 100;
    return count === 0 ? '' : `${count}${letter}`;
  });
  const [days, ...time] = parts;
  const clock = time.join('');
  return days === '' && clock === '' ? 'PT0S' : `P${days}${clock === '' ? '' : `T${clock}`}`;
}

/** Months as an ISO 8601 duration: eighteen are `P1Y6M`. */
export function isoMonths(months: number): string {
  const years = Math.floor(months / 12);
  const rest = months - years * 12;
  return `P${years === 0 ? '' : `${years}Y`}${rest === 0 ? '' : `${rest}M`}`;
}

const isoForm = /^P(?:([\d.]+)D)?(?:T(?:([\d.]+)H)?(?:([\d.]+)M)?(?:([\d.]+)S)?)?$/;

/** How many of each unit an ISO 8601 duration of days, hours, minutes and seconds has; undefined for any other text. */
export function durationParts(value: string): { count: number; seconds: number }[] | undefined {
  const counts = isoForm.exec(value)?.slice(1);
  return (
    counts && Object.values(isoUnits).map((seconds, at) => ({ count: Number(counts[at] ?? 0), seconds }))
  );
}

/** How many months an ISO 8601 duration of years and months has; undefined for any other text. */
export function monthsIn(value: string): number | undefined {
  const [years = 0, months = 0] =
    /^P(?:(\d+)Y)?(?:(\d+)M)?$/
      .exec(value)
      ?.slice(1)
      .map((count) => Number(count ?? 0)) ?? [];
  return years * 12 + months || undefined;
}

/** A number in the smallest unit of a duration, or where there is none in minutes: behind two months three are months. */
export function durationLike(number: number, before: string | undefined): string {
  const months = monthsIn(before ?? '');
  if (months === undefined) return isoDuration(secondsLike(number, before));
  return isoMonths(Math.round(number) * (months % 12 === 0 ? 12 : 1));
}

/** Seconds of a number in the smallest unit of a span: behind fourteen days three are weeks, and fifteen are days. */
function secondsLike(number: number, before: string | undefined): number {
  const unit = smallestUnit(before);
  const [{ count }] = durationParts(before ?? '') ?? [{ count: 0 }];
  const isInWeeks = unit === isoUnits.D && count % 7 === 0;
  const apart = (seconds: number) => Math.abs(Math.log(seconds / (count * isoUnits.D)));
  return number * (isInWeeks && apart(number * week) < apart(number * unit) ? week : unit);
}

/** Seconds of the smallest unit of a duration. */
function smallestUnit(duration: string | undefined): number {
  const parts = durationParts(duration ?? '') ?? [];
  return parts.findLast(({ count }) => count > 0)?.seconds ?? isoUnits.M;
}
