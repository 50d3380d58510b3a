import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { createAudioDecoder } from '../../src/audio/audio-decoder.js';
import { MicroBatcher } from '../../src/inference/micro-batcher.js';
import { SpeechStream } from '../../src/query/speech-stream.js';
import { Recogniser } from '../../src/stt/recogniser.js';
import type { RecogniserStream } from '../../src/stt/recogniser-stream.js';
import { Endpointer } from '../../src/vad/endpointer.js';
import { SileroVad } from '../../src/vad/silero.js';
import { vadFrameSamples } from '../../src/vad/vad-stream.js';

const modelDirectory = 'models/default';
const decoder = await createAudioDecoder({ container: 'wav' });
const recording = await decoder.decode(readFileSync('test/fixtures/audio/speech.wav'));

/** A stream as a worker has it, and its recogniser's. */
async function speechStream(
  decode?: () => Promise<void>,
  emit: ConstructorParameters<typeof SpeechStream>[1] = () => {},
) {
  const [recogniser, vad] = await Promise.all([
    Recogniser.load({ directory: modelDirectory }),
    SileroVad.load(),
  ]);
  const detector = await vad.createStream();
  const recognised = recogniser.createStream({ detector });
  const parts = {
    vad: detector,
    endpointer: new Endpointer((vadFrameSamples / 16_000) * 1000),
    recogniser: recognised,
    decoder: new MicroBatcher<RecogniserStream, undefined>({
      run: async (streams) => {
        await (decode?.() ?? recogniser.decode(streams));
        return streams.map(() => undefined);
      },
    }),
    isEndpointed: true,
    isJudged: true,
    wantsPartials: false,
    speechGate: true,
  };
  return { stream: new SpeechStream(parts, emit), recognised };
}

/** Resolves when the stream has given back what the network remembered. */
function whenReleased(recognised: RecogniserStream): Promise<boolean> {
  const { release } = recognised;
  const released = new Promise<boolean>((resolve) => {
    recognised.release = () => {
      release.call(recognised);
      resolve(true);
    };
  });
  return Promise.race([released, delay(5_000, false)]);
}

t.test('a stream that is dropped while the words before a pause are read is given back', async (t) => {
  const { stream, recognised } = await speechStream();
  const { result } = recognised;
  recognised.result = (count) => {
    stream.close();
    return result.call(recognised, count);
  };
  const released = whenReleased(recognised);
  void stream.accept(recording);
  t.ok(await released);
});

t.test('samples that fail without anybody waiting for them fail what comes later', async (t) => {
  const { stream, recognised } = await speechStream(() => Promise.reject(new Error('no decoding')));
  stream.accept(recording).catch(() => {});
  await t.rejects(stream.accept(recording), { message: 'no decoding' });
  await t.rejects(stream.finish(), { message: 'no decoding' });
  const released = whenReleased(recognised);
  stream.close();
  t.ok(await released);
});

t.test('before somebody speaks no chunk is heard ahead', async (t) => {
  let runs = 0;
  const { stream } = await speechStream(async () => {
    runs++;
  });
  await stream.accept(new Float32Array(0.9 * 16_000));
  t.equal(runs, 0);
  stream.close();
});

t.test('it is told when silence lasts that may end the utterance, and when speech goes on', async (t) => {
  const told: [string, unknown][] = [];
  const { stream } = await speechStream(undefined, (name, payload) => {
    if (name === 'hurry' || name === 'speechEnd') told.push([name, payload]);
    if (name === 'pause') stream.judge('incomplete');
  });
  const quiet = new Float32Array(16_384);
  const speech = recording.slice(0, 16_384);
  await stream.accept(quiet);
  await stream.accept(speech);
  t.same(told, []);
  await stream.accept(quiet.slice(0, 8_192));
  t.same(told, [['hurry', true]]);
  await stream.accept(speech);
  t.same(told.slice(1), [['hurry', false]]);
  for (let seconds = 0; seconds < 2; seconds++) await stream.accept(quiet);
  t.match(told.slice(2), [
    ['hurry', true],
    ['speechEnd', Number],
  ]);
  stream.close();
});
