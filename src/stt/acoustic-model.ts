import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { EarshotError } from '../errors.js';
import type { LoadedModel } from '../inference/session.js';

/** What the network remembers of one stream: one array per state input. */
export type AcousticState = Float32Array[];

export interface AcousticItem {
  state: AcousticState;
  /** Feature frames [T, featureDim]. */
  features: Float32Array;
}

/**
 * A streaming CTC network with explicit states: `features` [N, T, D] and `state_*` [N, ...] in, `log_probs`
 * [N, T / subsampling, units] and `new_state_*` out. A fresh stream's states are zeros.
 */
export class AcousticModel {
  readonly sampleRateHz: number;
  readonly featureDim: number;
  readonly frameShiftMs: number;
  /** Feature frames per output frame. */
  readonly subsampling: number;
  /** Feature frames of a chunk as the network was trained to see them. */
  readonly chunkFrames: number;
  /** Names of the units, blank first, as far as the file tells them. */
  readonly units: readonly string[];
  private readonly session: InferenceSession;
  private readonly stateNames: string[];
  /** Shapes of the states without the stream axis. */
  private readonly stateShapes: number[][];

  /** @throws EarshotError `model_corrupt` when the file is not such a network. */
  constructor(loaded: Pick<LoadedModel, 'session' | 'metadata'>, label = 'acoustic.onnx') {
    const { session, metadata } = loaded;
    this.session = session;
    const fault = (reason: string) =>
      new EarshotError(
        'model_corrupt',
        `The model file ${label} is not a streaming CTC network of ours: ${reason}.`,
      );
    const number = (key: string) => {
      const value = Number(metadata.get(key));
      if (!Number.isInteger(value) || value <= 0) throw fault(`its metadata has no usable ${key}`);
      return value;
    };
    this.sampleRateHz = number('sample_rate');
    this.featureDim = number('feature_dim');
    this.frameShiftMs = number('frame_shift_ms');
    this.subsampling = number('subsampling');
    this.chunkFrames = number('chunk_frames');
    this.units = (metadata.get('units') ?? '').split(/[\s,]+/).filter(Boolean);
    this.stateNames = session.inputNames.filter((name) => name.startsWith('state_'));
    for (const name of ['features', 'log_probs', ...this.stateNames.map((state) => `new_${state}`)]) {
      const names = name === 'features' ? session.inputNames : session.outputNames;
      if (!names.includes(name)) throw fault(`it has no ${name}`);
    }
    this.stateShapes = this.stateNames.map((name) => {
      const input = session.inputMetadata.find((item) => item.name === name);
      const shape = input?.isTensor ? input.shape.slice(1) : [];
      if (!shape.every((size) => typeof size === 'number' && size > 0))
        throw fault(`the shape of ${name} is open`);
      return shape as number[];
    });
  }

  createState(): AcousticState {
    return this.stateShapes.map((shape) => new Float32Array(sizeOf(shape)));
  }

  /**
   * Runs chunks of several streams at once and moves their states on.
   *
   * @param items Chunks of one and the same number of frames, a multiple of {@link subsampling}.
   * @returns For each item log-probabilities [T / subsampling, units].
   */
  async run(items: readonly AcousticItem[]): Promise<Float32Array[]> {
    const frames = items[0].features.length / this.featureDim;
    const feeds: Record<string, Tensor> = {
      features: stacked(
        items.map((item) => item.features),
        [frames, this.featureDim],
      ),
    };
    this.stateNames.forEach((name, index) => {
      feeds[name] = stacked(
        items.map((item) => item.state[index]),
        this.stateShapes[index],
      );
    });
    const results = await this.session.run(feeds);
    this.stateNames.forEach((name, index) => {
      const parts = split(results[`new_${name}`], items.length);
      items.forEach((item, stream) => {
        // A batch's tensor would stay alive as long as any of its streams: take a copy, unless it is all there is.
        if (items.length === 1) item.state[index] = parts[0];
        else item.state[index].set(parts[stream]);
      });
    });
    return split(results.log_probs, items.length);
  }
}

function sizeOf(shape: readonly number[]) {
  return shape.reduce((product, size) => product * size, 1);
}

function stacked(parts: readonly Float32Array[], shape: readonly number[]): Tensor {
  if (parts.length === 1) return new Tensor('float32', parts[0], [1, ...shape]);
  const size = sizeOf(shape);
  const data = new Float32Array(parts.length * size);
  parts.forEach((part, index) => {
    data.set(part, index * size);
  });
  return new Tensor('float32', data, [parts.length, ...shape]);
}

function split(tensor: Tensor, count: number): Float32Array[] {
  const data = tensor.data as Float32Array;
  const size = data.length / count;
  return Array.from({ length: count }, (_, index) => data.subarray(index * size, (index + 1) * size));
}
