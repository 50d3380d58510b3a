// The library without the server, with the model that ships.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import t from 'tap';
import { createEngine, createLogger } from '../src/index.js';
import { replaceCatalogue } from '../src/store/open-catalogue.js';

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
  const { stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
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
});

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
