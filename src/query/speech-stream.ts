import type { MicroBatcher } from '../inference/micro-batcher.js';
import type { AcousticItem } from '../stt/acoustic-model.js';
import type { Hypothesis } from '../stt/hypothesis.js';
import type { RecogniserStream } from '../stt/recogniser-stream.js';
import { Endpointer, type EndpointerOptions } from '../vad/endpointer.js';
import { type VadStream, vadSampleRateHz } from '../vad/silero.js';
import type { SpeechContract, SpeechStreamOptions } from './speech-contract.js';
import type { Transcript } from './transcriber.js';

/** Where nothing ever sounded the least like speech, there are no words to be found. */
const possibleSpeech = 0.2;
const noWords: Hypothesis = { text: '', words: [], score: 0, confidence: 1 };

export interface SpeechStreamParts {
  options: SpeechStreamOptions;
  endpointing: EndpointerOptions;
  recogniser: RecogniserStream;
  vad: VadStream;
  /** Runs the network, for all streams of this thread together. */
  network: MicroBatcher<AcousticItem, Float32Array>;
  emit<Name extends keyof SpeechContract['events']>(
    name: Name,
    payload: SpeechContract['events'][Name],
  ): void;
}

/** One utterance inside a worker thread: voice activity and recognition side by side over the same samples. */
export class SpeechStream {
  readonly #parts: SpeechStreamParts;
  readonly #endpointer: Endpointer;
  /** Work is done in the order in which it came. */
  #tail: Promise<unknown> = Promise.resolve();
  #isCancelled = false;
  #loudest = 0;
  #partialText = '';

  constructor(parts: SpeechStreamParts) {
    this.#parts = parts;
    const frameMs = (parts.vad.frameSamples / vadSampleRateHz) * 1000;
    const { endpointing } = parts.options;
    // Without endpointing the state machine still tells where speech was.
    const endless = { maxUtteranceMs: Number.POSITIVE_INFINITY, noSpeechTimeoutMs: Number.POSITIVE_INFINITY };
    this.#endpointer = new Endpointer(frameMs, { ...parts.endpointing, ...(endpointing ? {} : endless) });
    if (!endpointing) this.#endpointer.hint(Number.POSITIVE_INFINITY);
  }

  write(samples: Float32Array): Promise<void> {
    return this.#inTurn(async () => {
      await this.#detect(await this.#parts.vad.acceptWaveform(samples));
      this.#parts.recogniser.acceptWaveform(samples);
      await this.#decode();
    });
  }

  finish(): Promise<Transcript> {
    return this.#inTurn(async () => {
      const { recogniser } = this.#parts;
      recogniser.inputFinished();
      await this.#decode();
      const alternatives = this.#loudest < possibleSpeech ? [noWords] : recogniser.result();
      return {
        best: alternatives[0],
        alternatives,
        audioSeconds: recogniser.audioSeconds,
        speech: this.#endpointer.speech,
      };
    });
  }

  cancel(): void {
    this.#isCancelled = true;
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#tail.then(work);
    this.#tail = result.catch(() => undefined);
    return result;
  }

  async #detect(probabilities: readonly number[]): Promise<void> {
    for (const probability of probabilities) {
      this.#loudest = Math.max(this.#loudest, probability);
      const event = this.#endpointer.accept(probability);
      if (event?.type === 'speechStart') this.#parts.emit('speechStart', event.startSeconds);
      else if (event?.type === 'speechEnd') this.#parts.emit('speechEnd', event.endSeconds);
      else if (event?.type === 'noSpeech') this.#parts.emit('speechEnd', 0);
    }
  }

  async #decode(): Promise<void> {
    const { recogniser, network, options, emit } = this.#parts;
    while (recogniser.isReady && !this.#isCancelled) {
      const features = recogniser.takeChunk();
      recogniser.giveLogProbs(await network.submit({ state: recogniser.state, features }));
      if (!options.partials) continue;
      const partial = recogniser.partial();
      if (partial.text === this.#partialText) continue;
      this.#partialText = partial.text;
      emit('partial', partial);
    }
  }
}
