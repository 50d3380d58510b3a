import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { createAudioDecoder } from '../../src/audio/audio-decoder.js';
import type { Transcript, TranscriptionOptions } from '../../src/query/transcriber.js';
import { WorkerTranscriber, type WorkerTranscriberOptions } from '../../src/query/worker-transcriber.js';

export const modelDirectory = 'models/default';
/** What is said in {@link recording}. */
export const spoken = 'show me red running shoes';

const decoder = await createAudioDecoder({ container: 'wav' });
/** Mono samples at 16 kHz, nominal range +-1. */
export const recording = await decoder.decode(readFileSync('test/fixtures/audio/speech.wav'));

export interface Outcome {
  transcript: Transcript;
  /** In the order in which they came. */
  events: [name: string, value: unknown][];
}

export type TranscribeOptions = Partial<TranscriptionOptions> & {
  /** Samples of the pieces that are written first; the rest follows in one. @default none */
  pieces?: number[];
  /** Waits after each piece for as long as it sounds. @default false */
  isPaced?: boolean;
};

/** A transcriber of the model that ships, which ends with the test, and what it makes of samples. */
export async function startTranscriber(
  t: { teardown(task: () => unknown): void },
  options: Partial<WorkerTranscriberOptions> = {},
): Promise<{
  transcriber: WorkerTranscriber;
  transcribe(samples: Float32Array, options?: TranscribeOptions): Promise<Outcome>;
}> {
  const transcriber = await WorkerTranscriber.start({ modelDirectory, ...options });
  t.teardown(() => transcriber.close());
  const transcribe = async (
    samples: Float32Array,
    { pieces = [], isPaced = false, ...wanted }: TranscribeOptions = {},
  ): Promise<Outcome> => {
    const events: Outcome['events'] = [];
    const stream = await transcriber.open(
      { locale: 'en-US', endpointing: false, partials: false, ...wanted },
      {
        speechStart: (seconds) => events.push(['speechStart', seconds]),
        speechEnd: (seconds) => events.push(['speechEnd', seconds]),
        partial: ({ text }) => events.push(['partial', text]),
      },
    );
    let position = 0;
    for (const length of [...pieces, samples.length]) {
      await stream.write(samples.slice(position, position + length));
      position = Math.min(samples.length, position + length);
      if (isPaced) await delay((length / 16_000) * 1000);
    }
    return { transcript: await stream.finish(), events };
  };
  return { transcriber, transcribe };
}
