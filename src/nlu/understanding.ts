import type { Fault } from '../errors.js';
import type { Completeness } from '../vad/patience.js';

export type { Completeness };

/** What a sentence means, in the documented shape of the query entity (`intent`, `reply`, `context`, `entities`). */
export interface Understanding {
  intent: string;
  reply: { text: string };
  context: Context;
  entities: Entities;
  /** 0..1: how sure the rules are of the intent. */
  confidence: number;
  /** The reading that was understood; it can be another than the first of the n-best list. */
  text: string;
}

/** `keywords`, `attributes`, `price` and `sortBy` for product search; a domain pack may define fields of its own. */
export interface Context {
  keywords?: string[];
  attributes?: Record<string, string[]>;
  price?: Price | Record<string, never>;
  sortBy?: string;
  [field: string]: unknown;
}

/** `lessThan` and `greaterThan` hold for the amount itself, too: they are "up to" and "at least" as well as "under" and "over". */
export type Price =
  | { type: 'exact' | 'lessThan' | 'greaterThan' | 'approx'; value: number }
  | { type: 'range'; from: number; to: number };

/** What a turn said, by field, and what was found for it. */
export interface Entities {
  keywords?: string[];
  products?: unknown[];
  queryString?: string;
  sortBy?: string;
  [field: string]: unknown;
}

/** One reading of what was said, best first in a list. */
export interface Reading {
  text: string;
  /** 0..1 */
  confidence: number;
  words?: readonly { text: string; confidence: number }[];
}

/** One turn, as it was heard or typed, in the conversation so far. */
export interface UnderstandRequest {
  locale: string;
  /** N-best readings, best first; a text query has one with confidence 1. An empty text is understood as `none`. */
  readings: readonly Reading[];
  /** Context before this turn: the client's own if it sent one, else that of the conversation so far. */
  context?: Context;
  /** What the previous turn of the conversation left behind for `repeat`, anaphora and undo. Opaque, JSON. */
  memory?: unknown;
  /**
   * The request just before, where its speaker may not have been done with it. What goes on with it ("with oat milk") is
   * understood together with it, as if nothing had been answered between; `text` of the result is then that of both.
   */
  resumes?: EarlierRequest;
}

/** A request that was answered, and where its conversation stood before it. */
export interface EarlierRequest extends Pick<UnderstandRequest, 'context' | 'memory'> {
  text: string;
}

/** What a turn means, and what the next one needs to know of it. */
export interface UnderstandResult extends Understanding {
  /** To be handed back as `memory` with the next turn of the same conversation. */
  memory: unknown;
  /** Whether this is the answer to the request before, too, which it {@link UnderstandRequest.resumes}. */
  isResumed?: boolean;
}

/** Text in, frame out: rules only, synchronous, mostly a few milliseconds, never throws on any text. */
export interface Understander {
  readonly locales: readonly string[];
  understand(request: UnderstandRequest): UnderstandResult;
  /** What the words heard so far are, for whoever waits for more. */
  completeness(request: UnderstandRequest): Completeness;
  /** What of a client's context cannot be meant here, each with its JSON pointer in it; {@link understand} drops that. */
  contextFaults(context: Context): Fault[];
}
