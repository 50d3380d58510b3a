import { setTimeout as delay } from 'node:timers/promises';
import type { Test } from 'tap';
import type { Pin } from '../../src/inference/pin.js';
import { WorkerPool } from '../../src/inference/worker-pool.js';
import type { WorkerPoolOptions } from '../../src/inference/worker-pool-options.js';
import type { ArithmeticContract } from './arithmetic-worker.js';

/** What the threads run. */
export const arithmeticModule = new URL('./arithmetic-worker.js', import.meta.url);

/** A pool with all its workers. */
export async function openPool(t: Test, options: Partial<WorkerPoolOptions> = {}) {
  const size = 2;
  const pool = await WorkerPool.start<ArithmeticContract>({ module: arithmeticModule, size, ...options });
  t.teardown(() => pool.close());
  for (const pin of await fill(pool, options.size ?? size)) pin.release();
  return pool;
}

/** Pins streams one after the other, each once the worker that the one before it called for is there. */
export async function fill(pool: WorkerPool<ArithmeticContract>, streams: number) {
  const pins: Pin<ArithmeticContract>[] = [];
  while (pins.length < streams) {
    pins.push(pool.pin());
    while (pool.isGrowing) await delay(1);
  }
  return pins;
}

/** Ids of the threads that the streams are pinned to. */
export function threadsOf(pins: readonly Pin<ArithmeticContract>[]): Promise<number[]> {
  return Promise.all(pins.map((pin) => pin.request('thread', null)));
}
