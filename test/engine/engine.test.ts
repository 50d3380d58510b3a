// The library without the server, with the model that ships.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import t from 'tap';
import { createEngine, createLogger } from '../../src/index.js';
import { catalogueFolder, replaceCatalogue } from '../../src/store/open-catalogue.js';
import { nodeCommand } from '../node-command.js';

const speech = 'test/fixtures/speech';
const shoes = readFileSync(join(speech, 'show-me-red-running-shoes-under-fifty-dollars.wav'));

async function* one<T>(item: T): AsyncGenerator<T> {
  yield item;
}

t.test('an engine leaves nothing in the home folder', async (t) => {
  const home = t.testdir();
  const script = `
    import { readFileSync } from 'node:fs';
    import { createEngine } from 'earshot';
    const engine = await createEngine();
    const { text } = await engine.transcribe(readFileSync(process.argv[1]), { mimeType: 'audio/wav' }).then(({ best }) => best);
    await engine.close();
    console.log(text);`;
  const recording = join(speech, 'sort-by-price-low-to-high.wav');
  const args = ['--input-type=module', '-e', script, recording];
  // Without CI=true and the like, which keep the runtime quiet, too.
  const env = { PATH: process.env.PATH, HOME: home };
  const { stdout, stderr } = spawnSync(...nodeCommand(args), { env, encoding: 'utf8' });
  t.equal(stdout, 'sort by price low to high\n', stderr);
  t.strictSame(readdirSync(home), []);
});

t.test('calls of the library that cannot be meant say so', async (t) => {
  await t.rejects(
    createEngine({ modell: 'x' } as object),
    /no option "modell" \(did you mean "model"\?\); it has model, pack/,
  );
  for (const [options, message] of [
    [{ workers: 0 }, /option workers must be a whole number of at least 1; got 0/],
    [{ workers: 1.5 }, /option workers must be a whole number of at least 1; got 1\.5/],
    [{ maxStreams: '64' }, /option maxStreams must be a whole number of at least 1; got "64"/],
    [{ targetLoad: Number.NaN }, /option targetLoad must be a number above 0; got NaN/],
    [{ vocabulary: 'opened' }, /option vocabulary must be lexicon or open; got "opened"/],
    [{ endpointing: 400 }, /option endpointing must be an object/],
    [{ log: 5 }, /option log must be a logger, such as that of createLogger, with .*; got 5/],
    [{ endpointing: { trailingSilenceMs: '400' } }, /option endpointing\.trailingSilenceMs must be a number/],
    [
      { endpointing: { completeSilenceMs: 1200 } },
      /completeSilenceMs, trailingSilenceMs and .* must not decrease/,
    ],
  ] as const) {
    await t.rejects(createEngine(options as object), { code: 'invalid_config', message });
  }
  await t.rejects(
    createEngine({ endpointing: { trailingSilence: 400 } as object }),
    /endpointing has no option "trailingSilence" \(did you mean "trailingSilenceMs"\?\); it has .*noSpeechTimeoutMs/,
  );
  for (const none of [null, 'coffee-bar', []]) {
    await t.rejects(createEngine(none as never), /options of createEngine must be an object; got/);
  }
  const engine = await createEngine();
  t.teardown(() => engine.close());
  await t.rejects(
    engine.query('red shoes' as never, { mimeType: 'audio/wav' }),
    /engine\.understand\(text\)/,
  );
  await t.rejects(engine.transcribe(shoes, {} as never), /mimeType is missing/);
  for (const empty of [new Uint8Array(0), Readable.from([])]) {
    await t.rejects(engine.query(empty, { mimeType: 'audio/pcm' }), { code: 'empty_audio' });
  }
  for (const weight of [0, -1, 10.5, Number.NaN, Infinity, '3' as never]) {
    const bias = [{ text: 'red', weight }];
    await t.rejects(
      engine.transcribe(shoes, { mimeType: 'audio/wav', bias }),
      { code: 'invalid_request', message: /above 0 and at most 10; "red" has/ },
      `${weight}`,
    );
  }
  t.throws(() => engine.understand(5 as never), /sentence to be understood must be a string/);
  for (const [options, message] of [
    [null, /options of understand must be an object; got null/],
    ['en-GB', /options of understand must be an object; got "en-GB"/],
    [{ contxt: {} }, /understand has no option "contxt" \(did you mean "context"\?\); it has/],
    [{ context: 'red' }, /option context must be an object: the last result's context; got "red"/],
    [{ context: [] }, /option context must be an object/],
    [{ locale: 5 }, /option locale must be a text such as en-US; got 5/],
  ] as const) {
    t.throws(() => engine.understand('x', options as never), { name: 'TypeError', message });
  }
  t.equal(engine.understand('red shoes', { context: null as never }).intent, 'newSearch');
  t.match(engine.understand('shoes under 5 pounds', { locale: 'EN-gb' }), { reply: { text: /£5/ } });
  for (const [options, message] of [
    [{ timeoutMs: 5 }, /has no option "timeoutMs"; it has mimeType, locale/],
    [{ bias: 'oat milk' }, /option bias must be an array of phrases such as \{.*got "oat milk"/],
    [{ bias: ['oat milk'] }, /option bias must be an array of phrases such as/],
    [{ bias: [null] }, /option bias must be an array of phrases such as/],
    [{ partial: 'yes' }, /option partial must be a function; got "yes"/],
    [{ mimeType: 5 }, /option mimeType must be a text such as audio\/wav; got 5/],
  ] as const) {
    const call = { mimeType: 'audio/wav', ...options } as never;
    await t.rejects(engine.transcribe(shoes, call), { name: 'TypeError', message });
    await t.rejects(engine.query(shoes, call), { name: 'TypeError', message });
  }
  for (const [chunk, kind] of [
    ['text', 'of type string'],
    [new Int16Array(9), 'Int16Array'],
  ] as const) {
    await t.rejects(engine.transcribe(one(chunk) as never, { mimeType: 'audio/pcm' }), {
      name: 'TypeError',
      message: `Audio must come in chunks of Uint8Array; got a chunk that is ${kind}.`,
    });
  }
});

t.test('a failing listener of partial results ends its own call alone', async (t) => {
  const engine = await createEngine();
  t.teardown(() => engine.close());
  const heard: string[] = [];
  const partial = ({ text }: { text: string }) => {
    heard.push(text);
    throw new Error('the screen is broken');
  };
  await t.rejects(engine.transcribe(shoes, { mimeType: 'audio/wav', partial }), {
    message: 'the screen is broken',
  });
  t.equal(heard.length, 1, 'it is not called again');
  const { best } = await engine.transcribe(shoes, { mimeType: 'audio/wav' });
  t.equal(best.text, 'show me red running shoes under fifty dollars');
});

t.test('a call is ended by its signal, also while its source gives nothing', async (t) => {
  const engine = await createEngine();
  t.teardown(() => engine.close());
  const mimeType = 'audio/pcm;rate=16000';
  await t.rejects(engine.transcribe(shoes, { mimeType, signal: AbortSignal.abort(new Error('before')) }), {
    message: 'before',
  });
  const silent = new Readable({ read() {} });
  silent.push(shoes.subarray(44));
  const abort = new AbortController();
  const heard = engine.transcribe(silent, {
    mimeType,
    signal: abort.signal,
    partial: () => abort.abort(new Error('heard enough')),
  });
  await t.rejects(heard, { message: 'heard enough' });
  t.ok(silent.destroyed);
  t.equal(engine.transcriber.openStreams, 0, 'its place is free');
  const whole = await engine.transcribe(shoes, {
    mimeType: 'audio/wav',
    signal: new AbortController().signal,
  });
  t.equal(whole.best.text, 'show me red running shoes under fifty dollars');
  const waiting = new Readable({ read() {} });
  waiting.push(shoes.subarray(44, 4044));
  const closed = { code: 'shutting_down', message: 'This engine is closed.' };
  await Promise.all([t.rejects(engine.query(waiting, { mimeType }), closed), engine.close()]);
  t.throws(() => engine.understand('red shoes'), { code: 'shutting_down' });
});

t.test(
  'a service starts without a catalogue that is damaged, and has it as soon as it can be read',
  async (t) => {
    const folder = t.testdir({ now: { catalogue: 'no folder' }, later: {} });
    const [now, later] = [join(folder, 'now'), join(folder, 'later')];
    const products = [{ id: '1', title: 'Red running shoes' }];
    async function* batches() {
      yield products;
    }
    const lines: string[] = [];
    const error = (line: string) => lines.push(line);
    const log = Object.assign(Object.create(createLogger({ level: 'silent', format: 'json' })), { error });
    await replaceCatalogue(later, log, batches());
    await t.rejects(createEngine({ catalogue: now, log }), { code: 'store_failed' }, 'who asks once is told');
    const engine = await createEngine({ catalogue: now, log, watchPack: true });
    t.teardown(() => engine.close());
    const found = () => engine.understand('red running shoes').entities;
    t.match(found(), { products: [] });
    const until = performance.now() + 20_000;
    while (lines.length === 0 && performance.now() < until) await pause(50);
    t.match(lines, [/^the catalogue cannot be read, and is tried again; .*now.*cannot be used/]);
    rmSync(catalogueFolder(now));
    renameSync(catalogueFolder(later), catalogueFolder(now));
    const isFound = () => (found() as { products: unknown[] }).products.length > 0;
    while (!isFound() && performance.now() < until) await pause(50);
    t.match(found(), { products });
  },
);

t.test('an engine without a log searches its catalogue all the same', async (t) => {
  const catalogue = t.testdir({});
  const title = 'Red running shoes';
  await replaceCatalogue(
    catalogue,
    createLogger({ level: 'silent', format: 'json' }),
    one([{ id: '1', title }]),
  );
  const engine = await createEngine({ catalogue });
  t.teardown(() => engine.close());
  t.match(engine.understand('show me red running shoes').entities.products, [{ title }]);
  await engine.close();
  await t.rejects(engine.transcribe(new Uint8Array(640), { mimeType: 'audio/pcm' }), {
    code: 'shutting_down',
    message: 'This engine is closed.',
  });
});
