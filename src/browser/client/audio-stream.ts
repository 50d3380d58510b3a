import { type AudioEncoding, audioLevel, encodeAudio } from './audio-encoding.js';
import type { Connection } from './connection.js';
import type { CreateQuery } from './created-queries.js';
import type { Microphone } from './microphone.js';
import { responseError, ServiceError } from './service-error.js';
import { tell } from './tell.js';
import {
  endOfAudio,
  type NotificationMessage,
  type PartialResult,
  type Problem,
  type ProcessedQuery,
  type Query,
} from './wire.js';

/** What a page may want to know while a query runs. */
export interface AudioQueryOptions {
  /** The words so far, as they are spoken. */
  onPartial?: (partial: PartialResult) => void;
  /** Speech began. */
  onSpeechStart?: () => void;
  /** Speech ended; the answer follows. */
  onSpeechEnd?: () => void;
  /** Loudness 0..1 for a meter, about 50 times a second. */
  onLevel?: (level: number) => void;
  /** The microphone is open and sound is on its way. */
  onListening?: () => void;
  /**
   * Whether what a microphone that is held open heard just before is sent, too; not where it was the page itself that
   * spoke. @default true
   */
  preRoll?: boolean;
  /** Aborting it cancels the query; the promise rejects with an `aborted` error. */
  signal?: AbortSignal;
}

export interface AudioStreamOptions extends AudioQueryOptions {
  connection: Connection;
  encoding: AudioEncoding;
  /** Milliseconds from the audio that was sent last to the answer. */
  deadline: number;
  /**
   * Creates the query; `onSent` is called when the request is on the wire (again, if it is sent again), and from then
   * on audio frames belong to it.
   */
  create: CreateQuery;
  /** The service notices the end of speech, and does not leave it to `finish`. */
  endsBySilence: boolean;
  /** The query that was created before on this very connection: audio frames belong to it already. */
  created?: Query;
  /** @param withinMs how soon the service must take note, or its connection is given up */
  cancel(query: Query, reason: string, detail: string, withinMs?: number): void;
  /** The microphone is not needed any more. */
  releaseMicrophone(): void;
}

/** A recording that could not be sent twice without holding more than this is not sent again, in bytes. */
const replayLimitBytes = 16 * 1024 * 1024;

/**
 * How long the service may say nothing of someone who speaks, in milliseconds, however short the deadline is: pauses are
 * for the service to judge.
 */
const longestSilenceMs = 10_000;

/** For a service that let the deadline pass, to show that it is there at all. */
const lastChanceMs = 2000;

/** One utterance on its way to the service, from the first sample to the answer. */
export class AudioStream {
  /** Whether sound is being taken; `finish` has an effect only then. */
  state: 'idle' | 'streaming' | 'ended' | 'settled' = 'idle';
  /** Milliseconds from the start of streaming, as the feedback resource takes them. */
  readonly durations: Record<string, number> = {};
  readonly result: Promise<ProcessedQuery>;
  private readonly frames: ArrayBufferView[] = [];
  private replayable = true;
  private bytes = 0;
  /** Frames go straight to the socket. */
  private attached = false;
  private query: Query | undefined;
  private microphone: Microphone | null = null;
  private deadlineTimer: ReturnType<typeof setTimeout> | undefined;
  private startedAtMs = 0;
  private replayed = false;
  /** The service tells what it hears, and would tell the end. */
  private isFollowed = false;
  private resolve!: (query: ProcessedQuery) => void;
  private reject!: (error: ServiceError) => void;

  constructor(private readonly options: AudioStreamOptions) {
    this.query = options.created;
    this.attached = options.created !== undefined;
    this.result = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  /** By a clock that nobody sets. */
  private get elapsedMs(): number {
    return Math.round(performance.now() - this.startedAtMs);
  }

  /** @param before chunks that the microphone heard before, sent first */
  start(microphone: Microphone, before: readonly Float32Array[]): void {
    if (this.state !== 'idle') return;
    this.state = 'streaming';
    this.startedAtMs = performance.now();
    this.microphone = microphone;
    this.expectAnswer();
    for (const samples of before) this.send(encodeAudio(this.options.encoding, samples));
    if (!this.attached) this.create();
    tell(this.options.onListening);
  }

  private create(): void {
    const { conversationId } = this.query ?? {};
    this.query = undefined;
    const onSent = () => {
      this.attached = true;
      for (const frame of this.frames) this.transmit(frame);
      if (this.state === 'ended') this.sendEnd();
    };
    this.options.create(onSent, conversationId).then(
      (query) => {
        if (this.state === 'settled') this.options.cancel(query, 'OTHER', 'Cancelled while it was created.');
        else this.query = query;
      },
      (error) => {
        if (error.code !== 'connection_lost' || !this.replay()) this.fail(error);
      },
    );
  }

  chunk(samples: Float32Array): void {
    if (this.state !== 'streaming') return;
    tell(this.options.onLevel, audioLevel(samples));
    this.send(encodeAudio(this.options.encoding, samples));
  }

  private send(frame: ArrayBufferView): void {
    this.bytes += frame.byteLength;
    if (this.bytes <= replayLimitBytes) {
      this.frames.push(frame);
    } else {
      this.frames.length = 0;
      this.replayable = false;
    }
    if (this.attached) this.transmit(frame);
  }

  private transmit(frame: ArrayBufferView): void {
    // Who speaks is heard as long as the network takes it, and the service itself says when that is too long. A network
    // takes a lot that a service which hangs never reads, so that what the service says counts once it says something.
    if (this.options.connection.hasSentAll && !this.isFollowed) this.expectAnswer();
    this.options.connection.sendAudio(frame);
  }

  private expectAnswer(): void {
    clearTimeout(this.deadlineTimer);
    const { connection, deadline } = this.options;
    const isSpeaking = this.isFollowed && this.state === 'streaming';
    const withinMs = isSpeaking ? Math.max(deadline, longestSilenceMs) : deadline;
    this.deadlineTimer = setTimeout(() => {
      const late = new ServiceError('deadline', `No response came within ${withinMs} ms.`);
      this.abort('OTHER', connection.failure ?? late, lastChanceMs);
    }, withinMs);
  }

  private sendEnd(): void {
    this.options.connection.sendAudio(Uint8Array.of(endOfAudio));
  }

  /** All audio was spoken: the service is to process what it has. */
  async finish(): Promise<void> {
    if (this.state !== 'streaming') return;
    this.durations.userStop = this.elapsedMs;
    await this.microphone?.flush();
    if (this.state !== 'streaming') return;
    this.state = 'ended';
    if (this.isFollowed) this.expectAnswer();
    if (this.attached) this.sendEnd();
    this.options.releaseMicrophone();
  }

  notify(message: NotificationMessage): void {
    // Nothing can be about this query before its 201. An earlier one that was cancelled may still be told of after it.
    if (!this.query || this.state === 'settled' || this.state === 'idle') return;
    if (message.entity?.id !== undefined && message.entity.id !== this.query.id) return;
    switch (message.notificationType) {
      case 'vad_start':
        this.hearOf();
        tell(this.options.onSpeechStart);
        return;
      case 'query_partial':
        this.hearOf();
        tell(this.options.onPartial, message.entity as PartialResult);
        return;
      case 'vad_stop':
        this.durations.vad = this.elapsedMs;
        if (this.state === 'streaming') this.options.releaseMicrophone();
        this.state = 'ended';
        this.expectAnswer();
        tell(this.options.onSpeechEnd);
        return;
      case 'query_complete':
        this.durations.complete = this.elapsedMs;
        if (this.settle()) this.resolve(message.entity as unknown as ProcessedQuery);
        return;
      case 'internal_server_error':
      case 'client_error': {
        const problem = (message.entity ?? {}) as Problem;
        const detail = problem.detail ?? message.message ?? 'The service reports an error.';
        const error = problem.status
          ? responseError(
              { responseCode: problem.status, responseMessage: problem.title ?? '', entity: problem },
              'The audio query',
            )
          : new ServiceError('server_error', detail, { problem });
        this.fail(error);
      }
    }
  }

  /** The service is there: it heard something. Where it waits for `finish`, it may have nothing to say for long. */
  private hearOf(): void {
    if (this.state !== 'streaming' || !this.options.endsBySilence) return;
    this.isFollowed = true;
    this.expectAnswer();
  }

  /** The connection was lost: everything said so far goes out again over a new one, once. */
  connectionLost(): void {
    if (this.state === 'idle') {
      this.attached = false;
      this.query = undefined;
    }
    // Without a query, its creation was under way and reports the loss itself.
    if (this.state === 'settled' || !this.query || this.replay()) return;
    this.fail(new ServiceError('connection_lost', 'The connection was lost before the answer came.'));
  }

  private replay(): boolean {
    if (this.replayed || !this.replayable || this.state === 'settled') return false;
    this.replayed = true;
    this.attached = this.isFollowed = false;
    this.create();
    return true;
  }

  /** What was said by then is not lost where the service has it all. */
  microphoneFailed(error: ServiceError): void {
    if (this.state !== 'ended') this.abort('AUDIO_ERROR', error);
  }

  /** Ends the query without an answer and tells the service so; see `AudioStreamOptions.cancel`. */
  abort(reason: string, error: ServiceError, withinMs?: number): void {
    if (this.state === 'settled') return;
    if (this.query) this.options.cancel(this.query, reason, error.message, withinMs);
    this.fail(error);
  }

  private fail(error: ServiceError): void {
    if (this.settle()) this.reject(error);
  }

  private settle(): boolean {
    if (this.state === 'settled') return false;
    const wasStreaming = this.state === 'streaming';
    this.state = 'settled';
    clearTimeout(this.deadlineTimer);
    this.frames.length = 0;
    if (wasStreaming) this.options.releaseMicrophone();
    return true;
  }
}
