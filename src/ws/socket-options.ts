import { defaults } from '../config/defaults.js';

/** Bounds on what one connection may cost. */
export interface SocketLimits {
  /**
   * Bytes of one message; more closes the connection with 1009. Before a client has shown a token, it may be little more
   * than an entity.
   * @default 1048576
   */
  messageBytes: number;
  /** Bytes of the entity of one request; more is answered 413. @default 65536 */
  entityBytes: number;
  /**
   * Audio that waits for recognition, with what its frames cost besides; above it nothing more is read from the
   * connection.
   * @default 1048576
   */
  queuedAudioBytes: number;
  /** Requests that wait for their turn; above it nothing more is read from the connection. @default 64 */
  queuedRequests: number;
  /**
   * What a client may leave unread before it is dropped, in bytes, beside one answer that is larger by itself.
   * @default 1048576
   */
  unreadBytes: number;
  /** Open connections; more are answered 503. @default 2000 */
  connections: number;
  /**
   * Milliseconds without a message or ping after which a connection is closed with 1001; before a client has shown a
   * token, whatever it sends.
   * @default 300000
   */
  idleMs: number;
  /** Milliseconds between pings; a client of which nothing came since the last one is dropped. @default 30000 */
  pingMs: number;
}

export const defaultSocketLimits: Readonly<SocketLimits> = {
  messageBytes: defaults.socketMessageBytes,
  entityBytes: defaults.entityBytes,
  queuedAudioBytes: 1024 * 1024,
  queuedRequests: 64,
  unreadBytes: 1024 * 1024,
  connections: defaults.socketConnections,
  idleMs: defaults.socketIdleMs,
  pingMs: defaults.socketPingMs,
};

/** Close codes of RFC 6455 section 7.4.1 that are sent from here; `ws` itself sends 1002, 1007 and 1009, too. */
export const closeCode = { goingAway: 1001, tooBig: 1009, internalError: 1011 } as const;

/** Bytes of memory that a frame which waits takes besides its audio, about. */
const frameOverhead = 256;

/** What a frame that waits is counted for, so that tiny ones are not kept without end. */
export function waitingCost(frame: Uint8Array): number {
  return frame.length + frameOverhead;
}

/** The one-byte frame that ends an audio stream. */
export const endOfAudio = 0x04;
