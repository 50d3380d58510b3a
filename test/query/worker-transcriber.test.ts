import { setImmediate as immediate } from 'node:timers/promises';
import fc from 'fast-check';
import t from 'tap';
import { joinFloats } from '../../src/audio/join-floats.js';
import { CompiledFiles } from '../../src/files/compiled-files.js';
import { WorkerTranscriber } from '../../src/query/worker-transcriber.js';
import type { SpeechContext } from '../../src/stt/speech-context.js';
import { modelDirectory, recording, spoken, startTranscriber } from './transcribed-recording.js';

const { transcriber, transcribe } = await startTranscriber(t, {
  workers: 2,
  maxStreams: 8,
  maxQueuedSeconds: 0.2,
});

t.test('recognises a recording: words, times, n-best, where speech was', async (t) => {
  const { transcript, events } = await transcribe(recording, { partials: true });
  t.equal(transcript.best.text, spoken);
  t.equal(transcript.best, transcript.alternatives[0]);
  t.equal(transcript.audioSeconds, recording.length / 16_000);
  t.same(
    transcript.best.words.map(({ text }) => text),
    spoken.split(' '),
  );
  let last = 0;
  for (const { start, end } of transcript.best.words) {
    t.ok(last <= start && start < end && end <= transcript.audioSeconds);
    last = start;
  }
  const { start, end } = transcript.speech!;
  t.ok(start > 0 && start < 0.5 && end > 1.7 && end < 2.3, `speech from ${start} to ${end} s`);
  t.equal(events[0][0], 'speechStart');
  const partials = events.filter(([name]) => name === 'partial').map(([, text]) => text as string);
  t.ok(partials.length > 1, 'partial results come while samples still arrive');
  t.equal(new Set(partials).size, partials.length, 'and only when they changed');
  t.notOk(events.some(([name]) => name === 'speechEnd'));
});

t.test('the same at real-time pace, at full speed and however the samples are cut', async (t) => {
  const whole = await transcribe(recording, { endpointing: true, partials: true });
  const paced = await transcribe(recording, {
    endpointing: true,
    partials: true,
    isPaced: true,
    pieces: Array<number>(30).fill(1_600),
  });
  t.same(paced, whole);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 9_000 }), { maxLength: 40 }), async (pieces) => {
      const cut = await transcribe(recording, { endpointing: true, partials: true, pieces });
      t.same(cut, whole);
    }),
    { numRuns: 5 },
  );
});

t.test('the end of speech ends the transcript; what follows is not listened to', async (t) => {
  const twice = new Float32Array(recording.length * 2);
  twice.set(recording);
  twice.set(recording, recording.length);
  const { transcript, events } = await transcribe(twice, { endpointing: true });
  t.equal(transcript.best.text, spoken);
  t.ok(transcript.audioSeconds < recording.length / 16_000);
  t.same(
    events.map(([name]) => name),
    ['speechStart', 'speechEnd'],
  );
  t.equal(events[1][1], transcript.speech!.end);
  const { transcript: both } = await transcribe(twice);
  t.ok(
    both.best.words.some(({ start }) => start > recording.length / 16_000),
    'unless it is not looked for',
  );
});

t.test('words shown before a pause stay, and are the result if nothing follows', async (t) => {
  const pause = new Float32Array(8_000);
  for (const at of [14_400, 19_200, recording.length]) {
    const samples = joinFloats([recording.subarray(0, at), pause, recording.subarray(at), pause, pause]);
    const completenessOf = () => 'incomplete' as const;
    const wanted = { endpointing: true, partials: true, completenessOf };
    const { transcript, events } = await transcribe(samples, wanted);
    const shown = events.flatMap(([name, text]) => (name === 'partial' ? [text as string] : []));
    const lost = shown.filter((text, n) => n > 0 && shown[n - 1].startsWith(text));
    t.same(lost, [], `of ${shown.join(', ')}`);
    t.equal(shown.at(-1), transcript.best.text);
  }
});

t.test('no speech: no words, with and without endpointing', async (t) => {
  const noise = Float32Array.from({ length: 12 * 16_000 }, (_, n) => 0.02 * Math.sin(n * n * 0.37));
  for (const samples of [noise, new Float32Array(5 * 16_000), new Float32Array(0), new Float32Array(100)]) {
    const { transcript } = await transcribe(samples);
    t.match(transcript, { best: { text: '', words: [] }, audioSeconds: samples.length / 16_000 });
    t.equal(transcript.speech, undefined);
  }
  const { transcript, events } = await transcribe(noise, { endpointing: true, partials: true });
  t.equal(transcript.best.text, '');
  t.same(
    events.map(([name]) => name),
    ['speechEnd'],
    'nobody speaks: the query ends all the same',
  );
});

t.test(
  'many streams at once, each its own text; one more than there are places is refused at once',
  async (t) => {
    const silence = new Float32Array(recording.length);
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        transcribe(n % 2 === 0 ? recording : silence, { pieces: [n * 1_000 + 1] }),
      ),
    );
    t.same(
      outcomes.map(({ transcript }) => transcript.best.text),
      [spoken, '', spoken, '', spoken, '', spoken, ''],
    );
    t.equal(transcriber.openStreams, 0);
    const options = { locale: 'en-US', endpointing: false, partials: false };
    const streams = await Promise.all(Array.from({ length: 8 }, () => transcriber.open(options)));
    await t.rejects(transcriber.open(options), { code: 'overloaded', status: 503, retryAfterSeconds: 2 });
    streams[0].cancel();
    streams[0].cancel();
    await t.rejects(streams[0].write(new Float32Array(10)), { code: 'conflict' });
    const next = await transcriber.open(options);
    for (const stream of [next, ...streams]) stream.cancel();
    t.equal(transcriber.openStreams, 0);
  },
);

t.test('a writer that is too fast is held back, and let go when the stream is dropped', async (t) => {
  const stream = await transcriber.open({ locale: 'en-US', endpointing: false, partials: false });
  let isHeld = true;
  const written = stream.write(recording.slice()).then(() => {
    isHeld = false;
  });
  await immediate();
  t.ok(isHeld);
  await written;
  const dropped = t.rejects(stream.write(recording.slice()), { code: 'conflict' });
  stream.cancel();
  await dropped;
  await t.rejects(stream.finish(), { code: 'conflict' });
});

t.test('words before a pause that nobody can judge do not keep the end from coming', async (t) => {
  const completenessOf = () => {
    throw new Error('no rule for this');
  };
  const { transcript } = await transcribe(recording, { endpointing: true, completenessOf });
  t.equal(transcript.best.text, spoken);
});

t.test(
  'recordings that come faster than speech wait for one another, and close the service to no one',
  async (t) => {
    const started = await WorkerTranscriber.start({ modelDirectory, targetLoad: 100, maxStreams: 100 });
    const options = { locale: 'en-US', endpointing: false, partials: false };
    const streams = await Promise.all(Array.from({ length: 30 }, () => started.open(options)));
    await Promise.all(streams.map((stream) => stream.write(recording.slice())));
    await t.resolves(started.open(options));
    await started.close();
  },
);

t.test('what cannot be served says so', async (t) => {
  const finnish = { locale: 'fi-FI', endpointing: true, partials: true };
  const message = /Served: en-\*\.$/;
  await t.rejects(transcriber.open(finnish), { code: 'unsupported_locale', message });
  await t.rejects(WorkerTranscriber.start({ modelDirectory: t.testdir() }), { code: 'model_missing' });
  await t.rejects(WorkerTranscriber.start({ modelDirectory, endpointer: { trailingSilenceMs: -5 } }), {
    code: 'invalid_config',
  });
});

t.test('closing during work lets it end and refuses the rest', async (t) => {
  const closing = await WorkerTranscriber.start({ modelDirectory });
  const stream = await closing.open({ locale: 'en-US', endpointing: false, partials: false });
  await stream.write(recording.slice());
  const transcript = stream.finish();
  const drained = closing.drain();
  await t.rejects(closing.open({ locale: 'en-US', endpointing: false, partials: false }), {
    code: 'shutting_down',
  });
  t.equal((await transcript).best.text, spoken);
  await drained;
  const closed = closing.close();
  await closed;
  await closing.close();
});

t.test('a changed context holds for streams that are opened from then on', async (t) => {
  const pronunciations = [['R', 'EH', 'D']];
  await transcriber.useContext(() => ({ phrases: [{ text: 'rhedd', weight: 8, pronunciations }] }));
  for (let turn = 0; turn < 2; turn++) {
    const { transcript } = await transcribe(recording);
    t.equal(transcript.best.text, spoken.replace('red', 'rhedd'), 'in every worker');
  }
  const { transcript } = await transcribe(recording, { bias: [{ text: 'red', weight: 9 }] });
  t.equal(transcript.best.text, spoken, "a query's own phrases come on top");
  await transcriber.useContext(() => ({}));
  t.equal((await transcribe(recording)).transcript.best.text, spoken);
});

t.test('warming up every worker leaves nothing behind', async (t) => {
  await transcriber.warmUp([spoken, 'two large lattes with oat milk', '...']);
  for (let turn = 0; turn < 2; turn++)
    t.equal((await transcribe(recording)).transcript.best.text, spoken, 'in every worker');
});

t.test('a context that an earlier start compiled is not compiled again', async (t) => {
  const compiled = new CompiledFiles({ folder: t.testdir({}) });
  const phrases = [{ text: 'rhedd', weight: 8, pronunciations: [['R', 'EH', 'D']] }];
  const heard: string[] = [];
  for (const context of [() => ({ phrases }), () => t.fail('compiled again')]) {
    const started = await WorkerTranscriber.start({ modelDirectory, compiled });
    await started.useContext(context as () => SpeechContext, 'digest of the context');
    const stream = await started.open({ locale: 'en-US', endpointing: false, partials: false });
    await stream.write(recording.slice());
    const { best } = await stream.finish();
    heard.push(JSON.stringify(best));
    await started.close();
  }
  t.match(heard[0], /rhedd/);
  t.equal(heard[1], heard[0]);
});
