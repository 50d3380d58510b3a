import t from 'tap';
import type { Context } from '../../src/nlu/index.js';
import { sayTo, understanderOf } from './say-to.js';

const pack = `
name: shop
locales: [en]
lists: { thing: { values: [hat] }, order: { values: [{ in: heaviest first, out: weight }] } }
entities: { thing: { into: keywords }, order: { into: sortBy } }
fields:
  keywords: { kind: list }
  attributes: { kind: map }
  price: { kind: value, empty: {} }
  sortBy: { kind: value }
  day: { kind: value }
  seats: { kind: value, empty: 0 }
  basket: { kind: items }
retrieval: { keywords: keywords, attributes: attributes, sortBy: sortBy, intents: [find] }
intents:
  find: { sentences: ["find {thing}", "{order}"], context: [replace, { set: { sortBy: "" } }], replies: [ok] }
  sunday: { sentences: [open], when: { is: { day.weekday: [sunday] } }, replies: [closed] }
  open: { sentences: [open], replies: [yes] }
fallback: { silence: [Yes?], none: ["What?"] }
`;

t.test('each field is told what it must be, and an order which there are', async (t) => {
  const understander = understanderOf(t, pack);
  const faults = (context: object) =>
    understander.contextFaults(context as Context).map(({ pointer, detail }) => `${pointer} ${detail}`);
  t.same(
    faults({ keywords: ['hat', 5], attributes: ['red'], basket: [5], price: 5, sortBy: 3, seats: 'two' }),
    [
      '/keywords must be a string or an array of strings',
      '/attributes must be a JSON object',
      '/basket must be an array of JSON objects',
      '/price must be a JSON object',
      '/sortBy must be empty or one of priceLowToHigh, priceHighToLow, new, popular, rating, sale, weight',
      '/seats must be a number',
    ],
  );
  t.same(faults({ basket: 'hat' }), ['/basket must be an array of JSON objects']);
  t.same(
    faults({
      keywords: 'hat',
      attributes: { color: 'red' },
      basket: [{ hat: 1 }],
      price: {},
      sortBy: 'weight',
      seats: 2,
    }),
    [],
  );
});

t.test('what a context holds is brought into shape, and what says nothing is left out', async (t) => {
  const say = sayTo(understanderOf(t, pack));
  const shaped = (context: object) => {
    const before = say('');
    return say('nonsense', { ...before, context: context as Context }).context;
  };
  t.same(shaped({ keywords: ['hat', '', 5], attributes: { color: ['red', ''], size: [''], fit: 5 } }), {
    keywords: ['hat'],
    attributes: { color: ['red'] },
  });
  t.same(shaped({ keywords: 'hat', seats: 'two', basket: [{ hat: 'top', quantity: 'many' }, 5] }), {
    keywords: ['hat'],
    basket: [{ hat: 'top' }],
  });
});

t.test('what is no day has no weekday', async (t) => {
  const say = sayTo(understanderOf(t, pack));
  const open = (day: unknown) => say('open', { ...say(''), context: { day } as Context }).reply.text;
  t.equal(open('2026-11-29'), 'Closed');
  t.equal(open('2026-11-30'), 'Yes');
  for (const day of ['sunday', '2026-11-2', '', 5]) t.equal(open(day), 'Yes', `${day}`);
});
