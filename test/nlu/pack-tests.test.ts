import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { loadPack } from '../../src/nlu/index.js';
import { testPack } from '../../src/nlu/tools/test-pack.js';
import { earshot } from '../cli/run-earshot.js';
import { changedPack, findingsOf } from './findings-of.js';

const wrong = [
  'intent: change, context: { place: zoo, count: 2 }',
  'intent: change, context: { place: zoo, count: 5 }',
] as const;

t.test('a test that fails is told with its line', async (t) => {
  const folder = changedPack(t, wrong);
  t.same(
    testPack(loadPack(folder, { tests: true })).flatMap(({ path, faults }) =>
      faults.length > 0 ? [path] : [],
    ),
    [['tests', 1, 'turns', 1]],
  );
  const { code, out } = await earshot(['pack', 'test', folder]);
  t.equal(code, 1);
  t.match(out, /tickets\.test\.yaml:9: changed my mind: "actually make it two"\n {2}context: expected/);
  const { out: json } = await earshot(['pack', 'test', folder, '--json']);
  t.match(JSON.parse(json), { passed: 4, failed: [{ where: /tickets\.test\.yaml:9$/ }] });
});

t.test('tests in the folder for them count as those beside the pack do', async (t) => {
  const folder = changedPack(t);
  mkdirSync(join(folder, 'tests'));
  renameSync(join(folder, 'tickets.test.yaml'), join(folder, 'tests', 'tickets.yaml'));
  const { out } = await earshot(['pack', 'test', folder]);
  t.match(out, /^5 passed, 0 failed/m);
  writeFileSync(join(folder, 'tests', 'more.yaml'), 'tests: [{ say: two tickets, intent: cancel }]\n');
  t.match((await earshot(['pack', 'test', folder])).out, /tests\/more\.yaml:1: "two tickets"\n {2}intent/);
});

t.test('a field that is to be empty may be named', async (t) => {
  const empty = ['intent: cancel, context: {}', 'intent: cancel, context: { place: "" }'] as const;
  const faults = testPack(loadPack(changedPack(t, empty), { tests: true })).flatMap((turn) => turn.faults);
  t.same(faults, []);
});

t.test('a field has a default, and a test need not name it', async (t) => {
  const fields = ['fields:\n', 'fields:\n  adults: { kind: value, always: true, empty: 1 }\n'] as const;
  const pack = loadPack(changedPack(t, fields), { tests: true });
  const turns = testPack(pack);
  t.same(
    turns.flatMap(({ faults }) => faults),
    [],
  );
  t.match(turns[0].result.context, { adults: 1 });
  const named = ['intent: cancel, context: {}', 'intent: cancel, context: { adults: 2 }'] as const;
  const [fault] = testPack(loadPack(changedPack(t, fields, named), { tests: true })).flatMap(
    ({ faults }) => faults,
  );
  t.match(fault, 'context: expected {"adults":2}, got ');
});

t.test('a context before a test that no client could send is told of', async (t) => {
  const given = [
    'tests:\n',
    'tests:\n  - { say: never mind, intent: cancel, given: { count: [1] } }\n',
  ] as const;
  const faults = testPack(loadPack(changedPack(t, given), { tests: true })).flatMap((turn) => turn.faults);
  t.same(faults, ['given: count must be a string']);
});

t.test('a test that expects nothing is found, and is none of an intent', async (t) => {
  const more = ['tests:\n', 'tests:\n  - say: two tickets\n'] as const;
  t.same(findingsOf(t, more), ['untested 3: the test "two tickets" expects nothing']);
  const { out } = await earshot(['pack', 'check', changedPack(t, more)]);
  t.match(out, /3 intents, .* 6 test sentences for 3 intents; 1 finding/);
});

t.test('what is unused or not understood is told with its line', async (t) => {
  t.same(findingsOf(t, ['lists:\n', 'lists:\n  zone: { values: [north] }\n']), [
    'unused 17: the list zone belongs to no entity',
  ]);
  t.same(findingsOf(t, ['entities:\n', 'entities:\n  when: { kind: date }\n']), [
    'unused 26: the entity when stands in no sentence',
  ]);
  t.same(findingsOf(t, ['fields:\n', 'fields:\n  colour: { kind: value }\n']), [
    'unused 31: nothing goes to the field colour',
  ]);
  t.same(findingsOf(t, ['rules:\n', 'rules:\n  please: "[please]"\n']), [
    'unused 36: the rule <please> stands in no sentence',
  ]);
});

t.test('tests search the catalogue that the pack names', async (t) => {
  const folder = t.testdir({
    'pack.yaml': `name: museum
locales: [en]
testCatalogue: works.csv
lists: { thing: { values: [ferry, canal] } }
entities: { thing: { into: keywords } }
fields: { keywords: { kind: list } }
retrieval: { keywords: keywords, intents: [find] }
intents:
  find: { sentences: ["show me [the] {thing}"], context: [replace], replies: ["I found {total}."] }
  who: { when: { results: true }, sentences: ["who made it"], context: [{ move: 0 }], replies: ["{selected.artist}."] }
`,
    'museum.test.yaml': `tests:
  - conversation: ferry
    turns:
      - { say: show me the ferry, intent: find, reply: I found 1. }
      - { say: who made it, intent: who, reply: Brandauer. }
`,
    'works.csv': 'title,artist\nNight Ferry,Brandauer\n',
  });
  t.match((await earshot(['pack', 'test', folder])).out, /^2 passed, 0 failed/);
  const { out } = await earshot(['pack', 'explain', folder, 'show me the ferry', 'who made it']);
  t.match(out, /reply +Brandauer\.\n$/);
  const found = async () => (await earshot(['pack', 'check', folder])).out.match(/.*catalogue.*|.*works.*/g);
  t.same(await found(), null);
  writeFileSync(join(folder, 'works.csv'), 'title,artists\nNight Ferry,Brandauer\n');
  t.match(await found(), [
    /pack\.yaml:10: unknown: no product in works\.csv has "artist" for \{selected\.artist\}; there are: id, title$/,
  ]);
  rmSync(join(folder, 'works.csv'));
  t.match(await found(), [/pack\.yaml:3: unknown: Cannot read .*works\.csv/]);
  writeFileSync(join(folder, 'works.csv'), 'title,artist\nNight Ferry\n');
  const { code, err } = await earshot(['pack', 'test', folder]);
  t.equal(code, 1);
  t.match(err, /works\.csv:2: 1 fields, but the header has 2/);
});
