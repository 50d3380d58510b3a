// Kills a writing process again and again and looks for what was lost: `node build/bench/crash.js [rounds] [result.json]`.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crashRounds } from '../test/store/crash-rounds.js';

const rounds = Number(process.argv[2] ?? 200);
const directory = mkdtempSync(join(tmpdir(), 'earshot-crash-'));
try {
  const report = await crashRounds({
    directory,
    rounds,
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
  if (process.argv[3]) writeFileSync(process.argv[3], `${JSON.stringify(report, undefined, 2)}\n`);
  process.exitCode = lost.length > 0 ? 1 : 0;
} finally {
  rmSync(directory, { recursive: true, force: true });
}
