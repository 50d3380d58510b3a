import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';

/**
 * Whether a client is still there. Where its connection was lost without a word, nothing else would tell before the
 * system gives up, minutes later. Not only a pong says so: some clients see to pings no sooner than they wait for a message,
 * and stream audio until then.
 */
export class PingBound {
  readonly #socket: WebSocket;
  readonly #onUnanswered: () => void;
  #isAnswered = true;

  /**
   * @param connection What the socket reads from
   * @param onUnanswered called instead of the ping that would follow one after which nothing came
   */
  constructor(socket: WebSocket, connection: Duplex, onUnanswered: () => void) {
    this.#socket = socket;
    this.#onUnanswered = onUnanswered;
    connection.on('data', () => {
      this.#isAnswered = true;
    });
  }

  /** Pings the client, of which something must come until the next call. */
  ping(): void {
    if (!this.#isAnswered) {
      this.#onUnanswered();
      return;
    }
    // Of a paused socket no answer is read.
    this.#isAnswered = this.#socket.isPaused;
    this.#socket.ping();
  }

  /** The socket is not read any more for a while: an answer that is on its way must not be missed. */
  paused(): void {
    this.#isAnswered = true;
  }
}
