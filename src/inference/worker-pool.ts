import { setTimeout as delay } from 'node:timers/promises';
import { type Transferable, Worker } from 'node:worker_threads';
import { EarshotError } from '../errors.js';
import {
  type EventOf,
  type FromWorker,
  type MethodOf,
  reviveError,
  type ToWorker,
  type WorkerContract,
  type WorkerStart,
} from './worker-messages.js';

export interface WorkerPoolOptions {
  /** Module that calls `hostWorker`. */
  module: URL;
  /** Threads. Times the intra-op threads of their sessions it should not exceed the cores. */
  size: number;
  /** Cloned to every worker as `options` of its {@link WorkerStart}. */
  workerData?: unknown;
  /**
   * Starts one worker first and gives what it shares (or else the `info` of its service) to the others, so that what is
   * costly to load and lies in shared memory is loaded once. They start as soon as that is there. @default false
   */
  shareInfo?: boolean;
  /** Workers that may be replaced within {@link restartWindowMs} before the pool gives up. @default 5 */
  maxRestarts?: number;
  /** @default 60000 */
  restartWindowMs?: number;
  /** How long {@link WorkerPool.close} waits before it ends threads by force. @default 30000 */
  closeTimeoutMs?: number;
  /** Told of every worker that stopped unasked, with the reason, and of every one that replaced it. */
  onWorkerChange?(change: { index: number; state: 'lost' | 'replaced' | 'given-up'; error?: unknown }): void;
}

export interface PinListener<C extends WorkerContract> {
  onEvent?<Name extends EventOf<C>>(name: Name, payload: C['events'][Name]): void;
  /** The worker has stopped and the stream's state with it; pending requests are rejected with the same error. */
  onLost?(error: EarshotError): void;
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

interface Pending {
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

interface Slot<C extends WorkerContract> {
  index: number;
  worker: Worker | undefined;
  pins: Map<number, PinListener<C>>;
  pending: Map<number, Pending>;
}

const poolDefaults = { maxRestarts: 5, restartWindowMs: 60_000, closeTimeoutMs: 30_000 };

const lostDetail = 'The recognition worker stopped unexpectedly. The query is lost; please send it again.';

/**
 * Worker threads that answer typed requests. A stream is pinned to the worker with the fewest streams and stays
 * there, so its state never moves. A worker that stops is replaced; its streams fail with `internal_error`.
 */
export class WorkerPool<C extends WorkerContract> {
  readonly #options: WorkerPoolOptions & typeof poolDefaults;
  readonly #slots: Slot<C>[];
  readonly #restarts: number[] = [];
  #nextId = 1;
  #state: 'opening' | 'open' | 'closing' | 'closed' = 'opening';
  #info: unknown;
  #shared: unknown;
  #noteShared: (isShared: true) => void = () => {};
  readonly #sharing = new Promise<true>((resolve) => {
    this.#noteShared = resolve;
  });
  #closing: Promise<void> | undefined;
  #idle: (() => void)[] = [];
  /** What all workers were asked last, by method; one that is replaced is asked again. */
  readonly #toldAll = new Map<MethodOf<C>, unknown>();

  private constructor(options: WorkerPoolOptions) {
    this.#options = { ...poolDefaults, ...options };
    this.#slots = Array.from({ length: options.size }, (_, index) => ({
      index,
      worker: undefined,
      pins: new Map(),
      pending: new Map(),
    }));
  }

  /**
   * Starts the workers and waits until all are ready.
   * @throws What the first worker that failed to start threw.
   */
  static async start<C extends WorkerContract>(options: WorkerPoolOptions): Promise<WorkerPool<C>> {
    const pool = new WorkerPool<C>(options);
    const [first, ...others] = pool.#slots.map((slot) => () => pool.#spawn(slot));
    const starting = [first()];
    // A first worker that fails has nothing to share: then the others are not started at all.
    const isShared = options.shareInfo
      ? await Promise.race([pool.#sharing, starting[0].then(yes, no)])
      : true;
    if (isShared) starting.push(...others.map((spawn) => spawn()));
    const started = await Promise.allSettled(starting);
    const failure = started.find((result) => result.status === 'rejected');
    if (failure) {
      await pool.close();
      throw failure.reason;
    }
    pool.#state = 'open';
    return pool;
  }

  /** What the first worker told when it was ready. */
  get info(): unknown {
    return this.#info;
  }

  /** What the first worker shared with the others; see {@link WorkerPoolOptions.shareInfo}. */
  get shared(): unknown {
    return this.#shared;
  }

  get size(): number {
    return this.#slots.length;
  }

  /** Streams that have a place. */
  get pinCount(): number {
    return this.#slots.reduce((sum, slot) => sum + slot.pins.size, 0);
  }

  /** Seconds that the threads were busy since they started, all together. */
  get activeSeconds(): number {
    return this.#slots.reduce(
      (sum, { worker }) => sum + (worker?.performance.eventLoopUtilization().active ?? 0) / 1000,
      0,
    );
  }

  /** @throws EarshotError `shutting_down`; `internal_error` when no worker is alive. */
  pin(listener: PinListener<C> = {}): Pin<C> {
    if (this.#state !== 'open') throw shuttingDown();
    const alive = this.#slots.filter((slot) => slot.worker);
    if (alive.length === 0) {
      throw new EarshotError(
        'internal_error',
        'No recognition worker is running; see the log of the service.',
      );
    }
    const slot = alive.reduce((least, other) => (other.pins.size < least.pins.size ? other : least));
    const worker = slot.worker;
    const pin = this.#nextId++;
    slot.pins.set(pin, listener);
    const isHere = (): boolean => slot.worker === worker && slot.pins.has(pin);
    return {
      request: async (method, params, transfer) => {
        if (!isHere()) throw new EarshotError('internal_error', lostDetail);
        return this.#request(slot, pin, method, params, transfer);
      },
      release: () => {
        if (!isHere()) return;
        slot.pins.delete(pin);
        this.#post(slot, { type: 'release', pin });
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
    const alive = this.#slots.filter((slot) => slot.worker);
    await Promise.all(alive.map((slot) => this.#request(slot, 0, method, params)));
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
    await Promise.all(this.#slots.map((slot) => this.#stop(slot)));
    this.#state = 'closed';
    for (const resolve of this.#idle.splice(0)) resolve();
  }

  async #stop(slot: Slot<C>): Promise<void> {
    const worker = slot.worker;
    if (!worker) return;
    const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    this.#post(slot, { type: 'close' });
    const patience = new AbortController();
    const timeout = delay(this.#options.closeTimeoutMs, undefined, { signal: patience.signal, ref: false });
    // Only a worker that hangs outlives its patience; ending one during a run could abort the process.
    await Promise.race([exited, timeout.then(() => worker.terminate())]);
    patience.abort();
    timeout.catch(() => {});
  }

  #spawn(slot: Slot<C>): Promise<void> {
    // Loaders and hooks of the parent's command line are not for the workers: they slow every start.
    const workerData: WorkerStart = {
      options: this.#options.workerData,
      shared: this.#options.shareInfo ? (this.#shared ?? this.#info) : undefined,
    };
    // Streams keep what they need in arrays of their own: little is young, and room for it would only stay resident.
    const resourceLimits = { maxYoungGenerationSizeMb: 8 };
    const worker = new Worker(this.#options.module, { workerData, execArgv: [], resourceLimits });
    return new Promise((resolve, reject) => {
      let failure: unknown;
      worker.on('message', (message: FromWorker) => {
        if (message.type === 'shared') {
          this.#shared ??= message.shared;
          this.#noteShared(true);
        } else if (message.type === 'ready') {
          slot.worker = worker;
          this.#info ??= message.info;
          for (const [method, params] of this.#toldAll)
            this.#request(slot, 0, method, params).catch(() => {});
          resolve();
        } else if (message.type === 'failed') failure = reviveError(message);
        else this.#receive(slot, message);
      });
      worker.on('error', (error) => {
        failure = error;
      });
      worker.on('messageerror', (error) => {
        failure = error;
      });
      worker.on('exit', (code) => {
        const reason = failure ?? new Error(`worker exited with code ${code}`);
        if (slot.worker === worker) this.#lose(slot, reason);
        else reject(EarshotError.from(reason));
      });
    });
  }

  #receive(slot: Slot<C>, message: Exclude<FromWorker, { type: 'shared' | 'ready' | 'failed' }>): void {
    if (message.type === 'event') {
      slot.pins
        .get(message.pin)
        ?.onEvent?.(message.name as EventOf<C>, message.payload as C['events'][EventOf<C>]);
      return;
    }
    const pending = slot.pending.get(message.id);
    slot.pending.delete(message.id);
    if (message.type === 'result') pending?.resolve(message.result);
    else pending?.reject(reviveError(message));
    this.#noteIdle();
  }

  #request<Name extends MethodOf<C>>(
    slot: Slot<C>,
    pin: number,
    method: Name,
    params: unknown,
    transfer?: readonly Transferable[],
  ): Promise<C['methods'][Name]['result']> {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#post(slot, { type: 'request', id, pin, method, params }, transfer);
      slot.pending.set(id, { resolve, reject });
    });
  }

  #post(slot: Slot<C>, message: ToWorker, transfer: readonly Transferable[] = []): void {
    slot.worker?.postMessage(message, transfer);
  }

  /** A worker has exited: asked to (while closing), or not. */
  #lose(slot: Slot<C>, reason: unknown): void {
    const isAsked = this.#state !== 'open' && this.#closing !== undefined;
    const error = isAsked
      ? shuttingDown()
      : new EarshotError('internal_error', lostDetail, { cause: reason });
    const pending = [...slot.pending.values()];
    const listeners = [...slot.pins.values()];
    slot.worker = undefined;
    slot.pending.clear();
    slot.pins.clear();
    for (const { reject } of pending) reject(error);
    for (const { onLost } of listeners) onLost?.(error);
    this.#noteIdle();
    if (isAsked) return;
    this.#options.onWorkerChange?.({ index: slot.index, state: 'lost', error: reason });
    void this.#replace(slot);
  }

  async #replace(slot: Slot<C>): Promise<void> {
    while (this.#closing === undefined) {
      const now = performance.now();
      while (this.#restarts.length > 0 && this.#restarts[0] < now - this.#options.restartWindowMs) {
        this.#restarts.shift();
      }
      if (this.#restarts.length >= this.#options.maxRestarts) {
        this.#options.onWorkerChange?.({ index: slot.index, state: 'given-up' });
        return;
      }
      this.#restarts.push(now);
      try {
        await this.#spawn(slot);
        this.#options.onWorkerChange?.({ index: slot.index, state: 'replaced' });
        break;
      } catch (error) {
        this.#options.onWorkerChange?.({ index: slot.index, state: 'lost', error });
      }
    }
    // The pool may have begun to close while the new worker was starting.
    if (this.#closing !== undefined) await this.#stop(slot);
  }

  #isIdle(): boolean {
    return this.#slots.every((slot) => slot.pins.size === 0 && slot.pending.size === 0);
  }

  #noteIdle(): void {
    if (this.#idle.length > 0 && this.#isIdle()) for (const resolve of this.#idle.splice(0)) resolve();
  }
}

const yes = () => true;
const no = () => false;

function shuttingDown(): EarshotError {
  return new EarshotError('shutting_down', 'The service is shutting down; try again in a moment.', {
    retryAfterSeconds: 5,
  });
}
