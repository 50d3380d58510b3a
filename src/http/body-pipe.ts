import type { IncomingMessage } from 'node:http';
import { EarshotError } from '../errors.js';

/** Bytes that wait for the sink before the client is held up. */
const queueBytes = 64 * 1024;

/**
 * Hands the body of a request over piece by piece, the next one when the sink is done with the last; what comes meanwhile
 * is joined, so tiny chunks cost little.
 */
export class BodyPipe {
  /**
   * Resolves at the end of the body; rejects with what the sink threw, what {@link fail} was told, or `client_closed` when
   * the connection ended before the body.
   */
  readonly done: Promise<void>;
  readonly #request: IncomingMessage;
  readonly #sink: (chunk: Buffer) => unknown;
  #queued: Buffer[] = [];
  #queuedBytes = 0;
  #isBusy = false;
  #hasEnded = false;
  #isStopped = false;
  #resolve!: () => void;
  #reject!: (error: unknown) => void;

  /** @param sink Takes a piece; where it gives a promise, the next piece waits for it. */
  constructor(request: IncomingMessage, sink: (chunk: Buffer) => unknown) {
    this.#request = request;
    this.#sink = sink;
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // an aborted request emits an error as well as its close
    request.on('error', () => {});
    request.on('data', this.#onData).on('end', this.#onEnd).on('close', this.#onClose);
    if (request.destroyed) this.#onClose();
  }

  /** Hands nothing over any more; {@link done} settles only where the sink is at work and throws. */
  stop(): void {
    this.#isStopped = true;
    this.#request.off('data', this.#onData).off('end', this.#onEnd).off('close', this.#onClose);
  }

  /** Stops, and rejects {@link done}. */
  fail(error: unknown): void {
    this.stop();
    this.#reject(error);
  }

  readonly #onData = (chunk: Buffer): void => {
    this.#queued.push(chunk);
    this.#queuedBytes += chunk.length;
    if (this.#queuedBytes >= queueBytes) this.#request.pause();
    if (!this.#isBusy) void this.#hand();
  };

  readonly #onEnd = (): void => {
    this.#hasEnded = true;
    if (!this.#isBusy) void this.#hand();
  };

  readonly #onClose = (): void => {
    // of a body that came whole, too, what was not read before the close is lost
    if (!this.#hasEnded) this.fail(new EarshotError('client_closed', 'The client closed the connection.'));
  };

  async #hand(): Promise<void> {
    this.#isBusy = true;
    try {
      while (this.#queued.length > 0 && !this.#isStopped) {
        const chunk = this.#queued.length === 1 ? this.#queued[0] : Buffer.concat(this.#queued);
        this.#queued = [];
        this.#queuedBytes = 0;
        if (this.#request.isPaused()) this.#request.resume();
        await this.#sink(chunk);
      }
    } catch (error) {
      this.fail(error);
    }
    this.#isBusy = false;
    if (this.#hasEnded && !this.#isStopped) {
      this.stop();
      this.#resolve();
    }
  }
}
