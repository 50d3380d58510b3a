import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import type { Test } from 'tap';
import { nodeCommand } from '../node-command.js';

/** The program, as it was built. */
export const main = resolve('build/src/cli/main.js');

/** Runs `earshot ...args` to its end. */
export function earshot(args: string[], { input, cwd }: { input?: Buffer; cwd?: string } = {}) {
  const child = spawn(...nodeCommand([main, ...args]), {
    cwd,
    env: { ...process.env, EARSHOT_LOG_LEVEL: 'warn' },
  });
  const output = { out: '', err: '' };
  child.stdout.on('data', (data) => {
    output.out += data;
  });
  child.stderr.on('data', (data) => {
    output.err += data;
  });
  child.stdin.end(input);
  return new Promise<{ code: number | null; out: string; err: string }>((done, fail) => {
    child.once('error', fail);
    child.once('close', (code) => done({ code, ...output }));
  });
}

/** Starts `earshot serve` and resolves when the line comes that says it is ready. */
export async function serve(t: Test, ...args: string[]) {
  const data = t.testdir();
  const child = spawn(...nodeCommand([main, 'serve', '--port', '0', '--data', data, ...args]), {
    env: { ...process.env, EARSHOT_LOG_FORMAT: 'json' },
  });
  const closed = new Promise<number | null>((done) => {
    child.once('close', (code) => done(code));
  });
  t.teardown(async () => {
    child.kill('SIGKILL');
    await closed;
  });
  let out = '';
  let err = '';
  const url = await new Promise<string>((done, fail) => {
    const look = () => {
      const ready = /Earshot is ready at (https?:\/\/[^\s"]+)/.exec(out + err);
      // The token of the first organisation is printed after the line that says the service is ready.
      if (ready && /"uid":"me"/.test(out)) done(ready[1]);
    };
    child.stdout.on('data', (chunk) => {
      out += chunk;
      look();
    });
    child.stderr.on('data', (chunk) => {
      err += chunk;
      look();
    });
    void closed.then((code) => fail(new Error(`serve ended with ${code}: ${err}`)));
  });
  return { url, data, child, closed, out: () => out, err: () => err };
}
