import fc from 'fast-check';
import t from 'tap';
import { readAmountRange, scaledAs } from '../../src/nlu/entities/amount-range.js';
import { readCorrectedRange } from '../../src/nlu/entities/corrected-range.js';
import { decimalString, namedCurrency, readMoney } from '../../src/nlu/entities/money.js';
import { toWirePrice } from '../../src/nlu/entities/wire-price.js';
import { resolveLocale } from '../../src/nlu/locales/index.js';
import { tokenise } from '../../src/nlu/tokenise.js';
import { inWords } from './in-words.js';

const us = resolveLocale('en-US')!;
const gb = resolveLocale('en-GB')!;
const tokens = (text: string) => tokenise(text, us.locale);

t.test('every price in cents is read exactly, in words and in figures', async (t) => {
  const amount = (text: string) => {
    const match = readMoney(tokens(text), 0, us, { bare: false });
    return match === undefined ? undefined : decimalString(match.money);
  };
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 9_999_999 }), (cents) => {
      const whole = Math.trunc(cents / 100);
      const part = cents % 100;
      const exact = part === 0 ? String(whole) : `${whole}.${String(part).padStart(2, '0')}`;
      const spoken =
        part === 0 ? `${inWords(whole)} dollars` : `${inWords(whole)} dollars and ${inWords(part)} cents`;
      return amount(spoken) === exact && amount(`$${exact}`) === exact;
    }),
    { numRuns: 2000 },
  );
  t.pass();
});

t.test('what stands behind an amount may be no part of it', async (t) => {
  const money = (text: string) => {
    const list = tokens(text);
    const match = readMoney(list, 0, us, { bare: false });
    return match === undefined ? undefined : [decimalString(match.money), list.length - match.end];
  };
  t.same(money('$5 dollars'), ['5', 0], 'its currency is said twice');
  t.same(money('five dollars forty'), ['5.40', 0]);
  t.same(money('five dollars 40'), ['5', 1], 'nobody writes cents so');
  t.same(money('five dollars and forty'), ['5', 2]);
  t.same(money('five dollars and forty cents'), ['5.40', 0]);
  t.same(money('five dollars and zero cents'), ['5', 3]);
  t.same(money('five dollars and two hundred'), ['5', 3], 'more than cents');
  t.equal(money('fifty point five cents'), undefined);
  t.same(money('five dollars two dozen'), ['5', 2], 'so many for it');
  t.same(money('$5 grand'), ['5000', 0]);
  t.equal(money('$ minus five'), undefined);
  t.equal(namedCurrency(tokens('fifty p'), gb), 'GBP', 'pence, where there are any');
  t.equal(namedCurrency(tokens('fifty p'), us), undefined);
});

t.test('a number alone is an amount where that is meant, and a part of a thing is none', async (t) => {
  const bare = (text: string) => {
    const match = readMoney(tokens(text), 0, us, { bare: true });
    return match === undefined ? undefined : decimalString(match.money);
  };
  t.equal(bare('fifty'), '50');
  t.equal(bare('one and a half'), '1.50');
  t.equal(bare('half a dollar'), '0.50');
  t.equal(bare('half a chocolate bar'), undefined);
  t.equal(bare('half'), undefined);
});

t.test('figures with a dash between them are a range of money only', async (t) => {
  for (const text of ['1-2 years', 'size 8-10', 'wd-40 under 10 dollars', '50-100']) {
    t.notOk(
      tokens(text).some(({ norm }) => norm === '-'),
      text,
    );
  }
});

t.test('amounts put right at once', async (t) => {
  const wire = (text: string) => {
    const list = tokens(text);
    const match = readCorrectedRange(list, 0, us);
    return match === undefined ? undefined : [match.end, toWirePrice(match.range)];
  };
  t.same(wire('under six hundred no make that seven hundred'), [8, { type: 'lessThan', value: 700 }]);
  t.same(wire('under fifty dollars sorry sixty'), [5, { type: 'lessThan', value: 60 }]);
  t.same(wire('around a hundred actually two hundred'), [6, { type: 'approx', value: 200 }]);
  t.same(wire('under fifty no over sixty'), [5, { type: 'greaterThan', value: 60 }]);
  t.same(wire('up to eighty i mean ninety'), [6, { type: 'lessThan', value: 90 }]);
  t.same(wire('up to eighty no a hundred'), [6, { type: 'lessThan', value: 100 }]);
  t.same(wire('under fifty no over six hundred please'), [6, { type: 'greaterThan', value: 600 }]);
  t.same(wire('under fifty dollars no sixty dollars please'), [6, { type: 'lessThan', value: 60 }]);
  t.same(wire('under fifty no nine inch wheels'), [2, { type: 'lessThan', value: 50 }]);
  // a unit is one only to its last word: "i u" is, "i" is not
  t.same(wire('under eighty i need them'), [2, { type: 'lessThan', value: 80 }]);
  t.equal(wire('under eighty i u'), undefined);
  t.same(wire('under fifty no two pockets'), [2, { type: 'lessThan', value: 50 }]);
  t.same(wire('between fifty and eighty no ninety'), [6, { type: 'range', from: 50, to: 90 }]);
  t.same(wire('between fifty and eighty i mean sixty to ninety dollars'), [
    10,
    { type: 'range', from: 60, to: 90 },
  ]);
  t.same(wire('between fifty and eighty actually under sixty'), [7, { type: 'lessThan', value: 60 }]);
  // no upper end
  t.same(wire('between fifty and eighty no forty'), [4, { type: 'range', from: 50, to: 80 }]);
});

t.test('prices with their comparison', async (t) => {
  const wire = (text: string, locale = us) => {
    const list = tokens(text);
    const match = readAmountRange(list, 0, locale);
    return match === undefined || match.end !== list.length ? undefined : toWirePrice(match.range);
  };
  const cases: Record<string, unknown> = {
    'under fifty dollars': { type: 'lessThan', value: 50 },
    'over thirty or forty dollars': { type: 'greaterThan', value: 30 },
    '1950 to 2500': { type: 'range', from: 1950, to: 2500 },
    '1950 to 2050': undefined,
    'under rs 500': { type: 'lessThan', value: 500 },
    'under Rs.500': { type: 'lessThan', value: 500 },
    'below rupees five hundred': { type: 'lessThan', value: 500 },
    'under 1500 inr': { type: 'lessThan', value: 1500 },
    'under two lakh rupees': { type: 'lessThan', value: 200_000 },
    'under forty nine ninety nine': { type: 'lessThan', value: 50 },
    'under five ninety nine': { type: 'lessThan', value: 6 },
    'between a hundred and one fifty': { type: 'range', from: 100, to: 150 },
    'between a hundred and fifty and two hundred': { type: 'range', from: 150, to: 200 },
    'between a hundred and twenty and a hundred and fifty dollars': { type: 'range', from: 120, to: 150 },
    'between forty and twenty': { type: 'range', from: 20, to: 40 },
    'between thirty two sixty': { type: 'range', from: 30, to: 60 },
    'between thirty two and sixty': { type: 'range', from: 32, to: 60 },
    'between forty two hundred and five thousand': { type: 'range', from: 4200, to: 5000 },
    'between one hundred and two hundred dollars': { type: 'range', from: 100, to: 200 },
    'between one hundred and two hundred': { type: 'range', from: 100, to: 200 },
    'from one thousand to two thousand': { type: 'range', from: 1000, to: 2000 },
    'between twenty and forty dollars': { type: 'range', from: 20, to: 40 },
    'from one to two hundred bucks': { type: 'range', from: 100, to: 200 },
    'between ten and twenty thousand': { type: 'range', from: 10_000, to: 20_000 },
    'between twelve and fifteen hundred dollars': { type: 'range', from: 1200, to: 1500 },
    'two to three hundred thousand dollars': { type: 'range', from: 200_000, to: 300_000 },
    '10 to 20k dollars': { type: 'range', from: 10_000, to: 20_000 },
    'five to ten grand': { type: 'range', from: 5000, to: 10_000 },
    'between 1 and 500 dollars': { type: 'range', from: 1, to: 500 },
    'between one and two hundred fifty': { type: 'range', from: 1, to: 250 },
    'between ten and two hundred': { type: 'range', from: 10, to: 200 },
    'twenty to thirty dollars': { type: 'range', from: 20, to: 30 },
    'around twenty bucks': { type: 'approx', value: 20 },
    'over a thousand': { type: 'greaterThan', value: 1000 },
    'under two hundred but over fifty': { type: 'range', from: 50, to: 200 },
    'at least twenty and no more than forty': { type: 'range', from: 20, to: 40 },
    'at least five hundred': { type: 'greaterThan', value: 500 },
    'fifty dollars or less': { type: 'lessThan', value: 50 },
    'twelve twenty dollars': { type: 'exact', value: 1220 },
    'a buck fifty': { type: 'exact', value: 2 },
    'that costs less than ten dollars': { type: 'lessThan', value: 10 },
    'no more than two grand': { type: 'lessThan', value: 2000 },
    'two thousand and up': { type: 'greaterThan', value: 2000 },
    'three hundred or more': { type: 'greaterThan', value: 300 },
    'ten and up': undefined,
    'half a grand': { type: 'exact', value: 500 },
    'fifty ish': { type: 'approx', value: 50 },
    'that will not cost more than ninety': { type: 'lessThan', value: 90 },
    'fifty max': { type: 'lessThan', value: 50 },
    'thirty five at most': { type: 'lessThan', value: 35 },
    'under hundred': { type: 'lessThan', value: 100 },
    'below thousand five hundred rupees': { type: 'lessThan', value: 1500 },
    'between hundred and two hundred': { type: 'range', from: 100, to: 200 },
    'hundred max': { type: 'lessThan', value: 100 },
    'under hundred percent': undefined,
    hundred: undefined,
    'not more as fifty': { type: 'lessThan', value: 50 },
    'less then fifty dollars': { type: 'lessThan', value: 50 },
    'just under a hundred dollars': { type: 'lessThan', value: 100 },
    'a little over fifty bucks': { type: 'greaterThan', value: 50 },
    'under four ninety nine ninety nine': { type: 'lessThan', value: 500 },
    'less than two and a half thousand': { type: 'lessThan', value: 2500 },
    'thirty or forty dollars': { type: 'range', from: 30, to: 40 },
    'around thirty or maybe forty': { type: 'range', from: 30, to: 40 },
    'under thirty or forty': { type: 'lessThan', value: 40 },
    '$50-$100': { type: 'range', from: 50, to: 100 },
    '$50 – 100': { type: 'range', from: 50, to: 100 },
    '50-100 dollars': { type: 'range', from: 50, to: 100 },
    'between 50 - 100 dollars': { type: 'range', from: 50, to: 100 },
    'from $50-100': { type: 'range', from: 50, to: 100 },
    '1,000–2,000$': { type: 'range', from: 1000, to: 2000 },
    'under 49.99-59.99 euros': { type: 'lessThan', value: 60 },
    '2-3 grand': { type: 'range', from: 2000, to: 3000 },
    'under a million and a half': { type: 'lessThan', value: 1_500_000 },
    'a grand and a half': { type: 'exact', value: 1500 },
    'around twenty to thirty dollars': { type: 'range', from: 20, to: 30 },
    'for $20 to $30': { type: 'range', from: 20, to: 30 },
    'in the price range of fifty to a hundred': { type: 'range', from: 50, to: 100 },
    'a budget of fifty to a hundred': { type: 'range', from: 50, to: 100 },
    'five dollars and a half': { type: 'exact', value: 6 },
    'priced at ten': { type: 'exact', value: 10 },
    'which one': undefined,
    'forty to sixty': { type: 'range', from: 40, to: 60 },
    'a hundred to a hundred and twenty five': { type: 'range', from: 100, to: 125 },
    'forty to sixty cups': undefined,
    'six to twelve': undefined,
    'thirty six to forty two': undefined,
    '1990 to 2000': undefined,
    'budget fifty': { type: 'lessThan', value: 50 },
    'budget around fifty': { type: 'approx', value: 50 },
    'closer to fifty': { type: 'approx', value: 50 },
    'thirty or forty': undefined,
    'under 10 in': undefined,
    'under ten inches': undefined,
    fifty: undefined,
    'for two': undefined,
  };
  for (const [text, price] of Object.entries(cases)) t.same(wire(text), price, text);
  t.same(wire('under 99p', gb), { type: 'lessThan', value: 1 });
  t.same(wire('two pounds fifty p', gb), { type: 'exact', value: 3 });
  t.equal(wire('1080p', gb), undefined, 'no price, but a picture');
  t.same(wire('under fifty pounds', gb), { type: 'lessThan', value: 50 }, 'pounds are money in Britain');
  t.equal(wire('under fifty pounds'), undefined, 'and a weight elsewhere');
  const builder = tokens('under a constructor');
  t.equal(readAmountRange(builder, 0, us), undefined, 'no word that all objects know');
});

t.test(
  'a small number is in the hundreds or thousands of the price before, where that makes a price',
  async (t) => {
    const money = (minor: number) => ({ minor, currency: 'USD' });
    const scaled = (minor: number, before: number) =>
      scaledAs({ type: 'lessThan', from: money(minor) }, before).from.minor;
    t.equal(scaled(600, 500), 60_000);
    t.equal(scaled(600, 5_000), 600_000);
    t.equal(scaled(650, 500), 650, 'six fifty');
    t.equal(scaled(600, 20), 600, 'six is as likely as twenty');
    t.equal(scaled(600, 90_000), 600, 'six thousand is far from it');
    t.same(scaledAs({ type: 'range', from: money(600), to: money(700) }, 500), {
      type: 'range',
      from: money(60_000),
      to: money(70_000),
    });
  },
);

t.test('a word for a hundredth names the currency of the region', async (t) => {
  t.equal(namedCurrency(tokens('fifty cents'), us), 'USD');
  t.equal(namedCurrency(tokenise('fifty pence', gb.locale), gb), 'GBP');
  t.equal(namedCurrency(tokens('fifty'), us), undefined);
});
