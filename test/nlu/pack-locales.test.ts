import t from 'tap';
import { loadPack } from '../../src/nlu/index.js';
import { testPack } from '../../src/nlu/tools/test-pack.js';
import { earshot } from '../cli/run-earshot.js';
import { changedPack, findingsOf } from './findings-of.js';
import { messageOf } from './message-of.js';

const locales = (text: string) => ['locales: [en]', `locales: ${text}`] as const;

t.test('a pack in a language that there is nothing for is refused', async (t) => {
  for (const [text, message] of [
    ['[de]', 'there is no language data for "de"; there is: en'],
    ['[en, fr]', 'there is no language data for "fr"; there is: en'],
    ['[en_US]', 'locales.0: must be a language or a locale, such as en or en-US'],
  ] as const) {
    const [, fault] = messageOf(() => loadPack(changedPack(t, locales(text)))).split('\n');
    t.ok(fault.endsWith(message), fault);
  }
});

t.test('a test in a locale that its pack does not serve is found, and fails', async (t) => {
  const said = (locale: string) =>
    ['  - say: two tickets', `  - locale: ${locale}\n    say: two tickets`] as const;
  const message = 'the pack does not serve the locale "zzz"; it serves: en and every en-*';
  t.same(findingsOf(t, said('zzz')), [`unknown 3: ${message}`]);
  const results = testPack(loadPack(changedPack(t, said('zzz')), { tests: true }));
  t.same(
    results.flatMap(({ faults }) => faults),
    [message],
  );
  t.same(findingsOf(t, said('en-GB')), []);
  t.same(findingsOf(t, locales('[en-US]'), said('en-GB')), [
    'unknown 3: the pack does not serve the locale "en-GB"; it serves: en-US',
  ]);
});

t.test('a sentence is explained only in a locale that its pack serves', async (t) => {
  const { code, err } = await earshot(['pack', 'explain', 'coffee-bar', '--locale', 'de-DE', 'a latte']);
  t.equal(code, 1);
  t.match(err, /The pack does not serve the locale "de-DE"; it serves: en and every en-\*\./);
});
