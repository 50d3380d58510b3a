import t, { type Test } from 'tap';
import { createUnderstander, loadPack } from '../../src/nlu/index.js';
import { explainSentence } from '../../src/nlu/tools/explain.js';
import { typed } from './say-to.js';

const bank = (t: Test) =>
  createUnderstander(
    loadPack(
      t.testdir({
        'pack.yaml': `name: bank
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
      }),
    ),
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
