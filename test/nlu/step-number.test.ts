import t from 'tap';

import { converse, typed, understanderOf } from './say-to.js';

const pack = `
name: stall
locales: [en]
lists:
  brand: { values: [acme, zenith] }
entities:
  pieces: { kind: pattern, into: attributes.quantity, patterns: [{ in: "{number}", out: "{number}" }, { in: "{number} or {number:other}", out: "{number} | {other}" }] }
  number: { kind: number, from: 1, to: 100, into: seats }
  step: { kind: number, from: 1, to: 100 }
  brand: { into: attributes.brand }
fields: { keywords: { kind: list }, attributes: { kind: map }, seats: { kind: value } }
retrieval: { keywords: keywords, attributes: attributes, intents: [find] }
intents:
  find: { sentences: ["find {pieces}", "find {brand}", "seats {number}"], context: [replace], replies: [Here.] }
  double: { sentences: [double it], context: [{ stepNumber: { field: attributes.quantity, times: 2 } }], replies: [&failed { when: { said: [failed] }, say: [No.] }, Done.] }
  halve: { sentences: [halve it], context: [{ stepNumber: { field: attributes.quantity, times: 0.5 } }], replies: [*failed, Done.] }
  more: { sentences: ["{step} more"], context: [{ stepNumber: { field: attributes.quantity, by: step, direction: greater } }], replies: [*failed, Done.] }
  fewer: { sentences: ["{step} fewer"], context: [{ stepNumber: { field: attributes.quantity, by: step, direction: less } }], replies: [*failed, Done.] }
  seat: { sentences: ["{step} seats more"], context: [{ stepNumber: { field: seats, by: step, direction: greater } }], replies: [*failed, Done.] }
  refuse: { sentences: ["no {brand}"], context: [exclude], replies: [Okay.] }
  allow: { sentences: ["{brand} is fine"], context: [allow], replies: [Okay.] }
  accept: { sentences: ["{brand} would be fine"], context: [accept], replies: [Okay.] }
`;

t.test('a number goes up and down, and so many times', async (t) => {
  const understander = understanderOf(t, pack);
  const after = (...said: string[]) => {
    const { context, reply } = converse(understander, said).at(-1)!;
    return [(context.attributes as { quantity?: string[] } | undefined)?.quantity, reply.text];
  };
  t.same(after('find four', 'double it'), [['8'], 'Done.']);
  t.same(after('find four', 'halve it'), [['2'], 'Done.']);
  t.same(after('find four', 'three more'), [['7'], 'Done.']);
  t.same(after('find four', 'three fewer'), [['1'], 'Done.']);
  t.same(after('find five', 'halve it'), [['5'], 'No.'], 'nobody buys half of one');
  t.same(after('find four', 'four fewer'), [['4'], 'No.'], 'nothing would be left');
  t.same(after('find four or six', 'double it'), [['4', '6'], 'No.'], 'it is not known which is meant');
  t.same(after('find acme', 'double it'), [undefined, 'No.'], 'there is no number');
  const [, more] = converse(understander, ['seats four', 'two seats more']);
  t.equal(more.context.seats, 6, 'a number stays one');
});

t.test('what was not wanted may be shown again, and is not asked for', async (t) => {
  const understander = understanderOf(t, pack);
  const turns = converse(understander, ['find four', 'no acme', 'acme is fine', 'zenith is fine']);
  const excluded = turns.map(({ entities }) => entities.excluded ?? []);
  t.same(excluded, [[], ['acme'], [], []]);
  t.same(turns[2].context.attributes, { quantity: ['4'] });
  t.same(turns[3].context.attributes, { quantity: ['4'], brand: ['zenith'] }, 'all else is added');
  const accepted = converse(understander, [
    'find zenith',
    'no acme',
    'acme would be fine',
    'acme would be fine',
  ]);
  t.same(accepted[2].context.attributes, { brand: ['zenith'] });
  t.same(accepted[2].entities.excluded ?? [], []);
  t.same(
    accepted[3].context.attributes,
    { brand: ['acme'] },
    'what was not refused takes the place of another',
  );
});

const car = `
name: car
locales: [en]
entities:
  volume: { kind: number, from: 0, to: 6, into: volume }
  degrees: { kind: number, from: 15, to: 30, into: degrees }
  by: { kind: number }
  span: { kind: duration }
  time: { kind: time, earliest: "12:00", into: time }
  day: { kind: date, into: day }
  timer: { kind: duration, into: timer }
fields: { volume: { kind: value, empty: 5 }, degrees: { kind: value }, time: { kind: value }, day: { kind: value }, timer: { kind: value } }
intents:
  set: { sentences: ["volume {volume}", "{degrees} degrees", "leave [on {day}] at {time}", "leave on {day}", "timer for {timer}"], context: [replace], replies: [Done.] }
  louder: { sentences: [louder], context: [{ stepNumber: { field: volume, by: 1, direction: greater } }], replies: [&failed { when: { said: [failed] }, say: [No.] }, Done.] }
  quieter: { sentences: [quieter], context: [{ stepNumber: { field: volume, by: 1, direction: less } }], replies: [*failed, Done.] }
  warmer: { sentences: ["{by} degrees (warmer|more)"], context: [{ stepNumber: { field: degrees, by: by, direction: greater } }], replies: [*failed, Done.] }
  later: { sentences: ["{span} later"], context: [{ stepNumber: { field: time, by: span, direction: greater } }], replies: [*failed, Done.] }
  earlier: { sentences: ["{span} earlier"], context: [{ stepNumber: { field: time, by: span, direction: less } }], replies: [*failed, Done.] }
  longer: { sentences: ["{span} more"], context: [{ stepNumber: { field: timer, by: span, direction: greater } }], replies: [*failed, Done.] }
  shorter: { sentences: ["{span} less"], context: [{ stepNumber: { field: timer, by: span, direction: less } }], replies: [*failed, Done.] }
  postpone: { sentences: ["{span} further"], context: [{ stepNumber: { field: day, by: span, direction: greater } }], replies: [*failed, Done.] }
fallback: { silence: ["What?"], none: ["Sorry?"] }
`;

t.test(
  'a number goes by so much from what it is unsaid, and not beyond what can be said of it',
  async (t) => {
    const understander = understanderOf(t, car);
    const after = (...said: string[]) => {
      const { context, reply } = converse(understander, said).at(-1)!;
      return [context.volume ?? context.degrees, reply.text];
    };
    t.same(after('louder'), [6, 'Done.'], 'it was 5');
    t.same(after('louder', 'louder'), [6, 'No.'], 'there is no 7');
    t.same(after('volume one', 'quieter'), [0, 'Done.']);
    t.same(after('volume one', 'quieter', 'quieter'), [0, 'No.']);
    t.same(after('two degrees warmer'), [undefined, 'No.'], 'nobody knows how warm it is');
    t.same(after('twenty one and a half degrees', 'two degrees warmer'), [23.5, 'Done.']);
    t.same(after('twenty degrees', 'one and a half degrees more'), [21.5, 'Done.']);
  },
);

t.test('a span of time becomes longer and shorter', async (t) => {
  const understander = understanderOf(t, car);
  const after = (...said: string[]) => {
    const { context, reply } = converse(understander, said).at(-1)!;
    return [context.timer, reply.text];
  };
  t.same(after('timer for ten minutes', 'five minutes more'), ['PT15M', 'Done.']);
  t.same(after('timer for an hour', 'twenty minutes less'), ['PT40M', 'Done.']);
  t.same(after('timer for ten minutes', 'ten minutes less'), ['PT10M', 'No.'], 'nothing would be left');
  t.same(after('timer for six months', 'a year more'), ['P1Y6M', 'Done.']);
  t.same(after('timer for six months', 'a week more'), ['P6M', 'No.'], 'months have no fixed length');
  t.same(after('timer for six months', 'six months less'), ['P6M', 'No.'], 'nothing would be left');
  t.same(after('timer for six months', 'two months less'), ['P4M', 'Done.']);
});

t.test('a time and a day move by a span of time', async (t) => {
  const understander = understanderOf(t, car, {
    now: () => new Date('2026-11-20T12:00:00'),
  });
  const after = (...said: string[]) => {
    const { context, reply } = converse(understander, said).at(-1)!;
    return [context.time ?? context.day, reply.text];
  };
  t.same(after('leave at half past seven', 'half an hour later'), ['20:00', 'Done.']);
  t.same(after('leave at half past seven', 'an hour and ten minutes earlier'), ['18:20', 'Done.']);
  t.same(after('leave at half past eleven', 'an hour later'), ['23:30', 'No.'], 'that is another day');
  t.same(after('leave at seven', 'two days later'), ['19:00', 'No.'], 'no time of that day');
  t.same(after('leave at seven', 'twenty hours earlier'), ['19:00', 'No.'], 'that was yesterday');
  t.same(after('leave on sunday', 'two days further'), ['2026-11-24', 'Done.']);
  t.same(after('leave on sunday', 'a week further'), ['2026-11-29', 'Done.']);
  t.same(after('leave on sunday', 'a month further'), ['2026-12-22', 'Done.']);
  t.same(after('leave on january thirty first', 'a month further'), ['2027-02-28', 'Done.']);
  t.same(after('leave at seven', 'a month later'), ['19:00', 'No.']);
  t.same(after('leave on sunday', 'an hour further'), ['2026-11-22', 'No.']);
  const odd = { volume: { toString: {} }, time: [{ valueOf: 1, toString: 1 }], day: [{ toString: {} }] };
  for (const text of ['louder', 'an hour later', 'a week further'])
    t.ok(
      understander.understand({ locale: 'en-US', ...typed(text), context: odd }).reply.text,
      'whatever whoever calls takes for a context',
    );
});
