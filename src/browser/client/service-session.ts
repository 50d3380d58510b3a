import { abortedError, assertNotAborted, orAborted } from './abort-signals.js';
import { type AudioQueryOptions, AudioStream } from './audio-stream.js';
import { assertLocale, assertQuery } from './check-arguments.js';
import { Connection } from './connection.js';
import { CreatedQueries, type CreateQuery } from './created-queries.js';
import { assertMicrophoneSupported, isMicrophoneSupported } from './microphone.js';
import { type ResolvedOptions, resolveOptions, type SessionOptions, socketUrl } from './options.js';
import { audioQueryEntity, audioQueryHeaders, queryEntity } from './query-entity.js';
import { pathOf, ServiceCalls } from './service-calls.js';
import { ServiceError } from './service-error.js';
import { type OpenMicrophoneOptions, SessionMicrophone } from './session-microphone.js';
import { tell } from './tell.js';
import { version } from './version.js';
import type { Feedback, ProcessedQuery, Query, QueryContext } from './wire.js';

export interface CreateOptions {
  /** Ask for the words as they are spoken; `streamAudio`'s `onPartial` and `onSpeechStart` need it. @default false */
  partialResults?: boolean;
}

/**
 * A conversation partner for the lifetime of the page. One socket, one session token and at most one audio query at a
 * time are shared by all calls. Every method returns a promise that rejects with a {@link ServiceError}, or
 * with what the page's own `refreshToken` function throws.
 */
export class ServiceSession {
  static readonly version = version;
  static readonly ServiceError = ServiceError;

  private readonly options: ResolvedOptions;
  private readonly connection: Connection;
  private readonly calls: ServiceCalls;
  private readonly microphone: SessionMicrophone;
  private readonly durations = new WeakMap<Query, Record<string, number>>();
  private readonly created = new CreatedQueries();
  private stream: AudioStream | null = null;

  /** @throws ServiceError `invalid_argument` when a required property is missing. */
  constructor(options: SessionOptions) {
    this.options = resolveOptions(options);
    const pageProtocol = typeof location === 'undefined' ? 'https:' : location.protocol;
    this.connection = new Connection(socketUrl(this.options.host, pageProtocol), this.debug);
    this.connection.onNotification = (message) => this.stream?.notify(message);
    this.connection.onLost = () => {
      this.stream?.connectionLost();
      tell(this.options.onConnectionChange, false);
    };
    this.connection.isAwaited = () => this.stream !== null;
    this.connection.onOpened = () => tell(this.options.onConnectionChange, true);
    this.calls = new ServiceCalls(this.options, this.connection);
    this.microphone = new SessionMicrophone(this.options, {
      chunk: (samples) => {
        if (this.stream?.state !== 'streaming') return false;
        this.stream.chunk(samples);
        return true;
      },
      failed: (error) => this.stream?.microphoneFailed(error),
    });
    // Methods may be handed on bare: session.createAudioQuery('en-US').then(session.streamAudio).
    for (const name of Object.getOwnPropertyNames(ServiceSession.prototype)) {
      const member = Object.getOwnPropertyDescriptor(ServiceSession.prototype, name)?.value;
      if (name !== 'constructor' && typeof member === 'function') {
        (this as unknown as Record<string, unknown>)[name] = member.bind(this);
      }
    }
  }

  /** Whether this browser can stream the microphone. */
  static isStreamingAudioSupported(): boolean {
    return isMicrophoneSupported();
  }

  /**
   * Creates a query, streams the microphone to it until the service notices the end of speech (or `finishStreaming`
   * is called) and resolves with the answer.
   * @param locale such as `en-US`
   * @param context of an earlier answer, for a refinement
   * @param conversationId of an earlier answer, for a further turn
   * @param audioContext to record with; without it the library keeps one of its own. Browsers give back what recordings
   * used only when their context is closed, which for this one is up to you
   */
  async sendAudioQuery(
    locale: string,
    context?: QueryContext | null,
    conversationId?: string | null,
    audioContext?: AudioContext | null,
    options: AudioQueryOptions = {},
  ): Promise<ProcessedQuery> {
    assertLocale(locale);
    assertMicrophoneSupported();
    const recorder = this.microphone.audioContext(audioContext);
    const partialResults = !!(options.onPartial || options.onSpeechStart);
    const createFor = this.audioQueryCreation(locale, context, conversationId, partialResults);
    return this.run(createFor(recorder), options, recorder);
  }

  /**
   * Creates a query for `streamAudio`; takes what `sendAudioQuery` takes. Not while an audio query is running, of which it
   * would take the audio.
   */
  async createAudioQuery(
    locale: string,
    context?: QueryContext | null,
    conversationId?: string | null,
    audioContext?: AudioContext | null,
    options: CreateOptions = {},
  ): Promise<Query> {
    assertLocale(locale);
    assertMicrophoneSupported();
    this.assertIdle();
    const recorder = this.microphone.audioContext(audioContext);
    const partialResults = !!options.partialResults;
    const createFor = this.audioQueryCreation(locale, context, conversationId, partialResults);
    const query = await createFor(recorder)(() => {});
    this.created.add({ query, generation: this.connection.generation, recorder, createFor });
    return query;
  }

  /**
   * Streams the microphone to a created query and resolves with the answer.
   * @param audioQueryResponse what `createAudioQuery` resolved with. @default the query created last
   * @param vadStopCallback called when the end of speech was noticed
   */
  async streamAudio(
    audioQueryResponse?: Query | null,
    vadStopCallback?: ((notification: 'vad_stop') => void) | null,
    options: AudioQueryOptions = {},
  ): Promise<ProcessedQuery> {
    const creation = this.created.get(audioQueryResponse);
    assertMicrophoneSupported();
    const onSpeechEnd = () => {
      tell(options.onSpeechEnd);
      tell(vadStopCallback, 'vad_stop');
    };
    // Audio goes to the query created last on a socket; one that is older, or whose socket is gone, or that is for another
    // sample rate, is created again, in its conversation.
    const recorder = this.microphone.audioContext(creation.recorder);
    const create = creation.createFor(recorder);
    const { isOpen, generation } = this.connection;
    const isCurrent = this.created.isCurrent(creation, isOpen ? generation : undefined, recorder);
    const result = this.run(
      (onSent, conversationId = creation.query.conversationId) => create(onSent, conversationId),
      { ...options, onSpeechEnd },
      recorder,
      isCurrent ? creation.query : undefined,
    );
    this.created.delete(creation);
    return result;
  }

  /**
   * Tells the service that all audio was spoken; the answer goes to the promise of `streamAudio` or `sendAudioQuery`.
   * Before streaming has begun (`onListening`) it has no effect. A page with a button to hold down calls `cancel` where
   * the button is let go of before that: nothing has been said.
   */
  async finishStreaming(): Promise<void> {
    await this.stream?.finish();
  }

  /** The same as `finishStreaming`. */
  async finishStreamingAudio(): Promise<void> {
    await this.finishStreaming();
  }

  /** Ends the running audio query without an answer; its promise rejects with an `aborted` error. */
  async cancel(): Promise<void> {
    this.stream?.abort('USER', new ServiceError('aborted', 'The query was cancelled.'));
  }

  /** Asks in writing. Aborting the signal gives the answer up; the promise rejects with an `aborted` error. */
  async sendTextQuery(
    text: string,
    locale: string,
    context?: QueryContext | null,
    conversationId?: string | null,
    options: { signal?: AbortSignal } = {},
  ): Promise<ProcessedQuery> {
    assertLocale(locale);
    const entity = {
      ...queryEntity(this.options, locale, context, conversationId),
      queryType: 'text',
      textQuery: { text },
    };
    return this.calls.call<ProcessedQuery>('POST', '/queries', entity, { signal: options.signal });
  }

  /** Says how good an answer was. */
  async sendFeedback(query: Query, feedback: Feedback = {}): Promise<void> {
    assertQuery(query);
    const durations = feedback.durations ?? this.durations.get(query);
    await this.calls.call('PATCH', `${pathOf(query._links.self.href)}/feedback`, { ...feedback, durations });
  }

  /** Connects and obtains a token ahead of the first query, so that it need not wait for them. */
  async connect(): Promise<void> {
    await this.calls.prepare();
  }

  /**
   * Opens the microphone and holds it open between queries, for pages that listen all the time. What was said within
   * `preRollMs` before a query is sent with it, so that a query may begin after its first syllable.
   */
  async openMicrophone(options: OpenMicrophoneOptions = {}): Promise<void> {
    assertMicrophoneSupported();
    await orAborted(this.microphone.hold(options), this.connection.closed);
  }

  /** Lets a held microphone go; a running audio query keeps it to its end. */
  async closeMicrophone(): Promise<void> {
    this.microphone.letGo();
    if (this.stream?.state !== 'streaming') this.microphone.release();
  }

  /** Lets everything go; what is under way rejects with an `aborted` error. A later call connects again. */
  async close(): Promise<void> {
    await this.cancel();
    await this.closeMicrophone();
    this.microphone.close();
    this.connection.close();
  }

  private run(
    create: CreateQuery,
    options: AudioQueryOptions,
    context: AudioContext,
    created?: Query,
  ): Promise<ProcessedQuery> {
    this.assertIdle();
    const { signal } = options;
    assertNotAborted(signal);
    const stream = new AudioStream({
      ...options,
      connection: this.connection,
      encoding: this.options.audioEncoding,
      deadline: this.options.streamingAudioDeadline,
      endsBySilence: !this.options.ignoreVad,
      create,
      created,
      cancel: (query, cancelReason, detail, timeoutMs) => {
        const address = `${pathOf(query._links.self.href)}/cancellation`;
        this.calls
          .call('POST', address, { cancelReason, detail }, { timeoutMs })
          .catch((error) => this.debug('The cancellation was not delivered', error));
      },
      releaseMicrophone: () => this.microphone.release(),
    });
    this.stream = stream;
    const onAbort = () => stream.abort('USER', abortedError(signal as AbortSignal));
    signal?.addEventListener('abort', onAbort);
    // The connection and the token are got while the user decides about the microphone.
    this.connect().catch(() => {});
    this.microphone.open(context).then(
      (microphone) => {
        const before = this.microphone.takePreRoll();
        stream.start(microphone, options.preRoll === false ? [] : before);
        // Not if another query waits for it by now.
        if (stream.state === 'settled' && (this.stream ?? stream) === stream) this.microphone.release();
      },
      (error: ServiceError) =>
        stream.abort(error.code === 'permission_denied' ? 'MIC_PERMISSION' : 'AUDIO_ERROR', error),
    );
    const answered = stream.result.finally(() => {
      signal?.removeEventListener('abort', onAbort);
      if (this.stream === stream) this.stream = null;
    });
    return answered.then((query) => {
      this.durations.set(query, stream.durations);
      return query;
    });
  }

  private assertIdle(): void {
    if (this.stream) throw new ServiceError('busy', 'An audio query is running.');
  }

  private audioQueryCreation(
    locale: string,
    context: QueryContext | null | undefined,
    conversationId: string | null | undefined,
    partialResults: boolean,
  ): (recorder: AudioContext) => CreateQuery {
    const entity = queryEntity(this.options, locale, context, conversationId);
    const headers = audioQueryHeaders(this.options, partialResults);
    return ({ sampleRate }) =>
      (onSent, again) => {
        const audio = audioQueryEntity(this.options, sampleRate);
        const within = again === undefined ? {} : { conversationId: again };
        return this.calls.call<Query>(
          'POST',
          '/queries',
          { ...entity, ...audio, ...within },
          { headers, onSent },
        );
      };
  }

  private readonly debug = (...args: unknown[]): void => {
    if (this.options.debugEnabled) console.log('[service]', ...args);
  };
}
