import type { Context, Entities } from '../nlu/understanding.js';
import type { Word } from '../stt/hypothesis.js';

export const queryStates = [
  'created',
  'streaming',
  'processing',
  'completed',
  'failed',
  'cancelled',
  'expired',
] as const;
export type QueryState = (typeof queryStates)[number];

/** The end-user a resource belongs to: refresh tokens of one organisation with the same uid are one end-user. */
export interface Owner {
  organisationId: string;
  uid: string;
}

/** A query as it is kept. Times are ISO 8601 with milliseconds, `yyyy-MM-ddTHH:mm:ss.SSSZ`. */
export interface QueryRecord {
  id: string;
  owner: Owner;
  state: QueryState;
  createdAt: string;
  updatedAt: string;
  expiresAt: string;
  locale: string;
  queryType: 'audio' | 'text';
  conversationId: string;
  /** The audio resource; made with the query, so that its link is known before the upload. */
  audioId?: string;
  audioQuery?: { mimeType: string };
  /** What was received; there once an upload has ended. */
  audio?: { bytes: number; seconds: number; speech?: { start: number; end: number } };
  textQuery?: {
    text: string;
    words?: Word[];
    /** The reading that intent and entities come from, where it is not the recogniser's best. */
    understoodText?: string;
  };
  requestContext?: Context;
  userId?: string | number;
  interactionType?: string;
  dataType?: string;
  audioProfileId?: string;
  clientInfo?: unknown;
  intent?: string;
  reply?: { text: string };
  context?: Context;
  entities?: Entities;
  confidence?: Record<string, number>;
  /** Why a query is `failed` or `cancelled`. */
  failure?: { code: string; detail: string };
  cancellation?: { cancelReason?: string; detail?: string };
  feedback?: Feedback[];
  /** Milliseconds measured by the service. */
  timings?: Record<string, number>;
}

export interface Feedback {
  at: string;
  rating?: number | string;
  description?: string;
  durations?: Record<string, number>;
}

export interface ConversationRecord {
  id: string;
  owner: Owner;
  locale: string;
  createdAt: string;
  updatedAt: string;
  expiresAt: string;
  context: Context;
  /** What understanding keeps from turn to turn; opaque. */
  memory?: unknown;
  turns: number;
}
