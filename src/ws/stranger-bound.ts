import type { Duplex } from 'node:stream';

/** What a message may have besides its entity: headers, spaces, and characters that are written as escapes. */
const besideEntityBytes = 64 * 1024;

/**
 * Bounds what is kept of the unfinished message of a client that has not shown a token yet. Such a client needs no more
 * than one request; a message of audio may be much larger, and anybody may open connections.
 */
export class StrangerBound {
  readonly #connection: Duplex;
  readonly #bytes: number;
  readonly #onExcess: () => void;
  #unfinished = 0;
  /** A request is worked on: it may be the one that lets the client in, and its audio comes without waiting. */
  isInDoubt = false;

  /**
   * @param connection What messages are read from
   * @param entityBytes Bytes of the entity of one request, at most
   */
  constructor(connection: Duplex, entityBytes: number, onExcess: () => void) {
    this.#connection = connection;
    this.#bytes = entityBytes + besideEntityBytes;
    this.#onExcess = onExcess;
    // before the library, which tells of messages while it reads
    connection.prependListener('data', this.#count);
  }

  readonly #count = (data: Buffer): void => {
    this.#unfinished += data.length;
    this.check();
  };

  /** A message was finished. */
  finished(): void {
    this.#unfinished = 0;
  }

  check(): void {
    if (this.isInDoubt || this.#unfinished <= this.#bytes) return;
    this.end();
    this.#onExcess();
  }

  /** The client was let in, or has gone. */
  end(): void {
    this.#connection.off('data', this.#count);
    this.#unfinished = 0;
  }
}
