import t from 'tap';

import { converse, typed, understanderOf } from './say-to.js';

const desk = `
name: desk
locales: [en]
entities:
  from: { kind: date, into: from }
  until: { kind: date, into: until }
  since: { kind: date, past: true, into: from }
  till: { kind: date, past: true, into: until }
fields: { from: { kind: value }, until: { kind: value } }
intents:
  stay: { sentences: ["[a room] [from] {from} (to|until|through) {until}", "between {from} and {until}", "{from} and {until}"], context: [replace], replies: ["Yes."] }
  move: { sentences: ["move it from {from} to {until}"], context: [replace], replies: ["Moved."] }
  list: { sentences: ["list it from {since} to {till}", "list it since {since}"], context: [replace], replies: ["Here."] }
fallback: { silence: ["What?"], none: ["Sorry?"] }
`;

t.test('until when something is comes behind since when', async (t) => {
  const noonOnFriday = () => new Date('2026-11-20T12:00:00');
  const understander = understanderOf(t, desk, { now: noonOnFriday });
  const days = (text: string) =>
    Object.values(understander.understand({ locale: 'en-US', ...typed(text) }).context).join(' ');
  t.equal(days('a room from friday to sunday'), '2026-11-27 2026-11-29');
  t.equal(days('friday until friday'), '2026-11-27 2026-12-04');
  t.equal(days('from december 28th to the third'), '2026-12-28 2027-01-03');
  t.equal(
    days('from the twenty third to the twenty seventh of december'),
    '2026-12-23 2026-12-27',
    'one month',
  );
  t.equal(days('from the thirtieth to the second of january'), '2026-12-30 2027-01-02');
  t.equal(days('between the third and the fifth of may'), '2027-05-03 2027-05-05');
  t.equal(days('from the twenty eighth to friday'), '2026-11-28 2026-12-04', 'a day without a month');
  t.equal(days('from the first to tomorrow'), '2026-12-01 2026-11-21');
  t.equal(days('list it from the first to the tenth of october'), '2026-10-01 2026-10-10');
  t.equal(days('from may third to may first'), '2027-05-03 2028-05-01');
  t.equal(days('from sunday to tomorrow'), '2026-11-22 2026-11-21', 'a day that does not come again');
  t.equal(days('between friday and sunday'), '2026-11-27 2026-11-29');
  t.equal(days('friday and sunday'), '2026-11-27 2026-11-22', 'two days');
  t.equal(days('move it from friday to sunday'), '2026-11-27 2026-11-22', 'goes back');
  t.equal(days('list it from the first of october to the tenth'), '2026-10-01 2026-10-10');
  t.equal(days('list it since monday'), '2026-11-16');
  t.equal(days('list it since last monday'), '2026-11-16');
  t.equal(days('list it since two days ago'), '2026-11-18');
});

t.test('the part of a day may be a value of its own', async (t) => {
  const pack = `
name: visits
locales: [en]
lists: { part: { values: [morning, afternoon] } }
entities:
  day: { kind: date, into: day }
  part: { into: part }
fields: { day: { kind: value }, part: { kind: value } }
intents:
  visit: { sentences: ["a visit [on] {day} [in the] [{part}]"], context: [replace], replies: ["Yes."] }
  call: { sentences: ["a call [on] {day}"], context: [replace], replies: ["Yes."] }
fallback: { silence: ["What?"], none: ["Sorry?"] }
`;
  const noonOnFriday = () => new Date('2026-11-20T12:00:00');
  const understander = understanderOf(t, pack, { now: noonOnFriday });
  const context = (text: string) => understander.understand({ locale: 'en-US', ...typed(text) }).context;
  t.same(context('a visit on tuesday afternoon'), { day: '2026-11-24', part: 'afternoon' });
  t.same(context('a visit this afternoon'), { day: '2026-11-20', part: 'afternoon' });
  t.same(context('a visit on tuesday evening'), { day: '2026-11-24' }, 'which is on no list');
  t.same(context('a call this afternoon'), { day: '2026-11-20' });
});

t.test('the day after, and the monday before, are told by the day that was spoken of last', async (t) => {
  const pack = `
name: visits
locales: [en]
entities:
  old: { kind: date }
  day: { kind: date, into: day }
  at: { kind: time, into: time }
fields: { day: { kind: value }, time: { kind: value } }
intents:
  visit: { sentences: ["[what about] [on] {day} [(at|after) {at}]", "i can not come [on] {old} can we do {day}"], context: [replace], replies: ["Yes."] }
fallback: { silence: ["What?"], none: ["Sorry?"] }
`;
  const noonOnFriday = () => new Date('2026-11-20T12:00:00');
  const understander = understanderOf(t, pack, { now: noonOnFriday });
  const days = (...texts: string[]) => converse(understander, texts).map(({ context }) => context.day);
  t.same(days('wednesday', 'what about the day after', 'the monday before'), [
    '2026-11-25',
    '2026-11-26',
    '2026-11-23',
  ]);
  t.same(days('the third of december', 'the monday after at ten'), ['2026-12-03', '2026-12-07']);
  t.same(days('the third of december', 'monday after ten'), ['2026-12-03', '2026-11-23'], 'a time');
  t.same(days("i can't come on wednesday can we do the monday after"), ['2026-11-30']);
});

t.test('what comes behind the day of a field is behind it in later turns as well', async (t) => {
  const room = `
name: room
locales: [en]
entities:
  arrival: { kind: date, into: arrival }
  departure: { kind: date, into: departure, behind: arrival }
fields: { arrival: { kind: value }, departure: { kind: value } }
intents:
  book: { sentences: ["a room [from] {arrival} [[and] leaving [on] {departure}]", "[no] leaving [on] {departure}"], context: [replace], replies: ["Yes."] }
fallback: { silence: ["What?"], none: ["Sorry?"] }
`;
  const understander = understanderOf(t, room, {
    now: () => new Date('2026-11-20T12:00:00'),
  });
  const last = (...said: string[]) => Object.values(converse(understander, said).at(-1)!.context).join(' ');
  t.equal(last('a room from friday and leaving on sunday'), '2026-11-27 2026-11-29');
  t.equal(last('a room from friday leaving on monday no sunday'), '2026-11-27 2026-11-29', 'put right');
  t.equal(
    last('a room from friday leaving tomorrow'),
    '2026-11-27 2026-11-21',
    'a day that does not come again',
  );
  t.equal(last('a room on december first', 'leaving on sunday'), '2026-12-01 2026-12-06');
  t.equal(
    last('a room on december first', 'leaving on sunday', 'no leaving on saturday'),
    '2026-12-01 2026-12-05',
  );
  t.equal(last('a room on december twentieth', 'leaving on the second'), '2026-12-20 2027-01-02');
  t.equal(last('leaving on sunday'), '2026-11-22', 'nothing to be behind');
});

t.test('a day of the week is counted in its month', async (t) => {
  const understander = understanderOf(t, desk, {
    now: () => new Date('2026-11-20T12:00:00'),
  });
  const day = (text: string) =>
    understander.understand({ locale: 'en-US', ...typed(`list it since ${text}`) }).context.from;
  const days = (text: string) =>
    Object.values(understander.understand({ locale: 'en-US', ...typed(text) }).context).join(' ');
  t.equal(
    days('a room from the last sunday in november to the first friday of december'),
    '2026-11-29 2026-12-04',
  );
  t.equal(days('from the first sunday in november to last sunday in november'), '2027-11-07 2027-11-28');
  t.equal(
    days('the second tuesday of next month until the third wednesday in may twenty twenty eight'),
    '2026-12-08 2028-05-17',
  );
  t.equal(days('the last friday of the year to the fourth'), '2026-12-25 2027-01-04');
  t.equal(days('the fifth of next month to the last day of january'), '2026-12-05 2027-01-31');
  t.equal(days('the twenty second of this month to the first of the month'), '2026-11-22 2026-12-01');
  t.equal(days('the last day of the month to the first day of may'), '2026-11-30 2027-05-01');
  t.equal(day('the second monday in october'), '2026-10-12');
  t.equal(day('last friday'), '2026-11-13');
});

t.test('a day of the week with its date in figures is one day', async (t) => {
  const understander = understanderOf(t, desk, {
    now: () => new Date('2026-11-20T12:00:00'),
  });
  const days = (text: string, locale = 'en-US') =>
    Object.values(understander.understand({ locale, ...typed(text) }).context).join(' ');
  t.equal(days('a room from saturday 12/5 to monday 12/7'), '2026-12-05 2026-12-07');
  t.equal(days('a room from saturday 5/12 to monday, 7/12', 'en-GB'), '2026-12-05 2026-12-07');
  t.equal(days('a room from saturday 12/05/2026 to next monday'), '2026-12-05 2026-12-07');
  t.equal(days('list it since friday 10/2'), '2026-10-02');
});

t.test('a part of this day is a day, also behind a time', async (t) => {
  const table = (day: string) => `
name: table
locales: [en]
entities: { time: { kind: time, earliest: "11:00", into: time }${day} }
fields: { time: { kind: value }, day: { kind: value } }
intents: { book: { sentences: ["a table [at {time}]${day && ' [{day}] [at {time}]'}"], context: [replace], replies: ["Yes."] } }
fallback: { silence: ["What?"], none: ["Sorry?"] }
`;
  const now = () => new Date('2026-11-20T09:00:00');
  const saying = (pack: string) => {
    const understander = understanderOf(t, pack, { now });
    return (text: string) => {
      const { context, entities } = understander.understand({ locale: 'en-US', ...typed(text) });
      return [context.day, context.time, entities.unmatched];
    };
  };
  const booked = saying(table(', day: { kind: date, into: day }'));
  t.same(booked('a table this evening'), ['2026-11-20', undefined, undefined]);
  t.same(booked('a table this evening at eight'), ['2026-11-20', '20:00', undefined]);
  t.same(booked('a table at eight this evening'), ['2026-11-20', '20:00', undefined]);
  t.same(booked('a table at half past twelve this afternoon'), ['2026-11-20', '12:30', undefined]);
  t.same(booked('a table at eight in the evening'), [undefined, '20:00', undefined]);
  const withoutDays = saying(table(''));
  t.same(withoutDays('a table at eight this evening'), [undefined, '20:00', undefined]);
  t.same(withoutDays('a table at eight tonight'), [undefined, '20:00', undefined]);
});
