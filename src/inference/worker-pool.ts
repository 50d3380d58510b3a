import { EarshotError } from '../errors.js';
import { shuttingDown } from '../shutting-down.js';
import type { Pin, PinListener } from './pin.js';
import { PooledWorker } from './pooled-worker.js';
import { RestartBudget } from './restart-budget.js';
import type { MethodOf, WorkerContract } from './worker-messages.js';
import { poolDefaults, type WorkerPoolOptions } from './worker-pool-options.js';

/** A worker, if there is one, and whether there shall be. */
interface Place<C extends WorkerContract> {
  index: number;
  worker: PooledWorker<C>;
  state: 'empty' | 'filled' | 'ending';
  /** Settles when it knows what all were told. */
  told?: Promise<unknown>;
  /** Whether it does; until then others have the streams, if there are any. */
  isPrepared: boolean;
  retiring?: NodeJS.Timeout;
}

/** A worker is replaced in less. */
const retryAfterSeconds = 5;

const lostDetail = 'The recognition worker stopped unexpectedly. The query is lost; please send it again.';

/**
 * Worker threads that answer typed requests. There is one at first; when each has a stream another is started, and one
 * that had none for long ends. A stream is pinned to the worker with the fewest streams and stays there, so its state
 * never moves. A worker that stops is replaced; its streams fail with `internal_error`.
 */
export class WorkerPool<C extends WorkerContract> {
  readonly #options: WorkerPoolOptions & typeof poolDefaults;
  readonly #places: Place<C>[];
  readonly #restarts: RestartBudget;
  /** Apart: where there is no room for one more, those that are there shall still be replaced. */
  readonly #additions: RestartBudget;
  #nextPin = 1;
  #state: 'opening' | 'open' | 'closing' | 'closed' = 'opening';
  #info: unknown;
  #shared: unknown;
  #closing: Promise<void> | undefined;
  readonly #ending = new AbortController();
  #adding: Promise<void> | undefined;
  #idle: (() => void)[] = [];
  /** What all workers were asked last, by method; one that starts later is asked too. */
  readonly #toldAll = new Map<MethodOf<C>, unknown>();

  private constructor(options: WorkerPoolOptions) {
    this.#options = { ...poolDefaults, ...options };
    const { maxRestarts, restartWindowMs: windowMs } = this.#options;
    this.#restarts = new RestartBudget({ maxRestarts, windowMs });
    this.#additions = new RestartBudget({ maxRestarts, windowMs });
    this.#places = Array.from({ length: options.size }, (_, index) => {
      const worker: PooledWorker<C> = new PooledWorker({
        module: options.module,
        beatMs: this.#options.beatMs,
        onReady: (info, shared) => {
          this.#info ??= info;
          this.#shared ??= shared;
          // Before any stream's request, as they are answered in order.
          place.told = this.#tell(place);
        },
        onExit: (reason) => this.#lose(place, reason),
        onAnswer: () => this.#noteIdle(),
      });
      const place: Place<C> = { index, worker, state: 'empty', isPrepared: false };
      return place;
    });
  }

  /**
   * Starts the first worker and waits until it is ready.
   * @throws What the worker threw, if it failed to start.
   */
  static async start<C extends WorkerContract>(options: WorkerPoolOptions): Promise<WorkerPool<C>> {
    const pool = new WorkerPool<C>(options);
    await pool.#fill(pool.#places[0]);
    pool.#state = 'open';
    return pool;
  }

  /** What the first worker told when it was ready. */
  get info(): unknown {
    return this.#info;
  }

  /** What the first worker's service gave to the others: what is costly to load and lies in shared memory. */
  get shared(): unknown {
    return this.#shared;
  }

  /** Whether any worker takes streams. */
  get isAlive(): boolean {
    return this.#alive().length > 0;
  }

  /** Whether a worker is starting besides those that take streams. */
  get isGrowing(): boolean {
    return this.#places.some(
      ({ worker, isPrepared }) => worker.isStarting || (worker.isAlive && !isPrepared),
    );
  }

  /** Streams that have a place. */
  get pinCount(): number {
    return this.#places.reduce((sum, { worker }) => sum + worker.pins.size, 0);
  }

  /** Seconds that the threads were busy since each was ready, all together. */
  get activeSeconds(): number {
    return this.#places.reduce((sum, { worker }) => sum + worker.activeSeconds, 0);
  }

  /** @throws EarshotError `shutting_down`; `overloaded` while no worker is alive. */
  pin(listener: PinListener<C> = {}): Pin<C> {
    if (this.#state !== 'open') throw shuttingDown();
    const place = this.#leastBusy();
    if (place === undefined) {
      throw new EarshotError('overloaded', 'Recognition is restarting; try again in a moment.', {
        retryAfterSeconds,
      });
    }
    const { worker } = place;
    if (worker.pins.size > 0) this.#add();
    clearTimeout(place.retiring);
    const pin = this.#nextPin++;
    worker.pins.set(pin, listener);
    return {
      request: async (method, params, transfer) => {
        if (!worker.pins.has(pin)) throw new EarshotError('internal_error', lostDetail);
        return worker.request(pin, method, params, transfer);
      },
      tell: (method, params, transfer) => {
        if (worker.pins.has(pin)) worker.tell(pin, method, params, transfer);
      },
      release: () => {
        if (!worker.pins.has(pin)) return;
        worker.release(pin);
        if (worker.pins.size === 0) this.#retireLater(place);
        this.#noteIdle();
      },
    };
  }

  /**
   * Asks every worker, for what concerns no single stream; one that starts later is asked before it takes streams.
   * Rejects with the first failure.
   */
  async requestAll<Name extends MethodOf<C>>(
    method: Name,
    params: C['methods'][Name]['params'],
  ): Promise<void> {
    this.#toldAll.set(method, params);
    await Promise.all(this.#alive().map(({ worker }) => worker.request(0, method, params)));
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
    for (const { retiring } of this.#places) clearTimeout(retiring);
    await Promise.all(this.#places.map(({ worker }) => worker.stop(this.#options.closeTimeoutMs)));
    await this.#adding;
    this.#state = 'closed';
    for (const resolve of this.#idle.splice(0)) resolve();
  }

  #alive(): Place<C>[] {
    return this.#places.filter(({ worker, state }) => worker.isAlive && state === 'filled');
  }

  #leastBusy(): Place<C> | undefined {
    const alive = this.#alive();
    const prepared = alive.filter(({ isPrepared }) => isPrepared);
    const [first, ...others] = prepared.length > 0 ? prepared : alive;
    return others.reduce(
      (least, other) => (other.worker.pins.size < least.worker.pins.size ? other : least),
      first,
    );
  }

  /** Resolves with whether the worker is there, and not lost again before it took streams. */
  async #fill(place: Place<C>): Promise<boolean> {
    place.state = 'filled';
    place.isPrepared = false;
    await place.worker.start({ options: this.#options.workerData, shared: this.#shared });
    await place.told;
    // One that was lost meanwhile is being replaced already.
    place.isPrepared = place.worker.isAlive;
    return place.isPrepared;
  }

  #tell({ worker }: Place<C>): Promise<unknown> {
    return Promise.allSettled(
      [...this.#toldAll].map(([method, params]) => worker.request(0, method, params)),
    );
  }

  /** Starts one more worker, unless one is starting or there are as many as may be. */
  #add(): void {
    const place = this.#places.find(({ state }) => state === 'empty');
    if (place === undefined || this.#adding) return;
    this.#adding = this.#keepStarting(place, this.#additions).then((isThere) => {
      this.#adding = undefined;
      if (isThere) this.#options.onWorkerChange?.({ index: place.index, state: 'added' });
    });
  }

  #retireLater(place: Place<C>): void {
    if (place.index === 0) return;
    clearTimeout(place.retiring);
    place.retiring = setTimeout(() => void this.#retire(place), this.#options.retireAfterMs);
    place.retiring.unref();
  }

  async #retire(place: Place<C>): Promise<void> {
    // It may have been lost meanwhile, and is being replaced.
    if (!place.worker.isAlive) return;
    place.state = 'ending';
    await place.worker.stop(this.#options.closeTimeoutMs);
    place.state = 'empty';
    if (this.#closing === undefined) this.#options.onWorkerChange?.({ index: place.index, state: 'retired' });
  }

  /** A worker has exited: asked to, or not. */
  #lose(place: Place<C>, reason: unknown): void {
    const isAsked = place.state === 'ending' || (this.#state !== 'open' && this.#closing !== undefined);
    place.worker.giveUp(
      isAsked ? shuttingDown() : new EarshotError('internal_error', lostDetail, { cause: reason }),
    );
    this.#noteIdle();
    if (isAsked) return;
    this.#options.onWorkerChange?.({ index: place.index, state: 'lost', error: reason });
    void this.#replace(place);
  }

  async #replace(place: Place<C>): Promise<void> {
    const { index } = place;
    if (!(await this.#restartDue(index, this.#restarts))) return;
    if (await this.#keepStarting(place, this.#restarts))
      this.#options.onWorkerChange?.({ index, state: 'replaced' });
  }

  /** Starts a worker until it stays, as often as the budget allows. Resolves with whether it takes streams. */
  async #keepStarting(place: Place<C>, budget: RestartBudget): Promise<boolean> {
    const { index, worker } = place;
    while (this.#closing === undefined) {
      try {
        if (!(await this.#fill(place))) return false;
        if (worker.pins.size === 0) this.#retireLater(place);
        // The pool may have begun to close while the worker was starting.
        if (this.#closing !== undefined) await worker.stop(this.#options.closeTimeoutMs);
        return this.#closing === undefined;
      } catch (error) {
        if (this.#closing !== undefined) return false;
        this.#options.onWorkerChange?.({ index, state: 'lost', error });
        if (!(await this.#restartDue(index, budget))) return false;
      }
    }
    return false;
  }

  #restartDue(index: number, budget: RestartBudget): Promise<boolean> {
    return budget.take(this.#ending.signal, () => this.#options.onWorkerChange?.({ index, state: 'paused' }));
  }

  #isIdle(): boolean {
    return this.#places.every(({ worker }) => worker.isIdle);
  }

  #noteIdle(): void {
    if (this.#idle.length > 0 && this.#isIdle()) for (const resolve of this.#idle.splice(0)) resolve();
  }
}
