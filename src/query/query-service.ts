import { randomUUID } from 'node:crypto';
import { EarshotError } from '../errors.js';
import type { Logger } from '../log.js';
import type { Context, Understander } from '../nlu/understanding.js';
import { shuttingDown } from '../shutting-down.js';
import { timestamp } from '../timestamp.js';
import { pairedId } from './audio-id.js';
import type { AudioUpload } from './audio-upload.js';
import { checkContext } from './check-context.js';
import { checkLocale, isServed } from './check-locale.js';
import { refuseContentCoding } from './content-coding.js';
import { Conversations } from './conversations.js';
import { KeyedMutex } from './keyed-mutex.js';
import { Lifetimes } from './lifetimes.js';
import { newQuery } from './new-query.js';
import { advance, isFinished, stateAt } from './query-lifecycle.js';
import {
  defaultQueryRetention,
  type QueryLimits,
  type QueryRetention,
  queryLimits,
} from './query-options.js';
import { QueryOutcomes } from './query-outcomes.js';
import type { ConversationRecord, Feedback, Owner, QueryRecord } from './query-record.js';
import { QueryRecords } from './query-records.js';
import type { OpenAudioOptions, QueryRequest } from './query-requests.js';
import type { Page, PageRequest, QueryStore } from './query-store.js';
import { RunningUploads } from './running-uploads.js';
import type { Transcriber, TranscriptionEvents } from './transcriber.js';
import { checkAudioType, settleImplicitType } from './upload-type.js';

export interface QueryServiceOptions {
  store: QueryStore;
  transcriber: Transcriber;
  understander: Understander;
  limits?: Partial<QueryLimits>;
  retention?: Partial<QueryRetention>;
  log?: Logger;
  /** Milliseconds since 1970. @default Date.now */
  now?: () => number;
  /** Milliseconds since whenever, by a clock that nobody sets. @default performance.now */
  steadyClock?: () => number;
  /** UUID v4 or v7, lower case. @default crypto.randomUUID */
  newId?: () => string;
}

/**
 * Queries and conversations from creation to expiry. Every method takes the end-user it works for and answers
 * `not_found` for what belongs to someone else.
 */
export class QueryService {
  readonly limits: Readonly<QueryLimits>;
  readonly #store: QueryStore;
  readonly #transcriber: Transcriber;
  readonly #understander: Understander;
  readonly #conversations: Conversations;
  readonly #outcomes: QueryOutcomes;
  readonly #records: QueryRecords;
  readonly #uploads: RunningUploads;
  readonly #retention: QueryRetention;
  readonly #lifetimes: Lifetimes;
  readonly #now: () => number;
  readonly #newId: () => string;
  /** One at a time for a query: its start, its cancellation and changes to its record. Never held for a result. */
  readonly #updates = new KeyedMutex();
  /** Feedback of a query, in the order it came. */
  readonly #feedback = new KeyedMutex();
  #isDraining = false;

  constructor(options: QueryServiceOptions) {
    const { store, understander, transcriber, log, now = Date.now, newId = randomUUID } = options;
    const steadyClock = options.steadyClock ?? (() => performance.now());
    const retention = { ...defaultQueryRetention, ...options.retention };
    const conversations = new Conversations({ store, retentionMs: retention.conversationMs, now, newId });
    const lifetimes = new Lifetimes({ unfinishedMs: retention.unfinishedMs, now, steadyClock });
    const outcomes = new QueryOutcomes({ store, understander, conversations, retention, lifetimes, now });
    this.limits = queryLimits(options.limits);
    this.#store = store;
    this.#transcriber = transcriber;
    this.#understander = understander;
    this.#conversations = conversations;
    this.#outcomes = outcomes;
    const parts = { store, transcriber, outcomes, limits: this.limits, retention, lifetimes };
    this.#uploads = new RunningUploads({ ...parts, log, now, steadyClock });
    this.#records = new QueryRecords({ store, outcomes, uploads: this.#uploads, lifetimes, now });
    this.#retention = retention;
    this.#lifetimes = lifetimes;
    this.#now = now;
    this.#newId = newId;
  }

  /** Uploads that are running now. */
  get runningUploads(): number {
    return this.#uploads.size;
  }

  /** Whether a query that this process made, or its conversation, is needed yet, whatever the clock says. */
  isAwaited(id: string): boolean {
    return this.#lifetimes.has(id) || this.#uploads.get(id) !== undefined;
  }

  /**
   * Creates a query; a text query is processed at once and returned completed.
   * @throws EarshotError `unsupported_locale`, `unsupported_media_type`, `invalid_request` (context), `not_found`
   * (conversation), `shutting_down`.
   */
  async create(owner: Owner, request: QueryRequest): Promise<QueryRecord> {
    this.#admit();
    const mimeType = request.queryType === 'audio' ? request.audioQuery?.mimeType : undefined;
    if (mimeType !== undefined) checkAudioType(mimeType);
    const { record, conversation } = await this.#prepare(owner, request);
    if (request.queryType === 'text') {
      const text = request.textQuery?.text ?? '';
      const query = advance(record, 'processing', this.#now());
      return this.#outcomes.complete(
        () => query,
        [{ text, confidence: 1 }],
        () => ({ textQuery: { text }, confidence: { 'textQuery.text': 1 } }),
      );
    }
    if (conversation !== undefined) await this.#store.putConversation(conversation);
    await this.#store.putQuery(record);
    return record;
  }

  /**
   * The query of this id, or the one whose audio has it.
   * @throws EarshotError `not_found`, also when the query is in another conversation than the one named.
   */
  async get(owner: Owner, id: string, conversationId?: string): Promise<QueryRecord> {
    const record = await this.#records.find(owner, id, conversationId);
    if (record !== undefined) return record;
    const heard = await this.#records.find(owner, pairedId(id), conversationId);
    if (heard?.audioId !== id) throw noSuchQuery();
    return heard;
  }

  /**
   * Opens the one upload of a created query.
   * @throws EarshotError `not_found`, `conflict`, `unsupported_media_type` (leaves the query failed), `overloaded` (the
   * query stays created: try again), `shutting_down`.
   */
  async openAudio(
    owner: Owner,
    id: string,
    options: OpenAudioOptions = {},
    events: TranscriptionEvents = {},
    conversationId?: string,
  ): Promise<AudioUpload> {
    this.#admit();
    return this.#updates.run(id, async () => {
      const record = await this.#records.find(owner, id, conversationId);
      if (record === undefined) throw noSuchQuery();
      return this.#uploads.start(record, options, events);
    });
  }

  /** For callers whose audio follows at once: whether it would be taken now. @throws EarshotError `overloaded` */
  checkRoom(): void {
    this.#transcriber.checkRoom();
  }

  /** Creates a query and opens its upload in one step. @throws EarshotError as {@link create} and {@link openAudio}. */
  async createWithAudio(
    owner: Owner,
    request: QueryRequest,
    options: OpenAudioOptions,
    events: TranscriptionEvents = {},
  ): Promise<AudioUpload> {
    this.#admit();
    refuseContentCoding(options.contentEncoding);
    const { mimeType } = settleImplicitType(request.audioQuery?.mimeType, options.contentType);
    const settled = { ...request, audioQuery: { mimeType } };
    const { record, conversation } = await this.#prepare(owner, settled);
    return this.#uploads.start(record, { ...options, contentType: mimeType }, events, conversation);
  }

  /** Cancels a query and its upload; without effect on a finished one. */
  async cancel(
    owner: Owner,
    queryOrAudioId: string,
    cancellation: { cancelReason?: string; detail?: string } = {},
    conversationId?: string,
  ): Promise<QueryRecord> {
    const record = await this.get(owner, queryOrAudioId, conversationId);
    const { id } = record;
    if (isFinished(record.state)) return record;
    await this.#updates.run(id, async () => {
      const latest = await this.get(owner, id);
      if (latest.state === 'created' && this.#uploads.get(id) === undefined) {
        await this.#outcomes.cancel(latest, cancellation);
      }
    });
    await this.#uploads.cancel(id, cancellation);
    return this.get(owner, id);
  }

  /** Keeps feedback in the order it came; what comes while the result is made is kept with the result. */
  async addFeedback(
    owner: Owner,
    queryOrAudioId: string,
    feedback: Omit<Feedback, 'at'>,
    conversationId?: string,
  ): Promise<void> {
    // The same lock whichever of the two ids was given.
    const lock = [queryOrAudioId, pairedId(queryOrAudioId)].sort()[0];
    await this.#feedback.run(lock, async () => {
      const { id } = await this.get(owner, queryOrAudioId, conversationId);
      // Waiting is for this lock alone: a cancellation needs the other one meanwhile.
      do await this.#uploads.processed(id);
      while (!(await this.#updates.run(id, () => this.#keepFeedback(owner, id, feedback))));
    });
  }

  /** @returns Whether it was kept; not while the result is made, which would be written over it. */
  async #keepFeedback(owner: Owner, id: string, feedback: Omit<Feedback, 'at'>): Promise<boolean> {
    const record = await this.get(owner, id);
    const running = this.#uploads.get(id);
    if (running?.state === 'processing') return false;
    const entry = { at: timestamp(this.#now()), ...feedback };
    const entries = [...(record.feedback ?? []), entry].slice(-this.limits.feedbackEntries);
    if (running !== undefined) this.#uploads.update(id, { feedback: entries });
    else await this.#store.putQuery({ ...record, feedback: entries });
    return true;
  }

  /** @throws EarshotError `unsupported_locale`, `invalid_request` (context), `shutting_down` */
  async createConversation(
    owner: Owner,
    request: { locale: string; context?: Context },
  ): Promise<ConversationRecord> {
    this.#admit();
    checkLocale(request.locale, this.#understander.locales);
    checkContext(request.context, this.#understander);
    const conversation = this.#conversations.start(owner, request.locale, request.context);
    await this.#store.putConversation(conversation, { durable: true });
    return conversation;
  }

  getConversation(owner: Owner, id: string): Promise<ConversationRecord> {
    return this.#conversations.get(owner, id);
  }

  listConversations(owner: Owner, request: PageRequest): Promise<Page<ConversationRecord>> {
    return this.#store.listConversations(owner, request);
  }

  async listQueries(owner: Owner, conversationId: string, request: PageRequest): Promise<Page<QueryRecord>> {
    await this.#conversations.get(owner, conversationId);
    const page = await this.#store.listQueries(conversationId, request);
    const nowMs = this.#now();
    const kept = page.items.filter((record) => stateAt(record, nowMs) !== 'expired');
    return { ...page, items: await Promise.all(kept.map((record) => this.#records.current(record))) };
  }

  /**
   * Takes no more work, lets running uploads end within the grace time, then fails what is left with `shutting_down`.
   * Resolves when no upload runs and all is kept. @param options.graceMs @default 10000
   */
  async drain(options: { graceMs?: number } = {}): Promise<void> {
    this.#isDraining = true;
    await this.#uploads.drain(options.graceMs ?? 10_000, shuttingDown());
  }

  #admit(): void {
    if (this.#isDraining) throw shuttingDown();
  }

  /** The record of a new query and, unless it continues one, of its conversation. */
  async #prepare(
    owner: Owner,
    request: QueryRequest,
  ): Promise<{ record: QueryRecord; conversation?: ConversationRecord }> {
    const { conversationId, queryType } = request;
    const existing =
      conversationId === undefined ? undefined : await this.#conversations.get(owner, conversationId);
    const understood = this.#understander.locales;
    const served =
      queryType === 'text'
        ? understood
        : understood.filter((candidate) => isServed(candidate, this.#transcriber.locales));
    const locale = request.locale ?? existing?.locale ?? served[0];
    checkLocale(locale, served);
    checkContext(request.context, this.#understander);
    const conversation = existing ?? this.#conversations.start(owner, locale);
    const record = newQuery(owner, request, {
      locale,
      conversationId: conversation.id,
      nowMs: this.#now(),
      newId: this.#newId,
      unfinishedMs: this.#retention.unfinishedMs,
    });
    if (queryType !== 'text') this.#lifetimes.keep(record, conversation);
    return { record, conversation: existing === undefined ? conversation : undefined };
  }
}

function noSuchQuery(): EarshotError {
  return new EarshotError('not_found', 'There is no such query, or it has expired.');
}
