// Commands as users run them in a shell: each a process of its own, with the model that ships.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { nodeCommand } from '../node-command.js';
import { earshot, main } from './run-earshot.js';

const speech = 'test/fixtures/speech';
const shoes = join(speech, 'show-me-red-running-shoes-under-fifty-dollars.wav');
const blue = join(speech, 'only-the-blue-ones-please.wav');

t.test('npx can run the program as it was built', { skip: process.platform === 'win32' }, async (t) => {
  t.ok(statSync(main).mode & 0o100, 'it is executable');
});

t.test('an output that takes nothing is told of', { skip: !existsSync('/dev/full') }, async (t) => {
  const full = openSync('/dev/full', 'w');
  t.teardown(() => closeSync(full));
  const child = spawn(...nodeCommand([main, 'config']), { stdio: ['ignore', full, 'pipe'] });
  let err = '';
  child.stderr!.on('data', (data) => {
    err += data;
  });
  t.strictSame(await once(child, 'close'), [1, null]);
  t.equal(err, 'earshot: The output cannot be written: ENOSPC: no space left on device, write.\n');
});

t.test(
  'a token that could not be printed is not left with nobody',
  { skip: !existsSync('/dev/full') },
  async (t) => {
    const data = t.testdir();
    const full = openSync('/dev/full', 'w');
    t.teardown(() => closeSync(full));
    const unprinted = async (...args: string[]) => {
      const child = spawn(...nodeCommand([main, 'tokens', ...args, '--data', data]), {
        stdio: ['ignore', full, 'pipe'],
      });
      let err = '';
      child.stderr!.on('data', (text) => {
        err += text;
      });
      t.strictSame(await once(child, 'close'), [1, null]);
      return err;
    };
    const rotate = `npx earshot tokens organisation "local" --rotate --data "${data}"`;
    t.match(
      await unprinted('organisation', 'local'),
      `Nobody has the new token; make another with: ${rotate}`,
    );
    const { error } = JSON.parse(await unprinted('organisation', 'local', '--rotate', '--json'));
    t.match(error, { code: 'output_failed', message: rotate });
    const [, id] = /revoke it with: npx earshot tokens revoke (\S+) --data/.exec(
      await unprinted('issue', '--uid', 'me'),
    )!;
    const revoked = await earshot(['tokens', 'revoke', id, '--data', data]);
    t.equal(revoked.out, 'Revoked: 1 refresh token.\n', revoked.err);
  },
);

t.test('query answers what is spoken or written, the latter without a recogniser', async (t) => {
  const spoken = await earshot(['query', shoes, '--json']);
  t.match(JSON.parse(spoken.out), {
    text: 'show me red running shoes under fifty dollars',
    intent: 'newSearch',
    context: { price: { type: 'lessThan', value: 50 } },
  });
  const { text, words } = JSON.parse(spoken.out);
  t.equal(words.map((word: { text: string }) => word.text).join(' '), text);
  const order = await earshot(['query', '--text', 'a large latte with oat milk', '--pack', 'coffee-bar']);
  t.match(order.out, /^intent +\w+$/m);
  t.match(order.out, /latte/);
  const written = await earshot([
    'query',
    '--text',
    'red shoes',
    '--locale',
    'EN-us',
    '--json',
    '--model',
    'nowhere',
  ]);
  t.equal(written.code, 0, `what is written needs no recogniser: ${written.err}`);
  t.match(JSON.parse(written.out), { intent: 'newSearch', context: { keywords: ['shoes'] } });
  const spokenWithout = await earshot(['query', shoes, '--model', 'nowhere']);
  t.match(spokenWithout, { code: 1, out: '', err: /nowhere/ });
});

t.test('mistakes are explained in a line', async (t) => {
  const folder = t.testdir({ 'voice.m4a': '\0\0\0\x1cftypM4A \0\0\0\0' });
  const [voice, aac] = ['voice.m4a', 'voice.aac'].map((name) => join(folder, name));
  writeFileSync(aac, Buffer.from('fff15080', 'hex'));
  const cases: [string[], RegExp][] = [
    [['transcribe', 'nothing.wav'], /^earshot: Cannot read nothing\.wav: there is no such file\.\n$/],
    [['transcribe', 'src'], /^earshot: Cannot read src: it is a folder\.\n$/],
    [['transcribe', 'package.json'], /package\.json.*--type|audio/],
    [['transcribe', voice], /In .*voice\.m4a is an MP4 file \(M4A\).*ffmpeg -i .*voice\.m4a out\.wav\n/],
    [['query', '--text', ' '], /^earshot: A typed query needs a text\.\n$/],
    [['query', aac], /is AAC, which is not supported; convert it first: ffmpeg/],
    [['transcribe'], /missing required argument 'file'/],
    [['query'], /Give either a recording or --text/],
    [['query', 'red shoes'], /no recording .*--text "red shoes"/],
    [['query', 'red', 'shoes'], /no recording .*--text "red shoes"/],
    [['query', shoes, blue], /one recording at a time/],
    [['query', '--text', 'x', '--context', '[]'], /--context must be a JSON object/],
    [
      ['pack', 'explain', 'coffee-bar', 'x', '--context', '{"order":"latte"}'],
      /\/context\/order.*array of JSON objects/,
    ],
    [['query', '--text', 'x', '--locale', 'de-DE'], /No model serves the locale de-DE. Served: en-US/],
    [['serve', '--port', 'eighty'], /port.*0 to 65535.*eighty/s],
    [['serve', '--model', 'nowhere'], /nowhere/],
    [['serve', '--data', 'package.json'], /The data folder .*package\.json cannot be used/],
    [['serve', '--port', '0', '--kiosk-folder', 'src'], /no kiosk page in .*src: it has no index\.html/],
    [['serve', '--tls', 'yes'], /Allowed choices are self-signed/],
    [['query', '--text', 'x', '--pack', 'coffebar'], /no domain pack.*Did you mean coffee-bar\?/],
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

t.test('a working folder that was removed', { skip: process.platform === 'win32' }, (t) => {
  const [command, args] = nodeCommand([main, 'config']);
  const removed = ['-c', 'cd "$1" && rmdir "$1" && shift && exec "$@"', 'sh', t.testdir(), command, ...args];
  const { status, stderr } = spawnSync('sh', removed, { encoding: 'utf8' });
  t.equal(status, 1);
  t.match(stderr, /^earshot: The working folder is not there any more\. Change to one that is .*\n$/);
  t.end();
});

t.test('help is of a command by its name, and of nothing else', async (t) => {
  for (const [path, usage] of [
    [['help'], 'Usage: earshot [options] [command]'],
    [['help', 'tokens'], 'Usage: earshot tokens [options] [command]'],
    [['help', 'tokens', 'issue'], 'Usage: earshot tokens issue [options]'],
    [['pack', 'help', 'new'], 'Usage: earshot pack new [options] <folder>'],
  ] as const) {
    const { code, out } = await earshot([...path]);
    t.equal(code, 0, path.join(' '));
    t.equal(out.split('\n')[0], usage);
  }
  for (const path of [
    ['help', 'servee'],
    ['tokens', 'help', 'isue'],
    ['help', 'tokens', 'isue'],
  ]) {
    const { code, out, err } = await earshot(path);
    t.strictSame([code, out], [1, ''], path.join(' '));
    t.match(err, /^error: unknown command '\w+'\n\(did you mean "(serve|issue)"\?\)\n\(--help shows/);
  }
});

t.test('help fits a terminal of 80 columns', async (t) => {
  for (const command of ['serve', 'transcribe']) {
    const { out } = await earshot([command, '--help']);
    t.strictSame(
      out.split('\n').filter((line) => line.length > 80),
      [],
    );
    t.match(out, /^ {2}--inference-max-streams <number>\n {30,}Most queries/m);
    t.match(out, /^ {2}--pack <name\|folder> +Domain pack/m);
  }
});

t.test('a reader that has seen enough, such as head, is no failure', async (t) => {
  const child = spawn(...nodeCommand([main, 'config', '--markdown']));
  let err = '';
  child.stderr.on('data', (data) => {
    err += data;
  });
  child.stdout.destroy();
  await once(child, 'close');
  t.equal(err, '');
  t.equal(child.exitCode, 0);
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

t.test('an import tells which columns it does not use, and its help which it does', async (t) => {
  const data = t.testdir({ 'hats.csv': 'title,shelf\nHat,7\n' });
  const imported = await earshot(['catalogue', 'import', join(data, 'hats.csv'), '--data', data]);
  t.match(imported.out, /^not used: shelf .*--help.*--pack/);
  t.match(imported.out, /^1 product imported, .* s\nnone has a price/m);
  const again = await earshot(['catalogue', 'import', join(data, 'hats.csv'), '--data', data]);
  t.match(again.out, /1 product imported in place of 1, /);
  const { out } = await earshot(['catalogue', 'import', '--help']);
  t.match(out.replace(/\s+/g, ' '), /addedAt \(createdat, .*; occasion \(season\); condition/);
});

t.test('the example of a live client says what it wants', async (t) => {
  const wanted: [args: string[], message: RegExp][] = [
    [[], /^Usage: live\.mjs REFRESH_TOKEN .*tokens issue.*\n$/],
    [
      ['esr_x', 'localhost:8080'],
      /^ADDRESS must be like http:\/\/127\.0\.0\.1:8080 .*; got localhost:8080\n$/,
    ],
    [['esr_x', 'http://'], /^ADDRESS must be/],
    [['esr_x', 'http://a b'], /^ADDRESS must be/],
  ];
  for (const [args, message] of wanted) {
    const client = spawn(...nodeCommand(['scripts/examples/live.mjs', ...args]));
    let err = '';
    client.stderr.setEncoding('utf8').on('data', (data) => {
      err += data;
    });
    const [code] = await once(client, 'close');
    t.equal(code, 1);
    t.match(err, message);
  }
});
