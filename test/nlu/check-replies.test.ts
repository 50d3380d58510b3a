import t from 'tap';
import { findingsIn, findingsOf } from './findings-of.js';

const cancelled = 'replies: ["Okay, cancelled."]';

t.test('an intent that says that something is done where it could not be is found', async (t) => {
  const found = (reply: string) =>
    findingsOf(
      t,
      [
        'intents:\n',
        `intents:\n  fewer:\n    when: { filled: [count] }\n    sentences: ["one less"]\n    context: [{ stepNumber: { field: count, by: 1, direction: less } }]\n    replies: [${reply}"{count} now."]\n`,
      ],
      ['tests:\n', 'tests:\n  - { say: one less, given: { count: 2 }, intent: fewer }\n'],
    );
  t.match(found(''), [
    /^silent \d+: fewer says that it is done also where "stepNumber" could do nothing: give it a reply with when: { said: \[failed\] }$/,
  ]);
  t.same(found('{ when: { said: [failed] }, say: ["There are too few."] }, '), []);
});

t.test('a sentence that lacks the slot which its rule steps by is found', async (t) => {
  const found = (sentence: string) =>
    findingsOf(
      t,
      [
        'intents:\n',
        `intents:\n  fewer:\n    when: { filled: [count] }\n    sentences: ["${sentence}"]\n    context: [{ stepNumber: { field: count, by: count, direction: less } }]\n    replies: [{ when: { said: [failed] }, say: ["Too few."] }, "{count} now."]\n`,
      ],
      ['tests:\n', 'tests:\n  - { say: one less, given: { count: 2 }, intent: fewer }\n'],
    ).filter((one) => one.startsWith('unknown'));
  t.match(found('[{count}] less'), [
    /^unknown \d+: fewer steps by \{count\}, and a sentence of it can be said without/,
  ]);
  t.same(found('{count} less'), []);
});

t.test('an intent that has no reply where a value is missing is found', async (t) => {
  for (const [replies, missing] of [
    ['["Okay, {place} cancelled."]', '{place} is'],
    ['[{ when: { filled: [place] }, say: ["Okay."] }]', '{place} is'],
    [
      '[{ when: { filled: [place] }, say: ["Okay."] }, { when: { empty: [place] }, say: ["{count}."] }]',
      '{place}, {count} are',
    ],
    ['[{ when: { said: [failed] }, say: ["Sorry."] }, "{count|words}."]', '{count} is'],
  ] as const) {
    t.same(findingsOf(t, [cancelled, `replies: ${replies}`]), [
      `silent 61: no reply of cancel can be said where ${missing} missing`,
    ]);
  }
  for (const replies of [
    '[{ when: { filled: [place] }, say: ["Okay."] }, { when: { empty: [place] }, say: ["Yes."] }]',
    '["Okay[, {place} cancelled].", "{place}."]',
    '["Okay, {count|count} {count|plural:ticket:tickets} cancelled."]',
  ])
    t.same(findingsOf(t, [cancelled, `replies: ${replies}`]), []);
});

t.test('a list that may be taken out whole is not sure to be there', async (t) => {
  const shelf = (replies: string) => `
name: shelf
locales: [en]
lists: { book: { values: [Dune, Emma] } }
entities: { books: { list: book, into: books } }
fields: { books: { kind: list } }
intents:
  add: { sentences: ["take {books}"], context: [add], replies: ["{books}."] }
  drop: { when: { filled: [books] }, sentences: ["leave out {books}"], context: [remove], replies: [{ when: { said: [failed] }, say: [It is not there.] }, ${replies}] }
fallback: { silence: ["What?"], none: ["Sorry?"] }
tests: [{ say: take dune, intent: add }, { say: leave out dune, given: { books: [Dune] }, intent: drop }]
`;
  const found = (replies: string) => findingsIn(t.testdir({ 'pack.yaml': shelf(replies) }));
  t.same(found('"That leaves {books}."'), [
    'silent 9: no reply of drop can be said where {books} is missing',
  ]);
  t.same(found('"That leaves {books}.", "That was all."'), []);
});

t.test('what a sentence always names, or its condition wants, is there in its replies', async (t) => {
  const change = (replies: string) =>
    ['"Now [{count} {count|plural:ticket:tickets} ]to the {place}."', replies] as const;
  const either = [
    '"[no|actually] [make it] [to] [the] {place} [instead]"',
    '"make it ({place}|{count} in all)"',
  ] as const;
  t.same(findingsOf(t, change('"Now to {place}."')), [], 'the condition');
  t.same(findingsOf(t, change('"Now {count}."')), [
    'silent 57: no reply of change can be said where {count} is missing',
  ]);
  const cleared = [
    '    context: [replace]\n    replies:\n      - "Now',
    '    context: [{ clear: all }, replace]\n    replies:\n      - "Now',
  ] as const;
  t.same(findingsOf(t, cleared, change('"Now {place}."')), [
    'silent 57: no reply of change can be said where {place} is missing',
  ]);
  t.same(findingsOf(t, cleared, either, change('"Now {place, count}."')), [], 'one of them is said');
});

t.test('fallbacks, items and parts of replies are looked at as well', async (t) => {
  const none = (text: string) => ['none: ["Sorry', `none: ["${text} Sorry`] as const;
  t.match(findingsOf(t, none('{plaec}')), [
    /^unknown 67: \{plaec\} is not there when nothing was understood/,
  ]);
  t.match(findingsOf(t, none('{place}')), [
    /^silent 67: .* is not said where \{place\} is missing: put it into \[ \]/,
  ]);
  t.same(findingsOf(t, none('[{place}]')), []);
  const parts = [
    'fallback:\n',
    'replyParts: { thanks: "Thanks, {plaec}.", bye: Bye. }\nfallback:\n',
  ] as const;
  t.same(findingsOf(t, parts, ['"Okay, cancelled."', '"Okay. <bye>"']), [
    'unknown 65: {plaec} is no field, entity or slot: "Thanks, {plaec}."',
    'unused 65: the reply part <thanks> stands in no reply',
  ]);
  const items = [
    ['entities:\n', 'entities:\n  item: { kind: phrase, of: [place], head: place, into: order }\n'],
    ['fields:\n', 'fields:\n  order: { kind: items, say: "{plaec} {place|plurl:a:b}" }\n'],
    [
      'intents:\n',
      'intents:\n  order: { sentences: ["order {item}"], context: [addItems, replace], replies: ["{order}."] }\n',
    ],
    ['tests:\n', 'tests:\n  - { say: order a museum, intent: order }\n'],
  ] as const;
  t.same(findingsOf(t, ...items), [
    'malformed 32: "{plaec} {place|plurl:a:b}": there is no filter "plurl"; did you mean "plural"?',
    'unknown 32: {plaec} is nothing that an item of order can have: "{plaec} {place|plurl:a:b}"',
  ]);
});

t.test('a filter has as many words behind it as it takes', async (t) => {
  const reply = (text: string) => ['"Okay, cancelled."', `"Okay[ ${text}]."`] as const;
  t.same(findingsOf(t, reply('{count|plural:ticket}')), [
    'malformed 61: "Okay[ {count|plural:ticket}].": the filter "plural" takes 2 words behind a ":", and has 1',
  ]);
  t.same(findingsOf(t, reply('{place|number:is}')), [
    'malformed 61: "Okay[ {place|number:is}].": the filter "number" takes no or 2 words behind a ":", and has 1',
  ]);
  t.same(findingsOf(t, reply('{place|number} {place|number:is:are} {count|words}')), []);
});

t.test('a filter by lists names lists that there are', async (t) => {
  const reply = (text: string) => ['"Okay, cancelled."', `"Okay[ ${text}]."`] as const;
  t.same(findingsOf(t, reply('{place|listed:plaec}')), [
    'malformed 61: "Okay[ {place|listed:plaec}].": there is no list "plaec"; did you mean "place"?',
  ]);
  t.same(findingsOf(t, reply('{place|unlisted}')), [
    'malformed 61: "Okay[ {place|unlisted}].": a filter "listed" or "unlisted" needs the names of lists behind a ":"',
  ]);
  t.same(findingsOf(t, reply('{place|listed:place} {place|unlisted:!place}')), []);
});

t.test('a name in the notation of another assistant is no value', async (t) => {
  t.same(findingsOf(t, [cancelled, 'replies: ["Okay, $place is cancelled, $5 are yours."]']), [
    'malformed 61: "Okay, $place is cancelled, $5 are yours.": "$place" would be said; a value is written {place}, a rule or a part of replies <place>',
  ]);
});
