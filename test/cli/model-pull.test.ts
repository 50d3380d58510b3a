// A public model from its server to a recogniser, as a user pulls it: a network that reads chords, over real HTTP.
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { pullCommand } from '../../src/cli/model-pull.js';
import { readModelManifest } from '../../src/stt/model-manifest.js';
import { readPublicModels } from '../../src/stt/public-models/public-models.js';
import { pullModel } from '../../src/stt/public-models/pull-model.js';
import { Recogniser } from '../../src/stt/recogniser.js';
import { cutAfter, type FileServerOptions, serveFiles } from '../stt/public-models/file-server.js';
import { sing, writeToneModel } from '../stt/tone-model.js';
import { sing as singWhole, tokenTones, writeTokenModel } from '../stt/whole-tone-model.js';
import { earshot } from './run-earshot.js';

const root = mkdtempSync(join(tmpdir(), 'earshot-pull-'));
t.teardown(() => rmSync(root, { recursive: true }));
const onnx = 'ctc-epoch-1-avg-1-chunk-16-left-128.onnx';
const files: FileServerOptions['files'] = {};
const server = await serveFiles({ files });
t.teardown(() => server.close());

/** Has the server give a model folder, and names it as a list does. */
function publish(name: string, { isEncoder = false } = {}) {
  const folder = join(root, name);
  writeToneModel(folder, { isEncoder });
  const roleOf = (file: string) =>
    ({ 'tokens.txt': 'units', 'bpe.model': 'pieces', [onnx]: 'network' })[file] ?? file.split(/[.-]/)[0];
  // The networks last, as in the list that ships.
  const names = readdirSync(folder).sort((a, b) => Number(a.endsWith('.onnx')) - Number(b.endsWith('.onnx')));
  const listed = names.map((file) => {
    const content = readFileSync(join(folder, file));
    files[`/makers/${name}/${file}`] = content;
    const sha256 = createHash('sha256').update(content).digest('hex');
    return { role: roleOf(file), name: file, bytes: content.length, sha256 };
  });
  const page = `https://makers.example/${name}`;
  const baseUrl = `${server.url}/makers/${name}`;
  const what = 'a network that reads chords';
  return { name, what, language: 'en', licence: 'of the tests', page, baseUrl, files: listed };
}

/** The same of a model in the layout of the Hugging Face hub, whose networks lie in a folder. */
function publishHub(name: string) {
  const folder = join(root, name);
  writeTokenModel(folder);
  const roles = {
    config: 'config.json',
    tokenizer: 'tokenizer.json',
    encoder: 'encoder_model.onnx',
    decoder: 'decoder_model_merged.onnx',
  };
  const listed = Object.entries(roles).map(([role, file]) => {
    const place = file.endsWith('.onnx') ? { folder: 'onnx' } : {};
    const path = join(...Object.values(place), file);
    const content = readFileSync(join(folder, path));
    files[`/makers/${name}/${path}`] = content;
    const sha256 = createHash('sha256').update(content).digest('hex');
    return { role, name: file, ...place, bytes: content.length, sha256 };
  });
  return { ...models[0], name, baseUrl: `${server.url}/makers/${name}`, files: listed };
}

const models = [publish('tones'), publish('transducer', { isEncoder: true })];
models.push(publishHub('whole'));
const list = join(root, 'list.json');
writeFileSync(list, JSON.stringify({ models }));
const [tones] = readPublicModels(list);
const network = readFileSync(join(root, 'tones', onnx));
const tokens = readFileSync(join(root, 'tones', 'tokens.txt'));
const base = 'models/default';

/** Runs `earshot model ...args` in the temporary folder. */
const model = (...args: string[]) => earshot(['model', ...args], { cwd: root });

t.test('a model is pulled by name, after a cut connection, and hears', async (t) => {
  files[`/makers/tones/${onnx}`] = cutAfter(network, 3000);
  const cut = await model('pull', 'tones', '--list', list);
  t.equal(cut.code, 1);
  t.match(cut.err, /could not be fetched.*Run the command again/);
  const folder = join(root, 'data', 'models');
  t.strictSame(readdirSync(folder), ['downloads'], 'no model of half a network');
  t.equal(readFileSync(join(folder, 'downloads', 'tones', `${onnx}.part`)).length, 3000);

  files[`/makers/tones/${onnx}`] = network;
  server.requests.length = 0;
  const { code, out, err } = await model('pull', 'tones', '--list', list);
  t.equal(code, 0, err);
  t.strictSame(server.requests, [`/makers/tones/${onnx} bytes=3000-`], 'only what was missing');
  t.match(out, /tokens\.txt was here already/);
  t.match(out, /^100 %$/m);
  t.match(out, /of its makers/);
  t.match(out, /of the tests\n {2}https:\/\/makers\.example\/tones/);
  t.match(out, `The model is in ${join(folder, 'tones')}.`);
  t.match(out, 'npx earshot serve --model data/models/tones\n');
  t.strictSame(readdirSync(folder), ['tones'], 'what was fetched is gone again');

  const recogniser = await Recogniser.load({ directory: join(folder, 'tones') });
  const pieces = ['▁S', 'H', 'O', 'E', 'S'];
  t.equal((await recogniser.recognise(sing(pieces)))[0].text, 'shoes');

  const again = await model('pull', 'tones', '--list', list, '--json');
  t.equal(again.code, 1);
  t.match(JSON.parse(again.err).error, {
    code: 'invalid_request',
    message: /There is already a model in/,
  });
  t.equal(server.requests.length, 1, 'told before anything is fetched');
});

t.test('a transducer, from a mirror, with the files kept, as JSON', async (t) => {
  for (const [path, content] of Object.entries(files)) files[`/copies/some${path}`] = content;
  server.requests.length = 0;
  const mirror = ['--mirror', `${server.url}/copies/some/`, '--keep', '--out', 'mine/chords', '--json'];
  const { code, out, err } = await model('pull', 'transducer', '--list', list, ...mirror);
  t.equal(code, 0, err);
  const result = JSON.parse(out);
  const folder = join(root, 'mine', 'chords');
  t.match(result, { name: 'transducer', folder, manifest: { family: 'zipformer2-transducer' } });
  t.equal(result.files.length, 5);
  t.ok(server.requests.every((path) => path.startsWith('/copies/some/makers/transducer/')));
  t.strictSame(readdirSync(result.downloads), readdirSync(join(root, 'transducer')));
  const recogniser = await Recogniser.load({ directory: folder });
  t.equal((await recogniser.recognise(sing(['▁S', 'H', 'O', 'E', 'S'])))[0].text, 'shoes');
});

t.test('a model of the hub, which hears an utterance as a whole', async (t) => {
  const { code, err } = await model('pull', 'whole', '--list', list);
  t.equal(code, 0, err);
  const directory = join(root, 'data', 'models', 'whole');
  t.equal(readModelManifest(directory).family, 'moonshine');
  const recogniser = await Recogniser.load({ directory });
  const samples = singWhole(['▁', 'b', 'e', 'd', '▁t', 'w', 'o'], tokenTones);
  t.equal((await recogniser.recognise(samples))[0].text, 'bed two');
});

t.test('what can be pulled is listed', async (t) => {
  const { code, out } = await model('list');
  t.equal(code, 0);
  for (const { name, licence, what, page } of readPublicModels())
    for (const text of [name, licence, what, page]) t.ok(out.includes(text), text);
  t.match(out, /size {5}265\.5 MB/);
  const { out: json } = await model('list', '--list', list, '--json');
  t.strictSame(JSON.parse(json), models);
});

t.test('what goes wrong is told', async (t) => {
  const unknown = await model('pull', 'tone', '--list', list);
  t.equal(unknown.code, 1);
  t.match(
    unknown.err,
    /No model is called tone; did you mean "tones"\? There are: tones, transducer, whole\./,
  );
  const [public0] = readPublicModels();
  const nothing = await model('pull', public0.name, '--mirror', server.url);
  t.equal(nothing.code, 1);
  t.match(nothing.err, /There is no file at http.*tokens\.txt \(HTTP 404\)/);
  files[`${new URL(public0.baseUrl).pathname}/tokens.txt`] = Buffer.from('something else');
  const other = await model('pull', public0.name, '--mirror', server.url, '--json');
  t.match(JSON.parse(other.err).error, { code: 'model_corrupt', message: /14 bytes instead of 5048/ });
  const out = join(root, 'other');
  await t.rejects(pullModel({ model: tones, out, base, mirror: 'http://models.example' }), {
    code: 'invalid_request',
    message: /cannot be a mirror/,
  });
  writeFileSync(join(root, 'file'), '');
  await t.rejects(pullModel({ model: tones, out: join(root, 'file', 'x', 'y'), base }), {
    code: 'download_failed',
    message: /cannot be created.*--out/,
  });
  // What can be fetched need not be usable; it is not fetched again when it is tried again.
  files['/makers/tones/tokens.txt'] = Buffer.from('A B C\n');
  const unchecked = tones.files.map((file) => ({ ...file, bytes: undefined, sha256: undefined }));
  const unusable = { model: { ...tones, files: unchecked }, out, base };
  await t.rejects(pullModel(unusable), {
    code: 'model_corrupt',
    message: /tokens\.txt cannot be used.*remove it to fetch/,
  });
  server.requests.length = 0;
  await t.rejects(pullModel(unusable), { code: 'model_corrupt' });
  t.equal(server.requests.length, 0);
  t.notOk(existsSync(join(out, 'model.json')));
});

t.test('on a terminal the progress is one line', async (t) => {
  files['/makers/tones/tokens.txt'] = tokens;
  let written = '';
  const stdout = { isTTY: true, write: (text: string) => (written += text) };
  const terminal = { stdout, stdin: process.stdin, env: {}, cwd: join(root, 'terminal') };
  await pullCommand(terminal).parseAsync(['tones', '--list', list], { from: 'user' });
  t.match(written, /\r[\d.]+ kB of 13\.\d kB, 100 %/);
  t.notMatch(written, /^\d+ %$/m);
  t.ok(existsSync(join(root, 'terminal', 'data', 'models', 'tones', 'model.json')));
});
