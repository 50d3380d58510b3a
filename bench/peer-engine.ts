/**
 * One engine of bench/peer.ts in a process of its own, so that its processor time and memory are its own. Started with
 * an {@link EngineRequest} in JSON; answers `ready`, then to the number of a recording with what it {@link Decoded}.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Fbank } from '../src/features/fbank.js';
import { loadModel } from '../src/inference/session.js';
import { AcousticModel } from '../src/stt/acoustic/acoustic-model.js';
import { chunkCtcLayout } from '../src/stt/acoustic/chunk-ctc.js';
import { Recogniser } from '../src/stt/recogniser.js';
import { hearAhead } from './hear-ahead.js';
import { sampleRateHz } from './pcm16.js';
import { residentMiBOf } from './process-usage.js';
import { chooseUtterances } from './speech-set.js';

export type EngineName =
  | 'earshot greedy'
  | 'earshot greedy, fp32'
  | 'earshot recogniser'
  | 'sherpa-onnx greedy';

export interface EngineRequest {
  engine: EngineName;
  model: string;
  peer: string;
  speech: string[];
  split?: string;
  limit: number;
  /** Feature frames (10 ms) in a run of the network. */
  chunkFrames: number;
  /** How much audio comes at once. */
  feedMs: number;
}

export type EngineAnswer =
  | { kind: 'ready'; version: string; onnxruntime: string; recordings: number; audioSeconds: number }
  | { kind: 'unavailable'; reason: string }
  | ({ kind: 'decoded' } & Decoded);

/** One recording. */
export interface Decoded {
  /** All that the process used since the recording before. */
  cpuSeconds: number;
  /** Last samples given to final text in hand. */
  latencyMs: number;
  text: string;
  residentMiB: number;
}

interface EngineStream {
  feed(samples: Float32Array): Promise<void> | void;
  finish(): Promise<string> | string;
}

interface Engine {
  version: string;
  onnxruntime: string;
  open(): EngineStream;
}

const require = createRequire(import.meta.url);

const engines: Record<EngineName, (request: EngineRequest) => Promise<Engine>> = {
  'earshot greedy': (request) => earshotGreedy(join(request.model, 'acoustic.onnx'), request),
  'earshot greedy, fp32': (request) => earshotGreedy(join(request.peer, 'earshot-fp32.onnx'), request),
  'earshot recogniser': earshotRecogniser,
  'sherpa-onnx greedy': sherpaGreedy,
};

function ours(): Pick<Engine, 'version' | 'onnxruntime'> {
  return {
    version: require('earshot/package.json').version,
    onnxruntime: require('onnxruntime-node/package.json').version,
  };
}

/** Features, the network and the likeliest unit of each frame: what the peer does, by our parts. */
async function earshotGreedy(file: string, { chunkFrames }: EngineRequest): Promise<Engine> {
  const loaded = await loadModel(file);
  const acoustic = new AcousticModel(loaded.session, chunkCtcLayout(loaded));
  const { featureDim, units } = acoustic;
  return {
    ...ours(),
    open() {
      const fbank = new Fbank({ sampleRateHz, numBins: featureDim });
      const state = acoustic.createState();
      const features = new Float32Array(chunkFrames * featureDim);
      const phones: string[] = [];
      let before = 0;
      const decode = async () => {
        while (fbank.numFramesReady >= chunkFrames) {
          fbank.read(features);
          const [logProbs] = await acoustic.run([{ state, features }]);
          for (let at = 0; at < logProbs.length; at += units.length) {
            let best = 0;
            for (let unit = 1; unit < units.length; unit++) {
              if (logProbs[at + unit] > logProbs[at + best]) best = unit;
            }
            if (best !== 0 && best !== before) phones.push(units[best]);
            before = best;
          }
        }
      };
      return {
        feed(samples) {
          fbank.acceptWaveform(samples);
          return decode();
        },
        async finish() {
          fbank.finish();
          await decode();
          return phones.join(' ');
        },
      };
    },
  };
}

/** The recogniser as the service uses it, live or for uploads: words by lexicon and language model. */
async function earshotRecogniser({ model, chunkFrames }: EngineRequest): Promise<Engine> {
  const recogniser = await Recogniser.load({ directory: model });
  const { aheadFrames, chunkFrames: wholeFrames } = recogniser.acoustic;
  if (chunkFrames !== aheadFrames && chunkFrames !== wholeFrames)
    throw new RangeError(
      `the peer's file runs ${chunkFrames} frames at a time, ours runs ${aheadFrames} (live) or ${wholeFrames} (uploads)`,
    );
  const isLive = chunkFrames === aheadFrames;
  return {
    ...ours(),
    open() {
      const stream = recogniser.createStream();
      const decode = async () => {
        while (stream.isReady) await recogniser.decode([stream]);
        if (isLive) await hearAhead(recogniser, stream, { words: true, look: () => stream.partial() });
      };
      return {
        feed(samples) {
          stream.acceptWaveform(samples);
          return decode();
        },
        async finish() {
          stream.inputFinished();
          await decode();
          return (await stream.result())[0].text;
        },
      };
    },
  };
}

async function sherpaGreedy({ peer }: EngineRequest): Promise<Engine> {
  const { default: sherpa } = await import('sherpa-onnx-node');
  const recognizer = new sherpa.OnlineRecognizer({
    featConfig: { sampleRate: sampleRateHz, featureDim: 80 },
    modelConfig: {
      nemoCtc: { model: join(peer, 'model.onnx') },
      tokens: join(peer, 'tokens.txt'),
      numThreads: 1,
      provider: 'cpu',
    },
    decodingMethod: 'greedy_search',
  });
  return {
    version: sherpa.version,
    onnxruntime: sherpa.onnxruntimeVersion,
    open() {
      const stream = recognizer.createStream();
      const decode = () => {
        while (recognizer.isReady(stream)) recognizer.decode(stream);
      };
      return {
        feed(samples) {
          stream.acceptWaveform({ samples, sampleRate: sampleRateHz });
          decode();
        },
        finish() {
          stream.inputFinished();
          decode();
          return recognizer.getResult(stream).tokens.join(' ');
        },
      };
    },
  };
}

/**
 * A recording and quiet after it, at least 20 ms, up to one frame more than whole chunks: sherpa-onnx decodes a chunk
 * only when a frame follows it, and drops what is left of a chunk at the end.
 */
function padded(samples: Float32Array, chunkFrames: number): Float32Array {
  const frameSamples = 160;
  const chunkSamples = chunkFrames * frameSamples;
  const chunks = Math.ceil((samples.length + 2 * frameSamples) / chunkSamples);
  const longer = new Float32Array(chunks * chunkSamples + frameSamples);
  longer.set(samples);
  return longer;
}

async function decode(engine: Engine, samples: Float32Array, feedSamples: number) {
  const stream = engine.open();
  const last = Math.floor((samples.length - 1) / feedSamples) * feedSamples;
  for (let at = 0; at < last; at += feedSamples) await stream.feed(samples.subarray(at, at + feedSamples));
  const started = performance.now();
  await stream.feed(samples.subarray(last));
  const text = await stream.finish();
  return { text, latencyMs: performance.now() - started };
}

const send = (answer: EngineAnswer) => process.send!(answer);
const request = JSON.parse(process.argv[2]) as EngineRequest;
const utterances = chooseUtterances(request.speech, { split: request.split, limitPerSet: request.limit });
const recordings = await Promise.all(
  utterances.map(async ({ read }) => padded(await read(), request.chunkFrames)),
);
try {
  const engine = await engines[request.engine](request);
  const feedSamples = Math.round((request.feedMs * sampleRateHz) / 1000);
  // What is collected between two recordings counts, too: garbage is part of the work.
  let usedBefore = process.cpuUsage();
  process.on('message', async (index: number) => {
    const { text, latencyMs } = await decode(engine, recordings[index], feedSamples);
    const { user, system } = process.cpuUsage(usedBefore);
    usedBefore = process.cpuUsage();
    const residentMiB = residentMiBOf(process.pid) ?? 0;
    send({ kind: 'decoded', cpuSeconds: (user + system) / 1e6, latencyMs, text, residentMiB });
  });
  const audioSeconds = recordings.reduce((sum, { length }) => sum + length, 0) / sampleRateHz;
  const { version, onnxruntime } = engine;
  send({ kind: 'ready', version, onnxruntime, recordings: recordings.length, audioSeconds });
} catch (error) {
  send({ kind: 'unavailable', reason: (error as Error).message });
  process.disconnect();
}
