/** Days of the week as conditions of a pack call them, whatever language is spoken. */
export const weekdays = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const;

/** @param date `yyyy-MM-dd`; what is none has no weekday. */
export function weekdayOf(date: string): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return undefined;
  return weekdays[new Date(`${date}T00:00:00Z`).getUTCDay()];
}
