import type { ConversationRecord, Owner, QueryRecord } from './query-record.js';

export interface Page<T> {
  items: T[];
  /** Pass it to get the next page; absent on the last one. */
  next?: string;
}

/** Which page of a list. */
export interface PageRequest {
  /** Most items. */
  limit: number;
  /** The `next` of the page before. @default the first page */
  after?: string;
}

export interface ReadOptions {
  /** Also a record whose `expiresAt` has passed, where it was not swept yet. @default false */
  evenExpired?: boolean;
}

/**
 * What the query life cycle needs kept. A record whose `expiresAt` has passed is gone: `get` answers undefined for it
 * whether or not it was swept yet, unless it is asked for even so. What is read is frozen, as many callers share it;
 * what is put stays the caller's own.
 */
export interface QueryStore {
  getQuery(id: string, options?: ReadOptions): Promise<QueryRecord | undefined>;
  /** @param durable on disk (fsync) before it resolves: for what a client was promised. */
  putQuery(record: QueryRecord, options?: { durable?: boolean }): Promise<void>;
  getConversation(id: string, options?: ReadOptions): Promise<ConversationRecord | undefined>;
  putConversation(record: ConversationRecord, options?: { durable?: boolean }): Promise<void>;
  /** A completed turn: query and conversation in one batch, durable. */
  putTurn(query: QueryRecord, conversation: ConversationRecord): Promise<void>;
  /** Newest first. */
  listConversations(owner: Owner, request: PageRequest): Promise<Page<ConversationRecord>>;
  /** Oldest first. */
  listQueries(conversationId: string, request: PageRequest): Promise<Page<QueryRecord>>;
}
