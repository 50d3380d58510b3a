// A worker for the pool's tests: no model, every way to answer and to fail.
import { setTimeout as delay } from 'node:timers/promises';
import { threadId } from 'node:worker_threads';
import { EarshotError } from '../../src/errors.js';
import { hostWorker } from '../../src/inference/worker-host.js';

export interface ArithmeticContract {
  methods: {
    sum: { params: Float32Array; result: number };
    add: { params: number; result: number };
    count: { params: number; result: null };
    wait: { params: number; result: string };
    goOn: { params: null; result: string };
    refuse: { params: null; result: never };
    fail: { params: null; result: never };
    crash: { params: null; result: never };
    hang: { params: null; result: never };
    thread: { params: null; result: number };
    share: { params: null; result: number };
    tell: { params: number; result: null };
    told: { params: null; result: number };
  };
  events: { counted: number };
}

await hostWorker<ArithmeticContract>(async ({ options, shared }) => {
  // not the first one, which has nothing shared yet
  if (options === 'never ready' && shared !== undefined) await delay(600_000);
  if (options instanceof Int32Array && shared !== undefined && options[0] === 0) throw new Error('no room');
  if (options === 'no start') throw new EarshotError('model_missing', 'There is no model.');
  const table = (shared as Int32Array | undefined) ?? new Int32Array(new SharedArrayBuffer(4));
  const totals = new Map<number, number>();
  let told = 0;
  let stopGoingOn = (_: string): void => {};
  return {
    info: { answer: 42 },
    shared: table,
    methods: {
      sum: (samples) => samples.reduce((sum, value) => sum + value, 0),
      add: (value, { pin }) => {
        totals.set(pin, (totals.get(pin) ?? 0) + value);
        return totals.get(pin)!;
      },
      count: (to, { emit }) => {
        for (let i = 1; i <= to; i++) emit('counted', i);
        return null;
      },
      wait: async (ms) => {
        await delay(ms);
        return 'waited';
      },
      goOn: () =>
        new Promise((resolve) => {
          stopGoingOn = resolve;
        }),
      refuse: () => {
        throw new EarshotError('invalid_audio', 'No.', { extra: { at: 3 } });
      },
      fail: () => {
        throw new TypeError('a secret detail');
      },
      crash: () => {
        setImmediate(() => {
          throw new Error('crashed');
        });
        return delay(60_000) as never;
      },
      hang: () => {
        for (;;);
      },
      thread: () => threadId,
      share: () => ++table[0],
      tell: (value) => {
        // the first of those that are added
        const isFirst = shared !== undefined && Atomics.add(table, 0, 1) === 0;
        if (options === 'leaves when told' && isFirst) process.exit(1);
        told = value;
        return null;
      },
      told: () => told,
    },
    release: (pin) => totals.delete(pin),
    closing: () => stopGoingOn('stopped'),
  };
});
