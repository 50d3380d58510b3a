import { atMost } from '../at-most.js';
import { createAudioDecoder } from '../audio/audio-decoder.js';
import { EarshotError } from '../errors.js';
import type { Logger } from '../log.js';
import { timestamp } from '../timestamp.js';
import { type AudioUpload, type AudioUploadOptions, PipelinedAudioUpload } from './audio-upload.js';
import { refuseContentCoding } from './content-coding.js';
import { contextPhrases } from './context-phrases.js';
import type { Lifetimes } from './lifetimes.js';
import { advance, stateConflict } from './query-lifecycle.js';
import type { QueryLimits, QueryRetention } from './query-options.js';
import type { QueryOutcomes } from './query-outcomes.js';
import type { ConversationRecord, QueryRecord } from './query-record.js';
import type { OpenAudioOptions } from './query-requests.js';
import type { QueryStore } from './query-store.js';
import { readingsOf } from './readings-of.js';
import type { SpokenTime } from './resumable-turns.js';
import type {
  Transcriber,
  Transcript,
  TranscriptionEvents,
  TranscriptionOptions,
  TranscriptionStream,
} from './transcriber.js';
import { describeTranscript } from './transcript-description.js';
import { settleUploadType } from './upload-type.js';

export interface RunningUploadsOptions {
  store: QueryStore;
  transcriber: Transcriber;
  outcomes: QueryOutcomes;
  limits: QueryLimits;
  retention: QueryRetention;
  lifetimes: Lifetimes;
  log?: Logger;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Milliseconds since whenever, by a clock that nobody sets. */
  steadyClock: () => number;
}

interface LiveQuery {
  /** Replaced as the query moves on; newer than what the store has. */
  record: QueryRecord;
  upload?: PipelinedAudioUpload;
  cancellation?: NonNullable<QueryRecord['cancellation']>;
  /** Why it was told to stop, perhaps while it was still being opened. */
  stop?: EarshotError;
  /** Resolves when the query has left this map. */
  done: Promise<void>;
  leave(): void;
}

/** The uploads of this process, each from the claim on its query to the last write about it. */
export class RunningUploads {
  readonly #options: RunningUploadsOptions;
  readonly #live = new Map<string, LiveQuery>();
  /** Why no upload may start any more. */
  #closed: EarshotError | undefined;

  constructor(options: RunningUploadsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#live.size;
  }

  /** The query as it is now, when an upload to it runs. */
  get(id: string): QueryRecord | undefined {
    return this.#live.get(id)?.record;
  }

  /** Changes fields of a running query; they are kept when it finishes. */
  update(id: string, changes: Partial<QueryRecord>): void {
    const live = this.#live.get(id);
    if (live !== undefined) live.record = { ...live.record, ...changes };
  }

  /** Resolves when no result of this query is being made. */
  async processed(id: string): Promise<void> {
    const live = this.#live.get(id);
    if (live?.record.state === 'processing') await live.done;
  }

  /**
   * Claims the query and opens its upload.
   * @param conversation the query's, where it is new: kept once audio is taken
   * @throws EarshotError `conflict`, `not_found` (the conversation), `unsupported_media_type` (leaves the query failed),
   * `overloaded` (the query stays as it was), and the reason given to {@link drain} once that has begun.
   */
  async start(
    query: QueryRecord,
    options: OpenAudioOptions,
    events: TranscriptionEvents,
    conversation?: ConversationRecord,
  ): Promise<AudioUpload> {
    if (this.#closed !== undefined) throw this.#closed;
    if (query.state !== 'created' || query.queryType !== 'audio' || this.#live.has(query.id)) {
      throw stateConflict(this.get(query.id) ?? query);
    }
    let leave!: () => void;
    const done = new Promise<void>((resolve) => {
      leave = () => {
        this.#live.delete(query.id);
        resolve();
      };
    });
    const live: LiveQuery = { record: query, done, leave };
    this.#live.set(query.id, live);
    try {
      live.upload = await this.#open(live, options, events, conversation);
    } catch (error) {
      const { code, message } = EarshotError.from(error);
      try {
        if (code === 'unsupported_media_type')
          await this.#options.outcomes.fail(live.record, { code, detail: message });
      } finally {
        leave();
      }
      throw error;
    }
    if (live.stop !== undefined) await live.upload.abort(live.stop);
    return live.upload;
  }

  /** Cancels the upload to this query, if it still can be; resolves when that is kept. */
  async cancel(id: string, cancellation: NonNullable<QueryRecord['cancellation']>): Promise<void> {
    const live = this.#live.get(id);
    if (live === undefined) return;
    live.cancellation = cancellation;
    await stop(live, cancelled());
    await live.done;
  }

  /** Starts no more uploads, lets those that run end within the grace time, then fails the rest with `reason`. */
  async drain(graceMs: number, reason: EarshotError): Promise<void> {
    this.#closed = reason;
    const all = [...this.#live.values()];
    const allDone = Promise.all(all.map((live) => live.done));
    await atMost(graceMs, allDone);
    await Promise.all(all.map((live) => stop(live, reason)));
    await allDone;
  }

  async #open(
    live: LiveQuery,
    options: OpenAudioOptions,
    events: TranscriptionEvents,
    newConversation?: ConversationRecord,
  ): Promise<PipelinedAudioUpload> {
    const { store, transcriber, outcomes, limits, lifetimes } = this.#options;
    const { conversationId } = live.record;
    refuseContentCoding(options.contentEncoding);
    const type = settleUploadType(live.record.audioQuery?.mimeType, options.contentType);
    const conversation = newConversation ?? (await conversationOf(conversationId, store, lifetimes));
    let upload: PipelinedAudioUpload | undefined;
    let stream: TranscriptionStream | undefined;
    const decoder = await createAudioDecoder(type.format, {
      sampleRateHz: transcriber.sampleRateHz,
      maxAudioSeconds: limits.audioSeconds,
    });
    try {
      stream = await transcriber.open(transcriptionOptions(live.record, conversation, options, outcomes), {
        ...events,
        speechEnd: (seconds) => {
          events.speechEnd?.(seconds);
          if (options.endpointing) void upload?.end();
        },
        // at once: the client may be waiting for an answer without sending anything
        lost: (error) => void stop(live, error),
      });
      await this.#keepStreaming(live, type.mimeType, newConversation);
    } catch (error) {
      stream?.cancel();
      decoder.close();
      throw error;
    }
    upload = this.#pipeline(live, { decoder, stream, endpointing: options.endpointing ?? false });
    return upload;
  }

  /** From the bytes of an upload to what is kept of it. */
  #pipeline(
    live: LiveQuery,
    {
      decoder,
      stream,
      endpointing,
    }: Pick<AudioUploadOptions, 'decoder' | 'stream'> & { endpointing: boolean },
  ): PipelinedAudioUpload {
    const { transcriber, outcomes, limits, now, steadyClock } = this.#options;
    const { id, audioId } = live.record;
    let endedMs = 0;
    return new PipelinedAudioUpload({
      queryId: id,
      audioId: audioId!,
      decoder,
      stream,
      sampleRateHz: transcriber.sampleRateHz,
      limits,
      onProcessing: () => {
        endedMs = steadyClock();
        live.record = advance(live.record, 'processing', now());
      },
      onTranscript: async (transcript, summary) => {
        const completed = await outcomes.complete(
          () => live.record,
          readingsOf(transcript),
          (text) => describeTranscript(transcript, summary, text),
          endpointing ? spokenTime(transcript, endedMs) : undefined,
        );
        live.leave();
        return completed;
      },
      onFailure: (error) => this.#keepFailure(live, error),
    });
  }

  /** From here on the query has taken audio. */
  async #keepStreaming(
    live: LiveQuery,
    mimeType: string,
    newConversation: ConversationRecord | undefined,
  ): Promise<void> {
    const { store, limits, retention, now } = this.#options;
    const nowMs = now();
    const streaming = advance(live.record, 'streaming', nowMs, {
      audioQuery: { mimeType },
      expiresAt: timestamp(nowMs + limits.uploadMs + retention.unfinishedMs),
    });
    if (newConversation !== undefined) await store.putConversation(newConversation);
    await store.putQuery(streaming);
    live.record = streaming;
  }

  async #keepFailure(live: LiveQuery, error: EarshotError): Promise<void> {
    const { outcomes, log } = this.#options;
    if (error.code === 'internal_error')
      log?.error({ queryId: live.record.id, err: error.cause }, 'query failed');
    try {
      if (live.cancellation !== undefined) await outcomes.cancel(live.record, live.cancellation);
      else await outcomes.fail(live.record, { code: error.code, detail: error.message });
    } finally {
      live.leave();
    }
  }
}

async function conversationOf(
  id: string,
  store: QueryStore,
  lifetimes: Lifetimes,
): Promise<ConversationRecord> {
  const conversation = await store.getConversation(id, { evenExpired: lifetimes.has(id) });
  if (conversation !== undefined) return conversation;
  throw new EarshotError(
    'not_found',
    'The conversation of this query has expired. Create another query without it.',
  );
}

function transcriptionOptions(
  { locale, requestContext }: QueryRecord,
  { context: contextBefore, memory }: ConversationRecord,
  { endpointing = false, partials = false }: OpenAudioOptions,
  outcomes: QueryOutcomes,
): TranscriptionOptions {
  const context = requestContext ?? contextBefore;
  return {
    locale,
    endpointing,
    partials,
    bias: contextPhrases(context),
    completenessOf: (text) =>
      outcomes.completeness({ locale, readings: [{ text, confidence: 1 }], context, memory }),
  };
}

/** @param endedMs When the last of the audio had come. */
function spokenTime({ speech, audioSeconds }: Transcript, endedMs: number): SpokenTime | undefined {
  if (speech === undefined) return undefined;
  const at = (seconds: number) => endedMs - (audioSeconds - seconds) * 1000;
  return { startMs: at(speech.start), endMs: at(speech.end) };
}

/** An upload that is still being opened stops as soon as it is open. */
async function stop(live: LiveQuery, reason: EarshotError): Promise<void> {
  live.stop ??= reason;
  await live.upload?.abort(live.stop);
}

function cancelled(): EarshotError {
  return new EarshotError('conflict', 'The query was cancelled.', { extra: { state: 'cancelled' } });
}
