import type { WebSocket } from 'ws';

/**
 * Whether a client still answers pings. Where its connection was lost without a word, nothing else would tell before the
 * system gives up, minutes later.
 */
export class PingBound {
  readonly #socket: WebSocket;
  readonly #onUnanswered: () => void;
  #isAnswered = true;

  /** @param onUnanswered called instead of the ping that would follow one without an answer */
  constructor(socket: WebSocket, onUnanswered: () => void) {
    this.#socket = socket;
    this.#onUnanswered = onUnanswered;
    socket.on('pong', () => {
      this.#isAnswered = true;
    });
  }

  /** Pings the client, which has until the next call to answer. */
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
