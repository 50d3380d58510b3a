import type { Locale } from '../locales/locale.js';
import { lookup, startsWith, type Token } from '../tokenise.js';

/** In minutes. */
export const halfDay = 12 * 60;
/** Up to this hour, in minutes, the night is that of the day before. */
export const nightEndsAt = 4 * 60;

/** How many words of each part of the day stand somewhere, and of the longest. */
export interface PartOfDay {
  afternoon: number;
  morning: number;
  night: number;
  words: number;
}

/** The part of the day that is named at a word: "in the evening". */
export function partOfDayAt(tokens: readonly Token[], at: number, time: Locale['time']): PartOfDay {
  const afternoon = phraseAt(tokens, at, time.afternoon);
  const morning = phraseAt(tokens, at, time.morning);
  const night = phraseAt(tokens, at, time.night);
  return { afternoon, morning, night, words: Math.max(afternoon, morning, night) };
}

/** Whether a day is named besides its part: "tonight", "this evening". */
export function namesDay(tokens: readonly Token[], at: number, { days, namedDays }: Locale['time']): boolean {
  return (
    lookup(days, tokens[at]) !== undefined || namedDays.some(({ words }) => startsWith(tokens, at, words))
  );
}

/** The part of a day that stands behind that day: "at seven tomorrow evening", "at eight every night". */
export function partBehindDay(tokens: readonly Token[], at: number, { time, stem }: Locale): PartOfDay {
  const isOfDay = (token: Token) =>
    [time.days, time.weekdays].some((days) => lookup(days, token) !== undefined) ||
    time.dayBefore.includes(token.norm);
  const first = time.next.includes(tokens[at]?.norm) ? at + 1 : at;
  let end = first;
  while (end < tokens.length && isOfDay(tokens[end])) end++;
  const part = end > first && end < tokens.length ? stem(tokens[end].norm) : undefined;
  const words = (phrases: readonly string[] = []) =>
    phrases.some((phrase) => phrase.split(' ').at(-1) === part) ? 1 : 0;
  const [afternoon, morning, night] = [time.afternoon, time.morning, time.night].map(words);
  return { afternoon, morning, night, words: Math.max(afternoon, morning, night) };
}

/** Whether one of some phrases for a part of the day ends before a time or its "at": "tonight at nine", "evening six". */
export function partBefore(
  tokens: readonly Token[],
  at: number,
  { hourAfter }: Locale['time'],
  phrases: readonly string[],
): boolean {
  const part = hourAfter.includes(tokens[at - 1]?.norm) ? at - 2 : at - 1;
  return part >= 0 && phrases.some((phrase) => phrase.split(' ').at(-1) === tokens[part].norm);
}

/** Whether any part of the day ends there: "every evening at nine". */
export function isPartBefore(tokens: readonly Token[], at: number, time: Locale['time']): boolean {
  return partBefore(tokens, at, time, [...time.partsOfDay, ...time.afternoon, ...time.night]);
}

/**
 * "Pm" alone, "in the evening": the time that was spoken of before, in that half of the day.
 *
 * @param before `HH:MM`
 */
export function readHalfOfDay(
  tokens: readonly Token[],
  at: number,
  { time }: Locale,
  before: string,
): { end: number; value: string } | undefined {
  const { afternoon, night, words } = partOfDayAt(tokens, at, time);
  // "morning" alone is a greeting
  const isGreeting = at === 0 && time.partsOfDay.includes(tokens[at].norm);
  if (words === 0 || isGreeting) return undefined;
  const early = minutesOf(before) % halfDay;
  const isLate = afternoon > 0 || (night > 0 && early >= nightEndsAt);
  return { end: at + words, value: clock(early + (isLate ? halfDay : 0)) };
}

/** `HH:MM` of so many minutes after midnight. */
export function clock(minutes: number): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${pad(Math.trunc(minutes / 60))}:${pad(Math.round(minutes % 60))}`;
}

/** Minutes after midnight of `HH:MM`. */
export function minutesOf(time: string): number {
  const [hour, minute] = time.split(':').map(Number);
  return hour * 60 + minute;
}

/** How many words the longest of some phrases has that stand at a place. */
export function phraseAt(tokens: readonly Token[], at: number, phrases: readonly string[]): number {
  let longest = 0;
  for (const phrase of phrases) {
    const words = phrase.split(' ');
    if (words.length > longest && startsWith(tokens, at, words)) longest = words.length;
  }
  return longest;
}

/** Whether the morning is named anywhere: "at six every morning". */
export function isOfMorning(tokens: readonly Token[], { morning }: Locale['time']): boolean {
  const names = morning.map((phrase) => phrase.split(' ')).filter((words) => words.length > 1);
  return tokens.some(({ norm }) => names.some((words) => words.at(-1) === norm));
}

/** Whether a day is named that is to come, of which every hour is: "tomorrow at eight". */
export function isOfOtherDay(tokens: readonly Token[], { days, weekdays }: Locale['time']): boolean {
  return tokens.some((token) => (lookup(days, token) ?? 0) > 0 || lookup(weekdays, token) !== undefined);
}

/** Whether the only day that is named anywhere is a night: "tonight wake me at seven", "a seven o'clock alarm tonight". */
export function isOfTonight(tokens: readonly Token[], time: Locale['time']): boolean {
  const days = tokens.filter((token) =>
    [time.days, time.weekdays].some((names) => lookup(names, token) !== undefined),
  );
  return days.length > 0 && days.every(({ norm }) => time.night.includes(norm)) && !isOfMorning(tokens, time);
}
