import type { Context } from '../nlu/understanding.js';

/** What a client asks for when it creates a query, already validated in form. */
export interface QueryRequest {
  /** Left out: that of the conversation which `conversationId` names; without one, the first that is served. */
  locale?: string;
  queryType: 'audio' | 'text';
  audioQuery?: { mimeType?: string };
  textQuery?: { text: string };
  /** The base for this turn, instead of the context of the conversation. */
  context?: Context;
  conversationId?: string;
  userId?: string | number;
  interactionType?: string;
  dataType?: string;
  audioProfileId?: string;
  clientInfo?: unknown;
}

export interface OpenAudioOptions {
  /** Content-Type of the upload. */
  contentType?: string;
  /** Content-Encoding of the upload. Only `identity` is taken. @default 'identity' */
  contentEncoding?: string;
  /** The query is processed at the end of speech, without waiting for `end`. @default false */
  endpointing?: boolean;
  /** Whether `partial` events are wanted. @default false */
  partials?: boolean;
}
