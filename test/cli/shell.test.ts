// The program as a newcomer runs it: every command a process of its own, the model that ships, a real port.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { toRifx } from '../audio/rifx.js';

const main = resolve('build/src/cli/main.js');
const speech = 'test/fixtures/speech';
const shoes = join(speech, 'show-me-red-running-shoes-under-fifty-dollars.wav');
const blue = join(speech, 'only-the-blue-ones-please.wav');

/** Runs `earshot ...args` to its end. */
function earshot(args: string[], input?: Buffer) {
  const child = spawn(process.execPath, [main, ...args], {
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
async function serve(t: Test, ...args: string[]) {
  const data = t.testdir();
  const child = spawn(process.execPath, [main, 'serve', '--port', '0', '--data', data, ...args], {
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

t.test('npx can run the program as it was built', { skip: process.platform === 'win32' }, async (t) => {
  t.ok(statSync(main).mode & 0o100, 'it is executable');
});

t.test('transcribe', async (t) => {
  const text = await earshot(['transcribe', shoes, blue]);
  t.equal(text.code, 0, text.err);
  t.equal(
    text.out,
    `${shoes}: show me red running shoes under fifty dollars\n${blue}: only the blue ones please\n`,
  );

  const srt = await earshot(['transcribe', blue, '--format', 'srt']);
  t.match(await earshot(['transcribe', blue, blue, '--format', 'srt']), {
    code: 1,
    err: /srt takes one file/,
  });
  t.match(srt.out, /^1\n00:00:0\d,\d{3} --> 00:00:0\d,\d{3}\nonly the blue ones please\n/);

  const silence = Buffer.from(readFileSync(blue)).fill(0, 44);
  t.match(await earshot(['transcribe', '-'], silence), {
    code: 0,
    out: /^\n$/,
    err: 'earshot: No words were heard in standard input.\n',
  });

  const riff = readFileSync(blue);
  const bw64 = Buffer.concat([Buffer.from('BW64'), riff.subarray(4)]);
  for (const wav of [toRifx(riff), bw64]) {
    const { out, err } = await earshot(['transcribe', '-'], wav);
    t.equal(out, 'only the blue ones please\n', `${wav.toString('latin1', 0, 4)} ${err}`);
  }

  const folder = t.testdir({ 'empty.wav': '', 'cut.flac': 'fLaC' });
  const [empty, cut] = [join(folder, 'empty.wav'), join(folder, 'cut.flac')];
  const some = await earshot(['transcribe', empty, 'nothing.wav', cut, blue]);
  t.match(some, { code: 1, out: `${blue}: only the blue ones please\n` }, 'one bad file ends not the others');
  t.match(some.err.split('\n'), [
    `earshot: There is nothing in ${empty}.`,
    'earshot: Cannot read nothing.wav: there is no such file.',
    new RegExp(`^earshot: ${cut}: .*FLAC`),
    '',
  ]);

  const json = await earshot(['transcribe', '-', '--json'], readFileSync(blue));
  const { words, ...rest } = JSON.parse(json.out);
  t.match(rest, {
    file: 'standard input',
    text: 'only the blue ones please',
    confidence: Number,
    audioSeconds: Number,
  });
  t.strictSame(
    words.map(({ text }: { text: string }) => text),
    ['only', 'the', 'blue', 'ones', 'please'],
  );
});

t.test('query', async (t) => {
  const spoken = await earshot(['query', shoes, '--json']);
  t.match(JSON.parse(spoken.out), {
    text: 'show me red running shoes under fifty dollars',
    intent: 'newSearch',
    context: { price: { type: 'lessThan', value: 50 } },
  });
  const order = await earshot(['query', '--text', 'a large latte with oat milk', '--pack', 'coffee-bar']);
  t.match(order.out, /^intent +\w+$/m);
  t.match(order.out, /latte/);
  const written = await earshot(['query', '--text', 'red shoes', '--json', '--model', 'nowhere']);
  t.equal(written.code, 0, `what is written needs no recogniser: ${written.err}`);
  t.match(JSON.parse(written.out), { intent: 'newSearch', context: { keywords: ['shoes'] } });
  const spokenWithout = await earshot(['query', shoes, '--model', 'nowhere']);
  t.match(spokenWithout, { code: 1, out: '', err: /nowhere/ });
});

t.test('mistakes are explained in a line', async (t) => {
  const cases: [string[], RegExp][] = [
    [['transcribe', 'nothing.wav'], /^earshot: Cannot read nothing\.wav: there is no such file\.\n$/],
    [['transcribe', 'src'], /^earshot: Cannot read src: it is a folder\.\n$/],
    [['transcribe', 'package.json'], /package\.json.*--type|audio/],
    [['transcribe'], /missing required argument 'file'/],
    [['query'], /Give either a recording or --text/],
    [['query', 'red shoes'], /no recording .*--text "red shoes"/],
    [['query', '--text', 'x', '--context', '[]'], /--context must be a JSON object/],
    [['query', '--text', 'x', '--locale', 'de-DE'], /No model serves the locale de-DE. Served: en-US/],
    [['serve', '--port', 'eighty'], /port.*0 to 65535.*eighty/s],
    [['serve', '--model', 'nowhere'], /nowhere/],
    [['serve', '--data', 'package.json'], /The data folder .*package\.json cannot be used/],
    [['serve', '--port', '0', '--kiosk-folder', 'src'], /no kiosk page in .*src: it has no index\.html/],
    [['serve', '--tls', 'yes'], /Allowed choices are self-signed/],
    [['query', '--text', 'x', '--pack', 'nowhere'], /nowhere.*coffee-bar, home-control, product-search/],
    [['nonsense'], /unknown command 'nonsense'.*--help/s],
    [['tokens', 'nonsense'], /unknown command 'nonsense'.*--help/s],
  ];
  for (const [args, expected] of cases) {
    const { code, err, out } = await earshot([
      ...args,
      ...(args[0] === 'serve' && !args.includes('--data') ? ['--data', t.testdir()] : []),
    ]);
    t.not(code, 0, args.join(' '));
    t.match(err, expected);
    t.notMatch(err, /\n {4}at |"stack"/, 'no stack');
    t.equal(out, '');
  }
});

t.test('help fits a terminal of 80 columns', async (t) => {
  for (const command of ['serve', 'transcribe']) {
    const { out } = await earshot([command, '--help']);
    t.strictSame(
      out.split('\n').filter((line) => line.length > 80),
      [],
    );
    t.match(out, /^ {2}--inference-max-streams <number>\n {30,}Queries recognised/m);
    t.match(out, /^ {2}--pack <text> +Domain pack/m);
  }
});

t.test('a reader that has seen enough, such as head, is no failure', async (t) => {
  const child = spawn(process.execPath, [main, 'config', '--markdown']);
  let err = '';
  child.stderr.on('data', (data) => {
    err += data;
  });
  child.stdout.destroy();
  await once(child, 'close');
  t.equal(err, '');
  t.equal(child.exitCode, 0);
});

t.test('serve: from the first start to an answer, as README.md has it', async (t) => {
  const service = await serve(t);
  t.match(service.out(), `Open ${service.url} in a browser`);
  const [, folder] = /npx earshot tokens issue --uid me --data "(.+)"\n/.exec(service.out()) ?? [];
  t.equal(folder, service.data, 'the command names the folder where this is not the one it would take');
  const refresh = await earshot(['tokens', 'issue', '--uid', 'me', '--data', service.data]);
  t.equal(refresh.code, 0, refresh.err);
  const exchanged = await fetch(`${service.url}/tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${refresh.out.trim()}` },
  });
  const { token } = (await exchanged.json()) as { token: string };
  const answer = await fetch(`${service.url}/queries`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'audio/wav',
      'x-service-entity': Buffer.from('{"locale":"en-US"}').toString('base64'),
    },
    body: readFileSync(shoes),
  });
  t.equal(answer.status, 200);
  t.match(await answer.json(), {
    textQuery: { text: 'show me red running shoes under fifty dollars' },
    intent: 'newSearch',
  });

  const live = spawn(process.execPath, ['scripts/examples/live.mjs', refresh.out.trim(), service.url]);
  live.stdin.end(readFileSync(shoes).subarray(44));
  const [said, heard] = await Promise.all([text(live.stdout), text(live.stderr)]);
  t.match(said, /^show me red running shoes under fifty dollars\nnewSearch: Looking for /);
  t.match(heard, /^\.\.\. show me/, 'words while they are spoken');

  const products = join(service.data, 'products.csv');
  writeFileSync(products, 'title,price,color\nTrail running shoes,45,red\n');
  const imported = await earshot(['catalogue', 'import', products, '--data', service.data]);
  t.equal(imported.code, 0, imported.err);
  for (let titles: string[] = []; titles[0] !== 'Trail running shoes'; await delay(100)) {
    const search = await fetch(`${service.url}/queries`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ locale: 'en-US', textQuery: { text: 'red running shoes' } }),
    });
    const { entities } = (await search.json()) as { entities: { products: { title: string }[] } };
    titles = entities.products.map(({ title }) => title);
  }

  for (const asked of [['--text', 'red running shoes'], [shoes]]) {
    const found = await earshot(['query', ...asked, '--json', '--data', service.data]);
    t.match(JSON.parse(found.out), { entities: { products: [{ title: 'Trail running shoes' }] } });
  }

  t.equal(service.err().match(/catalogue was read/g)?.length, 1, 'once for one import, and not at the start');

  const second = await earshot(['serve', '--port', '0', '--data', service.data]);
  t.not(second.code, 0);
  t.match(second.err, new RegExp(`${service.child.pid}`), 'a second process is told who holds the folder');

  await fetch(`${service.url}/kiosk/welcome`);
  await fetch(`${service.url}/kiosk/${token}`);
  service.child.kill('SIGTERM');
  t.equal(await service.closed, 0);
  for (const path of ['/queries', '/kiosk/welcome', '/kiosk/{file}']) {
    t.match(service.err(), `"path":"${path}"`, 'the log says what was asked');
  }
  t.notMatch(service.err() + service.out(), /running shoes/, 'no transcript in the log');
  t.notMatch(
    service.err() + service.out(),
    new RegExp(`${token}|${refresh.out.trim()}`),
    'no token in the log',
  );
});

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

t.test('an import of nothing that can be used leaves the catalogue as it was', async (t) => {
  const data = t.testdir({ 'good.csv': 'title\nHat\n', 'bad.csv': 'title,price\nHat,dear\n' });
  await earshot(['catalogue', 'import', join(data, 'good.csv'), '--data', data]);
  for (const more of [[], ['--json']]) {
    const failed = await earshot(['catalogue', 'import', join(data, 'bad.csv'), '--data', data, ...more]);
    t.not(failed.code, 0);
    t.match(failed.out, /"dear\\?" is not a number/);
    t.notMatch(failed.out, /products imported/);
    t.match(failed.err, /no product/);
  }
  const status = await earshot(['catalogue', 'status', '--data', data]);
  t.equal(status.out, '1 product\n');
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
