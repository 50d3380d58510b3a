import t from 'tap';
import { formatHundredths, readNumber } from '../../src/nlu/entities/number.js';
import { readOrdinal } from '../../src/nlu/entities/ordinal.js';
import { readQuantity } from '../../src/nlu/entities/quantity.js';
import { readShare } from '../../src/nlu/entities/share.js';
import { areOtherEnds, wishedAmount } from '../../src/nlu/entities/wished-amount.js';
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
  t.equal(quantity('two by four eight foot'), '2 x 4 x 8 foot');
  t.equal(quantity('two by forty two foot'), '2 x 42 foot');
  t.equal(quantity('two by four twenty foot'), '2 x 4 x 20 foot');
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
  t.equal(quantity('half a metre eighty'), '0.5 meter');
  for (const behind of ['twenty five hundred', 'eighty grand', 'eighty cents'])
    t.equal(quantity(`a metre ${behind}`), undefined, behind);
  t.equal(quantity('a foot eighty'), undefined, 'a foot has twelve inches');
  t.equal(quantity('a metre eighty long'), '1.8 meter');
  t.equal(quantity('a metre of rope'), undefined, 'an article, and no count');
  const priced = tokens('$40 in purple');
  t.equal(readQuantity(priced, 1, us.locale), undefined, 'what stands behind a currency sign is no length');
});

t.test('two bounds are the ends of one range where anything lies between them', async (t) => {
  t.ok(areOtherEnds('over 2 kilogram', 'under 5 kilogram', us.locale));
  t.notOk(areOtherEnds('over 5 kilogram', 'under 2 kilogram', us.locale), 'nothing is both');
  t.notOk(areOtherEnds('over 2 kilogram', 'under 5 liter', us.locale), 'of something else');
  t.equal(wishedAmount('2 kilogram to 3 liter', us.locale), undefined);
});

t.test('a share is a part of one', async (t) => {
  const share = (text: string) => readShare(tokens(text), 0, us.locale)?.amount;
  t.equal(share('3/4 of the milk'), '0.75');
  t.equal(share('0/5 of them'), undefined);
});

t.test('a plural and its singular share their stem', async (t) => {
  const { stem, plural } = us.locale;
  const nouns =
    'lens bus gas canvas atlas cactus glass wife knife shelf scarf box watch dress shoe jeans baby toy cookie';
  for (const noun of nouns.split(' ')) t.equal(stem(plural(noun)), stem(noun), noun);
  t.equal(plural('wife'), 'wives');
  t.equal(stem('lens'), 'lens');
});

/** The number that a text begins with, and how many words stand behind it. */
const upTo = (text: string) => {
  const list = tokens(text);
  const read = readNumber(list, 0, us.locale.numbers)!;
  return [formatHundredths(read.hundredths), list.length - read.end];
};

t.test('nobody counts more than five stars', async (t) => {
  t.same(upTo('fifty four stars'), ['50', 2]);
  t.same(upTo('two hundred four stars'), ['200', 2]);
  t.same(upTo('four stars'), ['4', 1]);
  t.same(upTo('fifty stars'), ['50', 1]);
  t.same(upTo('fifty six stars'), ['56', 1]);
  t.same(upTo('four and a half stars'), ['4.5', 1]);
});

t.test('of a price and a measure right behind it the measure is a likely one', async (t) => {
  t.same(upTo('five hundred fifty inch'), ['500', 2]);
  t.same(upTo('eight hundred fifty five inches'), ['800', 3]);
  t.same(upTo('one hundred twenty inches'), ['120', 1]);
  t.same(upTo('two hundred ten foot'), ['200', 2]);
  t.same(upTo('eight hundred sixteen gigs'), ['800', 2]);
  t.same(upTo('five hundred twelve gigs'), ['512', 1]);
  t.same(upTo('one hundred twenty eight gigabytes'), ['128', 1]);
  t.same(upTo('three hundred two terabytes'), ['300', 2]);
  t.same(upTo('five hundred and fifty inches'), ['550', 1], 'who says "and" goes on');
});
