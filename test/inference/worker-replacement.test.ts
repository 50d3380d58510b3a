import { setTimeout as delay } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import t from 'tap';
import { WorkerPool } from '../../src/inference/worker-pool.js';
import type { WorkerChange } from '../../src/inference/worker-pool-options.js';
import { arithmeticModule, fill, openPool, threadsOf } from './arithmetic-pool.js';
import type { ArithmeticContract } from './arithmetic-worker.js';

t.test('a worker that crashes takes only its own streams along and is replaced', async (t) => {
  const changes: string[] = [];
  const pool = await openPool(t, { onWorkerChange: ({ state }) => changes.push(state) });
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

t.test('a worker that hangs is taken for lost, one that only takes long is not', async (t) => {
  const changes: WorkerChange[] = [];
  const pool = await openPool(t, { size: 1, beatMs: 250, onWorkerChange: (change) => changes.push(change) });
  const slow = pool.pin();
  t.equal(await slow.request('wait', 3_000), 'waited');
  slow.release();
  t.same(changes, []);
  const lost: string[] = [];
  const pin = pool.pin({ onLost: (error) => lost.push(error.code) });
  await t.rejects(pin.request('hang', null), { code: 'internal_error', message: /send it again/ });
  t.same(lost, ['internal_error']);
  while (changes.length < 2) await delay(5);
  t.match(changes, [{ state: 'lost', error: { message: /gave no sign/ } }, { state: 'replaced' }]);
  t.equal(await pool.pin().request('add', 2), 2);
});

t.test('a request whose answer cannot be read fails, and the worker is replaced', async (t) => {
  const threads: Worker[] = [];
  const note = (thread: Worker) => threads.push(thread);
  process.on('worker', note);
  t.teardown(() => process.off('worker', note));
  const changes: string[] = [];
  const pool = await openPool(t, { size: 1, onWorkerChange: ({ state }) => changes.push(state) });
  const pin = pool.pin();
  const running = pin.request('wait', 50);
  // The answer to this never comes.
  const lost = pin.request('thread', null);
  const [thread] = threads;
  const answers: object[] = [];
  const receive = thread.listeners('message')[0] as (message: object) => void;
  thread.off('message', receive).on('message', (message) => {
    if (answers.push(message) > 1) receive(message);
    else thread.emit('messageerror', new Error('cannot be read'));
  });
  await t.rejects(lost, { code: 'internal_error', message: /send it again/ });
  t.equal(await running, 'waited', 'what was under way is answered');
  while (!changes.includes('replaced')) await delay(5);
  t.same(changes, ['lost', 'replaced']);
  t.equal(await pool.pin().request('add', 2), 2);
});

t.test('what all workers are told reaches one that is just being replaced', async (t) => {
  const changes: string[] = [];
  const pool = await openPool(t, { onWorkerChange: ({ state }) => changes.push(state) });
  await t.rejects(pool.pin().request('crash', null));
  await pool.requestAll('tell', 5);
  while (!changes.includes('replaced')) await delay(5);
  t.same(await Promise.all([pool.pin(), pool.pin()].map((pin) => pin.request('told', null))), [5, 5]);
});

t.test('a worker that does not stay up is left alone for a while, and then tried again', async (t) => {
  const changes: string[] = [];
  const restartWindowMs = 5000;
  const pool = await openPool(t, {
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
      module: arithmeticModule,
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
  const pool = await openPool(t, {
    size: 1,
    maxRestarts: 0,
    onWorkerChange: ({ state }) => changes.push(state),
  });
  await t.rejects(pool.pin().request('crash', null), { code: 'internal_error' });
  while (changes.at(-1) !== 'paused') await delay(5);
  await pool.close();
  await delay(50);
  t.same(changes, ['lost', 'paused']);
});

t.test('a worker is added when each has a stream, and has streams once it is ready', async (t) => {
  const changes: string[] = [];
  const pool = await WorkerPool.start<ArithmeticContract>({
    module: arithmeticModule,
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
    module: arithmeticModule,
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
    module: arithmeticModule,
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

t.test('what the first worker loaded is shared with the others and with replacements', async (t) => {
  const pool = await openPool(t);
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
