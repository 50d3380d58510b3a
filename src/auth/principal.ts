import type { Owner } from '../query/query-record.js';

/** Who a request comes from, as its session token says. */
export interface Principal extends Owner {
  /** Digest of the session token; never the token. */
  sessionId: string;
  /** Digest of the refresh token that the session came from. */
  refreshId: string;
  /** ISO 8601 with milliseconds. */
  expiresAt: string;
}
