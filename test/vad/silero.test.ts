import { readFileSync } from 'node:fs';
import t from 'tap';
import { createAudioDecoder } from '../../src/audio/audio-decoder.js';
import { Endpointer } from '../../src/vad/endpointer.js';
import { SileroVad } from '../../src/vad/silero.js';
import { vadFrameSamples } from '../../src/vad/vad-stream.js';

const vad = await SileroVad.load();
t.teardown(() => vad.release());

async function recording(): Promise<Float32Array> {
  const decoder = await createAudioDecoder({ container: 'wav' });
  return decoder.decode(readFileSync('test/fixtures/audio/speech.wav'));
}

async function probabilitiesOf(samples: Float32Array, pieceLength = samples.length): Promise<number[]> {
  const stream = await vad.createStream();
  const probabilities: number[] = [];
  for (let i = 0; i < samples.length; i += pieceLength) {
    const heard = await stream.acceptWaveform(samples.subarray(i, i + pieceLength));
    probabilities.push(...heard.map(({ speech }) => speech));
  }
  return [...probabilities, ...(await stream.flush()).map(({ speech }) => speech)];
}

t.test('Silero tells speech from silence, the same however the samples are cut', async (t) => {
  const samples = await recording();
  const whole = await probabilitiesOf(samples);
  t.equal(whole.length, Math.ceil(samples.length / vadFrameSamples));
  t.same(await probabilitiesOf(samples, 333), whole);
  const endpointer = new Endpointer((vadFrameSamples / 16_000) * 1000);
  const events = whole.flatMap((probability) => endpointer.accept(probability) ?? []);
  t.match(events, [
    { type: 'speechStart' },
    { type: 'pause' },
    { type: 'speechEnd', reason: 'trailing-silence' },
  ]);
  // The fixture has 0.4 s of silence, 1.7 s of speech, 0.9 s of silence.
  t.ok(
    endpointer.speech!.start > 0.05 && endpointer.speech!.start < 0.5,
    `starts at ${endpointer.speech!.start}`,
  );
  t.ok(endpointer.speech!.end > 1.7 && endpointer.speech!.end < 2.3, `ends at ${endpointer.speech!.end}`);
  const noise = Float32Array.from({ length: 48_000 }, (_, n) => 0.01 * Math.sin(n * n * 0.37));
  t.ok((await probabilitiesOf(noise)).every((probability) => probability < 0.5));
});

t.test('a detector knows how sure it was of speech at the surest', async (t) => {
  const sure = async (samples: Float32Array) => {
    const stream = await vad.createStream();
    await stream.acceptWaveform(samples);
    await stream.flush();
    return stream;
  };
  const samples = await recording();
  t.equal((await vad.createStream()).voiceProbability, undefined, 'it has heard nothing');
  const [spoken, silent] = [await sure(samples), await sure(new Float32Array(16_000))];
  t.ok(spoken.voiceProbability! > 0.98 && spoken.isSureOfSpeech, `${spoken.voiceProbability}`);
  t.ok(silent.voiceProbability! < 0.1 && !silent.isSureOfSpeech, `${silent.voiceProbability}`);
});

t.test('speech that goes on is heard two frames at once', async (t) => {
  const probabilities = await probabilitiesOf(await recording());
  const speech = probabilities.filter((probability) => probability >= 0.98);
  const runs = speech.filter((probability, at) => probability !== speech[at - 1]).length;
  t.ok(runs < 0.75 * speech.length, `${speech.length} frames in ${runs} runs`);
});

t.test('of a steady background one frame in four is heard, and speech where it begins', async (t) => {
  const speech = (await recording()).subarray(6_400);
  const hiss = Float32Array.from({ length: 100_000 }, (_, n) => 0.002 * Math.sin(n * n * 0.37));
  const onsets = [0, 1, 2, 3].map(async (later) => {
    const samples = hiss.slice();
    for (const [at, sample] of speech.entries()) samples[(120 + later) * vadFrameSamples + at] += sample;
    const probabilities = await probabilitiesOf(samples);
    // a frame that is not heard has the probability of the one before
    const heard = probabilities.slice(0, 120).filter((probability, at, all) => probability !== all[at - 1]);
    t.ok(heard.length < 40, `of 120 frames ${heard.length} are heard`);
    return probabilities.findIndex((probability) => probability >= 0.5) - later;
  });
  const found = await Promise.all(onsets);
  t.ok(Math.max(...found) - Math.min(...found) <= 1, `begins in the frames ${found}`);
});

t.test('what is left at the end is heard as if silence followed', async (t) => {
  const samples = (await recording()).subarray(0, 40 * vadFrameSamples + 100);
  const padded = new Float32Array(41 * vadFrameSamples);
  padded.set(samples);
  t.same(await probabilitiesOf(samples), await probabilitiesOf(padded));
});

t.test('streams that run together keep states of their own', async (t) => {
  const samples = await recording();
  const reversed = samples.slice().reverse();
  const alone = [await probabilitiesOf(samples), await probabilitiesOf(reversed)];
  const together = await Promise.all(
    [samples, reversed, samples, reversed, samples].map((s) => probabilitiesOf(s)),
  );
  for (const [i, probabilities] of together.entries()) {
    const worst = probabilities.reduce(
      (most, value, n) => Math.max(most, Math.abs(value - alone[i % 2][n])),
      0,
    );
    t.equal(probabilities.length, alone[i % 2].length);
    t.ok(worst < 1e-4, `stream ${i} differs by at most ${worst}`);
  }
});

t.test('nothing is written to standard output', async (t) => {
  const lines: unknown[][] = [];
  const { debug } = console;
  console.debug = (...line: unknown[]) => lines.push(line);
  await vad.createStream();
  console.debug = debug;
  t.same(lines, []);
});
