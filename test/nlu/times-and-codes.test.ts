import t from 'tap';
import { readDate } from '../../src/nlu/entities/date.js';
import { readOrdinal } from '../../src/nlu/entities/ordinal.js';
import { readHalfOfDay } from '../../src/nlu/entities/part-of-day.js';
import { readQuantity } from '../../src/nlu/entities/quantity.js';
import { readTime } from '../../src/nlu/entities/time.js';
import { resolveLocale } from '../../src/nlu/locales/index.js';
import { tokenise } from '../../src/nlu/tokenise.js';

const us = resolveLocale('en-US')!;
const tokens = (text: string) => tokenise(text, us.locale);

t.test('a place in a row is counted from either end', async (t) => {
  const ordinal = (text: string) => readOrdinal(tokens(text), 0, us.locale.numbers)?.value;
  t.equal(ordinal('second'), 2);
  t.equal(ordinal('2nd'), 2);
  t.equal(ordinal('twenty first'), 21);
  t.equal(ordinal('twenty tenth'), undefined, 'two things');
  t.equal(ordinal('last'), -1);
  t.equal(ordinal('second to last'), -2);
});

t.test('a quantity is a number with its unit, as people say them', async (t) => {
  const quantity = (text: string) => {
    const match = readQuantity(tokens(text), 0, us.locale);
    return match === undefined ? undefined : `${match.amount} ${match.unit}`;
  };
  t.equal(quantity('sixty four gigabytes'), '64 gigabyte');
  t.equal(quantity('seventy by fifty five inch'), '70 x 55 inch');
  t.equal(quantity('12 oz'), '12 ounce');
  t.equal(quantity('200 mcg'), '200 microgram');
  t.equal(quantity('200 µg'), '200 microgram');
  t.equal(quantity('two hundred micrograms'), '200 microgram');
  t.equal(quantity('twelve apples'), undefined);
  t.equal(quantity('half a pound'), '0.5 pound');
  t.equal(quantity('three quarter inch'), '0.75 inch');
  t.equal(quantity('a quarter inch'), '0.25 inch');
  t.equal(quantity('an eighth inch'), '0.125 inch');
  t.equal(quantity('three eighths inch'), '0.375 inch');
  t.equal(quantity('five sixteenths of an inch'), '0.3125 inch');
  t.equal(quantity('two and three eighths inches'), '2.375 inch');
  t.equal(quantity('one and three quarter inches'), '1.75 inch');
  t.equal(quantity('2 3/8 inch'), '2.375 inch');
  t.equal(quantity('three sixty fourths inch'), '0.046875 inch');
  t.equal(quantity('three twenty tenths inch'), undefined, 'nobody counts so');
  t.equal(quantity('a third of a foot'), '0.33 foot');
  t.equal(quantity('the eighth inch'), undefined, 'a place among others');
  t.equal(quantity('10 in'), '10 inch');
  t.equal(quantity('ten in'), undefined, 'nobody says inches so');
  t.equal(quantity('one metre eighty'), '1.8 meter');
  t.equal(quantity('two metres fifty wide'), '2.5 meter');
  t.equal(quantity('two metres twenty dollars'), '2 meter', 'what has a unit of its own is no part of it');
  t.equal(quantity('two metres five'), '2 meter');
  t.equal(quantity('a metre eighty long'), '1.8 meter');
  t.equal(quantity('a metre of rope'), undefined, 'an article, and no count');
  const priced = tokens('$40 in purple');
  t.equal(readQuantity(priced, 1, us.locale), undefined, 'what stands behind a currency sign is no length');
});

t.test('a plural and its singular share their stem', async (t) => {
  const { stem, plural } = us.locale;
  const nouns =
    'lens bus gas canvas atlas cactus glass wife knife shelf scarf box watch dress shoe jeans baby toy cookie';
  for (const noun of nouns.split(' ')) t.equal(stem(plural(noun)), stem(noun), noun);
  t.equal(plural('wife'), 'wives');
  t.equal(stem('lens'), 'lens');
});

t.test('a time of day is read however it is said', async (t) => {
  const time = (text: string) => readTime(tokens(text), 0, us.locale)?.value;
  t.equal(time('half past seven'), '07:30');
  const since = (text: string) => readTime(tokens(text), 1, us.locale)?.value;
  t.equal(since('from five to eight'), '05:00', 'and not five minutes before eight');
  t.equal(since('from quarter to eight'), '07:45');
  t.equal(since('at five to eight'), '07:55');
  t.equal(time('quarter two seven'), '06:45', 'as it sounds');
  t.equal(time('ten minutes too eight'), '07:50', 'as it sounds');
  t.equal(time('six thirty in morning'), '06:30');
  t.equal(time('six oclock evening'), '18:00');
  t.equal(readTime(tokens('dinner at seven'), 2, us.locale)?.value, '19:00', 'nobody dines in the morning');
  t.equal(time('quarter to eight in the evening'), '19:45');
  t.equal(time('seven thirty pm'), '19:30');
  t.equal(time("twelve o'clock"), '12:00');
  t.equal(time('twelve am'), '00:00');
  t.equal(time('530 am'), '05:30');
  t.equal(time('630'), undefined, 'nothing but a number');
  t.equal(time('100 am'), undefined);
  t.equal(time('seven oh five'), '07:05');
  t.equal(time('19:30'), '19:30');
  t.equal(time('noon'), '12:00');
  t.equal(time('half seven'), '07:30');
  t.equal(time('quarter to midnight'), '23:45');
  t.equal(time('five to seven'), time('six fifty five'));
  t.equal(time('ten minutes to nine'), '08:50');
  t.equal(time('six thirty this evening'), '18:30');
  t.equal(time('seven tonight'), '19:00');
  t.equal(readTime(tokens('tonight wake me at seven'), 4, us.locale)?.value, '19:00');
  t.equal(time('six thirty alarm tonight'), '18:30');
  t.equal(time('six thirty tomorrow not tonight'), '06:30', 'another day is named');
  t.equal(readTime(tokens('tonight wake me at three'), 4, us.locale)?.value, '03:00');
  t.equal(time('seven oclock tomorrow evening'), '19:00');
  t.equal(time('seven thirty tomorrow pm'), '19:30');
  t.equal(time('eight oclock every night'), '20:00');
  t.equal(time('half past eight on weekday evenings'), '20:30');
  t.equal(time('half past six on saturday morning'), '06:30');
  t.equal(time('half past six on night mode'), '06:30', 'no night of a day');
  t.equal(time('eight hundred hours'), '08:00');
  t.equal(time('oh six hundred hours'), '06:00');
  t.equal(time('twenty two hundred hours'), '22:00');
  t.equal(time('eight hundred lamps'), undefined);
  t.equal(time('twelve thirty at night'), '00:30');
  t.equal(time('one at night'), '01:00');
  t.equal(time('eleven at night'), '23:00');
  t.equal(time('twelve tonight'), '00:00');
  t.equal(time('twelve noon'), '12:00');
  t.equal(time('twelve midnight'), '00:00');
  t.equal(time('6.30 pm'), '18:30');
  t.equal(readTime(tokens('at 17.45'), 1, us.locale)?.value, '17:45');
  t.equal(time('6.30'), undefined, 'it may be an amount');
  t.equal(time('7:75'), undefined);
  t.equal(time('25:00'), undefined);
  t.equal(time('seven'), undefined, 'a number alone is no time');
});

t.test('behind since when, "to" is followed by until when', async (t) => {
  const until = (text: string) => {
    const words = tokens(text);
    const at = words.findLastIndex(({ norm }) => norm === 'to') + 1;
    return readTime(words, at, us.locale, { earliest: '08:00' })?.value;
  };
  t.equal(until('from nine to ten'), '10:00');
  t.equal(until('from nine to five'), '17:00');
  t.equal(until('from two thirty to four'), '16:00');
  t.equal(until('from half past ten to one'), '13:00');
  t.equal(until('nine am to eleven'), '11:00');
  t.equal(until('from noon to three'), '15:00');
  t.equal(until('from eleven to one pm'), '13:00');
  t.equal(until('nine to ten'), undefined, 'a number alone is none');
  t.equal(until('from york to ten'), undefined);
  t.equal(readTime(tokens('ten to nine'), 0, us.locale)?.value, '08:50');
  t.equal(readTime(tokens('at ten to nine'), 1, us.locale)?.value, '08:50');
  t.equal(readTime(tokens('eleven to one'), 0, us.locale)?.value, undefined, 'nobody counts minutes so');
  t.equal(readTime(tokens('eleven minutes to one'), 0, us.locale)?.value, '00:49');
  t.equal(readTime(tokens('eleven to one'), 0, us.locale, { bare: true })?.value, '11:00');
});

t.test('a time that is not behind the latest', async (t) => {
  const time = (text: string, before?: string) =>
    readTime(tokens(text), 0, us.locale, { bare: true, before, earliest: '09:00', latest: '17:00' })?.value;
  t.equal(time('ten', '15:30'), '10:00');
  t.equal(time('four', '15:30'), '16:00');
  t.equal(time('four'), '16:00');
  t.equal(time('eight'), '08:00');
  t.equal(time('twelve', '15:30'), '12:00');
  t.equal(time('eight pm', '15:30'), '20:00');
});

t.test('the half of the day alone moves the time that was spoken of', async (t) => {
  const moved = (text: string, before: string) => readHalfOfDay(tokens(text), 0, us.locale, before)?.value;
  t.equal(moved('pm', '07:30'), '19:30');
  t.equal(moved('am', '19:30'), '07:30');
  t.equal(moved('in the evening', '07:30'), '19:30');
  t.equal(moved('in the morning', '07:30'), '07:30', 'it is there already');
  t.equal(moved('am', '12:15'), '00:15');
  t.equal(moved('pm', '00:15'), '12:15');
  t.equal(moved('at night', '11:00'), '23:00');
  t.equal(moved('at night', '13:00'), '01:00');
  t.equal(moved('tomorrow', '07:30'), undefined);
  t.equal(moved('evening', '07:30'), undefined, 'a greeting');
});

t.test('a time that is not before the earliest', async (t) => {
  const opened = (text: string) =>
    readTime(tokens(text), 0, us.locale, { bare: true, earliest: '09:00' })?.value;
  t.equal(opened('three'), '15:00');
  t.equal(opened('half past eight'), '20:30');
  t.equal(opened('nine'), '09:00');
  t.equal(opened('quarter to nine'), '20:45');
  t.equal(opened('twelve thirty'), '12:30');
  t.equal(opened('seven in the morning'), '07:00', 'what is said, is meant');
  t.equal(opened('03:00'), '03:00');
  t.equal(opened('3:00'), '15:00');
  t.equal(opened('quarter to midnight'), '23:45');
  t.equal(opened('ten to one'), '12:50');
  t.equal(opened('six every morning'), '06:00', 'the morning is named');
});

t.test('the next such time to come', async (t) => {
  const next = (text: string, now: string, before?: string) =>
    readTime(tokens(text), 0, us.locale, { bare: true, upcomingFrom: () => now, before })?.value;
  t.equal(next('six', '12:00'), '18:00');
  t.equal(next('six', '05:30'), '06:00');
  t.equal(next('six', '21:00'), '06:00', 'tomorrow');
  t.equal(next('six', '18:00'), '06:00', 'it is six already');
  t.equal(next('half past twelve', '12:15'), '12:30');
  t.equal(next('half past twelve', '13:00'), '00:30');
  t.equal(next('quarter to one', '13:00'), '00:45');
  t.equal(next('7:30', '12:00'), '19:30');
  t.equal(next('07:30', '12:00'), '07:30', 'as on a 24-hour clock');
  t.equal(next('oh seven hundred hours', '12:00'), '07:00');
  t.equal(next('quarter past midnight', '12:00'), '00:15');
  t.equal(next('six am', '12:00'), '06:00');
  t.equal(next('six every morning', '12:00'), '06:00');
  t.equal(next('eight tomorrow', '12:00'), '08:00', 'on another day each is to come');
  t.equal(next('eight on friday', '12:00'), '08:00');
  t.equal(next('eight today', '12:00'), '20:00');
  t.equal(next('six', '20:00', '19:00'), '18:00', 'it is the evening that was spoken of');
});

t.test('a time in place of one at night', async (t) => {
  const instead = (text: string, before: string) =>
    readTime(tokens(text), 0, us.locale, { bare: true, before })?.value;
  t.equal(instead('eleven', '00:00'), '23:00');
  t.equal(instead('half eleven', '00:00'), '23:30');
  t.equal(instead('one', '00:00'), '01:00');
  t.equal(instead('one', '23:30'), '01:00');
  t.equal(instead('eight', '23:30'), '20:00');
  t.equal(instead('eight', '01:00'), '08:00');
});

t.test('a date is a day from today on that the calendar has', async (t) => {
  const friday = new Date(2026, 10, 20);
  const date = (text: string) => readDate(tokens(text), 0, us.locale, friday)?.value;
  t.equal(date('a week on friday'), '2026-12-04', 'seven days behind the next one');
  t.equal(date('two weeks on monday'), '2026-12-07');
  t.equal(date('a week tomorrow'), '2026-11-28');
  t.equal(date('a week on the fifth'), '2026-12-12');
  t.equal(date('friday week'), '2026-12-04');
  t.equal(date('next week on tuesday'), '2026-11-24');
  t.equal(date('tomorrow week'), '2026-11-28');
  t.equal(date('the friday after next'), '2026-12-04');
  t.equal(date('the week after next'), '2026-12-04');
  t.equal(date('friday in two weeks'), '2026-12-11', 'as two weeks on friday');
  t.equal(date('friday in two days'), '2026-11-27', 'when, and how long');
  t.equal(date('a month from today'), '2026-12-20');
  t.equal(date('in a couple of weeks'), '2026-12-04');
  const dateEnd = (text: string) => readDate(tokens(text), 0, us.locale, friday)?.end;
  t.equal(dateEnd("in two weeks' time"), 4);
  t.equal(dateEnd('tuesday in a fortnights time'), 5);
  t.equal(date('next week friday'), '2026-11-27');
  t.equal(date('next week'), '2026-11-27');
  t.equal(date('two days on friday'), undefined, 'how long, and when');
  t.equal(date('a week friends'), undefined);
  t.equal(date('tomorrow'), '2026-11-21');
  t.equal(date('next friday'), '2026-11-27');
  t.equal(date('in two weeks'), '2026-12-04');
  t.equal(date('in a month'), '2026-12-20');
  t.equal(date('in three months'), '2027-02-20');
  t.equal(date('saturday next week'), '2026-11-28');
  t.equal(date('monday of next week'), '2026-11-23');
  t.equal(date('may fifth'), '2027-05-05');
  t.equal(date('the fifth of december'), '2026-12-05');
  t.equal(date('february thirtieth'), undefined);
  t.equal(date('the day after tomorrow'), '2026-11-22');
  t.equal(date('three days from now'), '2026-11-23');
  t.equal(date('a week from monday'), '2026-11-30');
  t.equal(date('last monday'), '2026-11-16');
  t.equal(date('last friday'), '2026-11-13');
  t.equal(date('two days ago'), '2026-11-18');
  t.equal(date('a week ago'), '2026-11-13');
  t.equal(date('a month ago'), '2026-10-20');
  t.equal(date('the twenty fifth'), '2026-11-25');
  t.equal(date('on the twenty fourth of december'), '2026-12-24');
  t.equal(date('on december the twenty fourth'), '2026-12-24');
  t.equal(date('on the twenty fourth'), '2026-11-24');
  t.equal(date('on second thoughts'), undefined);
  t.equal(date('on'), undefined);
  t.equal(date('the first'), '2026-12-01');
  t.equal(date('the thirty first'), '2026-12-31');
  t.equal(date('february twenty ninth'), '2028-02-29');
  t.equal(date('february 29 2028'), '2028-02-29');
  t.equal(date('february 29 2027'), undefined);
  t.equal(date('march third twenty twenty seven'), '2027-03-03');
  t.equal(date("new year's eve"), '2026-12-31');
  t.equal(date("valentine's day"), '2027-02-14');
  t.equal(date('the end of november'), '2026-11-30');
  t.equal(date('end of october'), '2027-10-31');
  t.equal(date('the end of february 2028'), '2028-02-29');
  t.equal(date('the beginning of december'), '2026-12-01');
  t.equal(date('the start of november'), '2027-11-01');
  t.equal(date('the end of the month'), '2026-11-30');
  t.equal(date('the end of next month'), '2026-12-31');
  t.equal(date('the end of this year'), '2026-12-31');
  t.equal(date('the beginning of next year'), '2027-01-01');
  t.equal(date('the end of the street'), undefined);
  t.equal(date('the end'), undefined);
  const past = (text: string) => readDate(tokens(text), 0, us.locale, friday, true)?.value;
  t.equal(past('monday'), '2026-11-16');
  t.equal(past('on friday'), '2026-11-13');
  t.equal(past('next monday'), '2026-11-23', 'says when itself');
  t.equal(past('the first of october'), '2026-10-01');
  t.equal(past('the end of november'), '2025-11-30');
  t.equal(past('the beginning of last month'), '2026-10-01');
  t.equal(past('december third'), '2025-12-03');
  t.equal(past('the twentieth'), '2026-11-20');
  t.equal(past('the thirty first'), '2026-10-31');
  t.equal(past('february twenty ninth'), '2024-02-29');
  t.match(readDate(tokens('monday morning'), 0, us.locale, friday), {
    value: '2026-11-23',
    end: 2,
    dayEnd: 1,
  });
});

t.test('a day of the calendar may have its day of the week before it', async (t) => {
  const noonOnFriday = new Date('2026-11-20T12:00:00');
  const day = (text: string, isPast = false) => {
    const words = tokens(text);
    const found = readDate(words, 0, us.locale, noonOnFriday, isPast);
    return found?.end === words.length ? found.value : undefined;
  };
  t.equal(day('friday the fourth'), '2026-12-04');
  t.equal(day('friday the 4th'), '2026-12-04');
  t.equal(day('friday december fourth'), '2026-12-04');
  t.equal(day('monday the fourteenth of december'), '2026-12-14');
  t.equal(day('tuesday the first of june twenty twenty seven'), '2027-06-01');
  t.equal(day('monday the fourth'), '2027-01-04', 'the month after');
  t.equal(day('wednesday the eighteenth', true), '2026-11-18');
  t.equal(day('monday the fifth', true), '2026-10-05');
  t.equal(day('sunday the fourth'), undefined, 'no such day within two months: the fourth of something');
  t.equal(day('4 december'), '2026-12-04');
  t.equal(day('friday 4 december 2026'), '2026-12-04');
  t.equal(day('dec 24'), '2026-12-24');
  t.equal(day('the 3rd of sept'), '2027-09-03');
  t.equal(day('four may fifth'), undefined, 'four on may fifth');
});
