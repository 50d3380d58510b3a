import { setTimeout as delay } from 'node:timers/promises';
import { SHARE_ENV, type Transferable, Worker } from 'node:worker_threads';
import { EarshotError } from '../errors.js';
import type { PinListener } from './pin.js';
import {
  type EventOf,
  type FromWorker,
  type MethodOf,
  reviveError,
  type ToWorker,
  type WorkerContract,
  type WorkerStart,
} from './worker-messages.js';

export interface PooledWorkerOptions {
  /** Module that calls `hostWorker`. */
  module: URL;
  /** How often a thread that has streams or requests has to give a sign. */
  beatMs: number;
  /** The thread takes requests from now on; `info` and `shared` are those of its service. */
  onReady(info: unknown, shared: unknown): void;
  /** The thread stopped after it was ready, asked to or not. */
  onExit(reason: unknown): void;
  /** A request was answered. */
  onAnswer(): void;
}

/**
 * Beats without a sign after which a thread hangs. They are counted, no time is measured: a machine that was suspended
 * makes one beat of it. A thread answers while anything is awaited in it, and computes for seconds at most in one go.
 */
const beatsToHang = 6;

interface Pending {
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** A worker thread with the requests that it has not answered and the streams that are pinned to it. */
export class PooledWorker<C extends WorkerContract> {
  readonly pins = new Map<number, PinListener<C>>();
  readonly #options: PooledWorkerOptions;
  readonly #pending = new Map<number, Pending>();
  #thread: Worker | undefined;
  /** Whether the thread ends, because it was not understood. */
  #isLeaving = false;
  #starting: Worker | undefined;
  #loadingMs = 0;
  #nextRequest = 1;
  #beatsWithoutSign = 0;

  constructor(options: PooledWorkerOptions) {
    this.#options = options;
  }

  get isAlive(): boolean {
    return this.#thread !== undefined && !this.#isLeaving;
  }

  get isStarting(): boolean {
    return this.#starting !== undefined;
  }

  /** Whether nobody has a place and every request was answered. */
  get isIdle(): boolean {
    return this.pins.size === 0 && this.#pending.size === 0;
  }

  /** Seconds that the thread was busy since it was ready. */
  get activeSeconds(): number {
    return this.#thread === undefined ? 0 : (activeMsOf(this.#thread) - this.#loadingMs) / 1000;
  }

  /** Starts the thread, for the first time or after it stopped, and waits until it is ready. @throws What it threw. */
  start(workerData: WorkerStart): Promise<void> {
    const { module, beatMs, onReady, onExit } = this.#options;
    // Streams keep what they need in arrays of their own: little is young, and room for it would only stay resident.
    const resourceLimits = { maxYoungGenerationSizeMb: 8 };
    // Loaders and hooks of the parent's command line are not for the workers: they slow every start.
    // The environment is shared because what a thread sets in a copy of it is not seen by native code.
    const thread = new Worker(module, { workerData, execArgv: [], resourceLimits, env: SHARE_ENV });
    this.#starting = thread;
    this.#isLeaving = false;
    return new Promise((resolve, reject) => {
      let failure: unknown;
      const fail = (error: unknown): void => {
        failure = error;
      };
      let watch: NodeJS.Timeout | undefined;
      thread.on('message', (message: FromWorker) => {
        this.#beatsWithoutSign = 0;
        if (message.type === 'ready') {
          this.#thread = thread;
          this.#starting = undefined;
          this.#loadingMs = activeMsOf(thread);
          watch = setInterval(() => this.#beat(thread, fail), beatMs).unref();
          onReady(message.info, message.shared);
          resolve();
        } else if (message.type === 'failed') fail(reviveError(message));
        else if (message.type !== 'pong') this.#receive(message);
      });
      thread.on('error', fail);
      thread.on('messageerror', (error) => {
        fail(error);
        // Whose answer it was cannot be told: the thread answers what it still can, and ends. The rest fails with it.
        this.#isLeaving = true;
        thread.postMessage({ type: 'close' } satisfies ToWorker);
      });
      thread.on('exit', (code) => {
        clearInterval(watch);
        const reason = failure ?? new Error(`worker exited with code ${code}`);
        if (this.#thread !== thread) {
          this.#starting = undefined;
          return reject(EarshotError.from(reason));
        }
        this.#thread = undefined;
        onExit(reason);
      });
    });
  }

  /** @param pin The stream that it concerns; 0 for none. */
  request<Name extends MethodOf<C>>(
    pin: number,
    method: Name,
    params: C['methods'][Name]['params'],
    transfer?: readonly Transferable[],
  ): Promise<C['methods'][Name]['result']> {
    const id = this.#nextRequest++;
    return new Promise((resolve, reject) => {
      this.#post({ type: 'request', id, pin, method, params }, transfer);
      this.#pending.set(id, { resolve, reject });
    });
  }

  /** The same without an answer. */
  tell<Name extends MethodOf<C>>(
    pin: number,
    method: Name,
    params: C['methods'][Name]['params'],
    transfer?: readonly Transferable[],
  ): void {
    this.#post({ type: 'request', id: 0, pin, method, params }, transfer);
  }

  /** The stream is over. */
  release(pin: number): void {
    this.pins.delete(pin);
    this.#post({ type: 'release', pin });
  }

  /** Rejects what was not answered, and takes the places from the streams. */
  giveUp(error: EarshotError): void {
    const pending = [...this.#pending.values()];
    const listeners = [...this.pins.values()];
    this.#pending.clear();
    this.pins.clear();
    for (const { reject } of pending) reject(error);
    for (const { onLost } of listeners) onLost?.(error);
  }

  /**
   * Lets running requests end, then the thread; by force when it takes longer than `timeoutMs`. One that is not ready
   * yet has to be stopped again once it is.
   */
  async stop(timeoutMs: number): Promise<void> {
    const thread = this.#thread ?? this.#starting;
    if (!thread) return;
    const exited = new Promise<void>((resolve) => thread.once('exit', () => resolve()));
    if (!this.#isLeaving) this.#post({ type: 'close' });
    const patience = new AbortController();
    const timeout = delay(timeoutMs, undefined, { signal: patience.signal, ref: false });
    // Only a worker that hangs outlives its patience; ending one during a run could abort the process.
    await Promise.race([exited, timeout.then(() => thread.terminate())]);
    patience.abort();
    timeout.catch(() => {});
  }

  #receive(message: Exclude<FromWorker, { type: 'ready' | 'failed' | 'pong' }>): void {
    if (message.type === 'event') {
      const { pin, name, payload } = message;
      this.pins.get(pin)?.onEvent?.(name as EventOf<C>, payload as C['events'][EventOf<C>]);
      return;
    }
    const pending = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if (message.type === 'result') pending?.resolve(message.result);
    else pending?.reject(reviveError(message));
    this.#options.onAnswer();
  }

  /** Ends a thread that hangs; what it was at is lost as by a crash. */
  #beat(thread: Worker, fail: (error: unknown) => void): void {
    if (this.isIdle || this.#isLeaving) this.#beatsWithoutSign = 0;
    else if (this.#beatsWithoutSign++ < beatsToHang) this.#post({ type: 'ping' });
    else {
      const ms = beatsToHang * this.#options.beatMs;
      fail(new Error(`the worker gave no sign for ${ms} ms and was ended`));
      this.#isLeaving = true;
      void thread.terminate();
    }
  }

  #post(message: ToWorker, transfer: readonly Transferable[] = []): void {
    this.#thread?.postMessage(message, transfer);
  }
}

function activeMsOf(thread: Worker): number {
  return thread.performance.eventLoopUtilization().active;
}
