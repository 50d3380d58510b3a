import t from 'tap';
import { readHalfOfDay } from '../../src/nlu/entities/part-of-day.js';
import { readTime } from '../../src/nlu/entities/time.js';
import { resolveLocale } from '../../src/nlu/locales/index.js';
import { tokenise } from '../../src/nlu/tokenise.js';

const us = resolveLocale('en-US')!;
const tokens = (text: string) => tokenise(text, us.locale);

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
  t.equal(time('half past minus five'), undefined);
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
  t.equal(time('zero six hundred'), '06:00');
  t.equal(time('zero seven fifteen'), '07:15');
  t.equal(time('fourteen hundred hours'), '14:00');
  t.equal(time('six sharp'), '06:00');
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
