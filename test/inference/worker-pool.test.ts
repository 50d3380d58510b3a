import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { WorkerPool } from '../../src/inference/worker-pool.js';
import { arithmeticModule, openPool } from './arithmetic-pool.js';
import type { ArithmeticContract } from './arithmetic-worker.js';

t.test('answers, emits events and transfers instead of copying', async (t) => {
  const pool = await openPool(t);
  t.match(pool.info, { answer: 42 });
  const counted: number[] = [];
  const pin = pool.pin({ onEvent: (_name, value) => counted.push(value) });
  const samples = Float32Array.of(1, 2, 3.5);
  t.equal(await pin.request('sum', samples, [samples.buffer]), 6.5);
  t.equal(samples.length, 0, 'the samples were handed over');
  await pin.request('count', 4);
  t.same(counted, [1, 2, 3, 4], 'events arrive before the answer');
});

t.test('what is told without an answer is worked through before what is asked next', async (t) => {
  const pool = await openPool(t, { size: 1 });
  const pin = pool.pin();
  pin.tell('add', 3);
  pin.tell('fail', null);
  t.equal(await pin.request('add', 1), 4);
  pin.release();
  pin.tell('add', 1);
  await pool.drain();
});

t.test('errors cross the threads whole, and foreign ones say nothing to the caller', async (t) => {
  const pin = (await openPool(t, { size: 1 })).pin();
  await t.rejects(pin.request('refuse', null), { code: 'invalid_audio', message: 'No.', extra: { at: 3 } });
  const error = await pin.request('fail', null).then(t.fail, (error) => error);
  t.equal(error.code, 'internal_error');
  t.notMatch(error.message, /secret/);
  t.match(String(error.cause), /a secret detail/, 'but the log can tell');
});

t.test('a stream stays with its worker, and new ones go where there are fewest', async (t) => {
  const pool = await openPool(t);
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

t.test('a close waits for a worker that is just starting', async (t) => {
  const closed = await WorkerPool.start<ArithmeticContract>({ module: arithmeticModule, size: 2 });
  closed.pin();
  closed.pin();
  t.ok(closed.isGrowing);
  await closed.close();
  t.notOk(closed.isGrowing);
  t.throws(() => closed.pin(), { code: 'shutting_down' });
});

t.test('a worker that cannot start fails the start with its own error', async (t) => {
  await t.rejects(WorkerPool.start({ module: arithmeticModule, size: 2, workerData: 'no start' }), {
    code: 'model_missing',
  });
  await t.rejects(WorkerPool.start({ module: new URL('./none.js', import.meta.url), size: 1 }), {
    code: 'internal_error',
  });
});

t.test('drain waits for open streams, close for running requests', async (t) => {
  const pool = await openPool(t);
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

  const busy = await openPool(t);
  const request = busy.pin().request('wait', 200);
  const closed = busy.close();
  t.equal(await request, 'waited');
  await closed;
  t.throws(() => busy.pin(), { code: 'shutting_down' });
  await busy.close();
});

t.test('what a worker may end when it is to close does not hold up the close', async (t) => {
  const pool = await openPool(t, { size: 1, closeTimeoutMs: 600_000 });
  const request = pool.pin().request('goOn', null);
  await pool.close();
  t.equal(await request, 'stopped');
});

t.test('a worker that hangs does not hold up the end for ever', async (t) => {
  const pool = await openPool(t, { size: 1, closeTimeoutMs: 50 });
  const request = pool.pin().request('wait', 600_000);
  const refused = t.rejects(request, { code: 'shutting_down' });
  await pool.close();
  await refused;

  const changes: string[] = [];
  const half = await WorkerPool.start<ArithmeticContract>({
    module: arithmeticModule,
    size: 2,
    workerData: 'never ready',
    closeTimeoutMs: 50,
    onWorkerChange: ({ state }) => changes.push(state),
  });
  half.pin();
  half.pin();
  await delay(200);
  t.equal(half.pin().release(), undefined, 'the first one takes streams');
  await half.close();
  t.same(changes, [], 'nor does one that never gets ready, and neither counts as lost');
});
