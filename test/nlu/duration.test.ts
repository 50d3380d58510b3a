import fc from 'fast-check';
import t from 'tap';
import { readDurations } from '../../src/nlu/entities/duration.js';
import { durationParts, isoDuration, isoMonths, monthsIn } from '../../src/nlu/entities/iso-duration.js';
import { resolveLocale } from '../../src/nlu/locales/index.js';
import { tokenise } from '../../src/nlu/tokenise.js';

const { locale } = resolveLocale('en-US')!;
const read = (text: string, options = {}) => readDurations(tokenise(text, locale), 0, locale, options);
/** The longest match, where it is the whole text. */
const whole = (text: string, options = {}) => {
  const [found] = read(text, options);
  return found?.end === tokenise(text, locale).length ? found.value : undefined;
};

t.test('spans of time as people say them', async (t) => {
  const said: Record<string, string> = {
    'ten minutes': 'PT10M',
    'ten minute': 'PT10M',
    'an hour': 'PT1H',
    'one hour': 'PT1H',
    'another week': 'P7D',
    'another couple of weeks': 'P14D',
    'another hour and a half': 'PT1H30M',
    'another half hour': 'PT30M',
    'another quarter of an hour': 'PT15M',
    'half an hour': 'PT30M',
    'half hour': 'PT30M',
    'a half hour': 'PT30M',
    'half a minute': 'PT30S',
    'quarter of an hour': 'PT15M',
    'a quarter of an hour': 'PT15M',
    'three quarters of an hour': 'PT45M',
    'an hour and a half': 'PT1H30M',
    'a minute and a half': 'PT1M30S',
    'one hour and a quarter': 'PT1H15M',
    'an hour and three quarters': 'PT1H45M',
    'one and a half hours': 'PT1H30M',
    'two and a half minutes': 'PT2M30S',
    'ninety seconds': 'PT1M30S',
    'a hundred seconds': 'PT1M40S',
    'forty five mins': 'PT45M',
    'one hour twenty': 'PT1H20M',
    'an hour and twenty': 'PT1H20M',
    'one hour and five': 'PT1H5M',
    'one hour twenty minutes': 'PT1H20M',
    'one hour and twenty five minutes': 'PT1H25M',
    'five minutes thirty': 'PT5M30S',
    'five minutes and thirty seconds': 'PT5M30S',
    'two hours five minutes and ten seconds': 'PT2H5M10S',
    'a couple of minutes': 'PT2M',
    'a couple minutes': 'PT2M',
    'twelve hours': 'PT12H',
    'two days': 'P2D',
    'a day and a half': 'P1DT12H',
    'two weeks': 'P14D',
    'another fortnight': 'P14D',
    '1.5 hours': 'PT1H30M',
    '2 h 30 min': 'PT2H30M',
    '10 mins': 'PT10M',
    'a month': 'P1M',
    'another month': 'P1M',
    'three months': 'P3M',
    'eighteen months': 'P1Y6M',
    'half a year': 'P6M',
    'a year': 'P1Y',
    'a year and a half': 'P1Y6M',
    'one and a half years': 'P1Y6M',
    'two years and three months': 'P2Y3M',
  };
  for (const [text, value] of Object.entries(said)) t.equal(whole(text), value, text);
});

t.test('what is no span, or not only one', async (t) => {
  for (const text of [
    'ten',
    'an',
    'hours',
    'half past seven',
    'ten dollars',
    'an hourglass',
    'quarter to nine',
  ])
    t.strictSame(read(text), [], text);
  t.strictSame(
    read('one hour twenty past').map(({ value }) => value),
    ['PT1H20M', 'PT1H'],
    'the number may belong to what follows',
  );
  t.strictSame(
    read('two days thirty'),
    [{ end: 2, value: 'P2D' }],
    'of days and seconds no number says more',
  );
  t.strictSame(read('ten seconds twenty'), [{ end: 2, value: 'PT10S' }]);
  t.strictSame(read('an hour five'), [{ end: 2, value: 'PT1H' }], 'nobody says so for five minutes');
  t.equal(whole('two weeks', { units: new Set(['day']) }), 'P14D');
  t.equal(whole('two weeks', { units: new Set(['week', 'month']) }), 'P14D');
  t.equal(whole('a fortnight', { units: new Set(['week']) }), 'P14D');
  t.equal(whole('two months', { units: new Set(['week', 'month']) }), 'P2M');
  t.strictSame(read('two days', { units: new Set(['week', 'month']) }), []);
  t.strictSame(read('two months', { units: new Set(['day', 'year']) }), []);
  t.strictSame(read('half a month'), [], 'of no certain length');
  t.strictSame(read('a month and two days'), [{ end: 2, value: 'P1M' }]);
  t.strictSame(read('two days', { units: new Set(['minute', 'hour']) }), [], 'no other unit than asked for');
});

t.test('a number alone where a span is asked for', async (t) => {
  t.equal(whole('twenty', { bare: true }), 'PT20M');
  t.equal(whole('twenty', { bare: true, before: 'PT10M' }), 'PT20M');
  t.equal(whole('three', { bare: true, before: 'PT2H' }), 'PT3H');
  t.equal(whole('ninety', { bare: true, before: 'PT30S' }), 'PT1M30S');
  t.equal(whole('fifty', { bare: true, before: 'PT1H40M' }), 'PT50M');
  t.equal(whole('three', { bare: true, before: 'P2M' }), 'P3M');
  t.equal(whole('three', { bare: true, before: 'P1Y' }), 'P3Y');
  t.equal(whole('twenty'), undefined);
});

t.test('any number of seconds is written so that its parts make it up', async (t) => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000 }), (hundredths) => {
      const seconds = hundredths / 100;
      const parts = durationParts(isoDuration(seconds));
      t.ok(parts !== undefined);
      const sum = parts!.reduce((total, part) => total + part.count * part.seconds, 0);
      return Math.abs(sum - seconds) < 0.005;
    }),
  );
  t.equal(durationParts('ten minutes'), undefined);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1000 }), (months) => monthsIn(isoMonths(months)) === months),
  );
  t.equal(monthsIn('P14D'), undefined);
});

t.test('a few minutes without their unit are such only at the end, and none are no time', async (t) => {
  t.match(read('one hour and five apples'), [{ end: 2, value: 'PT1H' }]);
  t.match(read('one hour five'), [{ end: 2, value: 'PT1H' }]);
  t.same(read('zero minutes'), []);
  t.match(read('one hour twenty', { units: new Set(['hour']) }), [{ end: 2, value: 'PT1H' }]);
});
