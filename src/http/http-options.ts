import { defaults } from '../config/defaults.js';
import { defaultRequestBodyLimits, type RequestBodyLimits } from './request-body.js';

export interface HttpLimits extends RequestBodyLimits {
  /** Bytes of all headers of a request besides `X-Service-Entity`. @default 40960 */
  headerBytes: number;
  /** Bytes of JSON that `X-Service-Entity` may carry. @default 65536 */
  entityHeaderBytes: number;
  /** Milliseconds for the headers of a request to arrive, and for a TLS handshake before. @default 15000 */
  headersMs: number;
  /** Milliseconds that an idle connection is kept for the next request. @default 30000 */
  keepAliveMs: number;
  /**
   * Milliseconds in which a client must take some of an answer that is there for it. Node looks only now and then: it may
   * be twice as long.
   * @default 60000
   */
  unreadMs: number;
  /** Connections at a time, sockets included; further ones are closed at once. @default 4096 */
  connections: number;
}

export const defaultHttpLimits: Readonly<HttpLimits> = {
  ...defaultRequestBodyLimits,
  headerBytes: 40 * 1024,
  entityHeaderBytes: defaults.entityBytes,
  headersMs: 15_000,
  keepAliveMs: 30_000,
  unreadMs: 60_000,
  connections: defaults.connections,
};
