import t from 'tap';
import { loadPack } from '../../src/nlu/index.js';
import { findingsIn } from './findings-of.js';
import { messageOf } from './message-of.js';
import { converse, understanderOf } from './say-to.js';

/** A pack, with one text in it replaced by another. */
const bank = (from = '', to = '') =>
  `
name: bank
locales: [en]
lists: { card: { values: [gold card, debit card] } }
entities:
  card: { into: card }
  days: { kind: number }
  period: { kind: pattern, patterns: [{ in: "last {days} days", out: "last {days} days" }], into: period }
fields: { card: { kind: value }, period: { kind: value }, asking: { kind: value } }
intents:
  block:
    sentences: ["block my {card}"]
    context: [replace, { set: { asking: block } }]
    slots: { did: block }
    replies: ["Block it?"]
  confirm:
    when: { is: { asking: [block] } }
    sentences: ["yes"]
    context: [{ clear: [asking] }]
    replies: [{ when: { is: { told.did: [block] } }, say: ["Sure."] }, "Done."]
  show: { sentences: ["show {period}"], context: [replace], replies: ["For {period}."] }
fallback: { silence: [Yes?], none: ["What?"] }
tests: [{ say: block my gold card, intent: block }, { say: "yes", given: { asking: block }, intent: confirm }, { say: show last ten days, intent: show }]
`.replace(from, to);

t.test('a pack whose conditions can hold has no findings', async (t) => {
  t.same(findingsIn(t.testdir({ 'pack.yaml': bank() })), []);
});

t.test('what nothing can ever be is found', async (t) => {
  const found = (from: string, to: string) => findingsIn(t.testdir({ 'pack.yaml': bank(from, to) }));
  t.same(found('{ asking: [block] }', '{ asking: [blok, block] }'), [
    'unknown 17: asking is never "blok"; did you mean "block"?',
  ]);
  t.same(found('told.did: [block]', 'told.did: [blok]'), [
    'unknown 20: told.did is never "blok"; did you mean "block"?',
  ]);
  t.same(found('told.did: [block]', 'told.dit: [block]'), [
    'unknown 20: no slot is "dit", so nothing is ever told.dit',
  ]);
  t.same(found('told.did: [block]', 'asked.card: [gold card]'), [
    'unknown 20: no item has "card", so nothing is ever asked.card',
  ]);
  t.same(found('{ is: { asking: [block] } }', '{ deferred: [days] }'), [
    'unreachable 17: "when" never holds: no intent has "defers"',
  ]);
  t.same(found('    sentences: ["yes"]\n', ''), ['unreachable 17: the intent confirm has no sentences']);
});

t.test('values that cannot go where they are to go do not load', async (t) => {
  const fault = (from: string, to: string) =>
    messageOf(() => loadPack(t.testdir({ 'pack.yaml': bank(from, to) }))).split('\n')[1];
  t.match(
    fault('card: { into: card }', 'card: { into: card.name }'),
    /:6: the field "card" is of the kind value;/,
  );
  t.match(
    fault('out: "last {days} days"', 'out: "last {day} days"'),
    /:8: "last \{day\} days": \{day\} is not in "in"/,
  );
  for (const [name, rule] of Object.entries({
    stepOption: '{ option: size, values: [small, large], by: 1 }',
    stepCount: '{ option: syrup, units: [pump of, pumps of], direction: more }',
    shareOption: 'option',
  }))
    t.match(
      fault('[{ clear: [asking] }]', `[{ ${name}: ${rule} }]`),
      new RegExp(`:19: "${name}" is for orders; the pack has no field of the kind items`),
    );
  for (const rule of ['recall: askin', 'recallFirst: askin', 'keepNamed: { slots: [x], fields: [askin] }'])
    t.match(
      fault('[{ clear: [asking] }]', `[{ ${rule} }]`),
      /there is no field "askin"; did you mean "asking"/,
      rule,
    );
});

/** A pack that is closed on some days. */
const hours = (when: string) => `
name: hours
locales: [en]
entities: { day: { kind: date, into: day }, at: { kind: time, into: at }, nights: { kind: number, into: nights } }
fields: { day: { kind: value }, at: { kind: value }, nights: { kind: value } }
intents:
  open:
    sentences: ["are you open [{day}] [at {at}] [for {nights} nights]"]
    context: [replace]
    replies: [{ when: { is: { ${when} } }, say: ["No."] }, "Yes."]
fallback: { silence: [Yes?], none: ["What?"] }
tests: [{ say: are you open, intent: open }]
`;

t.test('a day is asked for its weekday, whichever way it was said', async (t) => {
  const reply = (when: string, ...said: string[]) => {
    const understander = understanderOf(t, hours(when), {
      now: () => new Date('2026-11-21T12:00:00'),
    });
    return converse(understander, said).map(({ reply }) => reply.text);
  };
  t.same(reply('day.weekday: [sunday]', 'are you open tomorrow', 'are you open on monday', 'are you open'), [
    'No.',
    'Yes.',
    'Yes.',
  ]);
  t.same(reply('day.weekday: [saturday, sunday]', 'are you open today'), ['No.']);
  t.same(reply('day: ["2026-11-22"]', 'are you open tomorrow', 'are you open today'), ['No.', 'Yes.']);
  const before = reply('before.day.weekday: [sunday]', 'are you open tomorrow', 'are you open on monday');
  t.same(before, ['Yes.', 'No.']);
});

t.test('a day or a time that is compared with what it never is, is found', async (t) => {
  const found = (when: string) => findingsIn(t.testdir({ 'pack.yaml': hours(when) }));
  for (const when of [
    'day.weekday: [sunday]',
    'day: ["2026-12-25"]',
    'at: ["07:30"]',
    'nights: [2]',
    'day: [""]',
  ])
    t.same(found(when), [], when);
  t.match(found('day: [sunday]'), [
    /^unreachable 10: "when" never holds: day is a date such as "2026-11-24", never "sunday"; .*"\.weekday"/,
  ]);
  t.match(found('at: [noon]'), [/at is a time such as "07:30", never "noon"/]);
  t.match(found('day.weekday: [sun]'), [/the weekdays are sunday, monday, .*, none of them "sun"/]);
  t.match(found('nights.weekday: [sunday]'), [/no date goes to the field nights, so it has no weekday/]);
});
