// What is kept of earlier starts: equal to what is compiled anew, and never in the way.
import { randomUUID } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import t from 'tap';
import { packageRoot } from '../../src/config/package-root.js';
import { packContext } from '../../src/engine/pack-context.js';
import { CompiledFiles } from '../../src/files/compiled-files.js';
import { preparedName } from '../../src/inference/prepare-model.js';
import { loadPack } from '../../src/nlu/index.js';

t.test('bytes are kept by name, the newest of them', (t) => {
  const folder = join(t.testdir({}), 'deep', 'below');
  const files = new CompiledFiles({ folder, most: 3 });
  const named = (letter: string) => files.nameOf('pack', [letter]);
  t.equal(files.readBytes(named('a')), undefined);
  for (const letter of 'abcd') {
    files.writeBytes(named(letter), Buffer.from(letter));
    // Which is the oldest, the times of the files tell; four written at once may have the same.
    const seconds = letter.charCodeAt(0);
    utimesSync(join(folder, `${named(letter)}.bin`), seconds, seconds);
  }
  t.same(
    [...'abcd'].map((letter) => files.readBytes(named(letter))?.toString()),
    [undefined, '98', '99', '100'],
  );
  t.ok(files.readBytes(named('d'))?.buffer instanceof SharedArrayBuffer);
  t.end();
});

t.test('why nothing can be kept is told once', (t) => {
  const notFolder = join(t.testdir({ file: '' }), 'file', 'compiled');
  const told: Error[] = [];
  const files = new CompiledFiles({ folder: notFolder }, (error) => told.push(error));
  for (const letter of 'ab') files.writeBytes(files.nameOf('pack', [letter]), Buffer.from(letter));
  t.match(told, [{ code: 'ENOTDIR' }]);
  t.equal(told.length, 1);
  t.end();
});

t.test('of what lies in the folder only what was kept there is removed', (t) => {
  const sha256 = 'f'.repeat(64);
  const foreign = ['photo.jpg', 'notes.bin', 'pack-abc.bin', `${sha256}.bin`, 'old.tmp'];
  const folder = t.testdir({ ...Object.fromEntries(foreign.map((name) => [name, 'mine'])), below: {} });
  const interrupted = `${randomUUID()}.tmp`;
  writeFileSync(join(folder, interrupted), '');
  for (const name of readdirSync(folder)) utimesSync(join(folder, name), 0, 0);
  const files = new CompiledFiles({ folder, most: 1 });
  for (const name of [files.nameOf('context', []), preparedName(sha256)])
    files.writeBytes(name, Buffer.from(''));
  t.strictSame(
    readdirSync(folder).filter((name) => !/^(context|network)-/.test(name)),
    ['below', ...foreign].sort(),
  );
  t.equal(readdirSync(folder).length, foreign.length + 2, 'and all that was, but for the newest');
  t.end();
});

t.test('what was kept last stays, though the clock was ahead when the others were', (t) => {
  const folder = t.testdir({});
  const files = new CompiledFiles({ folder, most: 2 });
  const [first, second, last] = ['a', 'b', 'c'].map((letter) => files.nameOf('pack', [letter]));
  const tomorrow = Date.now() / 1000 + 86_400;
  for (const [ahead, name] of [first, second].entries()) {
    files.writeBytes(name, Buffer.from(''));
    utimesSync(join(folder, `${name}.bin`), tomorrow + ahead, tomorrow + ahead);
  }
  files.writeBytes(last, Buffer.from(''));
  t.strictSame(readdirSync(folder).sort(), [`${second}.bin`, `${last}.bin`].sort());
  t.end();
});

t.test('names tell inputs apart', (t) => {
  const files = new CompiledFiles({});
  const names = [['ab', 'c'], ['a', 'bc'], ['abc'], ['abc', '']].map((inputs) => files.nameOf('x', inputs));
  t.equal(new Set(names).size, 4);
  t.equal(files.nameOf('x', ['ab', Buffer.from('c')]), names[0]);
  t.end();
});

t.test('names tell programs apart by the code that compiles', async (t) => {
  const program = join(t.testdir({}), 'src');
  const isScript = (path: string) => statSync(path).isDirectory() || path.endsWith('.js');
  cpSync(join(packageRoot(), 'build/src'), program, { recursive: true, filter: isScript });
  const copy = await import(join(program, 'files/compiled-files.js'));
  const nameNow = () => new copy.CompiledFiles({}).nameOf('x', []);
  let name = nameNow();
  for (const file of ['stt/compile-context.js', 'with-possessive.js', 'seeded-random.js']) {
    appendFileSync(join(program, file), '// another version');
    t.not(nameNow(), name, file);
    name = nameNow();
  }
  appendFileSync(join(program, 'http/cors.js'), '// another version');
  t.equal(nameNow(), name);
});

t.test('a folder that cannot be used is done without', (t) => {
  const files = new CompiledFiles({ folder: join(t.testdir({ file: '' }), 'file') });
  files.write('a', 1);
  t.equal(files.read('a'), undefined);
  t.end();
});

t.test('a pack that was kept is the pack', (t) => {
  const folder = t.testdir({});
  const compiled = new CompiledFiles({ folder });
  const [made, kept] = [1, 2].map(() => loadPack('product-search', { compiled }));
  t.ok(isDeepStrictEqual(packContext(kept), packContext(made)), 'to recognition');
  for (const part of ['definition', 'sentences', 'automaton', 'reachable', 'entities', 'lists'] as const)
    t.ok(isDeepStrictEqual(kept[part], made[part]), part);
  const [[, [phrase]]] = kept.corrections;
  t.equal(kept.isException(phrase), made.isException([...made.corrections][0][1][0]));
  t.equal(kept.digest, made.digest);
  t.equal(readdirSync(folder).length, 1);
  const shipped = new CompiledFiles({ folder: join(folder, 'unused'), shipped: folder });
  t.equal(loadPack('product-search', { compiled: shipped }).digest, made.digest);
  t.notOk(existsSync(join(folder, 'unused')), 'what is there is not kept again');
  t.end();
});

t.test('damage is mended, and a change makes another pack', (t) => {
  const listed = `name: beans
version: 1.0.0
locales: [en]
lists: { beans: { files: [beans.txt] } }
entities: { beans: {} }
intents: { order: { sentences: ['[some] {beans}'], replies: ['{beans}.'] } }
`;
  const stage = t.testdir({ beans: { 'pack.yaml': listed, 'beans.txt': 'arabica\n' } });
  const folder = join(stage, 'beans');
  const [yaml, beans] = ['pack.yaml', 'beans.txt'].map((name) => join(folder, name));
  const keep = join(stage, 'compiled');
  const compiled = new CompiledFiles({ folder: keep });
  const load = () => loadPack(folder, { compiled });
  const first = load();
  const [name] = readdirSync(keep);
  const file = join(keep, name);
  const whole = readFileSync(file);

  const garbled = Buffer.from(whole);
  garbled[whole.length >> 1] ^= 1;
  for (const damaged of [garbled, whole.subarray(0, 20), Buffer.alloc(0), Buffer.from('not ours at all')]) {
    writeFileSync(file, damaged);
    t.ok(isDeepStrictEqual(load().sentences, first.sentences));
    t.ok(compiled.read(name.replace('.bin', '')), 'put right');
  }
  truncateSync(file, whole.length - 1);
  t.equal(load().digest, first.digest);

  writeFileSync(beans, 'robusta\n');
  const other = load();
  t.strictSame([...other.lists.get('beans')!.values()], ['robusta']);
  t.not(other.digest, first.digest);
  t.strictSame([...load().lists.get('beans')!.values()], ['robusta']);
  writeFileSync(yaml, listed.replace(/^version: .*$/m, 'version: 9.9.9'));
  t.equal(load().definition.version, '9.9.9');
  t.not(load().digest, other.digest);
  t.end();
});

t.test(
  'a pack that was compiled in another folder is not compiled again, and its places are those of this one',
  (t) => {
    const stage = t.testdir({
      shipped: {
        'pack.yaml': `name: a
locales: [en]
lists: { bean: { files: [lists/beans.txt] } }
entities: { bean: {} }
intents: { order: { sentences: ['[a] {bean}'], replies: ['{bean}.'] } }
`,
        lists: { 'beans.txt': 'arabica\n' },
      },
      own: {},
    });
    const [there, here] = ['shipped', 'copied/to/here'].map((name) => join(stage, name));
    const compile = new CompiledFiles({ folder: join(stage, 'compiled') });
    const shipped = loadPack(there, { compiled: compile });
    cpSync(there, here, { recursive: true });
    const keep = join(stage, 'own');
    const load = () =>
      loadPack(here, { compiled: new CompiledFiles({ folder: keep, shipped: join(stage, 'compiled') }) });
    const copied = load();
    t.strictSame(readdirSync(keep), []);
    t.equal(copied.digest, shipped.digest);
    t.equal(copied.folder, here);
    t.equal(copied.sentences[0].where, `${join(here, 'pack.yaml')}:5`);

    writeFileSync(join(here, 'lists/beans.txt'), 'robusta\n');
    for (const _ of [1, 2]) {
      t.strictSame([...load().lists.get('bean')!.values()], ['robusta'], 'its own list');
      t.equal(readdirSync(keep).length, 1, 'is compiled once');
    }
    const [file] = readdirSync(keep);
    utimesSync(join(keep, file), 1, 1);
    load();
    t.equal(statSync(join(keep, file)).mtimeMs, 1000, 'and not at every start');
    t.end();
  },
);
