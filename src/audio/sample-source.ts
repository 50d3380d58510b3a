import { EarshotError } from '../errors.js';

/**
 * Where decoded samples go: mono, nominal range +-1. The array is only valid during the call, and may be changed by it.
 */
export type SampleSink = (samples: Float32Array, sampleRateHz: number) => void;

/**
 * Turns the bytes of one format into mono samples at the rate that the format has. Bytes may be cut anywhere; what
 * comes out depends only on the bytes. Samples are emitted in pieces while decoding, so that a small, highly
 * compressed chunk cannot fill the memory before the limit on length is noticed.
 */
export interface SampleSource {
  /** Whether all of the samples have come, unless another file follows. @default false */
  readonly isComplete?: boolean;
  /** @throws EarshotError `invalid_audio`, `unsupported_media_type`. */
  decode(chunk: Uint8Array, emit: SampleSink): void | Promise<void>;
  /** The bytes are complete; gives what is still held back. */
  flush(emit: SampleSink): void | Promise<void>;
  /** Frees memory outside of the JavaScript heap. */
  free?(): void;
}

/** That the bytes are not what they should be. @param detail Why, as a sentence. */
export function invalidAudio(detail: string, cause?: unknown): EarshotError {
  return new EarshotError('invalid_audio', detail, { cause });
}
