/**
 * JSON endpoints of the service against a bare Koa with router that answers a JSON text of the same size, in one run.
 *
 *     node build/bench/http.js [--seconds 5] [--connections 32] [--out bench/results]
 *
 * Both are processes of their own; they are asked in turn, so that whatever else the machine does hits both.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, type RequestOptions, request } from 'node:http';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import Router from '@koa/router';
import Koa from 'koa';
import { commandLine } from './command-line.js';
import { drawPlot } from './plot.js';
import { writePicture, writeReport } from './report.js';
import { rounded, spread } from './statistics.js';
import { openTarget, settleMs } from './target.js';

const { values: options } = commandLine(import.meta.url, {
  options: {
    seconds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '32' },
    bare: { type: 'string' },
    out: { type: 'string', default: 'bench/results' },
  },
});

const rounds = 3;

if (options.bare !== undefined) serveBare(Number(options.bare));
else await compare();

/** The other side of the comparison: this file again, in a process of its own. */
function serveBare(bytes: number): void {
  const answer = { text: 'x'.repeat(Math.max(0, bytes - 11)) };
  const router = new Router();
  router.get('/thing', (context) => {
    context.body = answer;
  });
  const server = new Koa().use(router.routes()).listen(0, '127.0.0.1', () => {
    console.log((server.address() as { port: number }).port);
  });
}

interface Load {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

async function compare(): Promise<void> {
  const target = await openTarget();
  const headers = { authorization: `Bearer ${target.token}`, accept: 'application/json' };
  const created = await fetch(`${target.url}/queries`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{"locale":"en-US","queryType":"text","textQuery":{"text":"red running shoes under fifty dollars"}}',
  });
  const text = await created.text();
  const { id } = JSON.parse(text) as { id: string };
  const bare = spawn(process.execPath, [fileURLToPath(import.meta.url), '--bare', String(text.length)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = (await once(createInterface(bare.stdout), 'line')) as [string];
  try {
    const loads = await inTurn(
      {
        'bare Koa with router': `http://127.0.0.1:${port}/thing`,
        'GET /queries/{id}': `${target.url}/queries/${id}`,
        'GET /conversations': `${target.url}/conversations`,
      },
      headers,
    );
    report(loads, text.length);
  } finally {
    bare.kill();
    await target.close();
  }
}

/** Three rounds of every call. */
async function inTurn(
  calls: Readonly<Record<string, string>>,
  headers: RequestOptions['headers'],
): Promise<Map<string, Load[]>> {
  const loads = new Map<string, Load[]>(Object.keys(calls).map((name) => [name, []]));
  for (const url of Object.values(calls)) await load(url, headers, 1);
  await sleep(settleMs);
  for (let round = 0; round < rounds; round++) {
    for (const [name, url] of Object.entries(calls))
      loads.get(name)!.push(await load(url, headers, Number(options.seconds) / rounds));
  }
  return loads;
}

/** @param loads the one that the others are compared with first */
function report(loads: ReadonlyMap<string, readonly Load[]>, answerBytes: number): void {
  const median = (of: readonly Load[], figure: keyof Load) => spread(of.map((one) => one[figure]))?.p50 ?? 0;
  const rates = [...loads].map(([name, of]) => ({
    name,
    perSecond: Math.round(median(of, 'perSecond')),
    p50Ms: median(of, 'p50Ms'),
    p99Ms: median(of, 'p99Ms'),
  }));
  const base = rates[0].perSecond;
  const rows = rates.map((rate) => ({ ...rate, share: rounded(rate.perSecond / base, 3) }));
  console.table(rows);
  const picture = drawPlot({
    title: 'JSON endpoints beside bare Koa',
    x: '',
    y: 'answers per second',
    categories: rows.map(({ name }) => name),
    series: [
      { name: 'answers per second', kind: 'bars', points: rows.map((row, at) => [at, row.perSecond]) },
    ],
    targets: [{ axis: 'y', value: base * 0.6, label: 'target: 60 % of bare Koa' }],
  });
  writePicture('http', picture, options.out);
  writeReport('http', { answerBytes, rows }, options.out);
}

/** Asks over and over on kept-open connections. */
async function load(url: string, headers: RequestOptions['headers'], seconds: number): Promise<Load> {
  const connections = Number(options.connections);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  const end = performance.now() + seconds * 1000;
  const ask = async () => {
    while (performance.now() < end) {
      const started = performance.now();
      const status = await new Promise<number | undefined>((resolve, reject) => {
        request(url, { headers, agent }, (response) => {
          response.resume().once('end', () => resolve(response.statusCode));
        })
          .once('error', reject)
          .end();
      });
      if (status !== 200) throw new Error(`${url} answered ${status}`);
      times.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: connections }, ask));
  agent.destroy();
  const latency = spread(times, 2);
  return { perSecond: times.length / seconds, p50Ms: latency?.p50 ?? 0, p99Ms: latency?.p99 ?? 0 };
}
