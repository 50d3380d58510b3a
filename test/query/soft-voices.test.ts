import { readFileSync } from 'node:fs';
import t from 'tap';
import { createAudioDecoder } from '../../src/audio/audio-decoder.js';
import { joinFloats } from '../../src/audio/join-floats.js';
import { recording, spoken, startTranscriber } from './transcribed-recording.js';

const { transcribe } = await startTranscriber(t);

t.test('a microphone that is turned down by 50 dB: the same words, the same end', async (t) => {
  const paused = new Float32Array(recording.length + 8_000);
  paused.set(recording);
  const soft = paused.map((sample) => Math.round(sample * 0.003 * 32_768) / 32_768);
  const { transcript: loud } = await transcribe(paused, { endpointing: true });
  const { transcript, events } = await transcribe(soft, { endpointing: true });
  t.equal(transcript.best.text, spoken);
  t.same(
    events.map(([name]) => name),
    ['speechStart', 'speechEnd'],
  );
  t.ok(Math.abs(transcript.speech!.end - loud.speech!.end) < 0.2, 'its end is heard where it is');
});

t.test('a soft voice right behind a loud beep or a bang: the same words', async (t) => {
  const quiet = recording.map((sample) => sample * 0.003);
  const seconds = (at: number) => at / 16_000;
  const sounds = {
    beep: (at: number) => (seconds(at) < 0.4 ? 0.5 * Math.sin(2 * Math.PI * 1000 * seconds(at)) : 0),
    bang: (at: number) => 0.7 * Math.sin(at * at * 0.37) * Math.exp(-seconds(at) / 0.12),
  };
  for (const [name, sound] of Object.entries(sounds)) {
    const before = Float32Array.from({ length: 9_600 }, (_, at) => sound(at));
    const samples = joinFloats([new Float32Array(4_800), before, quiet]);
    for (const endpointing of [false, true]) {
      const { transcript } = await transcribe(samples, { endpointing });
      t.equal(transcript.best.text, spoken, `${name}, ${endpointing ? 'live' : 'uploaded'}`);
    }
  }
});

t.test('a soft voice beside an offset or the hum of the mains: the same words', async (t) => {
  const beside = (other: (at: number) => number) =>
    recording.map((sample, at) => Math.round((sample * 0.012 + other(at)) * 32_768) / 32_768);
  const hum = (at: number) => 0.03 * Math.sin((2 * Math.PI * 50 * at) / 16_000);
  for (const samples of [beside(() => 0.1), beside(hum)]) {
    const { transcript } = await transcribe(samples, { endpointing: true });
    t.equal(transcript.best.text, spoken);
  }
});

t.test('a last word that is too soft for the detector, but heard before the end, is not lost', async (t) => {
  const wav = await createAudioDecoder({ container: 'wav' });
  const said = await wav.decode(readFileSync('test/fixtures/speech/only-the-blue-ones-please.wav'));
  const { transcript: loud } = await transcribe(said);
  t.equal(loud.best.text, 'only the blue ones please');
  const softFrom = (loud.best.words[4].start - 0.06) * 16_000;
  const samples = new Float32Array(said.length + 24_000);
  samples.set(said.map((sample, n) => (n < softFrom ? sample : sample * 0.18)));
  const { transcript } = await transcribe(samples, { endpointing: true });
  t.equal(transcript.best.text, 'only the blue ones please');
});
