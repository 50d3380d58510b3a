import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CannotRun } from './cannot-run.js';
import { cpuSecondsOf } from './process-usage.js';

/** A service to measure: one that runs somewhere (`--url`, `--token`), or the one of this checkout, started for it. */
export interface Target {
  url: string;
  /** A session token that is good for the next minutes. */
  token: string;
  /** The same service with a new session token. */
  renewed(): Promise<Target>;
  /** Of the started service; absent for a remote one. */
  process?: ChildProcess;
  /** Milliseconds from start to ready, for a started one. */
  startMs?: number;
  close(): Promise<void>;
}

/**
 * Waits until a started service has warmed its code up, which takes the processor, and given back twice what that took:
 * 20 seconds, and longer where other work holds the processor, until the service hardly uses it. A remote one has been
 * running for long.
 */
export async function settled({ process: service }: Pick<Target, 'process'>): Promise<void> {
  if (service === undefined) return;
  await sleep(20_000);
  for (let seconds = 0; seconds < 300; seconds++) {
    const before = cpuSecondsOf(service.pid);
    await sleep(1000);
    const after = cpuSecondsOf(service.pid);
    if (before === undefined || after === undefined || after - before < 0.03) return;
  }
}

function remoteTarget(url: string, refreshToken: string | undefined): Promise<Target> {
  if (refreshToken === undefined) throw new CannotRun('--url needs --token, a refresh token of that service');
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new CannotRun(`--url takes the address of a service, such as http://127.0.0.1:8080; got ${url}.`);
  return withToken({ url: url.replace(/\/+$/, ''), close: async () => undefined }, refreshToken);
}

/** @param options.token a refresh token, for a remote service. */
export async function openTarget(
  options: { url?: string; token?: string; flags?: string[]; env?: Record<string, string> } = {},
): Promise<Target> {
  if (options.url !== undefined) return remoteTarget(options.url, options.token);
  const data = mkdtempSync(join(tmpdir(), 'earshot-bench-'));
  const started = performance.now();
  const flags = [
    '--port',
    '0',
    '--data',
    data,
    '--log-format',
    'json',
    '--rate-limit-api-calls',
    '1000000',
    '--rate-limit-session-tokens',
    '100000',
  ];
  // Into a file: through a pipe the service would wait for a busy client to read its log.
  const output = join(data, 'service.log');
  const outputFile = openSync(output, 'w');
  const child = spawn(
    process.execPath,
    ['build/src/cli/main.js', 'serve', ...flags, ...(options.flags ?? [])],
    {
      stdio: ['ignore', outputFile, outputFile],
      env: { ...process.env, ...options.env },
    },
  );
  closeSync(outputFile);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const close = async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(data, { recursive: true, force: true });
  };
  try {
    const url = await found(child, output, /"url":"([^"]+)"/);
    const organisationToken = await found(child, output, /(eso_\S+)/);
    const startMs = performance.now() - started;
    const refreshToken = await refreshTokenFrom(url, organisationToken);
    return await withToken({ url, process: child, startMs, close }, refreshToken);
  } catch (error) {
    await close();
    throw error;
  }
}

async function withToken(service: Omit<Target, 'token' | 'renewed'>, refreshToken: string): Promise<Target> {
  const token = await sessionToken(service.url, refreshToken);
  return { ...service, token, renewed: () => withToken(service, refreshToken) };
}

/** A refresh token of an end-user of the organisation. */
async function refreshTokenFrom(url: string, organisationToken: string): Promise<string> {
  const issued = await fetch(`${url}/auth/tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${organisationToken}`, 'content-type': 'application/json' },
    body: '{"uid":"bench"}',
  });
  return ((await issued.json()) as { value: string }).value;
}

async function sessionToken(url: string, refreshToken: string): Promise<string> {
  const answer = await fetch(`${url}/tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${refreshToken}` },
  }).catch(({ message, cause }: Error) => {
    const why = cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code : message;
    throw new CannotRun(`${url} cannot be reached (${why}). Does the service run there?`, {
      isFailure: true,
    });
  });
  if (!answer.ok)
    throw new CannotRun(
      `${url}/tokens answered ${answer.status}: ${await answer.text()}\nLook at --token, which is to be a refresh token of that service.`,
    );
  return ((await answer.json()) as { token: string }).token;
}

/** Looks into what a process writes until the pattern is there. @returns its first group */
async function found(child: ChildProcess, output: string, pattern: RegExp): Promise<string> {
  for (;;) {
    const end = child.exitCode ?? child.signalCode;
    const text = readFileSync(output, 'utf8');
    const match = pattern.exec(text);
    if (match) return match[1];
    if (end !== null) throw new Error(`the service ended with ${end}:\n${text}`);
    await sleep(5);
  }
}
