import type { CompiledFilesOptions } from '../files/compiled-files.js';
import type { ConcreteProvider, ExecutionProvider } from '../inference/execution-provider.js';
import type { Completeness } from '../nlu/understanding.js';
import type { LanguageResources } from '../stt/language-resources.js';
import type { ModelManifest } from '../stt/model-manifest.js';
import type { Vocabulary } from '../stt/recogniser-options.js';
import type { SearchOptions } from '../stt/search/search-options.js';
import type { EndpointerOptions } from '../vad/endpointer-options.js';
import type { Transcript, TranscriptionEvents, TranscriptionOptions } from './transcriber.js';

/** How a speech worker is set up. */
export interface SpeechWorkerOptions {
  /** Folder of the recogniser's model. */
  modelDirectory: string;
  manifest: ModelManifest;
  provider: ExecutionProvider;
  intraOpThreads: number;
  search?: Partial<SearchOptions>;
  /** What can be recognised. @default 'lexicon' */
  vocabulary?: Vocabulary;
  endpointer?: EndpointerOptions;
  /** Whether audio in which no speech was found is answered without words. */
  speechGate: boolean;
  /** Where what was compiled before is kept. @default nowhere */
  compiled?: CompiledFilesOptions;
  /** Memory of the `Turns` that all workers take at an accelerator. @default there is one worker */
  turns?: SharedArrayBuffer;
}

/** What the first worker gives to those that start after it. */
export interface SpeechShared {
  resources: LanguageResources;
  /** All take the same, and time none while others are at work. */
  provider: ConcreteProvider;
}

/** What a speech worker tells when it is ready. */
export interface SpeechWorkerInfo {
  sampleRateHz: number;
  locales: readonly string[];
  warnings: readonly string[];
}

/** Between {@link WorkerTranscriber} and its workers. */
export type SpeechContract = {
  methods: {
    open: {
      params: Pick<TranscriptionOptions, 'endpointing' | 'partials' | 'bias'> & {
        /** Whether `pause` events are answered with `judge`. */
        isJudged: boolean;
      };
      result: null;
    };
    /**
     * Answered when these samples and those before have been worked through, which is the credit for more. Some are sent
     * without wanting an answer; should they fail, all that comes later does.
     */
    samples: { params: Float32Array; result: null };
    finish: { params: null; result: Transcript };
    /** For streams that are opened from now on: a serialised `ContextData`, in memory that the workers share. */
    useContext: { params: Uint8Array; result: null };
    /** Sentences to recognise so that the code is compiled, when nothing else is to be done. */
    warmUp: { params: readonly string[]; result: null };
    /** The answer to a `pause`, which the stream waits for. */
    judge: { params: Completeness; result: null };
  };
  events: {
    speechStart: number;
    speechEnd: number;
    /** The words before a pause. */
    pause: string;
    /** Whether silence lasts that may end the utterance. */
    hurry: boolean;
    partial: Parameters<NonNullable<TranscriptionEvents['partial']>>[0];
  };
};
