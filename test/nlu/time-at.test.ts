import fc from 'fast-check';
import t from 'tap';
import { createUnderstander, loadPack } from '../../src/nlu/index.js';
import { converse, sayTo, understanderOf } from './say-to.js';

const pack = `
name: rooms
locales: [en]
entities:
  time: { kind: time, bare: true }
  start: { kind: time, bare: true }
  end: { kind: time, bare: true, follows: true }
  until: { kind: time, bare: true }
intents:
  book: { sentences: ["book it [tomorrow] (from|between) {start} (to|until|and) {end}", "on at {start} and off at {end}"], replies: [Booked.] }
  move: { sentences: ["move it from {start} to {until}", "change the {start} booking to {until}"], replies: [Moved.] }
  stay: { sentences: ["until {end}"], replies: [Okay.] }
  wake: { sentences: ["wake me at {time} [and [at] {until}]"], replies: [Okay.] }
`;

t.test('an hour alone is a time behind "after" and "before"', async (t) => {
  const train = `
name: train
locales: [en]
entities: { time: { kind: time, earliest: "06:00", into: time } }
fields: { time: { kind: value } }
intents: { go: { sentences: ["a train (at|after|before) {time}"], context: [replace], replies: [Yes.] } }
fallback: { silence: ["What?"], none: ["Sorry?"] }
`;
  const say = sayTo(understanderOf(t, train));
  t.equal(say('a train after ten').context.time, '10:00');
  t.equal(say('a train before five').context.time, '17:00');
  t.equal(say('a train at ten after ten').context.time, '10:10');
});

t.test('half past alone is half past the hour that was spoken of', async (t) => {
  const train = `
name: train
locales: [en]
entities: { time: { kind: time, earliest: "06:00", into: time } }
fields: { time: { kind: value } }
intents: { go: { sentences: ["[no] [a train|make it] [at] {time}"], context: [replace], replies: [Yes.] } }
fallback: { silence: ["What?"], none: ["Sorry?"] }
`;
  const understander = understanderOf(t, train);
  const time = (...said: string[]) => converse(understander, said).at(-1)!.context.time;
  t.equal(time('a train at ten', 'make it half past'), '10:30');
  t.equal(time('a train at eight pm', 'no quarter past'), '20:15');
  t.equal(time('a train at half past ten', 'no quarter to'), '10:45');
  t.equal(time('a train at half past'), undefined, 'no hour was spoken of');
  t.equal(time('a train at eight pm', 'make it nine'), '20:00', 'an hour alone is no time');
});

t.test('a span of hours is put right as a whole', async (t) => {
  const court = `
name: court
locales: [en]
entities:
  from: { kind: time, earliest: "06:00", into: from }
  until: { kind: time, earliest: "06:00", follows: true, into: until }
fields: { from: { kind: value }, until: { kind: value } }
intents:
  book: { sentences: ["a court (from|between) {from} (to|until|and) {until} [today]"], context: [replace], replies: [Booked.] }
fallback: { silence: ["What?"], none: ["Sorry?"] }
`;
  const understander = understanderOf(t, court);
  const times = (text: string) => Object.values(sayTo(understander)(text).context).join(' ');
  t.equal(times('a court from seven to nine no eight to ten'), '08:00 10:00');
  t.equal(times('a court from seven to nine no wait eight to ten today'), '08:00 10:00');
  t.equal(times('a court from nine to eleven sorry half past nine to twelve'), '09:30 12:00');
  t.equal(times('a court between seven and nine no eight and ten'), '08:00 10:00');
  t.equal(times('a court from seven to nine no eight'), '07:00 08:00', 'only its end');
});

t.test(
  'the half of the day that a time does not say goes by the one before it in the sentence',
  async (t) => {
    const understander = understanderOf(t, pack);
    const times = (text: string) => {
      const { start, time = start, end, until = end } = sayTo(understander)(text).entities;
      return [time, until];
    };
    const said: [string, string, string | undefined][] = [
      ['on at six pm and off at ten', '18:00', '22:00'],
      ['on at ten pm and off at six', '22:00', '06:00'],
      ['book it tomorrow from ten pm to eleven', '22:00', '23:00'],
      ['book it from nine am to five', '09:00', '17:00'],
      ['book it from ten in the evening until six', '22:00', '06:00'],
      ['book it between nine and five', '09:00', '17:00'],
      ['book it from eleven pm to twelve', '23:00', '00:00'],
      ['book it from noon to three', '12:00', '15:00'],
      ['book it from six to eight pm', '18:00', '20:00'],
      ['book it from nine to five pm', '09:00', '17:00'],
      ['book it from ten to six am', '22:00', '06:00'],
      ['book it from 6 to 18:30', '06:00', '18:30'],
      ['move it from two pm to four', '14:00', '16:00'],
      ['move it from seven am to six', '07:00', '06:00'],
      ['move it from ten pm to six', '22:00', '06:00'],
      ['change the seven pm booking to six', '19:00', '18:00'],
      ['wake me at six pm and seven', '18:00', '19:00'],
      ['wake me at ten pm no nine', '21:00', undefined],
      ['wake me at seven am no at eight', '08:00', undefined],
      ['wake me at six and every evening at nine', '06:00', undefined],
    ];
    for (const [text, first, second] of said) t.same(times(text), [first, second], text);
  },
);

t.test('until when is behind the time that was spoken of last', async (t) => {
  const understander = understanderOf(t, pack);
  for (const [begun, until, end] of [
    ['wake me at ten pm', 'until six', '06:00'],
    ['wake me at five pm', 'until six', '18:00'],
    ['wake me at nine am', 'until nine pm', '21:00'],
  ]) {
    const [, said] = converse(understander, [begun, until]);
    t.equal(said.entities.end, end, `${begun}, ${until}`);
  }
});

t.test('what follows ends within twelve hours of when it begins', async (t) => {
  const understander = understanderOf(t, pack);
  const hour = fc.integer({ min: 1, max: 12 });
  const property = fc.property(hour, fc.constantFrom('am', 'pm'), hour, (from, half, to) => {
    const { start, end } = sayTo(understander)(`book it from ${from} ${half} to ${to}`).entities;
    const [begins, ends] = [start, end].map((time) => Number(String(time).slice(0, 2)));
    const hours = (ends - begins + 24) % 24;
    return begins % 12 === from % 12 && ends % 12 === to % 12 && hours >= 1 && hours <= 12;
  });
  fc.assert(property, { numRuns: 40 });
});

const courts = `
name: courts
locales: [en]
entities:
  from: { kind: time, earliest: "07:00", into: from }
  to: { kind: time, earliest: "07:00", follows: true, into: to }
  price: { kind: price, into: price }
  sum: { kind: money, into: sum }
fields: { from: { kind: value }, to: { kind: value }, price: { kind: value }, sum: { kind: value } }
intents:
  find:
    sentences: ["[a] court [(from {from} to|between {from} and) {to}] [{price}]"]
    context: [replace]
    replies: [Here.]
  pay: { sentences: ["pay {sum}"], context: [replace], replies: [Paid.] }
`;

t.test('hours that are joined are times, and no price, where their half of the day is said', async (t) => {
  const understander = understanderOf(t, courts);
  const last = (...said: string[]) => converse(understander, said).at(-1)!.context;
  const evening = { from: '20:00', to: '21:00' };
  t.same(last('a court between eight and nine pm'), evening);
  t.same(last('a court between eight and nine in the evening'), evening);
  t.match(last('a court between eight and nine pm under twenty dollars'), {
    ...evening,
    price: { value: 20 },
  });
  t.same(last('a court between ten and noon'), { from: '10:00', to: '12:00' });
  t.match(last('a court between eight and nine dollars'), { price: { from: 8, to: 9 } });
  t.match(last('a court under nine'), { price: { value: 9 } });
  t.same(last('pay eight pm'), {});
  const early = loadPack(
    t.testdir({ 'pack.yaml': courts.replace('kind: price,', 'kind: price, weight: -3,') }),
  );
  const say = (...said: string[]) => converse(createUnderstander(early), said).at(-1)!.context;
  for (const text of ['a court between eight and nine', 'a court from eight to nine']) {
    t.same(say(text), { from: '08:00', to: '09:00' }, text);
    t.same(say(text, text), { from: '08:00', to: '09:00' }, text);
  }
  t.same(say('a court between six and eight'), { from: '18:00', to: '20:00' });
});
