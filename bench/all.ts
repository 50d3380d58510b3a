/**
 * Runs the whole suite and writes one HTML page over all results.
 *
 *     npm run bench -- [--quick] [--only latency,http] [--speech ../shared/data/speech/sentences.tsv] [--out bench/results]
 *         [--url http://... --token REFRESH_TOKEN]
 *     npm run bench -- --compare old/latency.json new/latency.json
 *
 * With --url only what can be asked of a service elsewhere is measured. Each part is a command of its own.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { MultiBar } from 'cli-progress';
import { compareResults } from './compare.js';
import { renderReport } from './html-report.js';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    speech: { type: 'string', default: '../shared/data/speech/sentences.tsv' },
    url: { type: 'string' },
    token: { type: 'string' },
    compare: { type: 'boolean', default: false },
    out: { type: 'string', default: 'bench/results' },
  },
});

interface Part {
  name: string;
  flags: string[];
  quick: string[];
  /** Whether a service elsewhere can be asked. */
  remote: boolean;
  /** Left out where the bench ends with 2: what it needs is not everywhere, and it says how to get it. */
  optional?: boolean;
}

const { quick, url, token, out } = options;
const sentences = existsSync(options.speech) ? [options.speech, '--split', 'dev'] : [];
const parts: Part[] = [
  { name: 'rtf', flags: [...sentences, '--limit', '50'], quick: ['--limit', '6'], remote: false },
  { name: 'profile', flags: sentences, quick: ['--limit', '2'], remote: false },
  { name: 'endpointing', flags: [...sentences, '--limit', '60'], quick: ['--limit', '6'], remote: false },
  { name: 'latency', flags: ['--limit', '16'], quick: ['--limit', '3'], remote: true },
  {
    name: 'capacity',
    flags: [],
    quick: ['--from', '4', '--step', '4', '--most', '4', '--seconds', '5'],
    remote: true,
  },
  { name: 'memory', flags: [], quick: ['--queries', '30', '--starts', '1', '--streams', '4'], remote: false },
  { name: 'http', flags: [], quick: ['--seconds', '1'], remote: false },
  {
    name: 'peer',
    flags: [...sentences, '--limit', '25'],
    quick: ['--limit', '3', '--rounds', '3'],
    remote: false,
    optional: true,
  },
];

if (options.compare) {
  const [before, after] = positionals.map((path) => JSON.parse(readFileSync(path, 'utf8')) as object);
  if (after === undefined) throw new Error('--compare needs two result files');
  console.table(compareResults(before, after));
} else process.exitCode = await runAll();

async function runAll(): Promise<number> {
  const wanted = options.only?.split(',');
  const chosen = parts.filter(
    ({ name, remote }) => (wanted?.includes(name) ?? true) && (remote || url === undefined),
  );
  const bars = new MultiBar({ format: '{name} {bar} {state}', stopOnComplete: false, barsize: 20 });
  const lines = chosen.map(({ name }) => bars.create(1, 0, { name: name.padEnd(12), state: 'waits' }));
  const failed: string[] = [];
  const outputs: string[] = [];
  for (const [index, { name, flags, quick: quickFlags, remote, optional }] of chosen.entries()) {
    const label = name.padEnd(12);
    lines[index].update(0, { name: label, state: 'runs' });
    const started = performance.now();
    const where = remote && url !== undefined ? ['--url', url, '--token', token ?? ''] : [];
    const { code, output } = await runPart(name, [
      ...flags,
      ...(quick ? quickFlags : []),
      ...where,
      '--out',
      out,
    ]);
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    const isLeftOut = optional === true && code === 2;
    const state = isLeftOut
      ? 'left out, see below'
      : code === 0
        ? `done in ${seconds} s`
        : `FAILED (${code})`;
    lines[index].update(1, { name: label, state });
    if (code !== 0 && !isLeftOut) failed.push(name);
    outputs.push(`== ${name}\n${output.trim()}\n`);
  }
  bars.stop();
  mkdirSync(out, { recursive: true });
  for (const output of outputs) console.log(output);
  const page = join(out, 'index.html');
  writeFileSync(page, renderReport(readResults(out)));
  console.log(`${page} written${failed.length > 0 ? `; failed: ${failed.join(', ')}` : ''}`);
  return failed.length > 0 ? 1 : 0;
}

function runPart(name: string, flags: string[]): Promise<{ code: number | null; output: string }> {
  const script = join(import.meta.dirname, `${name}.js`);
  const child = spawn(process.execPath, [script, ...flags], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}

/** Every result in the folder with the pictures that belong to it. */
function readResults(folder: string) {
  const names = readdirSync(folder);
  return names
    .filter((name) => name.endsWith('.json'))
    .map((name) => {
      const stem = name.replace(/\.json$/, '');
      const pictures = names.filter((other) => other.startsWith(stem) && other.endsWith('.svg'));
      return {
        name: stem,
        result: JSON.parse(readFileSync(join(folder, name), 'utf8')) as object,
        pictures: pictures.map((picture) => readFileSync(join(folder, picture), 'utf8')),
      };
    });
}
