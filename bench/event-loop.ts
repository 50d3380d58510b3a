/**
 * Delay of the event loop while many recordings are uploaded at once as fast as they can be sent. The service runs in
 * this process, beside the clients, so that the figure is an upper bound.
 *
 *     node build/bench/event-loop.js [FOLDER|MANIFEST...] [--uploads 20] [--rounds 3] [--out bench/results]
 *
 * Without a manifest the recordings in test/fixtures/speech are sent.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createLogger, loadConfig, startService } from '../src/index.js';
import { commandLine } from './command-line.js';
import { writeReport } from './report.js';
import { chooseUtterances, fixtureSpeech } from './speech-set.js';
import { rounded } from './statistics.js';
import { sessionTokenFrom } from './target.js';
import { upload } from './upload.js';

const { values: options, positionals } = commandLine(import.meta.url, {
  allowPositionals: true,
  options: {
    uploads: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '3' },
    out: { type: 'string', default: 'bench/results' },
  },
});
const utterances = chooseUtterances(positionals, { otherwise: fixtureSpeech });
const uploads = Number(options.uploads);
const samples = await Promise.all(
  Array.from({ length: uploads }, (_, i) => utterances[i % utterances.length].read()),
);
const data = mkdtempSync(join(tmpdir(), 'earshot-bench-'));
const { config } = loadConfig({ flags: { data, port: '0', rateLimitApiCalls: '1000000' }, env: {} });
const service = await startService(config, createLogger({ level: 'silent', format: 'json' }));
try {
  const token = await sessionTokenFrom(service.url, service.firstOrganisationToken as string);
  const target = { url: service.url, token, close: async () => undefined };
  const rounds: { answered: number; p50Ms: number; p99Ms: number; maxMs: number }[] = [];
  for (let round = 0; round < Number(options.rounds); round++) {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const results = await Promise.all(samples.map((one) => upload(target, one, { realTime: false })));
    delay.disable();
    const ms = (nanoseconds: number) => rounded(nanoseconds / 1e6, 1);
    rounds.push({
      answered: results.filter(({ status }) => status === 200).length,
      p50Ms: ms(delay.percentile(50)),
      p99Ms: ms(delay.percentile(99)),
      maxMs: ms(delay.max),
    });
  }
  console.log(`${uploads} uploads at once, in each round:`);
  console.table(rounds);
  writeReport('event-loop', { uploads, rounds }, options.out);
} finally {
  await service.close();
  rmSync(data, { recursive: true, force: true });
}
