import fc from 'fast-check';
import t from 'tap';
import { isoDay } from '../../src/nlu/entities/calendar-day.js';
import { readDate } from '../../src/nlu/entities/date.js';
import { readNumber } from '../../src/nlu/entities/number.js';
import { readNumericDate } from '../../src/nlu/entities/numeric-date.js';
import { resolveLocale } from '../../src/nlu/locales/index.js';
import { tokenise } from '../../src/nlu/tokenise.js';

const today = new Date('2026-11-20T12:00:00');
const readIn =
  (tag: string, isPast = false) =>
  (text: string): string | undefined => {
    const resolved = resolveLocale(tag)!;
    const tokens = tokenise(text, resolved.locale);
    const found = readNumericDate(tokens, 0, resolved, { today, isPast });
    return found?.end === tokens.length ? found.value : undefined;
  };

t.test('a day in figures is read as the region writes it', async (t) => {
  const us = readIn('en-US');
  const gb = readIn('en-GB');
  t.equal(us('12/05/2026'), '2026-12-05');
  t.equal(gb('12/05/2026'), '2026-05-12');
  t.equal(gb('12.05.2026'), '2026-05-12');
  t.equal(us('24/12/2026'), '2026-12-24', 'no month');
  t.equal(gb('12/24/2026'), '2026-12-24', 'no month');
  t.equal(us('12/24'), '2026-12-24');
  t.equal(us('3/4'), '2027-03-04', 'to come');
  t.equal(us('12/24/26'), '2026-12-24');
  t.equal(gb('twelve oh five twenty twenty seven'), '2027-05-12');
  t.equal(us('2/30/2027'), undefined);
  t.equal(us('2/0/2027'), undefined);
  t.equal(us('13/13/2027'), undefined);
  t.equal(us('2026-12-24'), '2026-12-24');
  t.equal(us('2026  12-24'), undefined, 'no date is written so');
  t.equal(us('2026-12  24'), undefined);
  t.equal(us('12.5'), undefined, 'a number');
  t.equal(us('7 30'), undefined);
  t.equal(us('seven thirty'), undefined);
  t.equal(us('12/05 30'), undefined, 'a day, and thirty of something');
});

t.test('a day that was', async (t) => {
  const us = readIn('en-US', true);
  t.equal(us('12/05/1962'), '1962-12-05');
  t.equal(us('12/05/62'), '1962-12-05');
  t.equal(us('12-05-1962'), '1962-12-05');
  t.equal(us('3/4/04'), '2004-03-04');
  t.equal(us('12/24'), '2025-12-24', 'the last one');
  t.equal(us('twelve oh five nineteen sixty two'), '1962-12-05');
  t.equal(us('five twelve nineteen eighty'), '1980-05-12');
  t.equal(us('oh four oh seven seventy six'), '1976-04-07');
  t.equal(us('four seven seventy six'), '1976-04-07');
  t.equal(us('oh four oh seven oh five'), '2005-04-07');
  t.equal(readIn('en-US')('four seven seventy six'), undefined, 'no year of a day to come');
});

t.test('two figures behind a day that was are its year', async (t) => {
  const { locale } = resolveLocale('en-US')!;
  const day = (text: string, isPast: boolean) =>
    readDate(tokenise(text, locale), 0, locale, today, isPast)?.value;
  t.equal(day('july fourth seventy six', true), '1976-07-04');
  t.equal(day("the fourth of july '76", true), '1976-07-04');
  t.equal(day('july fourth oh five', true), '2005-07-04');
  t.equal(day('july fourth twenty two', true), '2026-07-04', 'may as well be something else');
  t.equal(day('july fourth seventy six', false), '2027-07-04');
});

t.test('a day in figures behind a number is no part of it', async (t) => {
  const { locale } = resolveLocale('en-US')!;
  const number = (text: string) => readNumber(tokenise(text, locale), 0, locale.numbers)?.hundredths;
  t.equal(number('two 12/24'), 200);
  t.equal(number('2 12/25'), 200);
  t.equal(number('8 1/2'), 850);
});

t.test('every day is read from its figures', async () => {
  const any = fc.date({
    min: new Date('1900-01-01T12:00:00'),
    max: new Date('2199-12-31T12:00:00'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(any, (date) => {
      const day = isoDay(date);
      const [year, month, dayOfMonth] = day.split('-');
      return (
        readIn('en-US')(day) === day &&
        readIn('en-US')(`${month}/${dayOfMonth}/${year}`) === day &&
        readIn('en-GB')(`${dayOfMonth}.${month}.${year}`) === day
      );
    }),
  );
});
