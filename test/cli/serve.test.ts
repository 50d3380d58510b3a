// The program as a newcomer runs it: every command a process of its own, the model that ships, a real port.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { nodeCommand } from '../node-command.js';
import { earshot, main, serve } from './run-earshot.js';

const speech = 'test/fixtures/speech';
const shoes = join(speech, 'show-me-red-running-shoes-under-fifty-dollars.wav');

t.test('serve: from the first start to the last line of the log, as README.md has it', async (t) => {
  const service = await serve(t);
  t.match(service.out(), `Open ${service.url} in a browser`);
  const [, folder] = /npx earshot tokens issue --uid me --data "(.+)"\n/.exec(service.out()) ?? [];
  t.equal(folder, service.data, 'the command names the folder where this is not the one it would take');
  const issued = await earshot(['tokens', 'issue', '--uid', 'me', '--data', service.data]);
  t.equal(issued.code, 0, issued.err);
  const refreshToken = issued.out.trim();
  const exchanged = await fetch(`${service.url}/tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${refreshToken}` },
  });
  const { token } = (await exchanged.json()) as { token: string };
  const ask = (headers: Record<string, string>, body: string | Uint8Array<ArrayBuffer>) =>
    fetch(`${service.url}/queries`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, ...headers },
      body,
    });

  await t.test('a recording is answered', async (t) => {
    const entity = Buffer.from('{"locale":"en-US"}').toString('base64');
    const answer = await ask(
      { 'content-type': 'audio/wav', 'x-service-entity': entity },
      readFileSync(shoes),
    );
    t.equal(answer.status, 200);
    t.match(await answer.json(), {
      textQuery: { text: 'show me red running shoes under fifty dollars' },
      intent: 'newSearch',
    });
  });

  await t.test('the example of live speech shows words while they are spoken', async (t) => {
    const live = spawn(...nodeCommand(['scripts/examples/live.mjs', refreshToken, service.url]));
    live.stdin.end(readFileSync(shoes).subarray(44));
    const [said, heard] = await Promise.all([text(live.stdout), text(live.stderr)]);
    t.match(said, /^show me red running shoes under fifty dollars\nnewSearch: Looking for /);
    t.match(heard, /^\.\.\. show\b/);
  });

  await t.test('products that are imported meanwhile are found, by other commands too', async (t) => {
    const products = join(service.data, 'products.csv');
    writeFileSync(products, 'title,price,color\nTrail running shoes,45,red\n');
    const imported = await earshot(['catalogue', 'import', products, '--data', service.data]);
    t.equal(imported.code, 0, imported.err);
    const wanted = JSON.stringify({ locale: 'en-US', textQuery: { text: 'red running shoes' } });
    for (let titles: string[] = []; titles[0] !== 'Trail running shoes'; await delay(100)) {
      const search = await ask({ 'content-type': 'application/json' }, wanted);
      const { entities } = (await search.json()) as { entities: { products: { title: string }[] } };
      titles = entities.products.map(({ title }) => title);
    }
    for (const asked of [['--text', 'red running shoes'], [shoes]]) {
      const found = await earshot(['query', ...asked, '--json', '--data', service.data]);
      t.match(JSON.parse(found.out), { entities: { products: [{ title: 'Trail running shoes' }] } });
    }
    t.equal(service.err().match(/catalogue was read/g)?.length, 1, 'once for one import, not at the start');
  });

  await t.test('a second process is told who holds the folder', async (t) => {
    const second = await earshot(['serve', '--port', '0', '--data', service.data]);
    t.not(second.code, 0);
    t.match(second.err, new RegExp(`${service.child.pid}`));
  });

  await t.test('it ends when it is told to; its log says what was asked, no token and no word', async (t) => {
    service.child.kill('SIGHUP');
    while (!service.err().includes('SIGHUP')) await once(service.child.stderr, 'data');
    await fetch(`${service.url}/kiosk/welcome`);
    await fetch(`${service.url}/kiosk/${token}`);
    service.child.kill('SIGTERM');
    t.equal(await service.closed, 0);
    for (const path of ['/queries', '/kiosk/welcome', '/kiosk/{file}'])
      t.match(service.err(), `"path":"${path}"`);
    const all = service.err() + service.out();
    t.notMatch(all, /running shoes/);
    t.notMatch(all, new RegExp(`${token}|${refreshToken}`));
  });
});

const hasScript = spawnSync('script', ['--version']).error === undefined;
t.test('serve ends as it should when its terminal is closed', { skip: !hasScript }, async (t) => {
  const data = t.testdir();
  const command = `"${process.execPath}" "${main}" serve --port 0 --data "${data}"`;
  const terminal = spawn('script', ['-qc', command, '/dev/null'], { stdio: ['pipe', 'pipe', 'ignore'] });
  t.teardown(() => terminal.kill('SIGKILL'));
  let out = '';
  for await (const chunk of terminal.stdout) {
    out += chunk;
    if (out.includes('tokens issue')) break;
  }
  const owner = join(data, 'owner.json');
  const { pid } = JSON.parse(readFileSync(owner, 'utf8')) as { pid: number };
  terminal.kill('SIGKILL');
  while (isAlive(pid)) await delay(20);
  t.notOk(existsSync(owner), 'the store was closed');
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const contained = ['--fork', '--pid', '--mount-proc', '--kill-child'];
const canContain = spawnSync('unshare', [...contained, 'true']).status === 0;

t.test(
  'as the first process of a container it ends also when it is told to while it starts',
  { skip: !canContain && 'needs unshare, and to be root' },
  async (t) => {
    const data = t.testdir();
    const [node, args] = nodeCommand([main, 'serve', '--port', '0', '--data', data, '--log-format', 'json']);
    const child = spawn('unshare', [...contained, node, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
    const closed = once(child, 'close');
    t.teardown(() => child.kill('SIGKILL'));
    const log = text(child.stderr);
    // From then on it waits for its models.
    while (!existsSync(join(data, 'owner.json'))) await delay(5);
    const inside = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8');
    process.kill(Number.parseInt(inside, 10), 'SIGTERM');
    t.strictSame(await closed, [0, null]);
    t.match(await log, /"msg":"stopped"/);
    t.notOk(existsSync(join(data, 'owner.json')));
  },
);

t.test('a first start that fails keeps the token for the next one', async (t) => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  t.teardown(() => taken.close());
  const { port } = taken.address() as AddressInfo;
  const data = t.testdir();
  const failed = await earshot(['serve', '--port', String(port), '--data', data]);
  t.not(failed.code, 0);
  t.match(failed.err, /in use/);
  const organisations = await earshot(['tokens', 'list', '--json', '--data', data]);
  t.strictSame(JSON.parse(organisations.out), [], 'no organisation whose token nobody saw');
});

t.test('serve --tls self-signed', async (t) => {
  const { url, data, out } = await serve(t, '--tls', 'self-signed');
  t.match(url, /^https:/);
  t.match(out(), `curl -s --cacert "${join(data, 'tls', 'authority.pem')}" ${url}/auth/tokens`);
  const status = await new Promise((done, fail) => {
    request(`${url}/ready`, { rejectUnauthorized: false }, (response) => {
      response.resume();
      done(response.statusCode);
    })
      .once('error', fail)
      .end();
  });
  t.equal(status, 200);
});

t.test('a first start whose output nobody reads goes on, and says so in the log', async (t) => {
  const child = spawn(...nodeCommand([main, 'serve', '--port', '0', '--data', t.testdir()]), {
    env: { ...process.env, EARSHOT_LOG_FORMAT: 'json' },
  });
  t.teardown(() => child.kill('SIGKILL'));
  child.stdout.destroy();
  let err = '';
  const code = new Promise((done) => child.once('close', done));
  await new Promise<void>((done) => {
    child.stderr.on('data', (chunk) => {
      err += chunk;
      if (/could not be shown/.test(err)) done();
    });
    child.once('close', () => done());
  });
  t.match(
    err,
    /"level":"warn".*"code":"EPIPE".*the token of the organisation \\"local\\" could not be shown/,
  );
  child.kill();
  t.equal(await code, 0);
});

t.test('a log that is held and not read keeps no service from ending', { skip: !hasScript }, async (t) => {
  const folder = t.testdir();
  const [fifo, data] = [join(folder, 'fifo'), join(folder, 'data')];
  const [node, args] = nodeCommand([main, 'serve', '--port', '0', '--data', data, '--log-level', 'trace']);
  const unread = 'mkfifo "$1" && exec 3<>"$1" 2>"$1" && shift && exec "$@"';
  const child = spawn('sh', ['-c', unread, 'sh', fifo, node, ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(child, 'exit');
  t.teardown(() => child.kill('SIGKILL'));
  let out = '';
  for await (const chunk of child.stdout) {
    out += chunk;
    if (out.includes('tokens issue')) break;
  }
  const [url] = /http:[^ ]+/.exec(out)!;
  // 250 bytes for each, and the pipe takes 64 KiB
  for (let i = 0; i < 500; i++) await (await fetch(`${url}/health`)).arrayBuffer();
  child.kill('SIGTERM');
  t.strictSame(await ended, [null, 'SIGTERM'], 'by the signal, as it could not write its last lines');
});

t.test('a second signal ends it as if nobody listened, whatever its threads are at', async (t) => {
  const { child } = await serve(t);
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  child.kill('SIGINT');
  t.match((await ended)[1], /^SIG(INT|TERM)$/);
});
