import { setTimeout as pause } from 'node:timers/promises';
import type { Transferable } from 'node:worker_threads';
import { EarshotError } from '../errors.js';
import { type PinListener, PooledWorker } from './pooled-worker.js';
import type { MethodOf, WorkerContract } from './worker-messages.js';

export interface WorkerPoolOptions {
  /** Module that calls `hostWorker`. */
  module: URL;
  /** Threads. Times the intra-op threads of their sessions it should not exceed the cores. */
  size: number;
  /** Cloned to every worker as `options` of its {@link WorkerStart}. */
  workerData?: unknown;
  /** Workers that may be replaced within {@link restartWindowMs}; the next one waits until that is over. @default 5 */
  maxRestarts?: number;
  /** @default 60000 */
  restartWindowMs?: number;
  /** How long {@link WorkerPool.close} waits before it ends threads by force. @default 30000 */
  closeTimeoutMs?: number;
  /** Told of every worker that stopped unasked, with the reason, of one that replaced it, and of one that waits to. */
  onWorkerChange?(change: { index: number; state: 'lost' | 'replaced' | 'paused'; error?: unknown }): void;
}

/** One stream's place in one worker. */
export interface Pin<C extends WorkerContract> {
  request<Name extends MethodOf<C>>(
    method: Name,
    params: C['methods'][Name]['params'],
    transfer?: readonly Transferable[],
  ): Promise<C['methods'][Name]['result']>;
  /** The stream is over. Safe more than once. */
  release(): void;
}

const poolDefaults = { maxRestarts: 5, restartWindowMs: 60_000, closeTimeoutMs: 30_000 };

/** A worker is replaced in less. */
const retryAfterSeconds = 5;

const lostDetail = 'The recognition worker stopped unexpectedly. The query is lost; please send it again.';

/**
 * Worker threads that answer typed requests. A stream is pinned to the worker with the fewest streams and stays
 * there, so its state never moves. A worker that stops is replaced; its streams fail with `internal_error`.
 */
export class WorkerPool<C extends WorkerContract> {
  readonly #options: WorkerPoolOptions & typeof poolDefaults;
  readonly #workers: PooledWorker<C>[];
  readonly #restarts: number[] = [];
  #nextPin = 1;
  #state: 'opening' | 'open' | 'closing' | 'closed' = 'opening';
  #info: unknown;
  #shared: unknown;
  #closing: Promise<void> | undefined;
  readonly #ending = new AbortController();
  #completing: Promise<void> = Promise.resolve();
  #idle: (() => void)[] = [];
  /** What all workers were asked last, by method; one that is replaced is asked again. */
  readonly #toldAll = new Map<MethodOf<C>, unknown>();

  private constructor(options: WorkerPoolOptions) {
    this.#options = { ...poolDefaults, ...options };
    this.#workers = Array.from({ length: options.size }, (_, index) => {
      const worker: PooledWorker<C> = new PooledWorker({
        module: options.module,
        onReady: (info, shared) => {
          this.#info ??= info;
          this.#shared ??= shared;
          for (const [method, params] of this.#toldAll) worker.request(0, method, params).catch(() => {});
        },
        onExit: (reason) => this.#lose(worker, index, reason),
        onAnswer: () => this.#noteIdle(),
      });
      return worker;
    });
  }

  /**
   * Starts the first worker and waits until it is ready; the others follow one by one, and until then it has all streams.
   * @throws What the first worker threw, if it failed to start.
   */
  static async start<C extends WorkerContract>(options: WorkerPoolOptions): Promise<WorkerPool<C>> {
    const pool = new WorkerPool<C>(options);
    await pool.#startOne(pool.#workers[0]);
    pool.#state = 'open';
    pool.#completing = pool.#startOthers();
    return pool;
  }

  /** Resolves when every worker was started. */
  whenComplete(): Promise<void> {
    return this.#completing;
  }

  /** What the first worker told when it was ready. */
  get info(): unknown {
    return this.#info;
  }

  /** What the first worker's service gave to the others: what is costly to load and lies in shared memory. */
  get shared(): unknown {
    return this.#shared;
  }

  get size(): number {
    return this.#workers.length;
  }

  /** Whether any worker takes streams. */
  get isAlive(): boolean {
    return this.#workers.some(({ isAlive }) => isAlive);
  }

  /** Streams that have a place. */
  get pinCount(): number {
    return this.#workers.reduce((sum, { pins }) => sum + pins.size, 0);
  }

  /** Seconds that the threads were busy since they started, all together. */
  get activeSeconds(): number {
    return this.#workers.reduce((sum, { activeSeconds }) => sum + activeSeconds, 0);
  }

  /** @throws EarshotError `shutting_down`; `overloaded` while no worker is alive. */
  pin(listener: PinListener<C> = {}): Pin<C> {
    if (this.#state !== 'open') throw shuttingDown();
    const alive = this.#workers.filter(({ isAlive }) => isAlive);
    if (alive.length === 0) {
      throw new EarshotError('overloaded', 'Recognition is restarting; try again in a moment.', {
        retryAfterSeconds,
      });
    }
    const worker = alive.reduce((least, other) => (other.pins.size < least.pins.size ? other : least));
    const pin = this.#nextPin++;
    worker.pins.set(pin, listener);
    return {
      request: async (method, params, transfer) => {
        if (!worker.pins.has(pin)) throw new EarshotError('internal_error', lostDetail);
        return worker.request(pin, method, params, transfer);
      },
      release: () => {
        if (!worker.pins.has(pin)) return;
        worker.release(pin);
        this.#noteIdle();
      },
    };
  }

  /**
   * Asks every worker, for what concerns no single stream; one that replaces another is asked as soon as it is ready.
   * Rejects with the first failure.
   */
  async requestAll<Name extends MethodOf<C>>(
    method: Name,
    params: C['methods'][Name]['params'],
  ): Promise<void> {
    this.#toldAll.set(method, params);
    const alive = this.#workers.filter(({ isAlive }) => isAlive);
    await Promise.all(alive.map((worker) => worker.request(0, method, params)));
  }

  /** Takes no new streams and waits until those at work are released and answered. */
  async drain(): Promise<void> {
    if (this.#state === 'open') this.#state = 'closing';
    if (this.#isIdle()) return;
    await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  /**
   * Lets running requests end, then stops the threads. Streams that are still open are not waited for; call
   * {@link drain} before to do so.
   */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#state = 'closing';
    this.#ending.abort();
    await Promise.all(this.#workers.map((worker) => worker.stop(this.#options.closeTimeoutMs)));
    await this.#completing;
    this.#state = 'closed';
    for (const resolve of this.#idle.splice(0)) resolve();
  }

  async #startOthers(): Promise<void> {
    for (const [index, worker] of this.#workers.entries()) {
      if (index > 0) await this.#keepStarting(worker, index);
    }
  }

  #startOne(worker: PooledWorker<C>): Promise<void> {
    return worker.start({ options: this.#options.workerData, shared: this.#shared });
  }

  /** A worker has exited: asked to (while closing), or not. */
  #lose(worker: PooledWorker<C>, index: number, reason: unknown): void {
    const isAsked = this.#state !== 'open' && this.#closing !== undefined;
    worker.giveUp(
      isAsked ? shuttingDown() : new EarshotError('internal_error', lostDetail, { cause: reason }),
    );
    this.#noteIdle();
    if (isAsked) return;
    this.#options.onWorkerChange?.({ index, state: 'lost', error: reason });
    void this.#replace(worker, index);
  }

  async #replace(worker: PooledWorker<C>, index: number): Promise<void> {
    if (!(await this.#restartDue(index))) return;
    if (await this.#keepStarting(worker, index)) this.#options.onWorkerChange?.({ index, state: 'replaced' });
  }

  /** Starts a worker until it stays, as often as restarts are allowed. Resolves with whether it takes streams. */
  async #keepStarting(worker: PooledWorker<C>, index: number): Promise<boolean> {
    while (this.#closing === undefined) {
      try {
        await this.#startOne(worker);
        // The pool may have begun to close while the worker was starting.
        if (this.#closing !== undefined) await worker.stop(this.#options.closeTimeoutMs);
        return this.#closing === undefined;
      } catch (error) {
        if (this.#closing !== undefined) return false;
        this.#options.onWorkerChange?.({ index, state: 'lost', error });
        if (!(await this.#restartDue(index))) return false;
      }
    }
    return false;
  }

  /**
   * Waits until another restart is allowed, and counts it: a fault that lasts shall not take the processor, but one that
   * passes shall not end the service. Resolves with false when the pool closes.
   */
  async #restartDue(index: number): Promise<boolean> {
    const { maxRestarts, restartWindowMs, onWorkerChange } = this.#options;
    const { signal } = this.#ending;
    for (let isPaused = false; !signal.aborted; isPaused = true) {
      const now = performance.now();
      while (this.#restarts.length > 0 && this.#restarts[0] <= now - restartWindowMs) this.#restarts.shift();
      if (this.#restarts.length < maxRestarts) {
        this.#restarts.push(now);
        return true;
      }
      if (!isPaused) onWorkerChange?.({ index, state: 'paused' });
      const waitMs = restartWindowMs - (now - (this.#restarts[0] ?? now));
      await pause(waitMs, undefined, { signal, ref: false }).catch(() => {});
    }
    return false;
  }

  #isIdle(): boolean {
    return this.#workers.every(({ isIdle }) => isIdle);
  }

  #noteIdle(): void {
    if (this.#idle.length > 0 && this.#isIdle()) for (const resolve of this.#idle.splice(0)) resolve();
  }
}

function shuttingDown(): EarshotError {
  return new EarshotError('shutting_down', 'The service is shutting down; try again in a moment.', {
    retryAfterSeconds,
  });
}
