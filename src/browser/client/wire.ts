/** The resources and messages as they travel, restated here so that the library and its types stand alone. */

export interface Link {
  href: string;
}

/** What a query understood so far and what later turns refine. */
export interface QueryContext {
  keywords?: string[];
  attributes?: Record<string, string[]>;
  price?: object;
  sortBy?: string;
  [field: string]: unknown;
}

/** A query as it was created; once it was processed it is a {@link ProcessedQuery}. */
export interface Query {
  id: string;
  locale: string;
  queryType: 'audio' | 'text';
  conversationId?: string;
  userId?: string;
  audioQuery?: { mimeType: string };
  textQuery?: { text: string; words?: { text: string; start: number; end: number; confidence: number }[] };
  intent?: string;
  reply?: { text: string };
  context?: QueryContext;
  entities?: Record<string, unknown>;
  confidence?: Record<string, number>;
  _links: { self: Link; audio?: Link; query?: Link; conversation?: Link };
  _embedded?: Record<string, unknown>;
  [field: string]: unknown;
}

/** A query that was answered. Where nothing was heard its text is empty and its intent `none`. */
export interface ProcessedQuery extends Query {
  textQuery: NonNullable<Query['textQuery']>;
  intent: string;
  reply: { text: string };
  context: QueryContext;
  entities: Record<string, unknown>;
}

export interface Feedback {
  rating?: number | string;
  description?: string;
  /** Milliseconds; left out, those that the library measured for this query are sent. */
  durations?: { vad?: number; userStop?: number; complete?: number };
}

export interface SessionToken {
  token: string;
  /** RFC 3339 */
  expiresAt: string;
}

/** A reading of what was said so far; later ones may change its last words. */
export interface PartialResult {
  text: string;
  [field: string]: unknown;
}

/** An RFC 9457 problem document. */
export interface Problem {
  title?: string;
  status?: number;
  detail?: string;
  code?: string;
  [member: string]: unknown;
}

export interface ResponseMessage {
  type: 'response';
  requestId: string;
  responseCode: number;
  responseMessage: string;
  entity: Record<string, unknown>;
}

export interface NotificationMessage {
  type: 'notification';
  notificationType: string;
  entity?: Record<string, unknown>;
  message?: string;
}

/** The byte that ends an audio stream, sent as a frame of its own. */
export const endOfAudio = 0x04;
