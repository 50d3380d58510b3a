/**
 * JSON endpoints of the service, each against a bare Koa with router that answers the very same JSON, in one run.
 *
 *     node build/bench/http.js [--seconds 5] [--connections 32] [--out bench/results]
 *
 * A query, and a full page of 20 conversations of a turn each. The servers are processes of their own; they are asked in
 * turn, so that whatever else the machine does hits all of them. Each connection sends its next request when the answer
 * to the last one is there, so client and server share the processor. `share` is our rate over the bare one's. A server
 * whose `busy` is far below 1 waited for the client, which pulls that share towards 1: `cpuUs`, user and system time of
 * the server's process for an answer (Linux), is free of that, and `cpuShare` is the bare server's over ours.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import Router from '@koa/router';
import Koa from 'koa';
import { commandLine } from './command-line.js';
import { keepAliveLoad } from './keep-alive-load.js';
import { cpuSecondsOf } from './process-usage.js';
import { writeReport } from './report.js';
import { percentile, rounded } from './statistics.js';
import { openTarget, settled, type Target } from './target.js';

const { values: options } = commandLine(import.meta.url, {
  options: {
    seconds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '32' },
    bare: { type: 'boolean', default: false },
    out: { type: 'string', default: 'bench/results' },
  },
});

const rounds = 3;
const pageLength = 20;

if (options.bare) await serveBare();
else await compare();

/** The other side of the comparison: this file again, in a process of its own, with the answers on standard input. */
async function serveBare(): Promise<void> {
  const [line] = (await once(createInterface(process.stdin), 'line')) as [string];
  const answers = JSON.parse(line) as unknown[];
  const router = new Router();
  router.get('/answers/:number', (context) => {
    context.body = answers[Number(context.params.number)];
  });
  const server = new Koa().use(router.routes()).listen(0, '127.0.0.1', () => {
    console.log((server.address() as { port: number }).port);
  });
}

interface Server {
  url: string;
  pid: number | undefined;
}

interface Load {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Processor time of the server in a second of the clock, and microseconds of it for an answer; NaN where unknown. */
  busy: number;
  cpuUs: number;
}

async function compare(): Promise<void> {
  const target = await openTarget();
  const headers = { authorization: `Bearer ${target.token}`, accept: 'application/json' };
  const query = await converse(target, headers);
  const ours = { 'a query': `/queries/${query}`, 'a page of conversations': '/conversations' };
  const answers = await Promise.all(
    Object.values(ours).map(async (path) => (await fetch(`${target.url}${path}`, { headers })).text()),
  );
  const bare = spawn(process.execPath, [fileURLToPath(import.meta.url), '--bare'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  bare.stdin.end(`[${answers.join()}]\n`);
  const [port] = (await once(createInterface(bare.stdout), 'line')) as [string];
  try {
    const servers = Object.entries(ours).flatMap(([what, path], number): [string, Server][] => [
      [`${what}, bare Koa`, { url: `http://127.0.0.1:${port}/answers/${number}`, pid: bare.pid }],
      [`${what}, Earshot`, { url: `${target.url}${path}`, pid: target.process?.pid }],
    ]);
    const loads = await inTurn(target, new Map(servers), headers);
    report(
      loads,
      answers.map((text) => Buffer.byteLength(text)),
    );
  } finally {
    bare.kill();
    await target.close();
  }
}

/** Fills a page. @returns ID of a query */
async function converse({ url }: Target, headers: Record<string, string>): Promise<string> {
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`POST ${path} answered ${answer.status}: ${await answer.text()}`);
    return ((await answer.json()) as { id: string }).id;
  };
  const locale = 'en-US';
  const textQuery = { text: 'red running shoes under fifty dollars' };
  let query = '';
  for (let count = 0; count < pageLength; count++) {
    const conversation = await post('/conversations', { locale });
    query = await post(`/conversations/${conversation}/queries`, { locale, queryType: 'text', textQuery });
  }
  return query;
}

/** Three rounds of every call. */
async function inTurn(
  target: Target,
  servers: ReadonlyMap<string, Server>,
  headers: Record<string, string>,
): Promise<Map<string, Load[]>> {
  const loads = new Map<string, Load[]>([...servers.keys()].map((name) => [name, []]));
  for (const server of servers.values()) await load(server, headers, 1);
  await settled(target);
  for (let round = 0; round < rounds; round++) {
    for (const [name, server] of servers)
      loads.get(name)!.push(await load(server, headers, Number(options.seconds) / rounds));
  }
  return loads;
}

async function load({ url, pid }: Server, headers: Record<string, string>, seconds: number): Promise<Load> {
  const startedMs = performance.now();
  const cpuBefore = cpuSecondsOf(pid) ?? Number.NaN;
  const timesMs = await keepAliveLoad({ url, headers, seconds, connections: Number(options.connections) });
  const busySeconds = (cpuSecondsOf(pid) ?? Number.NaN) - cpuBefore;
  const wallSeconds = (performance.now() - startedMs) / 1000;
  return {
    perSecond: timesMs.length / wallSeconds,
    p50Ms: percentile(timesMs, 0.5),
    p99Ms: percentile(timesMs, 0.99),
    busy: busySeconds / wallSeconds,
    cpuUs: (1e6 * busySeconds) / timesMs.length,
  };
}

/** @param loads a bare server's before ours, for each of the answers */
function report(loads: ReadonlyMap<string, readonly Load[]>, answerBytes: readonly number[]): void {
  const rates = [...loads].map(([name, of], at) => {
    const median = (figure: keyof Load) =>
      percentile(
        of.map((one) => one[figure]),
        0.5,
      );
    return {
      name,
      bytes: answerBytes[Math.floor(at / 2)],
      perSecond: Math.round(median('perSecond')),
      p50Ms: rounded(median('p50Ms'), 2),
      p99Ms: rounded(median('p99Ms'), 2),
      busy: rounded(median('busy'), 2),
      cpuUs: rounded(median('cpuUs')),
    };
  });
  const rows = rates.map((rate, at) => {
    const bare = rates[at - (at % 2)];
    return {
      ...rate,
      share: rounded(rate.perSecond / bare.perSecond, 3),
      cpuShare: rounded(bare.cpuUs / rate.cpuUs, 3),
    };
  });
  console.table(rows);
  writeReport('http', { rows }, options.out);
}
