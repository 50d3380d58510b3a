/**
 * Kills a writing process again and again and looks for what was lost of what it had acknowledged.
 *
 *     node build/bench/crash.js [--rounds 200] [--out bench/results]
 *
 * It shows that nothing is acknowledged which the process still holds in memory of its own, that half-written rows are
 * no harm to the next start, and how long that takes at most. It does not show that what was acknowledged has
 * reached the disk: what a killed process gave to the kernel is kept by the kernel, so the result would be the same if
 * the store never asked for that (LevelDB's option `sync`). Only cutting the power, or a device that drops what was not
 * flushed, would show it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandLine } from './command-line.js';
import { crashRounds } from './crash-rounds.js';
import { writeReport } from './report.js';

const { values: options } = commandLine(import.meta.url, {
  options: {
    rounds: { type: 'string', default: '200' },
    out: { type: 'string', default: 'bench/results' },
  },
});
const directory = mkdtempSync(join(tmpdir(), 'earshot-crash-'));
try {
  const report = await crashRounds({
    directory,
    rounds: Number(options.rounds),
    onRound: (round, acknowledged) => {
      if (round % 20 === 0) console.error(`${round} kills, ${acknowledged} acknowledged writes`);
    },
  });
  console.log('kills  acknowledged  lost  slowest open (ms)');
  const { acknowledged, lost, slowestOpenMs } = report;
  console.log(
    `${String(report.rounds).padStart(5)}  ${String(acknowledged).padStart(12)}  ${String(lost.length).padStart(4)}  ${slowestOpenMs.toFixed(0).padStart(17)}`,
  );
  for (const line of lost) console.log(`lost: ${line}`);
  writeReport('crash', { ...report, lostWrites: lost.length }, options.out);
  process.exitCode = lost.length > 0 ? 1 : 0;
} finally {
  rmSync(directory, { recursive: true, force: true });
}
