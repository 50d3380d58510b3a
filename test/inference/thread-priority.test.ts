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
  const lowest = Math.min(19, Math.max(...before) + 3);
  t.equal(after.filter((niceness) => niceness === lowest).length, 1, 'one worker');
  t.equal(after[0], before[0], 'the main thread stays as it was');
});
