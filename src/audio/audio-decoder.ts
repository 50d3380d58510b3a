import { EarshotError } from '../errors.js';
import { type AudioFormat, checkSampleRate } from './audio-format.js';
import { CheckedSource } from './checked-source.js';
import { joinFloats } from './join-floats.js';
import { PcmSource } from './pcm-source.js';
import { Resampler } from './resampler.js';
import type { SampleSource } from './sample-source.js';
import { WavSource } from './wav-source.js';

/** Bytes of one recording to mono samples at one rate. Calls must not overlap: await each before the next. */
export interface AudioDecoder {
  /** Whether all of the audio has come, as its header told; another recording of the kind may still follow. */
  readonly isComplete: boolean;
  /**
   * Takes the next bytes, cut anywhere, and returns the samples that they complete: one channel, nominal range +-1,
   * an array of its own that the caller may hand on.
   * @throws EarshotError `invalid_audio` with the reason, `unsupported_media_type` for a codec or rate that only the
   * bytes tell, `payload_too_large` beyond the longest allowed audio. The decoder is then used up.
   */
  decode(chunk: Uint8Array): Float32Array | Promise<Float32Array>;
  /** The bytes are complete: the remaining samples. */
  flush(): Float32Array | Promise<Float32Array>;
  /** Frees what the codec holds. Safe at any time and more than once. */
  close(): void;
}

export interface AudioDecoderOptions {
  /** Rate of the samples that come out. @default 16000 */
  sampleRateHz?: number;
  /** Longest audio. @default no limit */
  maxAudioSeconds?: number;
}

/** Makes the decoder for a format, which {@link parseMediaType} reads from a media type. */
export async function createAudioDecoder(
  format: AudioFormat,
  options: AudioDecoderOptions = {},
): Promise<AudioDecoder> {
  const { sampleRateHz = 16_000, maxAudioSeconds = Number.POSITIVE_INFINITY } = options;
  const source = new CheckedSource(format.container, await createSource(format, sampleRateHz));
  return new ResamplingDecoder(source, sampleRateHz, maxAudioSeconds);
}

/** Decoders of compressed audio are loaded with the first recording that needs them. */
async function createSource(format: AudioFormat, wantedRateHz: number): Promise<SampleSource> {
  switch (format.container) {
    case 'pcm': {
      const { encoding, bits, channels, bigEndian, sampleRateHz } = format;
      const bytesPerSample = (bits / 8) as 1 | 2 | 3 | 4;
      return new PcmSource({ encoding, bytesPerSample, channels, bigEndian }, sampleRateHz);
    }
    case 'wav':
      return new WavSource();
    case 'webm':
      return new (await import('./webm-source.js')).WebmSource(wantedRateHz);
    case 'ogg':
      return new (await import('./ogg-source.js')).OggSource(wantedRateHz);
    case 'flac':
      return (await import('./flac-source.js')).FlacSource.create();
    case 'mpeg':
      return (await import('./mpeg-source.js')).MpegSource.create();
  }
}

class ResamplingDecoder implements AudioDecoder {
  readonly #source: SampleSource;
  readonly #sampleRateHz: number;
  readonly #maxAudioSeconds: number;
  #resampler: Resampler | undefined;
  #sourceRateHz: number | undefined;
  /** Audio of the rates before this one, and samples of this one: a sum of the pieces' seconds would drift. */
  #secondsBefore = 0;
  #samples = 0;
  #pieces: Float32Array[] = [];
  #isClosed = false;

  constructor(source: SampleSource, sampleRateHz: number, maxAudioSeconds: number) {
    this.#source = source;
    this.#sampleRateHz = sampleRateHz;
    this.#maxAudioSeconds = maxAudioSeconds;
  }

  get isComplete(): boolean {
    return this.#source.isComplete ?? false;
  }

  decode(chunk: Uint8Array): Float32Array | Promise<Float32Array> {
    const pending = this.#source.decode(chunk, this.#emit);
    return pending ? pending.then(() => this.#collect()) : this.#collect();
  }

  flush(): Float32Array | Promise<Float32Array> {
    const finish = (): Float32Array => {
      if (this.#resampler) this.#pieces.push(this.#resampler.flush());
      return this.#collect();
    };
    const pending = this.#source.flush(this.#emit);
    return pending ? pending.then(finish) : finish();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#source.free?.();
  }

  readonly #emit = (samples: Float32Array, sampleRateHz: number): void => {
    if (this.#sourceRateHz !== sampleRateHz) this.#setRate(sampleRateHz);
    this.#samples += samples.length;
    if (this.#secondsBefore + this.#samples / sampleRateHz > this.#maxAudioSeconds) {
      throw new EarshotError(
        'payload_too_large',
        `The audio is longer than the ${this.#maxAudioSeconds} seconds allowed.`,
      );
    }
    tame(samples);
    this.#pieces.push(this.#resampler ? this.#resampler.process(samples) : samples.slice());
  };

  /** A stream may change its rate, as chained Ogg files do: what came before is ended first. */
  #setRate(sampleRateHz: number): void {
    checkSampleRate(sampleRateHz);
    if (this.#resampler) this.#pieces.push(this.#resampler.flush());
    if (this.#sourceRateHz !== undefined) this.#secondsBefore += this.#samples / this.#sourceRateHz;
    this.#samples = 0;
    this.#sourceRateHz = sampleRateHz;
    this.#resampler =
      sampleRateHz === this.#sampleRateHz ? undefined : new Resampler(sampleRateHz, this.#sampleRateHz);
  }

  #collect(): Float32Array {
    const pieces = this.#pieces;
    this.#pieces = [];
    return pieces.length === 1 ? pieces[0] : joinFloats(pieces);
  }
}

/**
 * A float that is no number becomes 0 and one outside of +-1 is clipped, as damaged frames of MP3 are too: a recogniser's
 * state would keep it for good, and what is said after it would be taken for a voice in the background.
 */
function tame(samples: Float32Array): void {
  for (let i = 0; i < samples.length; i++) {
    const sample = samples[i];
    if (sample >= -1 && sample <= 1) continue;
    samples[i] = Number.isFinite(sample) ? Math.sign(sample) : 0;
  }
}
