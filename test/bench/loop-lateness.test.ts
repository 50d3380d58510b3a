import t from 'tap';
import { LoopLateness } from '../../bench/loop-lateness.js';

/** A loop that comes round every millisecond but while it is held up. */
function summaryOf(seconds: number, heldUpMs: number) {
  const lateness = new LoopLateness(0);
  for (let second = 0; second < seconds; second++) {
    const startMs = second * 1000;
    for (let now = startMs + 1; now <= startMs + 1000 - heldUpMs; now++) lateness.tick(now);
    lateness.tick(startMs + 1000);
  }
  return lateness.summary();
}

t.test('a block counts for every moment that it lasts', async (t) => {
  t.strictSame(summaryOf(10, 0), { p50Ms: 0, p99Ms: 0, maxMs: 0 });
  // 6 % of all moments wait, 1 % for more than 49 ms.
  t.strictSame(summaryOf(10, 60), { p50Ms: 0, p99Ms: 49, maxMs: 59 });
  t.strictSame(summaryOf(1, 600), { p50Ms: 99, p99Ms: 589, maxMs: 599 });
});

t.test('a tick tells when the next one is due', async (t) => {
  const lateness = new LoopLateness(100);
  t.equal(lateness.tick(100.25), 0.75);
  t.equal(lateness.tick(160.5), 0.5);
  t.equal(lateness.summary().maxMs, 59.5);
});

t.test('nothing has waited before the first due time', async (t) => {
  t.strictSame(new LoopLateness(0).summary(), { p50Ms: 0, p99Ms: 0, maxMs: 0 });
});
