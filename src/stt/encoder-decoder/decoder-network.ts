import { type InferenceSession, Tensor } from 'onnxruntime-node';

/** What a decoder remembers of the tokens so far, and of the sound. Never changed: what goes on is a new one. */
export interface DecoderMemory {
  encoded: Tensor;
  /** By the names of the inputs that they become. */
  past: Readonly<Record<string, Tensor>>;
}

/** What may come after some tokens. */
export interface DecoderStep {
  /** Logits [tokens] behind the last token. */
  logits: Float32Array;
  memory: DecoderMemory;
}

const pastPrefix = 'past_key_values.';

/**
 * Decoders that write tokens while looking at what an encoder heard, as Hugging Face's Optimum exports them with keys
 * and values kept from token to token (`decoder_model_merged.onnx`): `input_ids`, `encoder_hidden_states`,
 * `past_key_values.N.decoder|encoder.key|value` and `use_cache_branch` in, `logits` and `present.*` out.
 */
export class DecoderNetwork {
  /** Past of no tokens. */
  private readonly noPast: Readonly<Record<string, Tensor>>;
  private readonly mask: string | undefined;

  /** @throws RangeError that ends the sentence "it cannot be used, because ...". */
  constructor(private readonly session: InferenceSession) {
    const { inputNames, outputNames, inputMetadata } = session;
    for (const name of ['input_ids', 'encoder_hidden_states', 'use_cache_branch'])
      if (!inputNames.includes(name))
        throw new RangeError(
          `its decoder has no ${name}; it must be the merged one (decoder_model_merged*.onnx)`,
        );
    if (!outputNames.includes('logits')) throw new RangeError('its decoder has no logits');
    this.mask = inputNames.find((name) => name === 'encoder_attention_mask');
    const known = ['input_ids', 'encoder_hidden_states', 'use_cache_branch', this.mask];
    const past = inputMetadata.flatMap((input): [string, Tensor][] => {
      if (known.includes(input.name)) return [];
      if (!input.name.startsWith(pastPrefix) || !outputNames.includes(presentOf(input.name)))
        throw new RangeError(`its decoder takes ${input.name}, which is not known`);
      const [, heads, , width] = input.isTensor ? input.shape : [];
      if (typeof heads !== 'number' || typeof width !== 'number')
        throw new RangeError(`its decoder takes ${input.name} of a size that is not known`);
      return [[input.name, new Tensor('float32', new Float32Array(0), [1, heads, 0, width])]];
    });
    this.noPast = Object.fromEntries(past);
  }

  /**
   * @param encoded What the encoder told, [frames, width].
   * @param tokens Those in front of the first one that is to be written.
   */
  begin(encoded: Float32Array, width: number, tokens: readonly number[]): Promise<DecoderStep> {
    const heard = new Tensor('float32', encoded, [1, encoded.length / width, width]);
    return this.run({ encoded: heard, past: this.noPast }, tokens, { isCached: false });
  }

  /** What may come after one token more. */
  goOn(memory: DecoderMemory, token: number): Promise<DecoderStep> {
    return this.run(memory, [token], { isCached: true });
  }

  private async run(
    { encoded, past }: DecoderMemory,
    tokens: readonly number[],
    { isCached }: { isCached: boolean },
  ): Promise<DecoderStep> {
    const frames = encoded.dims[1];
    const found = await this.session.run({
      ...past,
      input_ids: new Tensor('int64', BigInt64Array.from(tokens, BigInt), [1, tokens.length]),
      encoder_hidden_states: encoded,
      use_cache_branch: new Tensor('bool', Uint8Array.of(isCached ? 1 : 0), [1]),
      ...(this.mask && {
        [this.mask]: new Tensor('int64', new BigInt64Array(frames).fill(1n), [1, frames]),
      }),
    });
    const data = found.logits.data as Float32Array;
    const count = data.length / tokens.length;
    const next = Object.keys(past).map((name) => {
      // Keys and values of the sound are told once; after that they stay as they are, and what comes out is empty.
      const isKept = isCached && name.includes('.encoder.');
      return [name, isKept ? past[name] : (found[presentOf(name)] as Tensor)];
    });
    return {
      logits: data.subarray(data.length - count),
      memory: { encoded, past: Object.fromEntries(next) },
    };
  }

  /** Frees the network; nothing may run any more. */
  release(): Promise<void> {
    return this.session.release();
  }
}

function presentOf(name: string): string {
  return `present.${name.slice(pastPrefix.length)}`;
}
