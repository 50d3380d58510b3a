import type { EarshotError } from '../errors.js';
import type { Completeness } from '../nlu/understanding.js';
import type { BiasPhrase, Hypothesis } from '../stt/hypothesis.js';

/** What recognition of one upload came to. */
export interface Transcript {
  best: Hypothesis;
  /** N-best list, best first, `best` included. */
  alternatives: Hypothesis[];
  /** Seconds of audio that were taken in. */
  audioSeconds: number;
  /** Seconds from the first sample to the start and end of speech; absent when there was none. */
  speech?: { start: number; end: number };
}

export interface TranscriptionOptions {
  locale: string;
  /** Whether the end of speech is looked for; without it the stream ends only by `finish`. */
  endpointing: boolean;
  /** Whether `partial` events are wanted; they cost time. */
  partials: boolean;
  bias?: readonly BiasPhrase[];
  /**
   * Asked, while endpointing, what the words before a pause are as a request: whole ones end the utterance sooner, half
   * ones later. Called on the caller's thread, once in a pause whose words are new; must be quick.
   */
  completenessOf?: (text: string) => Completeness;
}

export interface TranscriptionEvents {
  speechStart?(seconds: number): void;
  /** Fires at most once. `seconds` is where speech ended, not where that was noticed. */
  speechEnd?(seconds: number): void;
  partial?(hypothesis: Pick<Hypothesis, 'text' | 'words'>): void;
  /** The stream is gone with what it heard; all that is asked of it fails with this error. */
  lost?(error: EarshotError): void;
}

/** Recognises one utterance while it arrives. All model work happens in worker threads. */
export interface TranscriptionStream {
  /**
   * Takes mono samples at {@link Transcriber.sampleRateHz}, nominal range +-1. The array is handed over: the caller
   * must not touch it again. Resolves when more should be sent (back-pressure).
   */
  write(samples: Float32Array): Promise<void>;
  /** Decodes what is left as it stands. Rejects with `overloaded`, `shutting_down` or `internal_error`. */
  finish(): Promise<Transcript>;
  /** Drops the stream and frees what it holds. Safe at any time and more than once. */
  cancel(): void;
}

/** The speech side of the pipeline as the query life cycle sees it. */
export interface Transcriber {
  readonly sampleRateHz: number;
  /** What the loaded model serves: locales such as `en-US`, or languages with all their regions such as `en`. */
  readonly locales: readonly string[];
  /** Whether a stream could be opened now; nothing is kept for it. @throws EarshotError `overloaded` */
  checkRoom(): void;
  /** @throws EarshotError `overloaded` when no capacity is left, `unsupported_locale`. */
  open(options: TranscriptionOptions, events?: TranscriptionEvents): Promise<TranscriptionStream>;
  /** Lets running work end, then stops the threads. */
  close(): Promise<void>;
}
