/**
 * Loaded into a service that is measured: how late its event loop was since SIGUSR2 came last. Written as JSON to the
 * file that LOOP_MONITOR names, when SIGUSR2 comes again.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';
import { rounded } from './statistics.js';

const file = process.env.LOOP_MONITOR;
if (isMainThread && file !== undefined) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  process.on('SIGUSR2', () => {
    const ms = (nanoseconds: number) => rounded(nanoseconds / 1e6);
    const seen = { p50Ms: ms(delay.percentile(50)), p99Ms: ms(delay.percentile(99)), maxMs: ms(delay.max) };
    delay.reset();
    writeFileSync(`${file}.new`, JSON.stringify(seen));
    renameSync(`${file}.new`, file);
  });
}
