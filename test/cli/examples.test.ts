// The programs in scripts/examples, as their readers start them.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import t from 'tap';
import { nodeCommand } from '../node-command.js';
import { earshot, serve } from './run-earshot.js';

const shoes = 'test/fixtures/speech/show-me-red-running-shoes-under-fifty-dollars.wav';
const samples = readFileSync(shoes).subarray(44);
const answer = /^show me red running shoes under fifty dollars\nnewSearch: Looking for /;
const python = 'python3';
const skip = spawnSync(python, ['--version']).status === 0 ? false : 'Python is not installed';

async function run(command: string, args: string[], input: Buffer, env: NodeJS.ProcessEnv = {}) {
  const child = spawn(command, args, { env: { ...process.env, ...env } });
  // It stops reading once it has the answer.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const closed = once(child, 'close');
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { out, err, code };
}

t.test('over plain HTTP', { skip }, async (t) => {
  const service = await serve(t);
  const refresh = (await earshot(['tokens', 'issue', '--uid', 'me', '--data', service.data])).out.trim();
  const stream = (args: string[], input = Buffer.alloc(0)) =>
    run(python, ['scripts/examples/stream.py', ...args], input);

  const startedAtMs = performance.now();
  const long = Buffer.concat([samples, Buffer.alloc(60 * 32_000)]);
  const spoken = await stream([refresh, '-', service.url], long);
  t.equal(spoken.err, '');
  t.match(spoken.out, answer);
  t.ok(performance.now() - startedAtMs < 40_000, 'it does not go on to the end of the silence');

  t.match(
    (await stream([refresh, shoes, `${service.url}/`])).out,
    answer,
    'a file that ends with the speech',
  );
  t.match(await stream([]), { code: 1, err: /^Usage: stream\.py REFRESH_TOKEN .*tokens issue/ });
  t.match(await stream(['esr_x', shoes, service.url]), { code: 1, err: /refresh token/i });
  t.match(await stream([refresh, 'missing.wav', service.url]), {
    code: 1,
    err: /There is no file missing\.wav/,
  });
  t.match(await stream([refresh, shoes, 'http://127.0.0.1:1']), {
    code: 1,
    err: /^No answer from http:.*refused/,
  });
});

t.test('over HTTPS, with the certificate that the service made', async (t) => {
  const service = await serve(t, '--tls', 'self-signed');
  const refresh = (await earshot(['tokens', 'issue', '--uid', 'me', '--data', service.data])).out.trim();
  const authority = join(service.data, 'tls', 'authority.pem');
  const live = (env = {}) =>
    run(...nodeCommand(['scripts/examples/live.mjs', refresh, service.url]), samples, env);
  t.match(await live(), {
    code: 1,
    err: /certificate that is not trusted.*NODE_EXTRA_CA_CERTS.*authority\.pem/,
  });
  t.match((await live({ NODE_EXTRA_CA_CERTS: authority })).out, answer);
  if (skip) return;
  const stream = (env = {}) =>
    run(python, ['scripts/examples/stream.py', refresh, shoes, service.url], samples, env);
  t.match(await stream(), { code: 1, err: /certificate.*SSL_CERT_FILE.*authority\.pem/ });
  t.match((await stream({ SSL_CERT_FILE: authority })).out, answer);
});
