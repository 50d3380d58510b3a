import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import t from 'tap';
import { Turns } from '../../src/inference/turns.js';

t.test('of several threads one at a time has its turn, and each gets all of them', async (t) => {
  const seen = new SharedArrayBuffer(12);
  const workerData = { memory: new Turns().memory, seen, rounds: 40 };
  const workers = Array.from(
    { length: 4 },
    () => new Worker(new URL('./turns-worker.js', import.meta.url), { workerData }),
  );
  await Promise.all(workers.map((worker) => once(worker, 'exit')));
  const [inside, worst, done] = new Int32Array(seen);
  t.same({ inside, worst, done }, { inside: 0, worst: 0, done: 160 });
});

t.test('a turn ends with its work, also where that fails', async (t) => {
  const turns = new Turns();
  await t.rejects(
    turns.take(async () => {
      throw new Error('unlucky');
    }),
    /unlucky/,
  );
  t.equal(await turns.take(async () => 'next'), 'next');
});

t.test('who ended without giving its turn back is not waited for long', async (t) => {
  const turns = new Turns(undefined, 50);
  let end = () => {};
  const hanging = turns.take(
    () =>
      new Promise<void>((resolve) => {
        end = resolve;
      }),
  );
  t.equal(await turns.take(async () => 'second'), 'second');
  const third = turns.take(async () => {
    // The first one's end gives nobody else's turn away.
    end();
    await hanging;
    return Promise.race([
      turns.take(async () => 'fourth'),
      new Promise((resolve) => setTimeout(resolve, 10, 'third')),
    ]);
  });
  t.equal(await third, 'third');
});
