import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { bytesOf, publicModelNamed, readPublicModels } from '../../../src/stt/public-models/public-models.js';

t.test('the list that ships', async (t) => {
  const models = readPublicModels();
  t.ok(models.length >= 2);
  for (const model of models) {
    t.match(model.baseUrl, /^https:\/\//, model.name);
    t.match(model.page, /^https:\/\//);
    t.ok(model.licence && model.what && model.language);
    t.ok(
      model.files.every(({ bytes, sha256 }) => bytes !== undefined && sha256 !== undefined),
      'every file is pinned',
    );
    t.ok((bytesOf(model) ?? 0) > 1e6);
    t.equal(publicModelNamed(models, model.name), model);
  }
});

t.test('an unknown name', async (t) => {
  const models = readPublicModels();
  const names = models.map(({ name }) => name);
  const message = (name: string) => {
    try {
      publicModelNamed(models, name);
    } catch (error) {
      return String(error);
    }
    return t.fail('found');
  };
  t.match(message('zipformer-en-2023-06-27'), `did you mean "${names[0]}"? There are: ${names.join(', ')}.`);
  t.match(message('whisper'), `No model is called whisper. There are: ${names.join(', ')}.`);
});

t.test('lists that are none', async (t) => {
  const good = readPublicModels()[0];
  const path = join(t.testdir(), 'list.json');
  const read = (content: unknown) => {
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    return readPublicModels(path);
  };
  const refused = (content: unknown, message: RegExp) =>
    t.throws(() => read(content), { code: 'invalid_config', message });
  const one = (change: object) => ({ models: [{ ...good, ...change }] });
  const files = (change: object) => one({ files: [{ ...good.files[0], ...change }, ...good.files.slice(1)] });

  t.strictSame(read(one({})), [good]);
  t.equal(bytesOf(read(files({ bytes: undefined }))[0]), undefined);
  t.throws(() => readPublicModels(join(t.testdirName, 'none.json')), {
    code: 'invalid_config',
    message: /none\.json cannot be read/,
  });
  refused('{', /is not a list of models: it is not JSON: /);
  refused({}, /models.*have the form of Earshot's models\/public\.json/);
  refused({ models: [good, good] }, /two models of one name/);
  refused(one({ licence: undefined }), /licence/);
  refused(one({ name: '../up' }), /name/);
  refused(one({ baseUrl: 'http://models.example/a' }), /https/);
  refused(one({ baseUrl: 'models.example' }), /https/);
  refused(files({ name: '../../.profile' }), /files\[0\]\.name/);
  refused(files({ name: '.part' }), /files\[0\]\.name/);
  refused(files({ sha256: 'abc' }), /sha256/);
  refused(files({ bytes: -1 }), /bytes/);
  refused(files({ role: 'vocoder' }), /role/);
  refused(files({ name: good.files[1].name }), /two files of one name/);
  refused(one({ files: good.files.slice(0, -1) }), /must have units, and a network or an encoder/);
  refused(one({ files: good.files.slice(1) }), /must have units/);
  refused(files({ role: 'network' }), /must have units/);
});
