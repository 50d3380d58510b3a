import { threadId, workerData } from 'node:worker_threads';
import { Turns } from '../../src/inference/turns.js';

const { memory, seen, rounds } = workerData as {
  memory: SharedArrayBuffer;
  seen: SharedArrayBuffer;
  rounds: number;
};
const turns = new Turns(memory);
const [inside, worst, done] = [0, 1, 2];
const cells = new Int32Array(seen);
for (let round = 0; round < rounds; round++) {
  await turns.take(async () => {
    const before = Atomics.add(cells, inside, 1);
    if (before > 0) Atomics.store(cells, worst, before);
    await new Promise((resolve) => setTimeout(resolve, threadId % 3));
    Atomics.sub(cells, inside, 1);
  });
  Atomics.add(cells, done, 1);
}
