import { isRecord } from '../is-record.js';
import type { Context } from '../nlu/understanding.js';
import type { TranscriptionEvents } from '../query/transcriber.js';
import type { BiasPhrase } from '../stt/hypothesis.js';
import { anything, checkOptions, type OptionRule, type OptionRules, text } from './check-options.js';

export type AudioBytes = Uint8Array | AsyncIterable<Uint8Array>;

export interface TranscribeOptions extends Pick<TranscriptionEvents, 'partial'> {
  /** Media type of the bytes, such as `audio/wav` or `audio/pcm;rate=16000`. */
  mimeType: string;
  /** @default 'en-US' */
  locale?: string;
  /** Words and phrases to expect, each with a weight above 0 and at most 10, or none, which is 2. */
  bias?: readonly BiasPhrase[];
  /** Ends the call, which then rejects with the signal's reason, and asks the source of the audio to end. */
  signal?: AbortSignal;
}

export interface EngineQuery {
  /** @default 'en-US' */
  locale?: string;
  /** Context of the conversation so far: the last result's `context`. */
  context?: Context;
  /** The last result's `memory`. */
  memory?: unknown;
}

const locale: OptionRule = { ...text, allowed: 'a text such as en-US' };
/** `null` is what is left of an absent one in JSON. */
const context: OptionRule = {
  allowed: "an object: the last result's context",
  isValid: (value) => value === null || isRecord(value),
};

const queryRules: OptionRules<EngineQuery> = { locale, context, memory: anything };
const audioRules: OptionRules<TranscribeOptions & EngineQuery> = {
  mimeType: { ...text, allowed: 'a text such as audio/wav' },
  ...queryRules,
  bias: {
    allowed: 'an array of phrases such as {"text":"oat milk","weight":3}',
    isValid: (value) => Array.isArray(value) && value.every(isRecord),
  },
  partial: { allowed: 'a function', isValid: (value) => typeof value === 'function' },
  signal: { allowed: 'an AbortSignal', isValid: (value) => value instanceof AbortSignal },
};
const invalid = (message: string) => new TypeError(message);

/** @throws TypeError */
export function checkSentenceCall(sentence: string, options: EngineQuery): void {
  if (typeof sentence !== 'string') throw new TypeError('A sentence to be understood must be a string.');
  checkOptions('understand', options, queryRules, invalid);
}

/** For both calls that take audio, which may share their options. @throws TypeError */
export function checkAudioCall(audio: AudioBytes, options: TranscribeOptions & EngineQuery): void {
  if (!(audio instanceof Uint8Array) && typeof audio?.[Symbol.asyncIterator] !== 'function') {
    throw new TypeError(
      'Audio must be a Uint8Array or an async iterable of them; for text use engine.understand(text).',
    );
  }
  if (options?.mimeType === undefined)
    throw new TypeError('The option mimeType is missing: say what the bytes are, such as audio/wav.');
  checkOptions('A call with audio', options, audioRules, invalid);
}

/** A stream of a file gives strings where an encoding was named. @throws TypeError */
export function checkChunk(chunk: Uint8Array): void {
  if (!(chunk instanceof Uint8Array))
    throw new TypeError(`Audio must come in chunks of Uint8Array; got a chunk that is ${kindOf(chunk)}.`);
}

function kindOf(value: unknown): string {
  return isRecord(value) ? (value.constructor?.name ?? 'an object') : `of type ${typeof value}`;
}
