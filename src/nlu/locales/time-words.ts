/** What a unit of time is called in a pack and in replies, in the singular, and how long it is. */
interface UnitName {
  readonly one: string;
  readonly length: number;
}

/** The words of a language for days, hours and spans of time. */
export interface TimeData {
  weekdays: Readonly<Record<string, number>>;
  months: Readonly<Record<string, number>>;
  /** How they are written and never said: dec */
  shortMonths?: Readonly<Record<string, number>>;
  /** Offset in days from today. */
  days: Readonly<Record<string, number>>;
  /** Named clock times, minutes after midnight. */
  clock: Readonly<Record<string, number>>;
  morning: readonly string[];
  afternoon: readonly string[];
  /** Said of the hours before midnight and after it: eleven at night, one at night */
  night?: readonly string[];
  /** What takes place in the second half of a day, unless somebody says otherwise: dinner at seven */
  late?: readonly string[];
  oclock: readonly string[];
  /** Words behind which a bare hour is a time: at eight */
  hourAfter?: readonly string[];
  /** Words behind which "six to nine" is two times: from six to nine */
  spanAfter?: readonly string[];
  /** Words between a count of minutes and the hour: ten minutes to nine */
  minutes?: readonly string[];
  /** Parts of a day, which may follow its name: tomorrow morning */
  partsOfDay?: readonly string[];
  /** Words that may stand before a part of a day, besides days: at eight every evening */
  dayBefore?: readonly string[];
  /** What follows a full hour on a 24-hour clock: eight hundred hours */
  wholeHour?: readonly string[];
  /** Days that have a name of several words or of their own, and the days from now or the month and day they mean. */
  namedDays?: readonly {
    readonly words: readonly string[];
    readonly day: number | readonly [number, number];
  }[];
  /** What makes a span of time a day: three days from now, a week from monday */
  from?: readonly string[];
  now?: readonly string[];
  /** What tells a day by one before it: the day after friday, the monday after the fifth */
  dayBehind?: readonly string[];
  /** What tells a day by one behind it: two days before friday, the monday before the fifth */
  dayAhead?: readonly string[];
  past: readonly string[];
  to: readonly string[];
  next: readonly string[];
  /** What makes a weekday one that was: last friday */
  last?: readonly string[];
  /** What makes a span of time a day that was: two days ago */
  ago?: readonly string[];
  /** What stands before the last of several days, and the deeds that go from one to another instead. */
  spansDays?: Readonly<Record<'until' | 'between' | 'and' | 'moves', readonly string[]>>;
  /** What a day of the calendar may stand behind: on the fifth, on May fifth */
  on?: readonly string[];
  /** What mostly stands before a day and a time, and can be left out: "on tuesday at half past six". */
  before?: { date: readonly string[]; time: readonly string[] };
  in: readonly string[];
  /** Word -> seconds */
  durations: Readonly<Record<string, number>>;
  /** The names of these units, the largest first, with their seconds. */
  durationNames: readonly UnitName[];
  /** Word -> days */
  spans: Readonly<Record<string, number>>;
  /** Word -> months */
  monthSpans?: Readonly<Record<string, number>>;
  /** The names of these units, the largest first, with their months. */
  monthNames?: readonly UnitName[];
  /** What puts the weekday beside it into the week after this one: saturday next week */
  weekAfter?: readonly (readonly string[])[];
  /** The same for the week after that: saturday the week after next */
  weekAfterNext?: readonly (readonly string[])[];
  /** What puts the day before it a week later: friday week, the friday after next */
  weekLater?: readonly (readonly string[])[];
  /** What may stand behind a span of time that says when: in two weeks' time */
  time?: readonly string[];
  /** What stands before a span of time as an article does: another week */
  another?: readonly string[];
  of: readonly string[];
  /** What makes a month or a year its first or last day, and says which one: the end of this month */
  edges?: Readonly<Record<'start' | 'end' | 'present' | 'following', readonly string[]>>;
}
