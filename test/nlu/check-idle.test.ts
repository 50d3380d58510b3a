import t, { type Test } from 'tap';
import { findingsIn } from './findings-of.js';

const pack = `name: rail
locales: [en]
lists: { station: { values: [Riverside] }, whom: { values: [{ in: "(him|his)", out: man }] }, who: { values: [man, boy] } }
entities:
  station: { into: to }
  code: { kind: spelled, into: code }
  day: { kind: date, into: day }
  who: { into: for.who }
  whom: { into: for.who, refersTo: { man: [man, boy] } }
  origin: { list: station, into: from }
fields: { to: { kind: value }, from: { kind: value }, code: { kind: value }, day: { kind: value }, for: { kind: map } }
rules: { where: "from {origin}" }
intents:
  go: { sentences: ["go [<where>] to {station} [for ({who}|{whom})]"], context: [replace], replies: ["To {to}[ from {from}]."] }
  code: { sentences: ["my code is {code}", "on {day}"], context: [replace], replies: ["Fine[, {code}][, {day|date}]."] }
  back: { sentences: [take it back], context: [undo], replies: [{ when: { said: [failed] }, say: [No.] }, Fine.] }
conversation: { undo: 5 }
pronunciations: { riverside: R IH V ER S AY D }
tests: [{ say: go to riverside, intent: go }, { say: on monday, intent: code }, { say: take it back, intent: back }]
`;

const findings = (t: Test, from: string, to: string) => {
  t.ok(pack.includes(from));
  return findingsIn(t.testdir({ 'pack.yaml': pack.replace(from, to) }));
};

t.test('what does nothing is found', async (t) => {
  t.same(findingsIn(t.testdir({ 'pack.yaml': pack })), []);
  const cases: [from: string, to: string, finding: string][] = [
    [
      '{code}][',
      '{code|date}][',
      'malformed 15: the filter "date" is for the kind date, and {code} is a spelled: "Fine[, {code|date}][, {day|date}]."',
    ],
    [
      '"To {to}[',
      '"To {to}[ at {to|time}][',
      'malformed 14: the filter "time" is for the kind time, and {to} is a list: "To {to}[ at {to|time}][ from {from}]."',
    ],
    [
      'to {station}',
      'to {station:from}',
      'unfilled 14: what is said of {station:from} goes to to, not to from: for that make another entity, with into: from',
    ],
    [
      'pronunciations: { ',
      'pronunciations: { zosia: Z OW SH AH, ',
      'unused 18: no sentence and no list has the word "zosia", which is pronounced here',
    ],
    ['[Riverside]', '[Riverside, ""]', 'unspeakable 3: a value of the list station has no words'],
    [
      '[Riverside]',
      '[Riverside, { in: "[west]" }]',
      'unspeakable 3: a value of the list station has no words',
    ],
    ['rules: { ', 'rules: { more: "once more", ', 'unused 12: the rule <more> stands in no sentence'],
    ['{ man: [man, boy] }', '{ men: [man] }', 'unknown 9: "men" is no value of whom; did you mean "man"?'],
    [
      'man: [man, boy]',
      'man: [man, boys]',
      'unknown 9: "man" can refer to "boys", which never goes to for.who; did you mean "boy"?',
    ],
    ['undo: 5', 'undo: 0', 'unused 16: nothing can be taken back, as "conversation" keeps no turns: undo: 0'],
  ];
  for (const [from, to, finding] of cases) t.same(findings(t, from, to), [finding]);
});

t.test('what may be of use is not', async (t) => {
  for (const [from, to] of [
    ['code: { kind: spelled,', 'code: { kind: text, maxWords: 1,'],
    ['pronunciations: { ', 'hotwords: { zosia: 3 }\npronunciations: { zosia: Z OW SH AH, '],
    ['man: [man, boy]', 'man: [man]'],
  ] as const)
    t.same(findings(t, from, to), []);
  const day = findings(t, '{code}][', '{code|date}][').length;
  t.equal(day, 1);
  const given = pack
    .replace('{code}][', '{code|date}][')
    .replace('tests: [', 'tests: [{ say: on monday, given: { code: "2026-11-24" }, intent: code }, ');
  t.same(findingsIn(t.testdir({ 'pack.yaml': given })), [], 'who calls the service may put a day there');
});
