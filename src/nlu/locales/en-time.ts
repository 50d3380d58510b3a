import { indexWords } from './index-words.js';
import type { LanguageData } from './language-data.js';

const monthWords =
  'january february march april may june july august september october november december'.split(' ');
const weekdayWords = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');

/** How English says days, times of day and spans of time. */
export const englishTime: LanguageData['time'] = {
  weekdays: indexWords(weekdayWords),
  months: indexWords(monthWords, 1),
  shortMonths: {
    ...indexWords(
      monthWords.map((word) => word.slice(0, 3)),
      1,
    ),
    sept: 9,
  },
  days: { today: 0, todays: 0, tonight: 0, tonights: 0, tomorrow: 1, tomorrows: 1, yesterday: -1 },
  clock: { noon: 720, midday: 720, midnight: 0 },
  morning: ['am', 'a m', 'in the morning', 'in morning', 'this morning', 'morning'],
  afternoon: [
    ...['pm', 'p m', 'in the afternoon', 'in the evening', 'this afternoon', 'this evening'],
    ...['in afternoon', 'in evening', 'afternoon', 'evening'],
  ],
  night: ['at night', 'in the night', 'tonight'],
  late: ['dinner', 'supper', 'drinks', 'cinema', 'concert', 'theater', 'pub', 'bedtime', 'party'],
  minutes: ['minute', 'minutes', 'min', 'mins'],
  oclock: ['oclock', 'o clock'].flatMap((words) => [words, `${words} sharp`]).concat('sharp'),
  hourAfter: [
    ...['at', 'by', 'until', 'till', 'before', 'after', 'from', 'for'],
    ...['around', 'about', 'roughly', 'approximately', 'exactly', 'precisely'],
  ],
  spanAfter: ['from'],
  past: ['past', 'after'],
  to: ['to', 'till', 'before', 'of'],
  next: ['next', 'this', 'on', 'coming'],
  last: ['last'],
  ago: ['ago'],
  spansDays: {
    until: ['to', 'until', 'till', 'through', 'thru'],
    between: ['between'],
    and: ['and'],
    moves: ['move', 'change', 'reschedule', 'shift', 'push', 'bring', 'switch', 'postpone', 'swap'],
  },
  on: ['on'],
  before: { date: ['on'], time: ['at'] },
  in: ['in'],
  durations: {
    ...{ second: 1, seconds: 1, sec: 1, secs: 1, s: 1 },
    ...{ minute: 60, minutes: 60, min: 60, mins: 60, m: 60 },
    ...{ hour: 3600, hours: 3600, hr: 3600, hrs: 3600, h: 3600 },
    ...{ day: 86_400, days: 86_400, week: 604_800, weeks: 604_800 },
    ...{ fortnight: 1_209_600, fortnights: 1_209_600 },
  },
  durationNames: [
    { one: 'week', length: 604_800 },
    { one: 'day', length: 86_400 },
    { one: 'hour', length: 3600 },
    { one: 'minute', length: 60 },
    { one: 'second', length: 1 },
  ],
  spans: { day: 1, days: 1, week: 7, weeks: 7, fortnight: 14, fortnights: 14 },
  monthSpans: { month: 1, months: 1, year: 12, years: 12 },
  monthNames: [
    { one: 'year', length: 12 },
    { one: 'month', length: 1 },
  ],
  weekAfter: [
    ['next', 'week'],
    ['of', 'next', 'week'],
  ],
  weekAfterNext: [
    ['week', 'after', 'next'],
    ['the', 'week', 'after', 'next'],
    ['of', 'the', 'week', 'after', 'next'],
  ],
  weekLater: [['week'], ['after', 'next']],
  time: ['time'],
  another: ['another'],
  of: ['of'],
  edges: { start: ['beginning', 'start'], end: ['end'], present: ['this'], following: ['next'] },
  partsOfDay: ['morning', 'afternoon', 'evening', 'night'],
  dayBefore: ['every', 'each', 'weekday', 'weekend', 'school', 'that'],
  wholeHour: ['hundred hours', 'hundred hour'],
  namedDays: [
    { words: ['the', 'day', 'after', 'tomorrow'], day: 2 },
    { words: ['day', 'after', 'tomorrow'], day: 2 },
    { words: ['the', 'day', 'before', 'yesterday'], day: -2 },
    { words: ['this', 'morning'], day: 0 },
    { words: ['this', 'afternoon'], day: 0 },
    { words: ['this', 'evening'], day: 0 },
    { words: ['next', 'week'], day: 7 },
    { words: ['the', 'week', 'after', 'next'], day: 14 },
    { words: ['week', 'after', 'next'], day: 14 },
    { words: ['christmas', 'eve'], day: [12, 24] },
    { words: ['christmas', 'day'], day: [12, 25] },
    { words: ['boxing', 'day'], day: [12, 26] },
    { words: ['valentines', 'day'], day: [2, 14] },
    { words: ['halloween'], day: [10, 31] },
    { words: ['new', 'years', 'eve'], day: [12, 31] },
    { words: ['new', 'years', 'day'], day: [1, 1] },
  ],
  from: ['from', 'after'],
  dayBehind: ['after'],
  dayAhead: ['before'],
  now: ['now', 'today'],
};
