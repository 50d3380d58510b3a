import { timestamp } from '../timestamp.js';
import { pairedId } from './audio-id.js';
import type { Owner, QueryRecord } from './query-record.js';
import type { QueryRequest } from './query-requests.js';

export interface NewQueryOptions {
  locale: string;
  conversationId: string;
  /** Milliseconds since 1970. */
  nowMs: number;
  newId: () => string;
  /** How long the query waits for its audio. */
  unfinishedMs: number;
}

/** The record of a query that was just asked for. */
export function newQuery(owner: Owner, request: QueryRequest, options: NewQueryOptions): QueryRecord {
  const { locale, conversationId, nowMs, newId, unfinishedMs } = options;
  const mimeType = request.audioQuery?.mimeType;
  const id = newId();
  return {
    id,
    owner: { organisationId: owner.organisationId, uid: owner.uid },
    state: 'created',
    createdAt: timestamp(nowMs),
    updatedAt: timestamp(nowMs),
    expiresAt: timestamp(nowMs + unfinishedMs),
    locale,
    queryType: request.queryType,
    conversationId,
    ...(request.queryType === 'audio' && { audioId: pairedId(id) }),
    ...(mimeType !== undefined && { audioQuery: { mimeType } }),
    requestContext: request.context,
    userId: request.userId,
    interactionType: request.interactionType,
    dataType: request.dataType,
    audioProfileId: request.audioProfileId,
    clientInfo: request.clientInfo,
  };
}
