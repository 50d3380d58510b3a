import type { WebSocket } from 'ws';

/**
 * Bounds what is kept for a client that does not read. One message that is larger by itself, as a long page is, may be on
 * its way besides: who reads it slowly reads.
 */
export class UnreadBound {
  readonly #socket: WebSocket;
  readonly #bytes: number;
  readonly #onExcess: () => void;
  /** Of the large message that is on its way. */
  #largeBytes = 0;

  /** @param onExcess called when more than `bytes` are left unread */
  constructor(socket: WebSocket, bytes: number, onExcess: () => void) {
    this.#socket = socket;
    this.#bytes = bytes;
    this.#onExcess = onExcess;
  }

  send(text: string): void {
    const bytes = Buffer.byteLength(text);
    const isLarge = bytes > this.#bytes && this.#largeBytes === 0;
    if (isLarge) this.#largeBytes = bytes;
    this.#socket.send(text, () => {
      if (isLarge) this.#largeBytes = 0;
    });
    if (this.#socket.bufferedAmount - this.#largeBytes > this.#bytes) this.#onExcess();
  }
}
