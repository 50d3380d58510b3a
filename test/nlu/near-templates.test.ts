import t, { type Test } from 'tap';
import { createUnderstander, loadPack } from '../../src/nlu/index.js';
import { explainSentence } from '../../src/nlu/tools/explain.js';
import { typed, understanderOf } from './say-to.js';

const bank = (t: Test) =>
  understanderOf(
    t,
    `name: bank
locales: [en]
lists: { account: { values: [savings, checking] }, card: { values: [debit card] } }
entities: { account: { into: account }, card: { into: card }, amount: { kind: money, into: amount } }
fields: { account: { kind: value }, card: { kind: value }, amount: { kind: value } }
rules: { my: "[my|the]" }
intents:
  block: { sentences: ["(block|freeze) <my> (card|{card})"], context: [replace] }
  move: { sentences: ["(move|transfer) {amount} from <my> {account} to <my> {account:to}"], context: [replace] }
  balance: { sentences: ["what is the balance of <my> {account}"], context: [replace] }
  less: { when: { filled: [amount] }, sentences: ["[make it] only {amount}"], context: [replace] }
`,
  );

const near = (t: Test, text: string) => {
  const request = { locale: 'en-US', ...typed(text) };
  const lines = explainSentence(bank(t), request);
  const from = lines.findIndex((line) => line.startsWith('near'));
  return lines
    .slice(from < 0 ? lines.length : from)
    .filter((line) => !/^(?:context|entities|reply)/.test(line));
};

t.test('where nothing was understood, the nearest templates are shown with what is amiss', async (t) => {
  t.match(near(t, 'please block it my card'), [
    'near       block: (block|freeze) <my> (card|{card})',
    '           too many: it',
  ]);
  t.match(near(t, 'transfer from my savings to the checking'), [
    'near       move: (move|transfer) {amount} from <my> {account} to <my> {account:to}',
    '           missing: {amount}',
  ]);
});

t.test('what shares nothing with any template is near to none', async (t) => {
  t.same(near(t, 'zebra crossing'), []);
  t.same(near(t, 'of the'), [], 'little words alone speak for none');
});

t.test('the condition of a near template is shown, and three at most', async (t) => {
  const lines = near(t, 'fifty dollars only savings');
  t.match(lines.join('\n'), /less: \[make it\] only \{amount\}\n.*\n +only when filled: \[amount\]/);
  t.ok(lines.filter((line) => line.startsWith('near')).length <= 3);
});

t.test('a number alone that would be a time if its entity took it for one is told', async (t) => {
  const folder = t.testdir({
    'pack.yaml': `name: rooms
locales: [en]
lists: { room: { values: [study room] } }
entities: { room: { into: room }, hour: { kind: time, into: hour } }
fields: { room: { kind: value }, hour: { kind: value } }
intents: { book: { sentences: ["{room} [{hour}]"], context: [replace] } }
`,
  });
  const explained = (text: string) =>
    explainSentence(createUnderstander(loadPack(folder)), { locale: 'en-US', ...typed(text) });
  const hint = 'bare       "ten" is {hour} only with "bare: true"';
  t.ok(explained('study room ten').includes(hint));
  t.ok(explained('ten').includes(hint));
  t.notOk(explained('study room ten pm').some((line) => line.startsWith('bare')));
});
