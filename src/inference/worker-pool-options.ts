export interface WorkerPoolOptions {
  /** Module that calls `hostWorker`. */
  module: URL;
  /** Most threads. Times the intra-op threads of their sessions it should not exceed the cores. */
  size: number;
  /** Cloned to every worker as `options` of its `WorkerStart`. */
  workerData?: unknown;
  /** Workers that may be replaced within {@link restartWindowMs}; the next one waits until that is over. @default 5 */
  maxRestarts?: number;
  /** @default 60000 */
  restartWindowMs?: number;
  /** How long `WorkerPool.close` waits before it ends threads by force. @default 30000 */
  closeTimeoutMs?: number;
  /** After how long without streams a worker ends, all but the first. @default 300000 */
  retireAfterMs?: number;
  /** How often a worker that is asked something has to give a sign; six times without one it is taken for lost. @default 10000 */
  beatMs?: number;
  onWorkerChange?(change: WorkerChange): void;
}

export interface WorkerChange {
  index: number;
  /**
   * `lost`: it stopped unasked; `replaced`: another took its place; `paused`: that has to wait, as too many were lost;
   * `added`: all others had streams; `retired`: it had none for long.
   */
  state: 'lost' | 'replaced' | 'paused' | 'added' | 'retired';
  error?: unknown;
}

export const poolDefaults = {
  maxRestarts: 5,
  restartWindowMs: 60_000,
  closeTimeoutMs: 30_000,
  retireAfterMs: 300_000,
  beatMs: 10_000,
};
