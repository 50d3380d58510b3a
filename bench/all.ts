/**
 * Runs the whole suite and writes one HTML page over all results.
 *
 *     npm run bench -- [--quick] [--only latency,http] [--speech MANIFEST] [--out bench/results]
 *         [--url http://... --token REFRESH_TOKEN]
 *     npm run bench -- --compare old/latency.json new/latency.json
 *
 * Each part is a command of its own, with limits that keep the whole to a quarter of an hour or so on two cores; --quick takes some
 * minutes and only shows that all of it works. A part that lacks something (exit status 2) is skipped, with a line that says
 * what it needs: data is looked for in the folder EARSHOT_SHARED (default ../shared). With --url only what can be asked of
 * a service elsewhere is measured.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CannotRun } from './cannot-run.js';
import { commandLine } from './command-line.js';
import { compareResults } from './compare.js';
import { renderReport } from './html-report.js';
import { Progress } from './progress.js';
import { readReport } from './report.js';
import { sharedData } from './shared-data.js';
import { defaultTextFolder } from './text-corpus.js';

const { values: options, positionals } = commandLine(import.meta.url, {
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    speech: { type: 'string', default: sharedData('speech/sentences.tsv') },
    url: { type: 'string' },
    token: { type: 'string' },
    compare: { type: 'boolean', default: false },
    out: { type: 'string', default: 'bench/results' },
  },
});

/** What some parts cannot do without. */
const sources = {
  speech: { path: options.speech, what: 'recordings with transcripts (--speech MANIFEST)' },
  noise: { path: sharedData('noise'), what: 'background sounds' },
  queries: { path: sharedData('nlu'), what: 'queries with their meaning' },
  text: { path: defaultTextFolder, what: 'sentences as people say them' },
};

interface Part {
  name: string;
  flags?: string[];
  /** Come after the flags with --quick. */
  quick?: string[];
  /** Whether a service elsewhere can be asked. @default false */
  remote?: boolean;
  needs?: (keyof typeof sources)[];
}

const { quick, url, token, out, speech } = options;
const { noise } = sources;
// What was chosen or fitted on recordings of `dev` is reported on those of `test`.
const dev = existsSync(speech) ? [speech, '--split', 'dev'] : [];
const test = existsSync(speech) ? [speech, '--split', 'test'] : [];
const inNoise = existsSync(noise.path) ? ['--snr', '10', '--noise', noise.path] : [];
const parts: Part[] = [
  { name: 'wer', flags: [...test, '--limit', '20', ...inNoise], quick: ['--limit', '2'], needs: ['speech'] },
  { name: 'confidence', flags: [...test, '--limit', '25'], quick: ['--limit', '3'], needs: ['speech'] },
  { name: 'biasing', flags: [...test, '--limit', '16'], quick: ['--limit', '2'], needs: ['speech', 'text'] },
  { name: 'codes', flags: test, quick: ['--limit', '3'], needs: ['speech'] },
  {
    name: 'false-words',
    flags: ['--noise', noise.path, '--minutes', '10'],
    quick: ['--minutes', '1'],
    needs: ['noise'],
  },
  { name: 'partials', flags: [...test, '--limit', '10'], quick: ['--limit', '2'] },
  { name: 'understanding', quick: ['--queries', '2000'], needs: ['queries'] },
  { name: 'resumed', quick: ['--packs', 'coffee-bar'] },
  { name: 'gpu', flags: dev, quick: ['--limit', '2', '--batches', '1,4', '--seconds', '0.2'] },
  { name: 'rtf', flags: [...dev, '--limit', '50'], quick: ['--limit', '6'] },
  {
    name: 'overhead',
    flags: dev,
    quick: ['--limit', '2', '--rounds', '1', '--requests', '2'],
  },
  { name: 'peer', flags: [...dev, '--limit', '25'], quick: ['--limit', '3', '--rounds', '3'] },
  { name: 'profile', flags: dev, quick: ['--limit', '2'] },
  { name: 'endpointing', flags: [...dev, '--limit', '60'], quick: ['--limit', '6'] },
  { name: 'latency', quick: ['--limit', '3', '--sentences', '0'], remote: true },
  { name: 'finalisation', flags: [...dev, '--limit', '12'], quick: ['--limit', '3'], remote: true },
  { name: 'capacity', quick: ['--steps', '4', '--seconds', '5'], remote: true },
  { name: 'event-loop', quick: ['--streams', '4', '--seconds', '4', '--uploads', '4', '--rounds', '1'] },
  { name: 'startup', quick: ['--starts', '1'] },
  { name: 'memory', quick: ['--queries', '30', '--streams', '4,12', '--rounds', '1'] },
  { name: 'soak', flags: ['--minutes', '3'], quick: ['--streams', '4', '--minutes', '0.2'], remote: true },
  { name: 'http', quick: ['--seconds', '1'] },
  { name: 'crash', flags: ['--rounds', '50'], quick: ['--rounds', '5'] },
];

if (options.compare) {
  if (positionals.length !== 2) throw new CannotRun('--compare needs two result files.');
  const [before, after] = positionals.map(readReport);
  console.table(compareResults(before, after));
} else process.exitCode = await runAll();

async function runAll(): Promise<number> {
  if (url !== undefined && token === undefined)
    throw new CannotRun('--url needs --token, a refresh token of that service.');
  const wanted = options.only?.split(',') ?? parts.map(({ name }) => name);
  const unknown = wanted.filter((name) => !parts.some((part) => part.name === name));
  if (unknown.length > 0) {
    console.error(`There is no ${unknown.join(', ')}. Parts: ${parts.map(({ name }) => name).join(', ')}.`);
    return 2;
  }
  const asked = parts.filter(({ name, remote }) => wanted.includes(name) && (remote || url === undefined));
  const skipped = new Map(
    asked.map((part) => [part.name, missing(part)] as const).filter(([, what]) => what),
  );
  const chosen = asked.filter(({ name }) => !skipped.has(name));
  const progress = new Progress(chosen.map(({ name }) => name));
  const failed: string[] = [];
  const outputs: string[] = [];
  for (const { name, flags = [], quick: quickFlags = [], remote } of chosen) {
    const where = remote && url !== undefined && token !== undefined ? ['--url', url, '--token', token] : [];
    const end = progress.begin(name);
    const { code, output } = await runPart(name, [
      ...flags,
      ...(quick ? quickFlags : []),
      ...where,
      '--out',
      out,
    ]);
    if (code === 2) skipped.set(name, lastLine(output));
    else if (code !== 0) failed.push(name);
    end(code === 0 ? 'done' : code === 2 ? 'skipped' : `FAILED (${code})`);
    outputs.push(`== ${name}\n${output.trim()}\n`);
  }
  progress.close();
  for (const output of outputs) console.log(output);
  for (const [name, what] of skipped) console.log(`${name} was skipped: ${what}`);
  const page = join(out, 'index.html');
  mkdirSync(out, { recursive: true });
  writeFileSync(page, renderReport(readResults(out)));
  console.log(`${page} written${failed.length > 0 ? `; failed: ${failed.join(', ')}` : ''}`);
  return failed.length > 0 ? 1 : 0;
}

/** What a part needs and does not find; empty when it can run. */
function missing({ needs = [] }: Part): string {
  return needs
    .map((need) => sources[need])
    .filter(({ path }) => !existsSync(path))
    .map(({ path, what }) => `it needs ${what}; there is no ${path}`)
    .join(', ');
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
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
  const stems = names.filter((name) => name.endsWith('.json')).map((name) => name.replace(/\.json$/, ''));
  // endpointing-all.svg is of endpointing.json, but soak-fast.svg is not of soak.json where there is a soak-fast.json.
  const stemOf = (picture: string) =>
    stems.filter((stem) => picture.startsWith(stem)).toSorted((a, b) => b.length - a.length)[0];
  return stems.map((name) => ({
    name,
    result: JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as object,
    pictures: names
      .filter((picture) => picture.endsWith('.svg') && stemOf(picture) === name)
      .map((picture) => readFileSync(join(folder, picture), 'utf8')),
  }));
}
