import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import type { Pin } from '../../src/inference/pin.js';
import { WorkerPool } from '../../src/inference/worker-pool.js';
import type { WorkerPoolOptions } from '../../src/inference/worker-pool-options.js';
import type { ArithmeticContract } from './arithmetic-worker.js';

const module = new URL('./arithmetic-worker.js', import.meta.url);

/** A pool with all its workers. */
async function open(t: Test, options: Partial<WorkerPoolOptions> = {}) {
  const size = 2;
  const pool = await WorkerPool.start<ArithmeticContract>({ module, size, ...options });
  t.teardown(() => pool.close());
  for (const pin of await fill(pool, options.size ?? size)) pin.release();
  return pool;
}

/** Pins streams one after the other, each once the worker that the one before it called for is there. */
async function fill(pool: WorkerPool<ArithmeticContract>, streams: number) {
  const pins: Pin<ArithmeticContract>[] = [];
  while (pins.length < streams) {
    pins.push(pool.pin());
    while (pool.isGrowing) await delay(1);
  }
  return pins;
}

function threadsOf(pins: readonly Pin<ArithmeticContract>[]): Promise<number[]> {
  return Promise.all(pins.map((pin) => pin.request('thread', null)));
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

t.test('what is told without an answer is worked through before what is asked next', async (t) => {
  const pool = await open(t, { size: 1 });
  const pin = pool.pin();
  pin.tell('add', 3);
  pin.tell('fail', null);
  t.equal(await pin.request('add', 1), 4);
  pin.release();
  pin.tell('add', 1);
  await pool.drain();
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
  t.same(changes, ['added', 'lost', 'replaced']);
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

t.test(
  'one more that has no room to start does not keep those that are there from being replaced',
  async (t) => {
    const changes: string[] = [];
    const room = new Int32Array(new SharedArrayBuffer(4));
    const pool = await WorkerPool.start<ArithmeticContract>({
      module,
      size: 2,
      workerData: room,
      maxRestarts: 1,
      onWorkerChange: ({ index, state }) => changes.push(`${index} ${state}`),
    });
    t.teardown(() => pool.close());
    const [pin] = [pool.pin(), pool.pin()];
    while (!changes.includes('1 paused')) await delay(5);
    t.notOk(pool.isGrowing);
    room[0] = 1;
    await t.rejects(pin.request('crash', null), { code: 'internal_error' });
    while (!changes.includes('0 replaced') && !changes.includes('0 paused')) await delay(5);
    t.ok(pool.isAlive);
  },
);

t.test('a pause before the next restart does not hold up closing', async (t) => {
  const changes: string[] = [];
  const pool = await open(t, { size: 1, maxRestarts: 0, onWorkerChange: ({ state }) => changes.push(state) });
  await t.rejects(pool.pin().request('crash', null), { code: 'internal_error' });
  while (changes.at(-1) !== 'paused') await delay(5);
  await pool.close();
  await delay(50);
  t.same(changes, ['lost', 'paused']);
});

t.test('a worker is added when each has a stream, and has streams once it is ready', async (t) => {
  const changes: string[] = [];
  const pool = await WorkerPool.start<ArithmeticContract>({
    module,
    size: 3,
    onWorkerChange: ({ index, state }) => changes.push(`${index} ${state}`),
  });
  t.teardown(() => pool.close());
  await pool.requestAll('tell', 5);
  const alone = pool.pin();
  t.notOk(pool.isGrowing, 'one stream needs one worker');
  alone.release();
  pool.pin();
  t.notOk(pool.isGrowing, 'nor do two, one after the other, need two');
  const early = [pool.pin(), pool.pin()];
  t.ok(pool.isGrowing);
  t.equal(new Set(await threadsOf(early)).size, 1, 'until it is there the first one has all');
  while (pool.isGrowing) await delay(1);
  t.same(changes, ['1 added'], 'one at a time');
  const late = await fill(pool, 2);
  t.equal(new Set(await threadsOf(late)).size, 1, 'the new one has the fewest');
  t.same(changes, ['1 added', '2 added']);
  t.same(await Promise.all((await fill(pool, 3)).map((pin) => pin.request('told', null))), [5, 5, 5]);
  t.same(changes, ['1 added', '2 added'], 'and there are no more than may be');
});

t.test('a worker that is lost while it is told what all were was never there', async (t) => {
  const changes: string[] = [];
  const pool = await WorkerPool.start<ArithmeticContract>({
    module,
    size: 2,
    workerData: 'leaves when told',
    onWorkerChange: ({ index, state }) => changes.push(`${index} ${state}`),
  });
  t.teardown(() => pool.close());
  await pool.requestAll('tell', 5);
  pool.pin();
  pool.pin();
  while (!changes.includes('1 replaced')) await delay(5);
  t.same(changes, ['1 lost', '1 replaced']);
  t.same(await Promise.all((await fill(pool, 2)).map((pin) => pin.request('told', null))), [5, 5]);
});

t.test('a worker that had no streams for long ends, and comes back when it is needed', async (t) => {
  const changes: string[] = [];
  const onWorkerChange = ({ state }: { state: string }) => changes.push(state);
  const pool = await WorkerPool.start<ArithmeticContract>({
    module,
    size: 2,
    retireAfterMs: 50,
    onWorkerChange,
  });
  t.teardown(() => pool.close());
  const pins = await fill(pool, 2);
  const other = await fill(pool, 1);
  t.equal(new Set(await threadsOf([...pins, ...other])).size, 2);
  for (const pin of pins) pin.release();
  await delay(200);
  t.same(changes, ['added'], 'not while it has one');
  t.equal(await other[0].request('add', 2), 2);
  other[0].release();
  while (changes.length < 2) await delay(5);
  t.same(changes, ['added', 'retired']);
  t.ok(pool.isAlive, 'the first one stays');
  await fill(pool, 2);
  t.same(changes, ['added', 'retired', 'added']);
});

t.test('a close waits for a worker that is just starting', async (t) => {
  const closed = await WorkerPool.start<ArithmeticContract>({ module, size: 2 });
  closed.pin();
  closed.pin();
  t.ok(closed.isGrowing);
  await closed.close();
  t.notOk(closed.isGrowing);
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
  half.pin();
  half.pin();
  await delay(200);
  t.equal(half.pin().release(), undefined, 'the first one takes streams');
  await half.close();
  t.same(changes, [], 'nor does one that never gets ready, and neither counts as lost');
});
