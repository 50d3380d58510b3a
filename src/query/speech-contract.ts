import type { ExecutionProvider } from '../inference/execution-provider.js';
import type { WorkerContract } from '../inference/worker-messages.js';
import type { BiasPhrase } from '../stt/hypothesis.js';
import type { LanguageResources } from '../stt/recogniser.js';
import type { EndpointerOptions } from '../vad/endpointer.js';
import type { Transcript, TranscriptionEvents } from './transcriber.js';

/** What a speech worker is started with. */
export interface SpeechWorkerData {
  /** Folder of the model. */
  directory: string;
  provider: ExecutionProvider;
  intraOpThreads: number;
  /** On shared memory: all workers read one copy. */
  resources: LanguageResources;
  endpointing: EndpointerOptions;
}

export interface SpeechStreamOptions {
  endpointing: boolean;
  partials: boolean;
  bias?: readonly BiasPhrase[];
}

type EventPayload<Name extends keyof TranscriptionEvents> = Parameters<
  NonNullable<TranscriptionEvents[Name]>
>[0];

/** Between the transcriber and its workers. */
export interface SpeechContract extends WorkerContract {
  methods: {
    open: { params: SpeechStreamOptions; result: void };
    /** Answered when the samples have been taken in and all that they completed has been decoded. */
    write: { params: { samples: Float32Array }; result: void };
    finish: { params: undefined; result: Transcript };
  };
  events: {
    speechStart: EventPayload<'speechStart'>;
    speechEnd: EventPayload<'speechEnd'>;
    partial: EventPayload<'partial'>;
  };
}
