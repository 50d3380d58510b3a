import t, { type Test } from 'tap';
import { createUnderstander, loadPack } from '../../src/nlu/index.js';
import { converse, understanderOf } from './say-to.js';
import { catalogue } from './small-catalogue.js';

/** A pack that searches anew with each request, as most do. */
const shop = (t: Test, entity = '{ into: keywords }') =>
  t.testdir({
    'pack.yaml': `name: shop
locales: [en]
lists: { thing: { values: [shoe, boots] }, color: { values: [red, blue] } }
entities: { thing: ${entity}, color: { into: attributes.color } }
fields: { keywords: { kind: list, always: true }, attributes: { kind: map, always: true } }
retrieval: { keywords: keywords, attributes: attributes, intents: [find] }
intents:
  find:
    sentences: ["do you have [any] {thing} [in {color}]", "do you have [any] [{color} ones]"]
    context: [{ clear: all }, replace]
    replies: [{ when: { said: [partial] }, say: ["Not quite: {total}."] }, "I found {total}.", Here you are.]
  reserve: { when: { filled: [keywords] }, sentences: [reserve it], replies: ["Reserved the {keywords}."] }
fallback: { silence: [Yes?], none: [Pardon?], partial: ["I do not know {unmatched}."] }
`,
  });

t.test('what is on no list finds nothing, and leaves the search before as it was', (t) => {
  for (const entity of ['{ into: keywords }', '{ into: keywords, closed: true }']) {
    const understander = createUnderstander(loadPack(shop(t, entity)), { catalogue });
    const [alone] = converse(understander, ['do you have harry potter']);
    const said = ['do you have any boots', 'do you have harry potter', 'reserve it'];
    const [, behind, reserved] = converse(understander, said);
    for (const { reply, entities } of [alone, behind]) {
      t.equal(reply.text, 'I do not know harry potter.');
      t.same(entities.products, []);
      t.equal(
        entities.queryString,
        '',
        'and whoever searches elsewhere is not sent for what was asked before',
      );
      t.notOk('total' in entities, 'all products are not what was found');
    }
    t.same(alone.context, { keywords: [], attributes: {} });
    t.same(behind.context, { keywords: ['boots'], attributes: {} });
    t.equal(reserved.reply.text, 'Reserved the boots.');
  }
  t.end();
});

t.test('of what is known in part, that part is searched anew, and told to be a part', (t) => {
  const understander = createUnderstander(loadPack(shop(t)), { catalogue });
  const [, known] = converse(understander, ['do you have any boots', 'do you have harry potter in red']);
  t.same(known.context, { keywords: [], attributes: { color: ['red'] } });
  t.equal(known.reply.text, 'Not quite: 2.');
  t.end();
});

t.test('a search that names nothing is one for everything', (t) => {
  const understander = createUnderstander(loadPack(shop(t)), { catalogue });
  const [, all] = converse(understander, ['do you have any boots', 'do you have any']);
  t.same(all.context, { keywords: [], attributes: {} });
  t.equal(all.entities.total, 7);
  t.end();
});

t.test('an order that starts anew with what is on no list leaves the one before', (t) => {
  const station = (fallback: string, replies = '"To {to}.", A ticket.') =>
    t.testdir({
      'pack.yaml': `name: station
locales: [en]
lists: { station: { values: [york, hull] } }
entities: { station: { into: to }, count: { kind: number, into: count } }
fields: { to: { kind: value }, count: { kind: value }, asking: { kind: value } }
intents:
  buy:
    sentences: ["[{count}] ticket[s] to {station}"]
    context: [{ clear: all }, replace, { set: { asking: buy } }]
    replies: [${replies}]
fallback: { silence: [Yes?], none: [Pardon?], ${fallback} }
`,
    });
  const after = (fallback: string, ...said: string[]) =>
    converse(createUnderstander(loadPack(station(fallback))), said).at(-1)!;
  const unknown = 'unknown: ["We do not go to {unknown}."]';
  const last = after(unknown, 'two tickets to york', 'tickets to atlantis');
  t.equal(last.reply.text, 'We do not go to atlantis.');
  t.same(last.context, { to: 'york', count: 2, asking: 'buy' });
  t.equal(after('question: [Ask.]', 'two tickets to york', 'tickets to atlantis').reply.text, 'Pardon?');
  const part = after(unknown, 'two tickets to york', 'three tickets to atlantis');
  t.same(part.context, { count: 3, asking: 'buy' }, 'another order, of which the place is still to be said');
  const asks = createUnderstander(loadPack(station(unknown, '"To {to}."')));
  t.equal(
    converse(asks, ['three tickets to atlantis'])[0].reply.text,
    'We do not go to atlantis.',
    'rather than that nothing was understood',
  );
  t.end();
});

const gym = `
name: gym
locales: [en]
lists: { course: { values: [yoga, spinning, body pump] }, coach: { values: [anna] } }
entities:
  course: { into: course }
  coach: { into: coach }
  day: { kind: date, into: day }
  time: { kind: time, earliest: "07:00", into: time }
  hour: { kind: time, bare: true, into: time }
fields: { course: { kind: value }, coach: { kind: value }, day: { kind: value }, time: { kind: value } }
intents:
  book:
    sentences: ["book [me into] {course} [on {day}] [at {time}]"]
    context: [replace]
    replies: [{ when: { said: [unmatched] }, say: ["I didn't catch {unmatched|or}."] }, "{course}."]
  move: { when: { filled: [course] }, sentences: ["move it [to] at {hour}"], context: [replace], replies: ["{time|time}."] }
fallback: { silence: [Yes?], none: [Pardon?] }
`;

t.test('what is known stays so where something else follows it', (t) => {
  const understander = understanderOf(t, gym);
  const say = (text: string) => converse(understander, [text])[0];
  t.match(say('book me into yoga with anna').context, { course: 'yoga' });
  t.equal(say('book me into yoga with anna').reply.text, "I didn't catch with anna.");
  t.match(say('book me into yoga by tomorrow').context, { course: 'yoga' });
  t.equal(say('book me into yoga plus at eight').reply.text, "I didn't catch yoga plus.");
  t.equal(say('book me into body balance at eight').context.course, undefined);
  t.end();
});

t.test('"on" before a day and "at" before a time may be left out', (t) => {
  const understander = understanderOf(t, gym);
  const booked = (text: string) => converse(understander, [text])[0].context;
  for (const text of ['book yoga on saturday at half past nine', 'book yoga saturday half past nine']) {
    t.match(booked(text), { course: 'yoga', time: '09:30' }, text);
    t.equal(new Date(String(booked(text).day)).getUTCDay(), 6, text);
  }
  t.ok(booked('book me into yoga tomorrow at noon').day);
  t.equal(booked('book me into yoga tomorrow noon').time, '12:00');
  const [, moved] = converse(understander, ['book yoga at nine', 'move it to three']);
  t.equal(moved.context.time, '09:00', 'a number alone is no hour');
  t.end();
});

t.test('a name on no list begins with no joining word', async (t) => {
  const folder = t.testdir({
    'pack.yaml': `name: bank
locales: [en]
lists: { payee: { values: [anna, ben] }, interval: { values: [monthly, weekly] } }
entities: { payee: { into: to }, interval: { into: interval } }
fields: { to: { kind: value }, interval: { kind: value } }
intents:
  send: { sentences: ["pay {payee}"], context: [replace], replies: ["Paying {to}."] }
  keep: { sentences: ["pay {payee} {interval}"], context: [replace], replies: ["Paying {to} {interval}.", "How often?"] }
fallback: { silence: [Yes?], none: [Pardon?] }
`,
  });
  const understander = createUnderstander(loadPack(folder));
  const say = (text: string) => converse(understander, [text])[0];
  t.match(say('pay anna and ben'), { intent: 'send', entities: { unmatched: ['and ben'] } });
  t.match(say('pay anna every second month'), { intent: 'keep', reply: { text: 'How often?' } });
});
