import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import { hearAhead } from '../../bench/hear-ahead.js';
import { createAudioDecoder } from '../../src/audio/audio-decoder.js';
import { joinFloats } from '../../src/audio/join-floats.js';
import { Resampler } from '../../src/audio/resampler.js';
import { loadLanguageResources } from '../../src/stt/language-resources.js';
import { readModelManifest } from '../../src/stt/model-manifest.js';
import { readModelFile } from '../../src/stt/read-model-file.js';
import { Recogniser } from '../../src/stt/recogniser.js';
import { generator, renderPosteriors } from './render.js';

const directory = 'models/default';
const decoder = await createAudioDecoder({ container: 'wav' });
const speech = await decoder.decode(readFileSync('test/fixtures/turn-on-the-lights.wav'));

/** A copy of the model folder whose network is a link. */
function copyOfModel(t: { teardown(action: () => void): void }): string {
  const copy = mkdtempSync(join(tmpdir(), 'earshot-model-'));
  t.teardown(() => rmSync(copy, { recursive: true }));
  cpSync(directory, copy, { recursive: true, filter: (from) => !from.endsWith('.onnx') });
  symlinkSync(resolve(directory, 'acoustic.onnx'), join(copy, 'acoustic.onnx'));
  return copy;
}

/** Played so many times as fast, as on a tape. */
function fasterBy(factor: number, samples: Float32Array): Float32Array {
  const resampler = new Resampler(16_000 * factor, 16_000);
  return joinFloats([resampler.process(samples), resampler.flush()]);
}

t.test('a model folder is checked before it is used', async (t) => {
  const copy = copyOfModel(t);
  t.throws(() => readModelManifest('nowhere'), { code: 'model_missing', message: /nowhere.*git checkout/s });
  const path = join(copy, 'lm.bin');
  const bytes = readFileSync(path);
  bytes[bytes.length >> 1] ^= 1;
  writeFileSync(path, bytes);
  t.throws(() => loadLanguageResources(copy, readModelManifest(copy)), {
    code: 'model_corrupt',
    message: /lm\.bin.*checksum/,
  });
  truncateSync(path, 1000);
  t.throws(() => loadLanguageResources(copy, readModelManifest(copy)), {
    code: 'model_corrupt',
    message: /lm\.bin has 1000 bytes/,
  });
  rmSync(path);
  t.throws(() => loadLanguageResources(copy, readModelManifest(copy)), {
    code: 'model_missing',
    message: /lm\.bin/,
  });
  const manifest = JSON.parse(readFileSync(join(copy, 'model.json'), 'utf8'));
  const misspelled = { ...manifest, search: { ...manifest.search, beem: 9, toString: 1 } };
  writeFileSync(join(copy, 'model.json'), JSON.stringify(misspelled));
  t.throws(() => readModelManifest(copy), {
    code: 'model_corrupt',
    message:
      /no beem, toString \(correct it, or take it out if the model is of another version\); there are lmWeight, .*beam.* at search/,
  });
  writeFileSync(join(copy, 'model.json'), '{"name":"x"}');
  t.throws(() => readModelManifest(copy), { code: 'model_corrupt', message: /family/ });
  writeFileSync(join(copy, 'model.json'), '{"name":"x","family":"zipformer2-ctc"}');
  t.throws(() => readModelManifest(copy), { code: 'model_corrupt', message: /version/ });
  writeFileSync(join(copy, 'model.json'), '{"name":"x",');
  t.throws(() => readModelManifest(copy), { code: 'model_corrupt', message: /JSON.*git checkout -- models/ });
  const { files } = readModelManifest(directory);
  t.ok(readModelFile(directory, files.lexicon).buffer instanceof SharedArrayBuffer);
});

t.test('speech becomes words', async (t) => {
  const recogniser = await Recogniser.load({ directory });
  t.equal(recogniser.sampleRateHz, 16_000);
  t.ok(recogniser.locales.includes('en'));
  const list = await recogniser.recognise(speech);
  const [best] = list;
  t.equal(best.text, 'turn on the lights in the kitchen');
  t.ok(best.confidence > 0 && best.confidence <= 1);
  const seconds = speech.length / 16_000;
  best.words.forEach(({ start, end }, index) => {
    t.ok(start < end && end <= seconds, `${start} to ${end}`);
    t.ok(index === 0 || start >= best.words[index - 1].end - 0.001);
  });

  await t.test('however the samples arrive', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 9000 }), { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 0, max: 9000 }),
        fc.boolean(),
        async (cuts, leftOut, isLive) => {
          const whole = speech.subarray(leftOut);
          const stream = recogniser.createStream();
          for (let at = 0, cut = 0; at < whole.length; cut++) {
            const count = cuts[cut % cuts.length];
            stream.acceptWaveform(whole.slice(at, at + count));
            if (cut % 3 === 0 && stream.isReady) await recogniser.decode([stream]);
            if (isLive) await hearAhead(recogniser, stream, { words: cut % 2 === 0 });
            at += count;
          }
          stream.inputFinished();
          while (stream.isReady) await recogniser.decode([stream]);
          const expected = await recogniser.recognise(whole);
          return stream.isFinished && JSON.stringify(await stream.result()) === JSON.stringify(expected);
        },
      ),
      { numRuns: 8 },
    );
  });

  await t.test('a recording that begins with its first sound loses no first word', async (t) => {
    const wav = await createAudioDecoder({ container: 'wav' });
    const name = 'show-me-red-running-shoes-under-fifty-dollars';
    const said = await wav.decode(readFileSync(`test/fixtures/speech/${name}.wav`));
    const begun = said.subarray(said.findIndex((sample) => Math.abs(sample) >= 0.02));
    const [{ text }] = await recogniser.recognise(begun);
    t.equal(text, name.replaceAll('-', ' '));
  });

  await t.test('quick speech is heard with a shorter frame shift, wherever it begins', async (t) => {
    const wav = await createAudioDecoder({ container: 'wav' });
    const usual = await wav.decode(readFileSync('test/fixtures/speech/only-the-blue-ones-please.wav'));
    const quick = fasterBy(1.4, usual);
    const [{ text, words }] = await recogniser.recognise(quick);
    t.equal(text, 'only the blue ones please');
    const [{ words: usually }] = await recogniser.recognise(usual);
    for (const [index, { start }] of words.entries())
      t.ok(Math.abs(start * 1.4 - usually[index].start) < 0.2, `${start} and ${usually[index].start}`);

    const quietSeconds = 4;
    const late = new Float32Array(quietSeconds * 16_000 + quick.length);
    late.set(quick, quietSeconds * 16_000);
    const [expected] = await recogniser.recognise(late);
    const lateness = expected.words.at(-1)!.start - words.at(-1)!.start;
    t.ok(Math.abs(lateness - quietSeconds) < 0.1, `${lateness} s`);
    const stream = recogniser.createStream();
    for (let at = 0; at < late.length; at += 777) {
      stream.acceptWaveform(late.subarray(at, at + 777));
      while (stream.isReady) await recogniser.decode([stream]);
      await hearAhead(recogniser, stream, { words: false });
    }
    stream.inputFinished();
    while (stream.isReady) await recogniser.decode([stream]);
    t.strictSame((await stream.result())[0], expected);
    stream.release();
  });

  await t.test('a word said alone in noise is heard, a click is none', async (t) => {
    const random = generator(7);
    for (const [name, word, snrDb] of [
      ['show-me-red-running-shoes-under-fifty-dollars', 'dollars', 10],
      ['sort-by-price-low-to-high', 'sort', 5],
      ['only-the-blue-ones-please', 'please', 5],
    ] as const) {
      const wav = await createAudioDecoder({ container: 'wav' });
      const whole = await wav.decode(readFileSync(`test/fixtures/speech/${name}.wav`));
      const [{ words }] = await recogniser.recognise(whole);
      const { start, end } = words.find(({ text }) => text === word)!;
      const said = whole.subarray(Math.max(0, start - 0.05) * 16_000, end * 16_000);
      const level = Math.sqrt(said.reduce((sum, sample) => sum + sample ** 2, 0) / said.length);
      const gain = level * 10 ** (-snrDb / 20) * Math.sqrt(3 * (1 - 0.9 ** 2));
      const alone = new Float32Array(said.length + 12_800);
      alone.set(said, 6_400);
      let noise = 0;
      const noisy = alone.map((sample) => {
        noise = 0.9 * noise + gain * (random() * 2 - 1);
        return sample + noise;
      });
      t.equal((await recogniser.recognise(noisy))[0].text, word, `${word}, ${snrDb} dB`);
    }
    for (const milliseconds of [5, 20, 60]) {
      const click = new Float32Array(24_000);
      for (let at = 0; at < milliseconds * 16; at++) click[8_000 + at] = random() - 0.5;
      t.equal((await recogniser.recognise(click))[0].text, '', `${milliseconds} ms`);
    }
  });

  await t.test('what a released stream leaves behind is not heard by the next', async (t) => {
    const first = recogniser.createStream();
    first.acceptWaveform(speech);
    while (first.isReady) await recogniser.decode([first]);
    first.tryEnd();
    first.release();
    t.strictSame(await recogniser.recognise(speech), list);
    t.strictSame(await recogniser.recognise(speech), list);
  });

  await t.test(
    'an end that is only tried leaves no trace, however much was still to be decoded',
    async (t) => {
      for (const cut of [12_345, 20_000, 27_000]) {
        const tried: string[] = [];
        for (const isBehind of [false, true]) {
          const stream = recogniser.createStream();
          stream.acceptWaveform(speech.subarray(0, cut));
          while (!isBehind && stream.isReady) await recogniser.decode([stream]);
          stream.tryEnd();
          while (stream.isReady) await recogniser.decode([stream]);
          tried.push(JSON.stringify(await stream.result()));
          stream.goOn();
          stream.acceptWaveform(speech.subarray(cut));
          stream.inputFinished();
          while (stream.isReady) await recogniser.decode([stream]);
          t.strictSame(await stream.result(), list);
        }
        t.equal(tried[0], tried[1]);
      }
    },
  );

  await t.test('several streams in one batch hear what each hears alone', async (t) => {
    const parts = [speech, speech.subarray(8000), new Float32Array(16_000), speech.subarray(0, 20_000)];
    const alone = [];
    for (const part of parts) alone.push((await recogniser.recognise(part))[0].text);
    const streams = parts.map(() => recogniser.createStream());
    streams.forEach((stream, index) => {
      stream.acceptWaveform(parts[index]);
      stream.inputFinished();
    });
    while (streams.some((stream) => stream.isReady)) await recogniser.decode(streams);
    t.strictSame(await Promise.all(streams.map(async (stream) => (await stream.result())[0].text)), alone);
  });

  await t.test('partial results grow towards the final one', async (t) => {
    const stream = recogniser.createStream();
    const seen: string[] = [];
    const look = () => {
      const { text } = stream.partial();
      if (text !== seen.at(-1)) seen.push(text);
    };
    for (let at = 0; at < speech.length; at += 1600) {
      stream.acceptWaveform(speech.subarray(at, at + 1600));
      while (stream.isReady) await recogniser.decode([stream]);
      look();
      await hearAhead(recogniser, stream, {
        words: true,
        look: () => {
          look();
          t.throws(() => stream.tryEnd(), 'one thing at a time');
        },
      });
    }
    t.ok(seen.length >= 3, seen.join(' / '));
    t.equal(seen[0], '');
    t.equal(stream.partial(), stream.partial(), 'nothing is made anew while nothing changes');
  });

  await t.test('nothing said gives no words', async (t) => {
    t.equal((await recogniser.recognise(new Float32Array(0)))[0].text, '');
    t.equal((await recogniser.recognise(new Float32Array(1)))[0].text, '');
    t.equal((await recogniser.recognise(new Float32Array(32_000)))[0].text, '');
  });

  await t.test('a second recogniser shares the lexicon and the language model', async (t) => {
    const { resources } = recogniser;
    // As posted to another thread.
    const posted = structuredClone(resources);
    const other = await Recogniser.load({ directory, resources: posted });
    t.equal((await other.recognise(speech))[0].text, best.text);
    for (const part of ['lexicon', 'lm', 'lookAheadIndex'] as const) {
      const [ours, theirs] = [resources[part], other.resources[part]].map((arrays) =>
        Object.values(arrays).filter((array) => ArrayBuffer.isView(array)),
      ) as Uint32Array[][];
      ours.forEach((array, index) => {
        const [before] = array;
        array[0] = before + 1;
        t.equal(theirs[index][0], array[0], `${part}: one copy`);
        array[0] = before;
      });
    }
  });
});

t.test('a partial result does not depend on when it was first asked for', async (t) => {
  const whole = await Recogniser.load({ directory });
  const recogniser = whole.withSearch({}, { speechClarity: 1, speechLength: 0, speechOffset: -0.4 });
  const { units } = whole.acoustic;
  const unitOf = (name: string) => units.indexOf(name);
  // "because", said unclearly; then its last sound goes on clearly, which brings no other word.
  const options = { units: units.length, gap: 0, hold: 2 };
  const unclear = renderPosteriors(['B', 'IH', 'K', 'AH', 'Z'].map(unitOf), { ...options, peak: 0.45 });
  const clear = renderPosteriors([unitOf('Z')], { ...options, hold: 12, peak: 0.97 });
  const [early, late] = [recogniser.createStream(), recogniser.createStream()];
  const give = (encoded: Float32Array) =>
    whole.advance([early, late].map(({ search }) => ({ search, encoded })));
  await give(unclear);
  t.equal(early.partial().text, '', 'taken for noise so far');
  await give(clear);
  t.not(late.partial().text, '');
  t.equal(early.partial().text, late.partial().text);
});
