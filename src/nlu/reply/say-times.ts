import { durationParts, isoDuration } from '../entities/duration.js';
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

/** PT1H30M as "1 hour and 30 minutes". */
export function spanOfTime(duration: unknown, { locale }: ResolvedLocale): unknown {
  const parts = typeof duration === 'string' ? durationParts(duration) : undefined;
  if (parts === undefined) return duration;
  const seconds = parts.reduce((sum, part) => sum + part.count * part.seconds, 0);
  const said = durationParts(isoDuration(seconds))!
    .filter(({ count }) => count > 0)
    .map(({ count, seconds }) => {
      const { one } = locale.time.durationNames.find((name) => name.seconds === seconds)!;
      return `${count} ${count === 1 ? one : locale.plural(one)}`;
    });
  return locale.joinList(said);
}
