import { readdirSync, readFileSync } from 'node:fs';
import t from 'tap';
import { WorkerPool } from '../../src/inference/worker-pool.js';
import { arithmeticModule } from './arithmetic-pool.js';
import type { ArithmeticContract } from './arithmetic-worker.js';

/** Niceness of this process's threads: field 19 of their stat, the 17th after the name (proc(5)). */
function nicenesses(): number[] {
  return readdirSync('/proc/self/task').map((thread) => {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
  });
}

const skip = process.platform === 'linux' ? false : 'threads have a priority of their own on Linux only';

t.test('workers let the thread that serves connections go first', { skip }, async (t) => {
  const before = nicenesses();
  const pool = await WorkerPool.start<ArithmeticContract>({ module: arithmeticModule, size: 1 });
  t.teardown(() => pool.close());
  await pool.pin().request('add', 1);
  const after = nicenesses();
  const [own] = before;
  const lowest = Math.min(19, own + 3);
  const countLowest = (all: number[]) => all.filter((niceness) => niceness === lowest).length;
  // Where this thread has the lowest priority that there is, all new ones have it.
  const expected = own < lowest ? 1 : after.length - before.length;
  t.equal(countLowest(after) - countLowest(before), expected, 'one worker');
  t.equal(after[0], before[0], 'the main thread stays as it was');
});
