import type { Principal } from '../auth/principal.js';
import type { EarshotError } from '../errors.js';

/** Header names in lower case. */
export type HeaderMap = Readonly<Record<string, string | undefined>>;

/** A request for a resource, whatever carried it: HTTP or a socket message. */
export interface ResourceRequest {
  method: string;
  /** Without base path and query string. */
  path: string;
  /** The query string. */
  query?: string;
  headers: HeaderMap;
  /**
   * The JSON entity, undefined when there is none. Called at most once, and only after the caller was let in, so that
   * nothing is read for strangers.
   */
  readEntity(): Promise<unknown>;
  /**
   * What links start with: an address such as `http://127.0.0.1:8080` on REST, '' on the socket. Called only after the
   * caller was let in.
   * @throws EarshotError `invalid_header` for headers that make no address
   */
  linkBase(): string;
  requestId: string;
}

export interface ResourceResponse {
  status: number;
  headers: Record<string, string>;
  /** JSON; undefined when there is no body. */
  entity?: unknown;
  /** Who asked, once known. Never leaves the process. */
  principal?: Principal;
  /** Path template of the route, for the log, once known: an address can carry ids and tokens, a template cannot. */
  template?: string;
  /** What went wrong, with its cause, for the log. Never leaves the process. */
  error?: EarshotError;
}
