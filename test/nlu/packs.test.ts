import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { checkPack } from '../../src/cli/check-pack.js';
import { EarshotError } from '../../src/errors.js';
import {
  createUnderstander,
  loadPack,
  type Pack,
  packBias,
  packSentences,
  watchPack,
} from '../../src/nlu/index.js';
import { isOpen } from '../../src/nlu/pack/entity-words.js';
import { slotsOf } from '../../src/nlu/pack/template-reader.js';
import { parseTemplate } from '../../src/nlu/template/template-parser.js';
import { explainSentence } from '../../src/nlu/tools/explain.js';
import { importTaxonomy } from '../../src/nlu/tools/import-taxonomy.js';
import { newPack } from '../../src/nlu/tools/new-pack.js';
import { SentenceSampler } from '../../src/nlu/tools/sample-sentences.js';
import { testPack } from '../../src/nlu/tools/test-pack.js';
import type { Context } from '../../src/nlu/understanding.js';
import { openPronouncer } from '../../src/stt/lexicon/open-pronouncer.js';
import { SentenceAcceptor } from '../../src/stt/sentence-acceptor.js';
import { compileNetwork } from '../../src/stt/sentence-network.js';

const now = () => new Date(2026, 10, 20, 12);
const loaded = new Map<string, Pack>();
function shipped(name: string): Pack {
  const pack = loaded.get(name) ?? loadPack(name, { tests: true });
  loaded.set(name, pack);
  return pack;
}

for (const name of ['product-search', 'coffee-bar', 'home-control']) {
  t.test(`${name}: every test sentence is understood exactly`, async (t) => {
    const results = testPack(shipped(name), { now });
    for (const { name: conversation, say, faults } of results) t.same(faults, [], `${conversation}: ${say}`);
    t.ok(results.length >= 18);
  });

  t.test(`${name}: no template is unreachable or ambiguous, nothing is unused`, async (t) => {
    const serious = checkPack(shipped(name), speech).findings.filter(({ kind }) =>
      ['unreachable', 'ambiguous', 'unused', 'silent', 'unanswered', 'unknown'].includes(kind),
    );
    t.same(serious, []);
  });

  t.test(`${name}: sampled sentences are understood as what they were sampled from`, async (t) => {
    const pack = shipped(name);
    const understander = createUnderstander(pack, { now });
    const free = pack.sentences.filter(({ when }) => when === undefined);
    const sampler = new SentenceSampler(pack, 7);
    let right = 0;
    for (const sentence of free) {
      const text = sampler.sample(sentence);
      const { intent } = understander.understand({ locale: 'en-US', readings: [{ text, confidence: 1 }] });
      if (intent === sentence.intent) right++;
    }
    t.ok(right / free.length > 0.85, `${right} of ${free.length}`);
  });

  t.test(`${name}: words and grammar for a recogniser`, async (t) => {
    const pack = shipped(name);
    const bias = packBias(pack);
    t.ok(bias.length > 20);
    t.ok(bias.every(({ text, weight }) => text !== '' && weight > 0 && weight <= 10));
    const grammar = packSentences(pack);
    t.notOk(grammar.truncated);
    t.ok(grammar.finals.length > 0);
    t.ok(grammar.arcs.every(({ from, to }) => from < grammar.states && to < grammar.states));
    // every sampled template without free text is a path through the grammar
    const rules = new Map(
      Object.entries(pack.definition.rules).map(([name, text]) => [name, parseTemplate(text)]),
    );
    const accepts = acceptor(grammar);
    const sampler = new SentenceSampler(pack, 3);
    for (const sentence of pack.sentences) {
      if ([...slotsOf(sentence.parsed, rules)].some((slot) => isOpen(pack.entities.get(slot)!))) continue;
      const text = sampler.sample(sentence);
      const spoken = text.toLowerCase().replaceAll("'", '');
      if (/[^a-z ]/.test(spoken)) continue;
      t.ok(accepts(spoken.split(' ')), `${sentence.template.slice(0, 40)}: ${text}`);
    }
    t.ok(packSentences(pack, { maxArcs: 10 }).truncated, 'the size is bounded');
  });
}

t.test(
  'the grammar of a pack knows short forms, fillers and plurals, and the usual order of a phrase',
  async (t) => {
    const accepts = acceptor(packSentences(shipped('coffee-bar')));
    for (const text of [
      "i'd like two large lattes please",
      "that's all",
      'um can i have a twenty ounce latte',
      'a large dark roast latte with oat milk and two sugars and a small espresso',
      'two flat whites one large mocha and a blueberry muffin to go',
    ])
      t.ok(accepts(text.split(' ')), text);
    for (const text of [
      'um can i have a twenty two ounce latte',
      'latte small a',
      'with a large',
      'a large latte bread',
      'lots of of milk',
      // understood, but of a list that is not expected
      'a mince pie to go',
    ])
      t.notOk(accepts(text.split(' ')), text);
  },
);

function acceptor(grammar: ReturnType<typeof packSentences>) {
  const vocabulary = new Map(
    [...new Set(grammar.arcs.map(({ word }) => word))].map((word, id) => [word, id]),
  );
  const sentences = new SentenceAcceptor(compileNetwork(grammar, (word) => [[vocabulary.get(word)!]]));
  return (words: string[]) => {
    let state = sentences.initialState;
    for (const word of words) if (state >= 0) state = sentences.step(state, vocabulary.get(word) ?? -2);
    return state >= 0 && sentences.endLogProb(state) > -Infinity;
  };
}

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
  const syntax = t.testdir({ 'pack.yaml': 'name: x\nlocales: [en]\nintents: {\n' });
  t.match(
    messageOf(() => loadPack(syntax)),
    /pack\.yaml:\d+: /,
  );
  const alias = t.testdir({ 'pack.yaml': 'name: x\nlocales: [en]\nrules: { a: *wnat }\n' });
  t.match(
    messageOf(() => loadPack(alias)),
    /pack\.yaml: .*wnat/,
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

function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof EarshotError && error.code === 'invalid_pack') return error.message;
    throw error;
  }
  return 'nothing was thrown';
}

t.test('a list can give prices', async (t) => {
  const pack = `
name: stall
locales: [en]
lists: { price: { values: [{ in: "(latte|flat white)", out: 3.5 }, { in: espresso, out: 2 }] } }
entities: { price: { closed: true } }
intents:
  askPrice: { sentences: ["how much is (a|an) {price}"], replies: ["That is {price|money}."] }
`;
  const understander = createUnderstander(loadPack(t.testdir({ 'pack.yaml': pack })));
  const reply = (text: string, locale: string) =>
    understander.understand({ locale, readings: [{ text, confidence: 1 }] }).reply.text;
  t.equal(reply('how much is a flat white', 'en-US'), 'That is $3.50.');
  t.equal(reply('how much is an espresso', 'en-GB'), 'That is £2.');
});

t.test('a list takes in others, and a condition names one for all of its values', async (t) => {
  const pack = (lists: string, is: string) => `
name: garden
locales: [en]
lists: { ${lists} }
entities: { plant: { into: plant }, tree: { into: plant, closed: true } }
fields: { plant: { kind: value } }
intents:
  water: { sentences: ["water the {plant}"], context: [replace], replies: ["Watered."] }
  prune: { sentences: ["prune the {tree}"], replies: ["Pruned."] }
  pick:
    when: { is: { plant: [${is}] } }
    sentences: ["pick [the] fruit"]
    replies:
      - { when: { is: { plant: [<tree>] } }, say: ["Up the ladder."] }
      - Picked.
`;
  const load = (lists: string, is: string) => loadPack(t.testdir({ 'pack.yaml': pack(lists, is) }));
  const trees = 'tree: { values: [apple, { in: "(cherry|sour cherry)", out: cherry }] }';
  const garden = load(`${trees}, plant: { lists: [tree], values: [rose, currant] }`, '<tree>, currant');
  const understander = createUnderstander(garden);
  const replies = (...said: string[]) => {
    let state: { context?: Context; memory?: unknown } = {};
    return said.map((text) => {
      const answer = understander.understand({
        locale: 'en-US',
        readings: [{ text, confidence: 1 }],
        ...state,
      });
      state = answer;
      return answer.reply.text;
    });
  };
  t.same(replies('water the sour cherry', 'pick the fruit'), ['Watered.', 'Up the ladder.']);
  t.same(replies('water the currant', 'pick the fruit'), ['Watered.', 'Picked.']);
  t.not(replies('water the rose', 'pick the fruit')[1], 'Picked.');
  t.not(replies('prune the rose')[0], 'Pruned.');
  const fault = (lists: string, is = 'rose') => messageOf(() => load(lists, is)).split('\n')[1];
  t.match(fault(`${trees}, plant: { lists: [bush] }`), /there is no list "bush"/);
  t.match(fault('tree: { lists: [plant] }, plant: { lists: [tree] }'), /holds itself/);
  t.match(fault(`${trees}, plant: { values: [rose] }`, '<bush>'), /there is no list "bush"/);
});

t.test('a lead-in of a phrase is a part of it only before a value', async (t) => {
  const pack = `
name: kiosk
locales: [en]
fields: { order: { kind: items } }
lists: { drink: { values: [tea, mocha] }, size: { values: [large, small] } }
entities:
  drink: {}
  size: {}
  items: { kind: phrase, into: order, head: drink, of: [drink, size], glue: [in, a], leadIns: ["that (is|comes)"] }
intents:
  order: { sentences: ["{items}"], context: [addItems], replies: ["{order}."] }
  done: { sentences: ["that is all"], replies: ["Done."] }
  several: { joins: { words: [and], intents: [order, done] }, replies: ["{replies}"] }
`;
  const understander = createUnderstander(loadPack(t.testdir({ 'pack.yaml': pack })));
  const understand = (text: string) =>
    understander.understand({ locale: 'en-US', readings: [{ text, confidence: 1 }] });
  for (const text of ["a tea that's large", 'a tea that comes in large']) {
    const { intent, entities } = understand(text);
    t.match(
      { intent, items: entities.items },
      { intent: 'order', items: [{ drink: 'tea', size: 'large' }] },
      text,
    );
    t.notOk(entities.unmatched, text);
  }
  t.match(understand("a tea and that's all"), { intent: 'several', context: { order: [{ drink: 'tea' }] } });
});

t.test('a test fails where no reply has all its values', async (t) => {
  const pack = `
name: bell
locales: [en]
entities: { count: { kind: number } }
intents:
  ring: { sentences: ["ring [{count} times]"], replies: ["Ringing {count} times."] }
tests: [{ say: ring three times }, { say: ring }]
`;
  const folder = t.testdir({ 'pack.yaml': pack });
  const faults = testPack(loadPack(folder, { tests: true })).map(({ faults }) => faults);
  t.same(faults, [[], ['reply: no reply of ring has all its values']]);
});

t.test('a new pack passes its own tests, and can be explained', async (t) => {
  const folder = join(t.testdir({}), 'tickets');
  newPack(folder);
  t.throws(() => newPack(folder), { code: 'invalid_pack' });
  const pack = loadPack(folder, { tests: true });
  t.same(
    testPack(pack).flatMap(({ faults }) => faults),
    [],
  );
  t.same(
    checkPack(pack, speech).findings.filter(({ kind }) => kind !== 'guessed'),
    [],
  );
  const request = {
    locale: 'en-US',
    readings: [{ text: 'um two tickets to the zoo please', confidence: 1 }],
  };
  const lines = explainSentence(createUnderstander(pack), request).join('\n');
  t.match(lines, /intent\s+buy/);
  t.match(lines, /pack\.yaml:\d+/);
  t.match(lines, /place = zoo {2}<- "zoo"/);
});

t.test('of several requests in one sentence each is explained', async (t) => {
  const readings = [{ text: 'turn off the light and then close the blinds', confidence: 1 }];
  const understander = createUnderstander(shipped('home-control'), { now });
  const lines = explainSentence(understander, { locale: 'en-US', readings }).join('\n');
  t.match(lines, /request\s+turnOff {2}<- "turn off the light"/);
  t.match(lines, /request\s+close {2}<- "close the blinds"/);
});

t.test('words that the recogniser has to guess are named, and can be given', async (t) => {
  const pack = (pronunciations: string) =>
    loadPack(
      t.testdir({
        'pack.yaml': `name: x
locales: [en]
lists: { brand: { values: [krispalot, sony] } }
entities: { brand: { kind: list } }
${pronunciations}
intents: { show: { sentences: ["show {brand}"], replies: [ok] } }
tests: [{ say: show sony, intent: show }]
`,
      }),
      { tests: true },
    );
  t.match(checkPack(pack(''), speech), {
    findings: [{ kind: 'guessed', message: /"krispalot" \(in the list brand\).* expected as K R IH S/ }],
    figures: { guessedWords: 1 },
  });
  const given = pack('pronunciations: { krispalot: [K R IH S P AH L AA T, K R IH S P AH L OW] }');
  t.same(checkPack(given, speech).findings, []);
  t.match(packBias(given)[0], {
    text: 'krispalot',
    pronunciations: ['K R IH S P AH L AA T'.split(' '), 'K R IH S P AH L OW'.split(' ')],
  });
  t.match(checkPack(pack('pronunciations: { krispalot: K RR IH S }'), speech).findings, [
    { kind: 'unspeakable', message: /RR, which is no phone; there are: AA AE/ },
  ]);
  t.match(
    messageOf(() => pack('pronunciations: { krispalot: k r ih }')),
    /pack\.yaml:5.*ARPAbet/s,
  );
});

t.test('a value that no reply can ever have is named', async (t) => {
  const pack = `name: bell
locales: [en]
entities: { count: { kind: number, into: times } }
fields: { times: { kind: value } }
intents:
  ring: { sentences: ["ring [{count} times]"], replies: ["Ringing[ {times} times][, {coutn}]."] }
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

t.test('a pack may say how hard recognition is on its sentences', (t) => {
  const pack = (scale: object) =>
    loadPack(
      t.testdir({
        'pack.yaml': JSON.stringify({
          name: 'x',
          locales: ['en'],
          intents: { show: { sentences: ['show it'], replies: ['ok'] } },
          ...scale,
        }),
      }),
    );
  t.equal(packSentences(pack({})).scale, undefined);
  t.equal(packSentences(pack({ sentenceScale: 0.6 })).scale, 0.6);
  t.match(
    messageOf(() => pack({ sentenceScale: 2 })),
    /sentenceScale.*1/s,
  );
  t.end();
});

t.test('examples of a pack are sentences that it understands', async (t) => {
  const pack = (example: string) =>
    loadPack(
      t.testdir({
        'pack.yaml': `name: x
locales: [en]
welcome: { invitation: Which way?, examples: [${example}] }
intents: { go: { sentences: ["go (left|right)"], replies: [ok] } }
tests: [{ say: go left, intent: go }]
`,
      }),
      { tests: true },
    );
  t.same(checkPack(pack('Go left'), speech).findings, []);
  t.match(checkPack(pack('Go under'), speech).findings, [
    { kind: 'unanswered', message: 'the example "Go under" is not understood' },
  ]);
});

t.test('a pack is reloaded when it changes, and a broken version is not', async (t) => {
  const folder = join(t.testdir({}), 'tickets');
  newPack(folder);
  const events: string[] = [];
  let notify = () => {};
  const next = () => new Promise<void>((resolve) => (notify = resolve));
  const first = loadPack(folder);
  const endWatch = watchPack(first, folder, {
    settleMs: 20,
    onChange: (pack) => {
      events.push(`changed to ${pack.definition.version}`);
      notify();
    },
    onError: (error) => {
      events.push(error.code);
      notify();
    },
  });
  t.teardown(endWatch);
  const file = join(folder, 'pack.yaml');
  const text = readFileSync(file, 'utf8');
  let event = next();
  writeFileSync(file, text.replace('version: 1.0.0', 'version: 1.1.0'));
  await event;
  event = next();
  writeFileSync(file, text.replace('intents:', 'intents: ['));
  await event;
  event = next();
  writeFileSync(file, text.replace('version: 1.0.0', 'version: 1.2.0'));
  await event;
  const list = join(folder, 'lists', 'places.txt');
  mkdirSync(join(folder, 'lists'));
  writeFileSync(list, 'aquarium\n');
  event = next();
  writeFileSync(
    file,
    text
      .replace('version: 1.0.0', 'version: 1.3.0')
      .replace('    values:', '    files: [lists/places.txt]\n    values:'),
  );
  await event;
  event = next();
  writeFileSync(list, 'aquarium\nlibrary\n');
  await event;
  // Put out anew as a whole: the folder is another one by the same name.
  const release = `${folder}-2`;
  mkdirSync(release);
  writeFileSync(join(release, 'pack.yaml'), text.replace('version: 1.0.0', 'version: 2.0.0'));
  event = next();
  renameSync(folder, `${folder}-1`);
  await event;
  event = next();
  renameSync(release, folder);
  await event;
  event = next();
  writeFileSync(file, text.replace('version: 1.0.0', 'version: 2.1.0'));
  await event;
  t.same(events, [
    'changed to 1.1.0',
    'invalid_pack',
    'changed to 1.2.0',
    'changed to 1.3.0',
    'changed to 1.3.0',
    'invalid_pack',
    'changed to 2.0.0',
    'changed to 2.1.0',
  ]);
  t.equal(first.definition.version, '1.0.0', 'a query keeps the pack it began with');
});

t.test('a taxonomy is brought in, in the usual formats', async (t) => {
  const categories = Array.from(
    { length: 3000 },
    (_, index) =>
      `Widgets > Gadget ${String.fromCharCode(97 + (index % 26))}${String.fromCharCode(97 + (Math.trunc(index / 26) % 26))} flange ${'abcde'[index % 5]}`,
  );
  const folder = t.testdir({
    'a.json': `\uFEFF${JSON.stringify([
      { name: 'Zither Strings', path: 'Music > Zither Strings' },
      { name: 'Pots & Pans' },
    ])}`,
    'b.txt': '# a comment\n12 - Home > Thingamajigs\nHome > Doohickeys\n',
    'c.csv': 'id,name\n1,Gizmos\n2,Contraptions\n',
    // as Windows writes them
    'd.jsonl': '\uFEFF{"name":"Sprockets"}\r\n{"name":"Cogwheels"}\r\n',
    'e.txt': categories.join('\n'),
    'f.json': '{ not json',
  });
  const target = join(folder, 'pack');
  mkdirSync(target);
  writeFileSync(
    join(target, 'pack.yaml'),
    'name: x\nlocales: [en]\n# kept\nlists:\n  product: { values: [shoe], inflect: true }\nentities: { product: { into: keywords, asSaid: true } }\nfields: { keywords: { kind: list } }\nintents: { find: { sentences: ["find {product}"], context: [replace] } }\n',
  );
  const { locale } = loadPack(target);
  for (const file of ['a.json', 'b.txt', 'c.csv', 'd.jsonl', 'e.txt'])
    importTaxonomy(join(folder, file), target, 'product', locale);
  const understander = createUnderstander(loadPack(target));
  const find = (text: string) =>
    understander.understand({ locale: 'en-US', readings: [{ text: `find ${text}`, confidence: 1 }] }).context
      .keywords;
  for (const name of [
    'zither strings',
    'pots and pans',
    'pans',
    'thingamajigs',
    'doohickey',
    'gizmos',
    'contraptions',
    'sprockets',
    'cogwheel',
    'shoes',
  ]) {
    t.same(find(name), [name]);
  }
  t.throws(() => importTaxonomy(join(folder, 'f.json'), target, 'product', locale), { code: 'invalid_pack' });
  t.throws(() => importTaxonomy(join(folder, 'a.json'), target, 'brand', locale), { code: 'invalid_pack' });
});
