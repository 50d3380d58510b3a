/**
 * Loaded into a service that is measured: how late its event loop was since SIGUSR2 came last. Written as JSON to the
 * file that LOOP_MONITOR names, when SIGUSR2 comes again. Timers fire up to a millisecond late by themselves.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import { LoopLateness } from './loop-lateness.js';

const file = process.env.LOOP_MONITOR;
if (isMainThread && file !== undefined) {
  let lateness = new LoopLateness(performance.now());
  const watch = () => {
    setTimeout(watch, lateness.tick(performance.now())).unref();
  };
  watch();
  process.on('SIGUSR2', () => {
    const now = performance.now();
    // What is being waited for right now counts, too.
    lateness.tick(now);
    writeFileSync(`${file}.new`, JSON.stringify(lateness.summary()));
    renameSync(`${file}.new`, file);
    lateness = new LoopLateness(performance.now());
  });
}
