import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { checkPack } from '../../src/cli/check/check-pack.js';
import { configuredPack } from '../../src/cli/configured-pack.js';
import { createUnderstander, loadPack, packBias } from '../../src/nlu/index.js';
import { explainSentence } from '../../src/nlu/tools/explain.js';
import { importTaxonomy } from '../../src/nlu/tools/import-taxonomy.js';
import { newPack } from '../../src/nlu/tools/new-pack.js';
import { testPack } from '../../src/nlu/tools/test-pack.js';
import { openPronouncer } from '../../src/stt/lexicon/open-pronouncer.js';
import { earshot } from '../cli/run-earshot.js';
import { limitFiles, needsLimit } from '../store/limit-files.js';
import { messageOf } from './message-of.js';
import { converse, sayTo, typed } from './say-to.js';

const speech = openPronouncer('models/default');

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
  const request = { locale: 'en-US', ...typed('um two tickets to the zoo please') };
  const lines = explainSentence(createUnderstander(pack), request).join('\n');
  t.match(lines, /intent\s+buy/);
  t.match(lines, /pack\.yaml:\d+/);
  t.match(lines, /place = zoo {2}<- "zoo"/);
  t.notMatch(lines, /not now/);
  const early = { locale: 'en-US', ...typed('make it two') };
  t.match(
    explainSentence(createUnderstander(pack), early).join('\n'),
    /not now .* change: \[no\|actually\] \[make \(it\|that\)\] \{count\} \[tickets\]\n +only when filled: \[place\]\n/,
  );
});

t.test('a new pack that cannot be written is not in the way of the next try', { skip: needsLimit }, (t) => {
  const folder = join(t.testdir({}), 'tickets');
  t.teardown(() => limitFiles('unlimited'));
  for (const bytes of [0, 1000]) {
    limitFiles(bytes);
    t.throws(() => newPack(folder), { code: 'EFBIG', path: /tickets.*yaml$/ });
  }
  limitFiles('unlimited');
  t.equal(newPack(folder).length, 2);
  t.end();
});

t.test('a pack that confirms whatever it understood in part is pointed to replies that ask', async (t) => {
  const folder = join(t.testdir({}), 'tickets');
  newPack(folder);
  const { out, code } = await earshot(['pack', 'check', folder]);
  t.match(out, /0 findings\n.*\nNo reply asks about words that were left out, .* said: \[unmatched\]/s);
  t.equal(code, 0);
  const file = join(folder, 'pack.yaml');
  const reply = `- { when: { said: [unmatched] }, say: ["I didn't catch {unmatched|or}."] }`;
  writeFileSync(file, readFileSync(file, 'utf8').replace('    replies:\n', `    replies:\n      ${reply}\n`));
  t.notMatch((await earshot(['pack', 'check', folder])).out, /words that were left out/);
  const [half] = converse(createUnderstander(loadPack(folder)), ['two tickets to the zoo without a guide']);
  t.equal(half.reply.text, "I didn't catch without a guide.");
});

t.test('of several requests in one sentence each is explained', async (t) => {
  const readings = [{ text: 'turn off the light and then close the blinds', confidence: 1 }];
  const understander = createUnderstander(configuredPack({ pack: 'home-control' }));
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
  const inflected = loadPack(
    t.testdir({
      'pack.yaml': `name: x
locales: [en]
lists: { drink: { values: [frappuccino, avo], inflect: true } }
pronunciations: { frappuccino: F R AE P OW, avo: AE V OW, avos: AA V OW Z }
entities: { drink: { kind: list } }
intents: { order: { sentences: ["{drink}"], replies: [ok] } }
`,
    }),
  );
  t.strictSame(
    packBias(inflected).map(
      ({ text, pronunciations }) => `${text}: ${pronunciations?.map((way) => way.join(' '))}`,
    ),
    ['frappuccino: F R AE P OW', 'frappuccinos: F R AE P OW Z', 'avo: AE V OW', 'avos: AA V OW Z'],
    'the plural is said like the singular, unless it is given',
  );
  t.match(checkPack(pack('pronunciations: { krispalot: K RR IH S }'), speech).findings, [
    { kind: 'unspeakable', message: /RR, which is no phone; there are: AA AE/ },
  ]);
  t.match(
    messageOf(() => pack('pronunciations: { krispalot: k r ih }')),
    /pack\.yaml:5.*ARPAbet/s,
  );
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
    'c.csv': 'id,name\n1,Gizmos\n2,"Contraptions, Gimcracks"\n',
    // as Windows writes them
    'd.jsonl': '\uFEFF{"name":"Sprockets"}\r\n{"name":"Cogwheels"}\r\n',
    'e.txt': categories.join('\n'),
    'f.json': '{ not json',
    'g.csv': 'id,name\n1,"Gizmos\n2,Contraptions\n',
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
  const find = (text: string) => sayTo(understander)(`find ${text}`).context.keywords;
  for (const name of [
    'zither strings',
    'pots and pans',
    'pans',
    'thingamajigs',
    'doohickey',
    'gizmos',
    'contraptions',
    'gimcracks',
    'sprockets',
    'cogwheel',
    'shoes',
  ]) {
    t.same(find(name), [name]);
  }
  for (const file of ['f.json', 'g.csv'])
    t.throws(
      () => importTaxonomy(join(folder, file), target, 'product', locale),
      { code: 'invalid_pack' },
      file,
    );
  const other = join(folder, 'other');
  mkdirSync(other);
  writeFileSync(join(other, 'pack.yaml'), readFileSync(join(target, 'pack.yaml')));
  t.throws(() => importTaxonomy(join(folder, 'a.json'), other, 'brand', locale), {
    code: 'invalid_pack',
    message: /has no list "brand"; choose another with --list/,
  });
  t.strictSame(readdirSync(other), ['pack.yaml'], 'nothing is written then');
  t.throws(() => importTaxonomy(join(folder, 'none.csv'), target, 'product', locale), {
    message: /^Cannot read .*none\.csv: there is no such file\.$/,
  });
});
