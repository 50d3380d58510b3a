import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createLogger } from '../src/log.js';
import { Database } from '../src/store/database.js';
import { LevelQueryStore } from '../src/store/level-query-store.js';
import { LevelTokenStore } from '../src/store/level-token-store.js';
import { rounded } from './statistics.js';

const log = createLogger({ level: 'silent', format: 'json' });

export interface CrashReport {
  rounds: number;
  acknowledged: number;
  /** What was acknowledged and is not as promised after a kill; empty when all is well. */
  lost: string[];
  /** Longest opening of the store after a kill. */
  slowestOpenMs: number;
}

/**
 * Lets a child process write to the store of `directory`, kills it with SIGKILL at a random moment, opens the store and
 * compares it with all that was ever acknowledged; `rounds` times over on the same folder. This is a crash of the
 * process, not of the machine: what the kernel holds survives.
 */
export async function crashRounds(options: {
  directory: string;
  rounds: number;
  onRound?(round: number, acknowledged: number): void;
}): Promise<CrashReport> {
  const writer = fileURLToPath(new URL('./crash-writer.js', import.meta.url));
  const all: string[] = [];
  const report: CrashReport = { rounds: 0, acknowledged: 0, lost: [], slowestOpenMs: 0 };
  for (let round = 1; round <= options.rounds; round++) {
    const child = spawn(process.execPath, [writer, options.directory], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let errors = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      errors += text;
    });
    const closed = once(child, 'close');
    await Promise.race([once(child.stdout, 'data'), closed]);
    if (child.exitCode !== null) throw new Error(`The writer ended by itself: ${errors}`);
    await sleep(Math.random() * 200);
    child.kill('SIGKILL');
    await closed;
    // A line without its end was cut off by the kill: its write may or may not have been acknowledged.
    all.push(...output.slice(0, output.lastIndexOf('\n')).split('\n'));

    const start = performance.now();
    const database = await Database.open({ directory: options.directory, log });
    report.slowestOpenMs = Math.max(report.slowestOpenMs, rounded(performance.now() - start));
    report.lost.push(...(await findLost(database, all)));
    await database.close();
    report.rounds = round;
    report.acknowledged = all.length;
    options.onRound?.(round, all.length);
    if (report.lost.length > 0) break;
  }
  return report;
}

async function findLost(database: Database, acknowledged: readonly string[]): Promise<string[]> {
  const queries = new LevelQueryStore(database);
  const tokens = new LevelTokenStore(database);
  const lost: string[] = [];
  for (const line of acknowledged) {
    const [what, id] = line.split(' ');
    const isKept =
      what === 'token'
        ? tokens.token(id) !== undefined
        : what === 'revoked'
          ? tokens.token(id) === undefined
          : what === 'conversation'
            ? (await queries.getConversation(id)) !== undefined
            : (await queries.getQuery(id))?.state === 'completed';
    if (!isKept) lost.push(line);
  }
  if (database.corruptRows > 0) lost.push(`${database.corruptRows} unreadable rows`);
  return lost;
}
