import t from 'tap';
import { checkPack } from '../../src/cli/check/check-pack.js';
import { openPronouncer } from '../../src/stt/lexicon/open-pronouncer.js';
import { messageOf } from './message-of.js';
import { kiosk, loadText } from './ticket-kiosk.js';

const speech = openPronouncer('models/default');

t.test('orders that cannot be counted, put in words or completed are found', async (t) => {
  const found = (pack: string) =>
    checkPack(loadText(t, pack), speech)
      .findings.filter(({ kind }) => kind === 'uncounted' || kind === 'silent')
      .map(({ message }) => message);
  t.same(found(kiosk), [
    'the field order has no "say": replies put the values of an item one behind the other',
  ]);
  t.same(
    found(kiosk.replaceAll('quantity', 'number').replace('kind: items,', 'kind: items, say: "{ticket}",')),
    [
      'in some, number does not say how many: only an entity named quantity counts items',
      'in item, number does not say how many: only an entity named quantity counts items',
    ],
  );
  const measured = kiosk
    .replace('kind: items,', 'kind: items, say: "{ticket}",')
    .replace('  ticket: {}', '  ticket: {}\n  size: { kind: quantity }')
    .replace('of: [quantity, ticket]', 'of: [quantity, size, ticket]');
  const counted =
    'in item, of "two five ..." nothing is counted, and {size} is twenty five: give it counts: true';
  t.ok(found(measured).includes(counted));
  t.notOk(found(measured.replace('kind: quantity', 'kind: quantity, counts: true')).includes(counted));
  const listed = measured
    .replace('kind: quantity', 'kind: quantity, counts: true')
    .replace(/quantity: \{ kind: number.*\}/, 'quantity: {}')
    .replace('lists:', 'lists:\n  quantity: { range: { from: 1, to: 50 } }');
  const uncounted =
    'in item, of "two five ..." nothing is counted, and {quantity} holds no number: give it counts: true';
  t.ok(found(listed).includes(uncounted));
  t.notOk(found(listed.replace('quantity: {}', 'quantity: { counts: true }')).includes(uncounted));
  const withOption = kiosk
    .replace('kind: items,', 'kind: items, say: "[{area} ]{ticket}",')
    .replace('of: [quantity, ticket]', 'of: [quantity, area, ticket]');
  t.same(found(withOption), [
    'who says only {area} gets no reply of buy that asks for {ticket}: add one with when: { said: [incomplete] }',
  ]);
  const asking = withOption.replace(
    '["[{order}]',
    '[{ when: { said: [incomplete] }, say: [Which?] }, "[{order}]',
  );
  t.same(found(asking), []);
});

t.test('an intent that adds or changes items and can say none is found', async (t) => {
  const found = (sentence: string, rule = 'addItems') => {
    const pack = kiosk.replace(
      'intents:',
      `intents:\n  more: { sentences: ["${sentence}"], context: [${rule}], replies: ["Yes."] }`,
    );
    return checkPack(loadText(t, pack), speech)
      .findings.filter(({ kind }) => kind === 'unfilled')
      .map(({ message }) => message);
  };
  t.same(found('{quantity} more'), [
    'addItems adds nothing in more, whose sentences have no phrase with into: order',
  ]);
  t.same(found('{item} more'), []);
  t.same(found('make that {quantity}', 'changeItem'), [
    'changeItem changes nothing in more, whose sentences have no phrase with into: order',
  ]);
  t.same(found('make that {item}', 'changeItem'), []);
});

t.test('names of what is not there are told with the one that they look like', async (t) => {
  const fault = (from: string, to: string) => messageOf(() => loadText(t, kiosk.replace(from, to)));
  for (const [from, to, message] of [
    [
      'film: { into: film }',
      'film: { list: flim, into: film }',
      'there is no list "flim"; did you mean "film"?',
    ],
    ['film: { into: film }', 'film: { into: flim }', 'there is no field "flim"; did you mean "film"?'],
    ['area: { into: area }', 'arena: { into: area }', 'there is no entity "area"; did you mean "arena"?'],
    ['we will sit', '<wil>', 'there is no rule <wil>'],
    [
      '["In the',
      '[{ when: { filled: [are] }, say: [Yes] }, "In the',
      'there is no field "are"; did you mean "area"?',
    ],
    [
      '["In the',
      '[{ when: { after: [by] }, say: [Yes] }, "In the',
      'there is no intent "by"; did you mean "buy"?',
    ],
  ] as const) {
    t.ok(fault(from, to).includes(message), `${to}: ${fault(from, to)}`);
  }
  const rules = `rules: { will: we will }\n${kiosk.replace('we will sit', '<wil> sit')}`;
  t.match(
    messageOf(() => loadText(t, rules)),
    /no rule <wil>; did you mean <will>\?/,
  );
});

t.test('tests and conditions that can never hold are found', async (t) => {
  const pack = `${kiosk.replace('["In the', '[{ when: { is: { area: [bock] } }, say: [Yes] }, "In the')}tests:
  - { say: dune, intent: buuy }
`;
  const { findings } = checkPack(loadText(t, pack), speech);
  t.same(
    findings
      .filter(({ kind }) => kind === 'unknown')
      .map(({ where, message }) => [where.split(':').at(-1), message]),
    [
      ['40', 'there is no intent "buuy"; did you mean "buy"?'],
      ['37', 'area is never "bock"; did you mean "back"?'],
    ],
  );
});

t.test('what is wrong with a file is told with what most people have done', async (t) => {
  const fault = (text: string) =>
    messageOf(() => loadText(t, text))
      .split('\n')[1]
      .replace(/^.*pack\.yaml:/, '');
  const head = 'name: x\nlocales: [en]\n';
  t.match(fault(`${head}intents:\n  go\n    sentences: [go]\n`), /^4: .*; is a ":" missing/);
  t.match(fault(`${head}intents:\n  go: { sentences: [go {to}] }\n`), /^4: .*needs quotes around/);
  t.match(
    fault(`${head}intents:\n  go:\n    sentences:\n      - [please] go\n`),
    /^6: .*needs quotes around/,
  );
  t.match(
    fault(`${head}intents:\n   go: { sentences: [go] }\n  no: { sentences: [no] }\n`),
    /^5: .*must be indented/,
  );
  t.match(
    fault(`${head}intents:\n  go: { sentences: [go] }\n  go: { sentences: [no] }\n`),
    /^5: .*"go" is there before/,
  );
  t.match(fault(`${head}tests: [{ say: no, at ten, intent: go }]\n`), /^3: tests\.0\.at ten: .*needs quotes/);
  t.match(
    fault(`${head}tests: [{ say: no, at ten., intent: go }]\n`),
    /^3: tests\.0\.at ten\.: .*needs quotes/,
  );
  t.equal(
    fault(`${head}tests: [{ says: go, intent: go }]\n`),
    '3: tests.0.says: "says" is not known here; did you mean "say"?',
  );
  t.match(fault('- { say: go }\n'), /^1: expected a map, received a list; begin with a key such as "tests:"/);
});
