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

async function compare(): Promise<void> {
  const target = await openTarget();
  const headers = { authorization: `Bearer ${target.token}`, accept: 'application/json' };
  const bodyHeaders = { ...headers, 'content-type': 'application/json' };
  const created = await fetch(`${target.url}/queries`, {
    method: 'POST',
    headers: bodyHeaders,
    body: '{"locale":"en-US","queryType":"text","textQuery":{"text":"red running shoes under fifty dollars"}}',
  });
  const text = await created.text();
  const { id } = JSON.parse(text) as { id: string };
  const bare = spawn(process.execPath, [fileURLToPath(import.meta.url), '--bare', String(text.length)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = (await once(createInterface(bare.stdout), 'line')) as [string];
  const calls: Record<string, string> = {
    'bare Koa with router': `http://127.0.0.1:${port}/thing`,
    'GET /queries/{id}': `${target.url}/queries/${id}`,
    'GET /conversations': `${target.url}/conversations`,
  };
  const results: Record<string, { perSecond: number; p50Ms: number; p99Ms: number }[]> = {};
  try {
    for (const url of Object.values(calls)) await load(url, headers, 1);
    await sleep(settleMs);
    for (let round = 0; round < 3; round++) {
      for (const [name, url] of Object.entries(calls)) {
        results[name] = [...(results[name] ?? []), await load(url, headers, Number(options.seconds) / 3)];
      }
    }
  } finally {
    bare.kill();
    await target.close();
  }
  const rates = Object.entries(results).map(([name, rounds]) => ({
    name,
    perSecond: Math.round(spread(rounds.map(({ perSecond }) => perSecond))?.p50 ?? 0),
    p50Ms: spread(rounds.map(({ p50Ms }) => p50Ms))?.p50,
    p99Ms: spread(rounds.map(({ p99Ms }) => p99Ms))?.p50,
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
  writeReport('http', { answerBytes: text.length, rows }, options.out);
}

/** Asks over and over on kept-open connections. */
async function load(url: string, headers: RequestOptions['headers'], seconds: number) {
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
