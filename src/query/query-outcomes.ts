import type { Completeness, Reading, Understander, UnderstandRequest } from '../nlu/understanding.js';
import { timestamp } from '../timestamp.js';
import type { Conversations } from './conversations.js';
import { KeyedMutex } from './keyed-mutex.js';
import type { Lifetimes } from './lifetimes.js';
import { advance } from './query-lifecycle.js';
import type { QueryRetention } from './query-options.js';
import type { QueryRecord } from './query-record.js';
import type { QueryStore } from './query-store.js';
import { ResumableTurns, type SpokenTime } from './resumable-turns.js';

export interface QueryOutcomesOptions {
  store: QueryStore;
  understander: Understander;
  conversations: Conversations;
  retention: QueryRetention;
  lifetimes: Lifetimes;
  now: () => number;
}

/** The three ways a query finishes. Each keeps it before it resolves. */
export class QueryOutcomes {
  readonly #options: QueryOutcomesOptions;
  readonly #turns = new KeyedMutex();
  readonly #resumable = new ResumableTurns();

  constructor(options: QueryOutcomesOptions) {
    this.#options = options;
  }

  /**
   * Understands the readings after all earlier turns of the conversation, each of which starts from what the one before
   * left behind; query and conversation are on disk when this resolves.
   *
   * @param current gives the query as it is when its turn has come
   * @param describe adds what the chosen reading says about itself
   * @param spoken where its speaker may go on in the next turn
   */
  async complete(
    current: () => QueryRecord,
    readings: readonly Reading[],
    describe: (text: string) => Partial<QueryRecord>,
    spoken?: SpokenTime,
  ): Promise<QueryRecord> {
    const { store, understander, conversations, lifetimes, now, retention } = this.#options;
    return this.#turns.run(current().conversationId, async () => {
      const { conversationId, owner, locale } = current();
      const evenExpired = lifetimes.has(conversationId);
      const before = (await store.getConversation(conversationId, { evenExpired })) ?? {
        ...conversations.start(owner, locale),
        id: conversationId,
      };
      const query = current();
      const { requestContext } = query;
      const startedAtMs = performance.now();
      const from = { context: requestContext ?? before.context, memory: before.memory };
      const latest = this.#resumable.take(conversationId, spoken);
      // A client that says what holds does so because of the answer that it has got.
      const resumes = requestContext === undefined ? latest : undefined;
      const understood = understander.understand({ locale, readings, ...from, resumes });
      const { text, intent, reply, context, entities, memory } = understood;
      const understandingMs = performance.now() - startedAtMs;
      if (spoken !== undefined) {
        const begun = understood.isResumed && resumes ? resumes : from;
        this.#resumable.keep(conversationId, spoken, { ...begun, text });
      }
      const nowMs = now();
      const described = describe(text);
      const completed = advance(query, 'completed', nowMs, {
        ...described,
        timings: { ...described.timings, understandingMs: Math.round(understandingMs * 1000) / 1000 },
        intent,
        reply,
        context,
        entities,
        expiresAt: timestamp(nowMs + retention.resultMs),
      });
      await store.putTurn(completed, {
        ...before,
        context,
        memory,
        turns: before.turns + 1,
        updatedAt: timestamp(nowMs),
        expiresAt: timestamp(nowMs + retention.conversationMs),
      });
      return completed;
    });
  }

  /** What words that may go on are as a request; see {@link Understander.completeness}. */
  completeness(request: UnderstandRequest): Completeness {
    return this.#options.understander.completeness(request);
  }

  /** Leaves the query `failed` with its reason. */
  fail(query: QueryRecord, failure: { code: string; detail: string }): Promise<QueryRecord> {
    return this.#keep(query, 'failed', { failure });
  }

  cancel(query: QueryRecord, cancellation: NonNullable<QueryRecord['cancellation']>): Promise<QueryRecord> {
    return this.#keep(query, 'cancelled', { cancellation });
  }

  async #keep(
    query: QueryRecord,
    state: 'failed' | 'cancelled',
    changes: Partial<QueryRecord>,
  ): Promise<QueryRecord> {
    const { store, now, retention } = this.#options;
    const nowMs = now();
    const kept = advance(query, state, nowMs, {
      ...changes,
      expiresAt: timestamp(nowMs + retention.resultMs),
    });
    await store.putQuery(kept);
    return kept;
  }
}
