import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { WorkerPool, type WorkerPoolOptions } from '../../src/inference/worker-pool.js';
import type { ArithmeticContract } from './arithmetic-worker.js';

const module = new URL('./arithmetic-worker.js', import.meta.url);

async function open(t: Test, options: Partial<WorkerPoolOptions> = {}) {
  const pool = await WorkerPool.start<ArithmeticContract>({ module, size: 2, ...options });
  t.teardown(() => pool.close());
  await pool.whenComplete();
  return pool;
}

t.test('answers, emits events and transfers instead of copying', async (t) => {
  const pool = await open(t);
  t.match(pool.info, { answer: 42 });
  const counted: number[] = [];
  const pin = pool.pin({ onEvent: (_name, value) => counted.push(value) });
  const samples = Float32Array.of(1, 2, 3.5);
  t.equal(await pin.request('sum', samples, [samples.buffer]), 6.5);
  t.equal(samples.length, 0, 'the samples were handed over');
  await pin.request('count', 4);
  t.same(counted, [1, 2, 3, 4], 'events arrive before the answer');
});

t.test('errors cross the threads whole, and foreign ones say nothing to the caller', async (t) => {
  const pin = (await open(t, { size: 1 })).pin();
  await t.rejects(pin.request('refuse', null), { code: 'invalid_audio', message: 'No.', extra: { at: 3 } });
  const error = await pin.request('fail', null).then(t.fail, (error) => error);
  t.equal(error.code, 'internal_error');
  t.notMatch(error.message, /secret/);
  t.match(String(error.cause), /a secret detail/, 'but the log can tell');
});

t.test('a stream stays with its worker, and new ones go where there are fewest', async (t) => {
  const pool = await open(t);
  const pins = [pool.pin(), pool.pin(), pool.pin(), pool.pin()];
  const threads = await Promise.all(pins.map((pin) => pin.request('thread', null)));
  t.equal(new Set(threads).size, 2);
  t.equal(threads.filter((id) => id === threads[0]).length, 2);
  for (let i = 1; i <= 5; i++) {
    const totals = await Promise.all(pins.map((pin, n) => pin.request('add', n)));
    t.same(totals, [0, i, 2 * i, 3 * i], 'each keeps its own state');
  }
  for (const [n, pin] of pins.entries()) if (threads[n] === threads[0]) pin.release();
  const fresh = pool.pin();
  t.equal(await fresh.request('thread', null), threads[0]);
  t.equal(await fresh.request('add', 1), 1, 'nothing is left of a released stream');
  await t.rejects(pins[threads.indexOf(threads[0])].request('add', 1), { code: 'internal_error' });
});

t.test('a worker that crashes takes only its own streams along and is replaced', async (t) => {
  const changes: string[] = [];
  const pool = await open(t, { onWorkerChange: ({ state }) => changes.push(state) });
  const lost: string[] = [];
  const first = pool.pin({ onLost: (error) => lost.push(error.code) });
  const second = pool.pin();
  const waiting = first.request('wait', 60_000);
  await t.rejects(first.request('crash', null), { code: 'internal_error', message: /send it again/ });
  await t.rejects(waiting, { code: 'internal_error' });
  await t.rejects(first.request('add', 1), { code: 'internal_error' });
  t.same(lost, ['internal_error']);
  t.equal(await second.request('add', 7), 7);
  while (!changes.includes('replaced')) await delay(5);
  t.same(changes, ['lost', 'replaced']);
  const again = pool.pin();
  t.equal(await again.request('add', 2), 2);
});

t.test('what all workers are told reaches one that is just being replaced', async (t) => {
  const changes: string[] = [];
  const pool = await open(t, { onWorkerChange: ({ state }) => changes.push(state) });
  await t.rejects(pool.pin().request('crash', null));
  await pool.requestAll('tell', 5);
  while (!changes.includes('replaced')) await delay(5);
  t.same(await Promise.all([pool.pin(), pool.pin()].map((pin) => pin.request('told', null))), [5, 5]);
});

t.test('a worker that does not stay up is left alone for a while, and then tried again', async (t) => {
  const changes: string[] = [];
  const restartWindowMs = 1500;
  const pool = await open(t, {
    size: 1,
    maxRestarts: 2,
    restartWindowMs,
    onWorkerChange: ({ state }) => changes.push(state),
  });
  const startedAtMs = performance.now();
  for (let i = 0; i < 3; i++) {
    await t.rejects(pool.pin().request('crash', null), { code: 'internal_error' });
    t.throws(() => pool.pin(), { code: 'overloaded', message: /try again/, retryAfterSeconds: 5 });
    while (changes.at(-1) === 'lost') await delay(5);
  }
  t.same(changes, ['lost', 'replaced', 'lost', 'replaced', 'lost', 'paused']);
  t.equal(pool.isAlive, false);
  t.throws(() => pool.pin(), { code: 'overloaded' });
  while (!pool.isAlive) await delay(5);
  t.ok(performance.now() - startedAtMs >= restartWindowMs);
  t.equal(await pool.pin().request('add', 2), 2);
});

t.test('a pause before the next restart does not hold up closing', async (t) => {
  const changes: string[] = [];
  const pool = await open(t, { size: 1, maxRestarts: 0, onWorkerChange: ({ state }) => changes.push(state) });
  await t.rejects(pool.pin().request('crash', null), { code: 'internal_error' });
  while (changes.at(-1) !== 'paused') await delay(5);
  await pool.close();
  await delay(50);
  t.same(changes, ['lost', 'paused']);
});

t.test('the first worker takes streams while the others start, and a close waits for those', async (t) => {
  const pool = await WorkerPool.start<ArithmeticContract>({ module, size: 3 });
  const early = [pool.pin(), pool.pin(), pool.pin()];
  const threads = await Promise.all(early.map((pin) => pin.request('thread', null)));
  t.equal(new Set(threads).size, 1);
  await pool.whenComplete();
  const late = [pool.pin(), pool.pin()];
  const others = await Promise.all(late.map((pin) => pin.request('thread', null)));
  t.equal(new Set([threads[0], ...others]).size, 3);
  await pool.close();

  const closed = await WorkerPool.start<ArithmeticContract>({ module, size: 2 });
  await closed.close();
  await closed.whenComplete();
  t.throws(() => closed.pin(), { code: 'shutting_down' });
});

t.test('a worker that cannot start fails the start with its own error', async (t) => {
  await t.rejects(WorkerPool.start({ module, size: 2, workerData: 'no start' }), { code: 'model_missing' });
  await t.rejects(WorkerPool.start({ module: new URL('./none.js', import.meta.url), size: 1 }), {
    code: 'internal_error',
  });
});

t.test('what the first worker loaded is shared with the others and with replacements', async (t) => {
  const pool = await open(t);
  const pins = [pool.pin(), pool.pin()];
  t.equal(await pins[0].request('share', null), 1);
  t.equal(await pins[1].request('share', null), 2);
  await t.rejects(pins[0].request('crash', null), { code: 'internal_error' });
  for (let alive = 0; alive < 2; await delay(5)) {
    pins.push(pool.pin());
    alive = new Set(await Promise.all(pins.slice(1).map((pin) => pin.request('thread', null)))).size;
  }
  t.equal(await pins.at(-1)!.request('share', null), 3);
});

t.test('drain waits for open streams, close for running requests', async (t) => {
  const pool = await open(t);
  const pin = pool.pin();
  const other = pool.pin();
  let isDrained = false;
  const drained = pool.drain().then(() => {
    isDrained = true;
  });
  t.throws(() => pool.pin(), { code: 'shutting_down', retryAfterSeconds: 5 });
  t.equal(await pin.request('add', 1), 1, 'open streams go on');
  pin.release();
  await other.request('wait', 1);
  t.notOk(isDrained);
  other.release();
  await drained;

  const busy = await open(t);
  const request = busy.pin().request('wait', 200);
  const closed = busy.close();
  t.equal(await request, 'waited');
  await closed;
  t.throws(() => busy.pin(), { code: 'shutting_down' });
  await busy.close();
});

t.test('a worker that hangs does not hold up the end for ever', async (t) => {
  const pool = await open(t, { size: 1, closeTimeoutMs: 50 });
  const request = pool.pin().request('wait', 600_000);
  const refused = t.rejects(request, { code: 'shutting_down' });
  await pool.close();
  await refused;

  const changes: string[] = [];
  const half = await WorkerPool.start<ArithmeticContract>({
    module,
    size: 2,
    workerData: 'never ready',
    closeTimeoutMs: 50,
    onWorkerChange: ({ state }) => changes.push(state),
  });
  await delay(200);
  t.equal(half.pin().release(), undefined, 'the first one takes streams');
  await half.close();
  t.same(changes, [], 'nor does one that never gets ready, and neither counts as lost');
});
