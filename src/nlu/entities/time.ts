import type { Locale } from '../locales/locale.js';
import { lookup, startsWith, type Token } from '../tokenise.js';
import { smallNumber } from './small-number.js';

/** Up to this hour, in minutes, the night is that of the day before. */
const nightEndsAt = 4 * 60;

function phraseAt(tokens: readonly Token[], at: number, phrases: readonly string[]): number {
  let longest = 0;
  for (const phrase of phrases) {
    const words = phrase.split(' ');
    if (words.length > longest && startsWith(tokens, at, words)) longest = words.length;
  }
  return longest;
}

/**
 * Reads a time of day: "half past seven", "half seven", "quarter to midnight", "seven thirty pm", "19:30",
 * "seven o'clock", "noon". A time without am or pm is taken as said on a 24-hour clock ("seven" is 07:00); an hour alone
 * is a time only behind a word such as "at", unless `bare` says that a time is asked for. With a time that was spoken of
 * `before`, "half past" alone is half past that hour, and after noon any other time is so too. "From six to nine" begins at
 * six, while "from quarter to nine" is one time.
 * @returns `HH:MM`
 */
export function readTime(
  tokens: readonly Token[],
  at: number,
  locale: Locale,
  options: { bare?: boolean; before?: string } = {},
): { end: number; value: string } | undefined {
  const { time, numbers } = locale;
  const first = tokens[at];
  if (first === undefined) return undefined;
  const named = lookup(time.clock, first);
  if (named !== undefined) return { end: at + 1, value: clock(named) };
  let minutes: number | undefined;
  let end = at;
  let isCertain = options.bare || (time.hourAfter?.includes(tokens[at - 1]?.norm) ?? false);
  const digits = /^([01]?\d|2[0-4]):([0-5]\d)$/.exec(first.norm);
  if (digits !== null) {
    minutes = Number(digits[1]) * 60 + Number(digits[2]);
    end = at + 1;
    isCertain = true;
  } else {
    const skip = numbers.articles.includes(first.norm) ? 1 : 0;
    const part = lookup(numbers.fractions, tokens[at + skip]);
    const minuteCount =
      part !== undefined ? { end: at + skip + 1, value: part * 60 } : smallNumber(tokens, at, numbers, 59);
    const minuteWord = minuteCount && time.minutes?.includes(tokens[minuteCount.end]?.norm) ? 1 : 0;
    const joint = minuteCount === undefined ? at : minuteCount.end + minuteWord;
    const isSpan = part === undefined && minuteWord === 0 && time.spanAfter?.includes(tokens[at - 1]?.norm);
    const sign = minuteCount && direction(tokens[joint], time.past, isSpan ? [] : time.to);
    // None: "at five to call mum"
    const next =
      sign &&
      (hourAt(tokens, joint + 1, locale) ??
        hourBefore(tokens, joint + 1, sign * minuteCount.value, options.before));
    const halfHour = part === 0.5 && skip === 0 ? smallNumber(tokens, at + 1, numbers, 12) : undefined;
    if (halfHour !== undefined) {
      minutes = halfHour.value * 60 + 30;
      end = halfHour.end;
      isCertain = true;
    } else if (minuteCount !== undefined && sign !== undefined && (next !== undefined || sign > 0)) {
      if (next === undefined) return undefined;
      minutes = next.value * 60 + sign * minuteCount.value;
      end = next.end;
      isCertain = true;
    } else {
      const hour = smallNumber(tokens, at, numbers, 24);
      if (hour === undefined) return undefined;
      minutes = hour.value * 60;
      end = hour.end;
      // "twelve noon", "twelve midnight"
      const exactly = hour.value === 12 ? lookup(time.clock, tokens[end]) : undefined;
      if (exactly !== undefined) return { end: end + 1, value: clock(exactly) };
      const zero = numbers.zeroDigits.includes(tokens[end]?.norm ?? '') ? 1 : 0;
      const more = smallNumber(tokens, end + zero, numbers, 59);
      if (more !== undefined && (zero === 1 ? more.value < 10 : more.value >= 10)) {
        minutes += more.value;
        end = more.end;
        isCertain = true;
      }
    }
  }
  const oclock = phraseAt(tokens, end, time.oclock);
  end += oclock;
  isCertain ||= oclock > 0;
  const said = {
    afternoon: phraseAt(tokens, end, time.afternoon),
    morning: phraseAt(tokens, end, time.morning),
    night: phraseAt(tokens, end, time.night ?? []),
  };
  const partOfDay = Math.max(said.afternoon, said.morning, said.night);
  // "tomorrow evening at seven", and "make it eight" of what was to be in the evening
  const isBefore = (phrases: readonly string[] = []) =>
    partOfDay === 0 && partBefore(tokens, at, time, phrases);
  const before = digits === null ? options.before : undefined;
  // but not "make it one" of what was to be at eleven at night
  const isNight = before !== undefined && before >= '22:00' && minutes < nightEndsAt;
  const isLate = before !== undefined && before >= '12:00' && !isNight;
  const afternoon = said.afternoon > 0 || isBefore(time.afternoon) || (partOfDay === 0 && isLate);
  const { morning } = said;
  const night = said.night > 0 || isBefore(time.night);
  // "make it eleven" of what was to be at midnight is before it, and "make it one" behind it
  const isMidnight = before !== undefined && before < '01:00';
  const isEvening = isMidnight && partOfDay === 0 && minutes > 360;
  // "Twelve thirty at night" is half an hour after midnight, "eleven at night" an hour before it.
  const isEarly = minutes % 720 < nightEndsAt;
  if ((afternoon || isEvening || (night && !isEarly)) && minutes < 720) minutes += 720;
  if ((morning > 0 || (night && isEarly)) && minutes >= 720) minutes -= 720;
  // "tonight" is a day besides, for whoever asks for one
  if (lookup(time.days, tokens[end]) === undefined) end += partOfDay;
  if (!isCertain && partOfDay === 0) return undefined;
  if (minutes < 0 || minutes >= 1440) minutes = (minutes + 1440) % 1440;
  return { end, value: clock(minutes) };
}

/** Whether one of some phrases for a part of the day ends before a time and its "at": "tonight at nine". */
function partBefore(
  tokens: readonly Token[],
  at: number,
  { hourAfter = [] }: Locale['time'],
  phrases: readonly string[],
): boolean {
  if (at < 2 || !hourAfter.includes(tokens[at - 1].norm)) return false;
  return phrases.some((phrase) => phrase.split(' ').at(-1) === tokens[at - 2].norm);
}

function clock(minutes: number): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${pad(Math.trunc(minutes / 60))}:${pad(Math.round(minutes % 60))}`;
}

function direction(
  token: Token | undefined,
  past: readonly string[],
  to: readonly string[],
): 1 | -1 | undefined {
  if (token === undefined) return undefined;
  if (past.includes(token.norm)) return 1;
  return to.includes(token.norm) ? -1 : undefined;
}

/** The hour behind "half past": a number, "noon" or "midnight". */
function hourAt(
  tokens: readonly Token[],
  at: number,
  { time, numbers }: Locale,
): { end: number; value: number } | undefined {
  const named = lookup(time.clock, tokens[at]);
  return named === undefined ? smallNumber(tokens, at, numbers, 24) : { end: at + 1, value: named / 60 };
}

/**
 * The hour of "half past" and "quarter to" at the end of a sentence: that of the time before, or the next to come, which
 * is nearer to "ten past" behind "ten to seven".
 */
function hourBefore(
  tokens: readonly Token[],
  at: number,
  minutes: number,
  before: string | undefined,
): { end: number; value: number } | undefined {
  if (before === undefined || at < tokens.length) return undefined;
  const [hour, minute] = before.split(':').map(Number);
  const isNext = minutes < 0 ? minute > 0 : 60 + minutes - minute < minute - minutes;
  return { end: at, value: isNext ? hour + 1 : hour };
}
