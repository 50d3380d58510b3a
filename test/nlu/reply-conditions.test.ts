import t from 'tap';
import { createUnderstander, loadPack } from '../../src/nlu/index.js';
import { findingsIn } from './findings-of.js';
import { messageOf } from './message-of.js';
import { converse, understanderOf } from './say-to.js';

const bank = (replies: string, when = 'filled: [asking]') => `
name: bank
locales: [en]
lists: { card: { values: [gold card, debit card] } }
entities: { card: { into: card }, amount: { kind: money, into: amount } }
fields: { card: { kind: value }, amount: { kind: value }, asking: { kind: value } }
intents:
  send: { sentences: ["send {amount}"], context: [replace, { set: { asking: send } }], replies: ["Send {amount}?"] }
  block: { sentences: ["block my {card}"], context: [replace, { set: { asking: block } }], replies: ["Block it?"] }
  confirm: { when: { ${when} }, sentences: ["yes"], context: [{ set: { asking: "" } }], replies: [${replies}] }
  help:
    sentences: ["help [me] [with my {card}]"]
    replies: [{ when: { said: [card] }, say: ["With your {card}: ask at the counter."] }, "With what?"]
fallback: { silence: [Yes?], none: ["What?"] }
`;

t.test('a reply goes by a field as it was before the turn', async (t) => {
  const replies = '{ when: { is: { before.asking: [send] } }, say: ["Sent."] }, Done.';
  const understander = understanderOf(t, bank(replies));
  const last = (...said: string[]) => converse(understander, said).at(-1)?.reply.text;
  t.equal(last('send ten dollars', 'yes'), 'Sent.');
  t.equal(last('block my gold card', 'yes'), 'Done.');
});

t.test('what was said before is not said by this turn', async (t) => {
  const understander = understanderOf(t, bank('Done.'));
  const replies = converse(understander, ['help me with my gold card', 'block my debit card', 'help me']);
  t.equal(replies[0].reply.text, 'With your gold card: ask at the counter.');
  t.same(replies[2].context.card, 'debit card');
  t.equal(replies[2].reply.text, 'With what?');
});

t.test('a condition that names what it cannot know is told', async (t) => {
  const fault = (replies: string, when?: string) =>
    messageOf(() => loadPack(t.testdir({ 'pack.yaml': bank(replies, when) }))).split('\n')[1];
  t.match(
    fault('{ when: { is: { before.askin: [send] } }, say: ["Sent."] }, Done.'),
    /pack.yaml:\d+: there is no field "askin"; did you mean "asking"\?/,
  );
  t.match(fault('Done.', 'filled: [before.asking]'), /there is no field "before"/);
  t.match(fault('Done.', 'said: [card]'), /pack.yaml:10: "said" is for conditions of replies/);
  t.match(
    fault('{ when: { timed: true }, say: ["Sent."] }, Done.'),
    /"timed" is for conditions of sentences/,
  );
  const folder = t.testdir({ 'pack.yaml': bank('{ when: { said: [asking] }, say: ["Sent."] }, Done.') });
  t.match(
    findingsIn(folder).filter((finding) => finding.startsWith('unknown')),
    [/there is no slot "asking"/],
  );
});

t.test('a change to what is on no list is not confirmed', async (t) => {
  const station = (fallback: string) => `
name: station
locales: [en]
lists: { station: { values: [york, hull] } }
entities: { station: { into: to }, day: { kind: date, into: day } }
fields: { to: { kind: value }, day: { kind: value } }
intents:
  buy: { sentences: ["a ticket to {station}"], context: [replace], replies: ["To {to}."] }
  change:
    when: { filled: [to] }
    sentences: ["make it {station} [{day}]"]
    context: [replace]
    replies: [{ when: { filled: [to] }, say: ["Now to {to}[ on {day|date}]."] }, "Now another one."]
  stop:
    when: { filled: [to] }
    sentences: ["cancel the one to {station}"]
    context: [{ clear: [to] }]
    replies: [{ when: { said: [failed] }, say: ["There is none."] }, "Gone."]
fallback: { silence: [Yes?], none: [Pardon?], ${fallback} }
`;
  const replies = (fallback: string, ...said: string[]) => {
    const pack = loadPack(t.testdir({ 'pack.yaml': station(fallback) }));
    return converse(createUnderstander(pack), ['a ticket to york', ...said]).map(({ reply }) => reply.text);
  };
  const partial = 'partial: ["I do not know {unmatched}."]';
  t.same(replies(partial, 'make it atlantis', 'make it hull'), [
    'To york.',
    'I do not know atlantis.',
    'Now to hull.',
  ]);
  t.match(replies(partial, 'make it atlantis on sunday')[1], /^Now to york on Sunday/, 'something was');
  t.equal(replies(partial, 'cancel the one to hull')[1], 'Gone.');
  t.equal(replies('question: [Ask]', 'make it atlantis')[1], 'Pardon?', 'nothing else to say');
});

t.test('a field of numbers is compared with numbers', async (t) => {
  const tickets = `
name: tickets
locales: [en]
entities: { count: { kind: number, from: 1, to: 9, into: count } }
fields: { count: { kind: value } }
intents:
  buy:
    sentences: ["{count} ticket[s]"]
    context: [replace]
    replies: [{ when: { is: { count: [1, 2] } }, say: ["Few."] }, "Many."]
fallback: { silence: ["Yes?"], none: ["Pardon?"] }
`;
  const understander = understanderOf(t, tickets);
  t.equal(converse(understander, ['two tickets'])[0].reply.text, 'Few.');
  t.equal(converse(understander, ['three tickets'])[0].reply.text, 'Many.');
});

t.test('a turn that leaves everything as it was can be told so', async (t) => {
  const pack = `
name: tap
locales: [en]
lists: { heat: { values: [cold, warm] } }
entities: { heat: { into: heat } }
fields: { heat: { kind: value } }
intents:
  set:
    sentences: ["[make it] {heat}"]
    context: [replace]
    replies: [{ when: { said: [unchanged] }, say: ["It is {heat}."] }, "Now it is {heat}."]
fallback: { silence: [Yes?], none: ["What?"] }
`;
  const understander = understanderOf(t, pack);
  const replies = converse(understander, ['warm', 'make it warm', 'cold']).map(({ reply }) => reply.text);
  t.same(replies, ['Now it is warm.', 'It is warm.', 'Now it is cold.']);
});

t.test('of several texts the one is said that names most of what is there', async (t) => {
  const pack = `
name: loans
locales: [en]
lists: { title: { values: [dune, emma] } }
entities: { title: { into: title }, longer: { kind: duration, into: longer } }
fields: { title: { kind: value }, longer: { kind: value } }
intents:
  renew:
    sentences: ["renew [{title}|my books] [for {longer}]"]
    context: [{ clear: all }, replace]
    replies: ["Renewed {title}[ for {longer|duration}].", "Renewed all your books.", "Renewed all of them."]
fallback: { silence: [Yes?], none: ["What?"] }
`;
  const understander = understanderOf(t, pack);
  const said = (text: string) => converse(understander, Array(5).fill(text)).map(({ reply }) => reply.text);
  t.same(new Set(said('renew dune')), new Set(['Renewed dune.']));
  t.same(new Set(said('renew emma for two days')), new Set(['Renewed emma for 2 days.']));
  t.same(
    new Set(said('renew my books')),
    new Set(['Renewed all your books.', 'Renewed all of them.']),
    'those that say as much take turns',
  );
});

const shelf = `
name: shelf
locales: [en]
lists: { book: { values: [Dune, Emma, Dracula] } }
entities:
  book: { into: books }
  books: { kind: phrase, of: [book], head: [book], separators: [and] }
fields: { books: { kind: list } }
intents:
  reserve: { sentences: ["reserve {books}"], context: [{ clear: all }, replace], replies: ["Reserve {books}?"] }
  add: { when: { filled: [books] }, sentences: ["[and] {books} too"], context: [add], replies: ["Reserve {books}?"] }
  drop: { when: { filled: [books] }, sentences: ["leave out {books}"], context: [remove], replies: ["That leaves {books}.", "That was all of it."] }
  ask: { sentences: ["is {books} a good book"], replies: ["I like {books}."] }
fallback: { silence: ["What?"], none: ["Sorry?"] }
`;

t.test('a field is said before a slot of its name, if it holds what was said', async (t) => {
  const understander = understanderOf(t, shelf);
  const replies = converse(understander, [
    'reserve dune and emma',
    'and dracula too',
    'is dracula a good book',
  ]);
  t.same(
    replies.slice(0, 2).map(({ reply }) => reply.text),
    ['Reserve Dune and Emma?', 'Reserve Dune, Emma and Dracula?'],
  );
  const dropped = converse(understander, ['reserve dune and emma and dracula', 'leave out dune and emma'])[1];
  t.equal(dropped.reply.text, 'That leaves Dracula.', 'or held it');
  const last = converse(understander, ['reserve dune', 'leave out dune'])[1];
  t.equal(last.reply.text, 'That was all of it.', 'what is gone is not left');
  const asked = converse(understander, ['reserve dune', 'is emma a good book'])[1];
  t.equal(asked.reply.text, 'I like Emma.', 'the field holds something else');
});
