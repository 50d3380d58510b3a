import { z } from 'zod';
import { type ConversationRecord, type Owner, type QueryRecord, queryStates } from '../query/query-record.js';
import type { Page, PageRequest, QueryStore, ReadOptions } from '../query/query-store.js';
import type { Collection } from './collection.js';
import type { Database } from './database.js';

/** What every reader of a row relies on; the rest is the query life cycle's own. */
const recordSchema = z.looseObject({
  id: z.string(),
  owner: z.object({ organisationId: z.string(), uid: z.string() }),
  locale: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  expiresAt: z.iso.datetime({ precision: 3 }),
});
const querySchema = recordSchema.extend({
  state: z.enum(queryStates),
  queryType: z.enum(['audio', 'text']),
  conversationId: z.string(),
});
const conversationSchema = recordSchema.extend({
  context: z.record(z.string(), z.unknown()),
  turns: z.int(),
});

/** Queries and conversations in LevelDB. */
export class LevelQueryStore implements QueryStore {
  readonly #database: Database;
  readonly #queries: Collection<QueryRecord>;
  readonly #conversations: Collection<ConversationRecord>;

  constructor(database: Database) {
    this.#database = database;
    this.#queries = database.collection<QueryRecord>({
      name: 'queries',
      version: 1,
      read: (value) => querySchema.parse(value) as QueryRecord,
      expiresAt: ({ expiresAt }) => Date.parse(expiresAt),
      indexes: { conversation: ({ conversationId, createdAt }) => [conversationId, createdAt] },
    });
    this.#conversations = database.collection<ConversationRecord>({
      name: 'conversations',
      version: 1,
      read: (value) => conversationSchema.parse(value) as ConversationRecord,
      expiresAt: ({ expiresAt }) => Date.parse(expiresAt),
      indexes: { owner: ({ owner, createdAt }) => [owner.organisationId, owner.uid, createdAt] },
    });
  }

  async getQuery(id: string, options?: ReadOptions): Promise<QueryRecord | undefined> {
    return this.#queries.get(id, options);
  }

  putQuery(record: QueryRecord, options?: { durable?: boolean }): Promise<void> {
    return this.#queries.put(record.id, record, options);
  }

  async getConversation(id: string, options?: ReadOptions): Promise<ConversationRecord | undefined> {
    return this.#conversations.get(id, options);
  }

  putConversation(record: ConversationRecord, options?: { durable?: boolean }): Promise<void> {
    return this.#conversations.put(record.id, record, options);
  }

  putTurn(query: QueryRecord, conversation: ConversationRecord): Promise<void> {
    return this.#database.write(
      (batch) => {
        batch.put(this.#queries, query.id, query);
        batch.put(this.#conversations, conversation.id, conversation);
      },
      { durable: true },
    );
  }

  listConversations(
    { organisationId, uid }: Owner,
    { limit, after }: PageRequest,
  ): Promise<Page<ConversationRecord>> {
    return this.#conversations.list('owner', [organisationId, uid], { limit, after, reverse: true });
  }

  listQueries(conversationId: string, request: PageRequest): Promise<Page<QueryRecord>> {
    return this.#queries.list('conversation', [conversationId], request);
  }
}
