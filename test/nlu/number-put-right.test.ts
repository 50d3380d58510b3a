import t from 'tap';

import { converse, sayTo, understanderOf } from './say-to.js';

const workout = `
name: workout
locales: [en]
lists:
  exercise: { inflect: true, values: [squat, row, bench press] }
entities:
  exercise: {}
  weight: { kind: quantity, units: [kilogram, pound] }
  count: { kind: number, from: 1, to: 100 }
  reps: { kind: pattern, patterns: [{ in: "{count} (rep[s]|times)", out: "{count}" }] }
  sets: { kind: pattern, patterns: [{ in: "{count} set[s]", out: "{count}" }] }
  exertion: { kind: phrase, of: [sets, reps, weight, exercise], head: [exercise], separators: [and], glue: [of, at, with], into: log }
fields:
  log: { kind: items }
intents:
  log:
    sentences: ["[i did] {exertion}"]
    context: [{ clear: all }, addItems]
    replies: [{ when: { said: [unmatched] }, say: ["I didn't catch {unmatched|or}."] }, Logged.]
fallback: { silence: ["What?"], none: ["Sorry?"] }
`;

t.test('a number alone puts right what was measured', async (t) => {
  const say = sayTo(understanderOf(t, workout));
  const logged = (text: string) => say(text).context.log;
  const squats = { exercise: 'squat', weight: '72 kilogram' };
  t.same(logged('squats seventy kilos no seventy two'), [squats]);
  t.same(logged('squats at seventy kilos i mean at seventy two'), [squats]);
  t.same(logged('squats 70 kg no 72'), [squats]);
  t.same(logged('squats seventy kilos no eighty pounds'), [{ exercise: 'squat', weight: '80 pound' }]);
  t.same(logged('squats eight reps no nine'), [{ exercise: 'squat', reps: '9' }]);
  t.same(logged('squats eight reps sorry nine at seventy two kilos'), [{ ...squats, reps: '9' }]);
  t.same(logged('squats seventy kilos eight reps no nine'), [
    { exercise: 'squat', weight: '70 kilogram', reps: '9' },
  ]);
});

t.test('how often something was done stands before it as a value', async (t) => {
  const say = sayTo(understanderOf(t, workout));
  t.same(say('three sets of ten reps bench press and two sets of rows').context.log, [
    { sets: '3', reps: '10', exercise: 'bench press' },
    { sets: '2', exercise: 'row' },
  ]);
});

const fuel = `
name: fuel
locales: [en]
entities:
  amount: { kind: money, into: amount }
  pump: { kind: number, from: 1, to: 9, into: pump }
  from: { kind: number, from: 10, to: 99, into: from }
  to: { kind: number, from: 10, to: 99, into: to }
fields: { amount: { kind: value }, pump: { kind: value }, from: { kind: value }, to: { kind: value } }
intents:
  fill: { sentences: ["{amount} on pump {pump}"], context: [replace], replies: ["{amount}."] }
  amount: { when: { filled: [amount] }, sentences: ["make it {amount}"], context: [replace], replies: ["{amount}."] }
  bus: { sentences: ["from stop {from} to stop {to}", "from {from} to {to}"], context: [replace], replies: ["Go."] }
fallback: { silence: ["What?"], none: ["Sorry?"] }
`;

t.test('an amount without its currency is in the one that was spoken of', async (t) => {
  const understander = understanderOf(t, fuel);
  const reply = (...said: string[]) => converse(understander, said).at(-1)!.reply.text;
  t.equal(reply('thirty euros no forty on pump two'), '€40.');
  t.equal(reply('thirty euros on pump two', 'make it forty'), '€40.');
  t.equal(reply('thirty euros on pump two', 'make it forty dollars'), '$40.');
  t.equal(reply('thirty on pump two', 'make it forty'), '$40.');
  t.equal(reply('thirty liters on pump two'), 'Sorry?', 'no money');
});

t.test('"I said" and "I meant" need not stand in a template', async (t) => {
  const pack = fuel.replace('"make it {amount}"', '"[no] [make it] {amount}"');
  const understander = understanderOf(t, pack);
  for (const opening of ['i said', 'no i said', 'i meant', 'no i meant', 'sorry i said']) {
    const [, last] = converse(understander, ['thirty euros on pump two', `${opening} forty`]);
    t.match(last, { reply: { text: '€40.' }, entities: { unmatched: undefined } }, opening);
  }
});

t.test('a currency alone puts right that of an amount', async (t) => {
  const pack = fuel.replace('"make it {amount}"', '"(no|make it) {amount}"');
  const understander = understanderOf(t, pack);
  const reply = (...said: string[]) => converse(understander, said).at(-1)!.reply.text;
  t.equal(reply('thirty euros no dollars on pump two'), '$30.');
  t.equal(reply('twelve euros fifty on pump two', 'no dollars'), '$12.50.');
  t.equal(reply('thirty euros on pump two', 'make it dollars'), '$30.');
  t.equal(reply('thirty euros on pump two', 'dollars'), 'Sorry?', 'nothing is put right');
  t.equal(reply('thirty euros on pump two', 'no cents'), 'Sorry?', 'no currency');
});

t.test('a value behind the sentence takes the place of the nearest that it can stand for', async (t) => {
  const say = sayTo(understanderOf(t, fuel));
  t.match(say('thirty euros on pump four no five').context, { amount: { amount: '30' }, pump: 5 });
  t.match(say('thirty euros on pump four no forty').context, { amount: { amount: '40' }, pump: 4 });
  t.same(say('from ten to twenty no thirty').context, { from: 10, to: 30 });
  t.same(say('from ten to twenty no from thirty').context, { from: 30, to: 20 });
  t.same(say('from ten to twenty no thirty to forty').context, { from: 30, to: 40 });
});

const rental = `
name: rental
locales: [en]
entities: { span: { kind: duration, into: span } }
fields: { span: { kind: value } }
intents: { rent: { sentences: ["[no] [a bike for] {span}"], context: [replace], replies: ["{span|duration}."] } }
fallback: { silence: ["What?"], none: ["Sorry?"] }
`;

t.test('a unit alone puts right that of the number before it', async (t) => {
  const understander = understanderOf(t, rental);
  const span = (...said: string[]) => converse(understander, said).at(-1)!.context.span;
  t.equal(span('a bike for forty five seconds no minutes'), 'PT45M');
  t.equal(span('a bike for forty five seconds sorry minutes'), 'PT45M');
  t.equal(span('a bike for three hours', 'no days'), 'P3D');
  t.equal(span('a bike for three months', 'no weeks'), 'P21D');
  t.equal(span('a bike for an hour and a half', 'no days'), 'PT1H30M', 'of two units neither is meant');
  t.equal(span('a bike for three hours', 'days'), 'PT3H', 'nothing is put right');

  const scales = understanderOf(
    t,
    `
name: scales
locales: [en]
entities: { weight: { kind: quantity, into: weight } }
fields: { weight: { kind: value } }
intents: { weigh: { sentences: ["[no|sorry] {weight}"], context: [replace], replies: ["{weight|measure}."] } }
fallback: { silence: ["What?"], none: ["Sorry?"] }
`,
  );
  const weight = (...said: string[]) => converse(scales, said).at(-1)!.context.weight;
  t.equal(weight('three point five kilos no grams'), '3.5 gram');
  t.equal(weight('three point five kilos', 'no grams'), '3.5 gram');
  t.equal(weight('three point five kilos', 'grams sorry'), '3.5 gram');
  t.equal(weight('three point five kilos', 'no four', 'no grams'), '4 gram');
  t.equal(converse(scales, ['minus two kilos', 'no minus three']).at(-1)!.reply.text, '-3 kilograms.');
});

t.test('a number alone is of the span of time that it puts right', async (t) => {
  const understander = understanderOf(t, rental);
  const span = (...said: string[]) => converse(understander, said).at(-1)!.context.span;
  t.equal(span('a bike for three hours', 'no four'), 'PT4H');
  t.equal(span('a bike for three days', 'no four'), 'P4D');
  t.equal(span('a bike for two weeks', 'no three'), 'P21D');
  t.equal(span('a bike for two weeks', 'half it'), 'P14D', 'no half a unit');
  t.equal(span('a bike for two weeks no three'), 'P21D');
  t.equal(span('a bike for fourteen days', 'no fifteen'), 'P15D');
  t.equal(span('a bike for two months', 'no three'), 'P3M');
  t.equal(span('a bike for two months no three'), 'P3M');
  t.equal(span('a bike for three hours', 'four'), 'PT3H', 'nothing is put right');
  const reply = (said: string) => converse(understander, [said])[0].reply.text;
  t.equal(reply('a bike for two weeks'), '2 weeks.');
  t.equal(reply('a bike for ten days'), '10 days.');
  t.equal(reply('a bike for a week and an hour'), '7 days and 1 hour.');
  t.equal(reply('a bike for a month'), '1 month.');
  t.equal(reply('a bike for a year and a half'), '1 year and 6 months.');
});

const post = `
name: post
locales: [en]
lists:
  product: { inflect: true, values: [parcel, stamp] }
  country: { values: [Germany, France] }
entities:
  product: {}
  country: {}
  quantity: { kind: number, from: 1, to: 20, counts: true }
  weight: { kind: quantity, units: [kilogram, gram] }
  value: { kind: money }
  article: { kind: phrase, of: [quantity, weight, value, country, product], head: [product], separators: [and], glue: [a, to, of], into: basket }
  oil: { kind: quantity, units: [liter], into: oil }
fields: { basket: { kind: items, defaults: { quantity: 1 } }, oil: { kind: value } }
intents:
  buy: { sentences: ["[send] {article}"], context: [addItems], replies: ["Yes."] }
  weigh: { sentences: ["the {article:old} (is|weighs) {article}"], context: [changeItem], replies: ["Yes."] }
  change: { sentences: ["make it {article}"], context: [changeItem], replies: ["Yes."] }
  correct: { sentences: ["(no|sorry) {article}"], context: [correctItem], replies: ["Yes."] }
  fill: { sentences: ["fill up {oil} [of diesel]"], context: [replace], replies: ["{oil|measure}."] }
  refill: { when: { after: [fill, refill] }, priority: 1, sentences: ["(no|sorry) {oil}"], context: [replace], replies: ["{oil|measure}."] }
fallback: { silence: ["What?"], none: ["Sorry?"] }
`;

t.test('a number alone is of what was measured in the turn before', async (t) => {
  const understander = understanderOf(t, post);
  const last = (...said: string[]) => converse(understander, said).at(-1)!.context;
  const basket = (...said: string[]) => last(...said).basket;
  const parcel = { quantity: 1, product: 'parcel' };
  const stamps = { quantity: 10, product: 'stamp' };
  const weighed = ['a parcel and ten stamps', 'the parcel weighs three kilos'];
  t.same(basket(...weighed, 'no four'), [{ ...parcel, weight: '4 kilogram' }, stamps]);
  t.same(basket(...weighed, 'make it four'), [{ ...parcel, weight: '4 kilogram' }, stamps]);
  t.same(basket(...weighed, 'no four', 'no five'), [{ ...parcel, weight: '5 kilogram' }, stamps]);
  t.same(basket(...weighed, 'no eighty five'), [{ ...parcel, weight: '85 kilogram' }, stamps], 'too many');
  t.same(basket('about ten stamps and a parcel of about three kilos'), [
    stamps,
    { ...parcel, weight: '3 kilogram' },
  ]);
  t.same(basket('a parcel of three kilos', 'no four'), [{ ...parcel, weight: '4 kilogram' }]);
  t.same(basket('a parcel of three kilos', 'make it four'), [
    { ...parcel, quantity: 4, weight: '3 kilogram' },
  ]);
  t.same(basket('two parcels of three kilos', 'no four'), [{ ...parcel, quantity: 4, weight: '3 kilogram' }]);
  t.match(basket('a one euro stamp', 'no two'), [{ quantity: 1, value: { amount: '2', currency: 'EUR' } }]);
  t.same(basket('a parcel and ten stamps', 'no four'), [parcel, { ...stamps, quantity: 4 }]);
  t.same(basket('two parcels and ten stamps', 'make it three parcels', 'no four'), [
    { ...parcel, quantity: 4 },
    stamps,
  ]);
  t.equal(last('fill up three liters of diesel no four').oil, '4 liter', 'within a sentence');
  t.same(basket('two parcels and ten stamps', 'two parcels', 'no three'), [
    { ...parcel, quantity: 3 },
    stamps,
  ]);
  t.equal(last('fill up three liters', 'no four').oil, '4 liter');
  t.equal(last('fill up three liters', 'sorry two and a half').oil, '2.5 liter');
  t.equal(last('fill up three liters', 'no four parcels').oil, '3 liter', 'not of what is counted');
});

const pharmacy = `
name: pharmacy
locales: [en]
lists: { medicine: { values: [aspirin, ibuprofen] } }
entities:
  medicine: {}
  dose: { kind: quantity, units: [milligram] }
  item: { kind: phrase, of: [medicine, dose], head: [medicine], separators: [and], glue: [of, the], into: list }
fields: { list: { kind: items } }
intents:
  add: { sentences: ["i need {item}"], context: [addItems], replies: ["Yes."] }
  change: { sentences: ["make {item}"], context: [changeItem], replies: ["Yes."] }
fallback: { silence: ["What?"], none: ["Sorry?"] }
`;

t.test('a number alone behind a thing that is measured is of its unit', async (t) => {
  const understander = understanderOf(t, pharmacy);
  const list = (...said: string[]) => converse(understander, said).at(-1)!.context.list;
  const aspirin = { medicine: 'aspirin', dose: '100 milligram' };
  t.same(list('i need ibuprofen four hundred no six hundred milligrams and aspirin a hundred milligrams'), [
    { medicine: 'ibuprofen', dose: '600 milligram' },
    aspirin,
  ]);
  t.same(
    list(
      'i need ibuprofen four hundred milligrams and aspirin a hundred milligrams',
      'make the ibuprofen six hundred',
    ),
    [{ medicine: 'ibuprofen', dose: '600 milligram' }, aspirin],
  );
  t.same(
    list('i need aspirin', 'make the aspirin six hundred'),
    [{ medicine: 'aspirin' }],
    'of what is not known',
  );
});

t.test('a number alone puts right what the turn before said', async (t) => {
  const pack = `
name: cinema
locales: [en]
lists: { fare: { inflect: true, values: [adult, student] } }
entities:
  fare: {}
  quantity: { kind: number, from: 1, to: 20 }
  time: { kind: time, earliest: "11:00", bare: true, into: time }
  item: { kind: phrase, of: [quantity, fare], head: [fare], separators: [and], glue: [a], into: order }
fields: { order: { kind: items, defaults: { quantity: 1 }, say: "{quantity} {fare|counted:quantity}" }, time: { kind: value } }
intents:
  order: { sentences: ["[and] {item} [at {time}]"], context: [addItems, replace], replies: ["{order}[ at {time}]."] }
  change: { when: { filled: [order] }, sentences: ["(no|make it) {item}"], context: [correctItem], replies: ["{order}[ at {time}]."] }
  show: { when: { filled: [order] }, sentences: ["(no|make it|at) {time}"], context: [replace], replies: ["{order} at {time}."] }
fallback: { silence: ["What?"], none: ["Sorry?"] }
`;
  const understander = understanderOf(t, pack);
  const reply = (...said: string[]) => converse(understander, said).at(-1)!.reply.text;
  t.equal(reply('two adults', 'no nine'), '9 adults.');
  t.equal(reply('two adults', 'at eight', 'no nine'), '2 adults at 21:00.');
  t.equal(
    reply('two adults', 'at eight', 'and a student', 'make it two'),
    '2 adults and 2 students at 20:00.',
  );
});
