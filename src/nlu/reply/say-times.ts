import { durationParts, monthsIn, week } from '../entities/iso-duration.js';
import type { ResolvedLocale } from '../locales/index.js';

const dayMs = 86_400_000;

/** 2026-11-24 as it is spoken; with its year where another one would be taken to be meant. */
export function dayOfYear(date: unknown, now: unknown, { tag }: ResolvedLocale): unknown {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(String(date))) return date;
  const at = new Date(`${date}T00:00:00Z`);
  const daysAhead = now instanceof Date ? (at.getTime() - now.getTime()) / dayMs : 0;
  const isNext = daysAhead > -2 && daysAhead < 363;
  return at.toLocaleDateString(tag, {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    year: isNext ? undefined : 'numeric',
    timeZone: 'UTC',
  });
}

/** 20:30 as people of the region write it. */
export function timeOfDay(time: unknown, { tag }: ResolvedLocale): unknown {
  if (!/^\d{2}:\d{2}$/.test(String(time))) return time;
  const at = new Date(`1970-01-01T${time}:00Z`);
  return at.toLocaleTimeString(tag, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });
}

/** PT1H30M as "1 hour and 30 minutes", P14D as "2 weeks", P1Y as "1 year". */
export function spanOfTime(duration: unknown, { locale }: ResolvedLocale): unknown {
  if (typeof duration !== 'string') return duration;
  const { durationNames, monthNames } = locale.time;
  const months = monthsIn(duration);
  const parts = durationParts(duration);
  if (months === undefined && parts === undefined) return duration;
  let left = months ?? parts!.reduce((sum, part) => sum + part.count * part.seconds, 0);
  // "ten days" are no week and three days
  const isInWeeks = months === undefined && left % week === 0;
  const names =
    months === undefined ? durationNames.filter(({ length }) => isInWeeks || length < week) : monthNames;
  const said: string[] = [];
  for (const { one, length } of names) {
    const count = length === 1 ? left : Math.floor(left / length);
    left = Math.round((left - count * length) * 100) / 100;
    if (count > 0) said.push(`${count} ${count === 1 ? one : locale.plural(one)}`);
  }
  return locale.joinList(said);
}
