import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { checkPack } from '../../src/cli/check/check-pack.js';
import { loadPack } from '../../src/nlu/index.js';
import { newPack } from '../../src/nlu/tools/new-pack.js';
import { openPronouncer } from '../../src/stt/lexicon/open-pronouncer.js';
import { messageOf } from './message-of.js';

const speech = openPronouncer('models/default');

t.test('errors name file and line', async (t) => {
  const folder = t.testdir({
    'pack.yaml':
      'name: x\nlocales: [en]\nlists:\n  a: { values: ["(b"] }\nintents:\n  go:\n    sentences:\n      - go to {nowhere}\n      - <missing> it\n    context: [{ clear: [gone] }]\nfields:\n  order: { kind: items, amounts: much }\n',
  });
  const message = messageOf(() => loadPack(folder));
  t.match(message, /pack\.yaml:4: .*never closed/);
  t.match(message, /pack\.yaml:8: .*no entity "nowhere"/);
  t.match(message, /pack\.yaml:9: .*no rule <missing>/);
  t.match(message, /pack\.yaml:10: .*no field "gone"/);
  t.match(message, /pack\.yaml:12: .*no list "much"/);
  const joined = t.testdir({
    'pack.yaml':
      'name: x\nlocales: [en]\nintents:\n  go: { sentences: [go] }\n  both:\n    joins:\n      words: [and]\n      intents:\n        - go\n        - stop\n',
  });
  t.match(
    messageOf(() => loadPack(joined)),
    /pack\.yaml:10: .*no intent "stop"/,
  );
  const deferred = t.testdir({
    'pack.yaml':
      'name: x\nlocales: [en]\nintents:\n  go: { sentences: [go] }\n  later:\n    defers:\n      words: [in]\n      intents: [go, stop]\n',
  });
  t.match(
    messageOf(() => loadPack(deferred)),
    /pack\.yaml:8: .*no intent "stop"/,
  );
  const broken = t.testdir({
    'pack.yaml':
      'name: x\nlocales: [en]\nintents:\n  go: { sentences: "not a list" }\nfields: { a: { kind: banana } }\n',
  });
  t.match(
    messageOf(() => loadPack(broken)),
    /pack\.yaml:4: intents\.go\.sentences[\s\S]*pack\.yaml:5: fields\.a\.kind/,
  );
  const untaken = t.testdir({
    'pack.yaml':
      'name: x\nlocales: [en]\nlists: { colour: [red] }\nentities:\n  thing:\n    kind: phrase\n    of: [colour]\n    rules:\n      - { take: [colour], as: shade, value: "{hue}" }\n',
  });
  t.match(
    messageOf(() => loadPack(untaken)),
    /pack\.yaml:9: .*in braces must be a value that the rule takes/,
  );
  const syntax = t.testdir({ 'pack.yaml': 'name: x\nlocales: [en]\nintents: {\n' });
  t.match(
    messageOf(() => loadPack(syntax)),
    /pack\.yaml:\d+: /,
  );
  const alias = t.testdir({ 'pack.yaml': 'name: x\nlocales: [en]\nrules: { a: *wnat }\n' });
  t.match(
    messageOf(() => loadPack(alias)),
    /pack\.yaml:3: there is no anchor &wnat before \*wnat/,
  );
  t.match(
    messageOf(() => loadPack('no-such-pack')),
    /no domain pack/,
  );
  const twice = t.testdir({
    'pack.yaml': 'name: x\nlocales: [en]\nrules: { a: b }\n',
    'more.yaml': 'rules: { a: c }\nintents: { go: { sentences: [go] } }\n',
  });
  t.match(
    messageOf(() => loadPack(twice)),
    /already defined in .*pack\.yaml:3|already defined in .*more\.yaml:1/,
  );
});

t.test('names in the notation of other assistants are no words', async (t) => {
  const faults = (parts: string, sentence: string) => {
    const folder = t.testdir({
      'pack.yaml': `name: x\nlocales: [en]\n${parts}\nintents: { go: { sentences: ["${sentence}"] } }\n`,
    });
    return messageOf(() => loadPack(folder))
      .split('\n')
      .slice(1)
      .map((line) => line.replace(/^.*pack\.yaml:\d+: ".*?": /, ''));
  };
  const written = 'a value is written {station:to}, a rule or a part of replies <station>';
  t.same(faults('', 'to $station:to'), [`"$station:to" would be said; ${written}`]);
  t.same(faults('rules: { a: "(@want|b)" }', 'go <a>'), [
    '"@want" would be said; a value is written {want}, a rule or a part of replies <want>',
  ]);
  t.same(faults('rules: { want: i want }', '{want} to go'), [
    'there is no entity "want"; a rule is written <want>',
  ]);
  t.same(faults('lists: { place: { values: [zoo] } }', 'to the {place}'), [
    'there is no entity "place"; for the values of the list write "place: {}" under "entities"',
  ]);
  t.same(faults('', '[to] [go]'), [
    'all of it can be left out, so that it would match silence; one part must be said',
  ]);
  const sum = 'name: x\nlocales: [en]\nintents: { go: { sentences: ["a $5 ticket at the a@b"] } }\n';
  t.equal(
    messageOf(() => loadPack(t.testdir({ 'pack.yaml': sum }))),
    'nothing was thrown',
  );
});

t.test('a file of a pack that cannot be read is named', async (t) => {
  const folder = t.testdir({ 'pack.yaml': 'name: x\nlocales: [en]\n', 'more.yaml': {} });
  const message = new RegExp(`${join(folder, 'more.yaml')} cannot be read: EISDIR`);
  t.throws(() => loadPack(folder), { code: 'invalid_pack', message });
});

t.test('what is mistyped in a pack is told with its line, in the form that was meant', async (t) => {
  const pack = (part: string) => {
    const folder = t.testdir({ 'pack.yaml': `name: bell\nlocales: [en]\nintents:\n  ring:\n    ${part}\n` });
    return messageOf(() => loadPack(folder))
      .split('\n')
      .slice(1)
      .join()
      .replace(/^.*pack\.yaml/, '');
  };
  for (const [part, message] of [
    [
      'sentenzes: [ring]',
      ':5: intents.ring.sentenzes: "sentenzes" is not known here; did you mean "sentences"?',
    ],
    ['sentences: ring', ':5: intents.ring.sentences: expected a list, received text'],
    [
      'context: [repalce]',
      ':5: intents.ring.context.0: "repalce" is not known here; did you mean "replace"?',
    ],
    [
      'context: [{ claer: all }]',
      ':5: intents.ring.context.0.claer: "claer" is not known here; did you mean "clear"?',
    ],
    ['context: [{ clear: 5 }]', ':5: intents.ring.context.0.clear: expected "all" or a list'],
    ['replies: [{ say: Ring }]', ':5: intents.ring.replies.0.say: expected a list, received text'],
    [
      'replies: [{ when: { empty: no }, say: [Ring] }]',
      ':5: intents.ring.replies.0.when.empty: expected a list, received text',
    ],
    ['\tsentences: [ring]', ':5: Tabs are not allowed as indentation'],
  ]) {
    t.equal(pack(part), message);
  }
});

t.test('what systems and editors hide beside the files of a pack is no part of it', async (t) => {
  const folder = join(t.testdir({}), 'tickets');
  newPack(folder);
  writeFileSync(join(folder, '._pack.yaml'), '\0\u0005\u0016\u0007');
  t.equal(loadPack(folder).definition.name, 'tickets');
});

t.test('a value that no reply can ever have is named', async (t) => {
  const pack = `name: bell
locales: [en]
entities: { count: { kind: number, into: times } }
fields: { times: { kind: value } }
intents:
  ring: { sentences: ["ring [{count} times]"], context: [replace], replies: ["Ringing[ {times} times][, {coutn}]."] }
  stop: { sentences: [stop], slots: { what: bell }, replies: [{ say: ["The {what, tiems} stopped[ {unmatched|or}]."] }] }
tests: [{ say: ring, intent: ring }, { say: stop, intent: stop }]
`;
  const { findings } = checkPack(loadPack(t.testdir({ 'pack.yaml': pack }), { tests: true }), speech);
  t.match(findings, [
    {
      kind: 'unknown',
      where: /pack\.yaml:6$/,
      message: '{coutn} is no field, entity or slot: "Ringing[ {times} times][, {coutn}]."',
    },
    { kind: 'unknown', where: /pack\.yaml:7$/, message: /\{tiems\}/ },
  ]);
  t.equal(findings.length, 2);
});

t.test('replies that are not written as they must be are named where they stand', async (t) => {
  const pack = `name: bell
locales: [en]
intents:
  ring:
    sentences: [ring]
    replies:
      - "Ringing[ {said|plurall:once:twice}."
      - { say: ["Done]", "It {total"] }
fallback: { silence: ["What[?"], none: [Pardon?] }
tests: [{ say: ring, intent: ring }]
`;
  const { findings } = checkPack(loadPack(t.testdir({ 'pack.yaml': pack }), { tests: true }), speech);
  const malformed = (line: number, message: RegExp) => ({
    kind: 'malformed',
    where: new RegExp(`pack\\.yaml:${line}$`),
    message,
  });
  t.match(findings, [
    malformed(7, /no filter "plurall"; did you mean "plural"\?/),
    malformed(7, /"\[" is never closed/),
    malformed(8, /"Done\]": "\]" closes nothing/),
    malformed(8, /"\{" is never closed/),
    malformed(9, /"\[" is never closed/),
  ]);
  t.equal(findings.length, 5);
});

t.test('numbers between limits that no number is between', async (t) => {
  const pack = (limits: string) =>
    loadPack(
      t.testdir({
        'pack.yaml': `name: x
locales: [en]
entities: { count: { kind: number, ${limits} } }
intents: { ring: { sentences: ["ring {count} times"], replies: [ok] } }
tests: [{ say: ring two times, intent: ring }]
`,
      }),
      { tests: true },
    );
  t.match(
    messageOf(() => pack('from: 12, to: 1')),
    /pack\.yaml:3: entities\.count\.to: "to" must not be less than "from"/,
  );
  t.same(checkPack(pack('from: 1.2, to: 1.8'), speech).findings, [], 'none of them is whole');
});

t.test('more sentences than recognition takes are told of', async (t) => {
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const names = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => `ko${a}${b}${c}`)));
  // nothing of them is alike, so that each word of each is told
  const codes = names.map((name) => Array(18).fill(name).join(' '));
  const pack = `name: x
locales: [en]
lists: { code: { files: [codes.txt] } }
entities: { code: { kind: list } }
intents: { go: { sentences: ["go {code}"], replies: [ok] } }
tests: [{ say: go ${codes[0]}, intent: go }]
`;
  const folder = t.testdir({ 'pack.yaml': pack, 'codes.txt': codes.join('\n') });
  const { findings } = checkPack(loadPack(folder, { tests: true }), speech);
  t.match(
    findings.find(({ kind }) => kind === 'tooMany'),
    { message: /leaves out the last/ },
  );
});

t.test('an intent that goes on in another file', async (t) => {
  const pack = `name: x
locales: [en]
fields: { at: { kind: value } }
intents: { go: { data: [{ sentences: [go] }], replies: ["Going[ {at}]."] } }
`;
  const files = (more: string) => t.testdir({ 'pack.yaml': pack, 'places.yaml': more });
  const more = `more:
  go:
    - { sentences: ["go home"], slots: { at: home } }
    - { sentences: ["go [home away"] }
`;
  t.throws(() => loadPack(files(more)), { code: 'invalid_pack', message: /places\.yaml:4/ });
  const loaded = loadPack(files(more.replace('[home away', 'away')));
  t.strictSame(
    loaded.sentences.map(({ template, where }) => `${template} ${where.replace(/.*\//, '')}`),
    ['go pack.yaml:4', 'go home places.yaml:3', 'go away places.yaml:4'],
  );
  t.throws(() => loadPack(files('more: { stop: [{ sentences: [stop] }] }')), {
    message: /places\.yaml:1: there is no intent "stop"/,
  });
});
