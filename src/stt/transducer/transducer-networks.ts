import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { metadataCount } from '../../inference/model-metadata.js';
import type { LoadedModel } from '../../inference/session.js';

/**
 * The two small networks of a transducer as icefall exports them: the decoder tells from the units before what may come
 * next (`y` to `decoder_out`), the joiner puts that together with the sound (`encoder_out`, `decoder_out` to `logit`).
 * The decoder is stateless: it sees `context_size` units and no more (Ghodsi et al., "RNN-Transducer with Stateless
 * Prediction Network", 2020).
 */
export class TransducerNetworks {
  /** Units that the next one depends on. */
  readonly contextSize: number;
  private readonly decoder: InferenceSession;
  private readonly joiner: InferenceSession;

  /**
   * @param units Number of units.
   * @throws RangeError that ends the sentence "it cannot be used, because ...".
   */
  constructor(
    decoder: Pick<LoadedModel, 'session' | 'metadata'>,
    joiner: Pick<LoadedModel, 'session'>,
    private readonly units: number,
  ) {
    this.decoder = decoder.session;
    this.joiner = joiner.session;
    demand(this.decoder, ['y'], 'decoder_out', 'decoder');
    demand(this.joiner, ['encoder_out', 'decoder_out'], 'logit', 'joiner');
    this.contextSize = metadataCount(decoder.metadata, 'context_size');
    const known = decoder.metadata.get('vocab_size');
    if (known !== undefined && Number(known) !== units)
      throw new RangeError(`its decoder knows ${known} units, but ${units} have names`);
  }

  /** @returns For each context [contextSize] a row of what the joiner takes, row after row. */
  async predict(contexts: readonly (readonly number[])[]): Promise<Float32Array> {
    const values = BigInt64Array.from(contexts.flat(), BigInt);
    const y = new Tensor('int64', values, [contexts.length, this.contextSize]);
    const { decoder_out: predicted } = await this.decoder.run({ y });
    return predicted.data as Float32Array;
  }

  /**
   * @param encoded Rows of the encoder's output, [count, width].
   * @param predicted Rows of {@link predict}.
   * @returns Logits [count, units].
   */
  async join(encoded: Float32Array, predicted: Float32Array, count: number): Promise<Float32Array> {
    const rows = (data: Float32Array) => new Tensor('float32', data, [count, data.length / count]);
    const feeds = { encoder_out: rows(encoded), decoder_out: rows(predicted) };
    const { logit } = await this.joiner.run(feeds);
    if (logit.size !== count * this.units)
      throw new RangeError(`its joiner gives ${logit.size / count} values for ${this.units} units`);
    return logit.data as Float32Array;
  }
}

function demand(session: InferenceSession, inputs: readonly string[], output: string, label: string) {
  const missing =
    inputs.find((name) => !session.inputNames.includes(name)) ??
    (session.outputNames.includes(output) ? undefined : output);
  if (missing !== undefined) throw new RangeError(`its ${label} has no ${missing}`);
}
