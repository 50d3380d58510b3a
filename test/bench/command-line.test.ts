import { spawnSync } from 'node:child_process';
import t from 'tap';
import { nodeCommand } from '../node-command.js';

/** Runs a bench that is over before it measures anything. */
function run(bench: string, ...args: string[]): { status: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(...nodeCommand([`build/bench/${bench}.js`, ...args]), {
    encoding: 'utf8',
  });
  return { status, out: stdout, err: stderr };
}

t.test('--help of a bench prints its head', async (t) => {
  const { status, out, err } = run('rtf', '--help');
  t.equal(status, 0, err);
  t.match(out, /^Real-time factor .*\n\n +node build\/bench\/rtf\.js .*--streams/s);
});

t.test('an option that a bench does not know, or cannot read, ends it with what it takes', async (t) => {
  for (const [args, message] of [
    [['rtf', '--stream', '2'], /^Unknown option '--stream'/],
    [['rtf', '--streams', 'two'], /^--streams takes a number, such as 1; got two\./],
    [['rtf', '--streams='], /^--streams takes a number/],
    [['false-words', '--minutes', 'all'], /^--minutes takes a number, such as 10; got all\./],
    [['rtf', '--streams', '0'], /^--streams takes a number above 0, such as 1; got 0\./],
    [['partials', '--step=-5'], /^--step takes a number above 0, such as 100; got -5\./],
    [['capacity', '--overload=-1'], /^--overload takes a number of at least 0, such as 3; got -1\./],
    [['latency', '--snr', 'loud'], /^--snr takes a number, such as 20; got loud\./],
    [['event-loop', '--streams', 'few'], /^--streams takes a number, such as 10; got few\./],
  ] as const) {
    const [bench, ...options] = args;
    const { status, out, err } = run(bench, ...options);
    t.equal(status, 2);
    t.equal(out, '');
    t.match(err, message);
    t.match(err, `node build/bench/${bench}.js`);
    t.notMatch(err, /\n {4}at /);
  }
});

t.test('a bench that lacks something says what, and ends as the suite takes for skipped', async (t) => {
  for (const [bench, args, message] of [
    ['wer', [], /^Name a folder or a manifest of recordings; --help says how\.\n$/],
    ['wer', ['test/fixtures/speech', '--set', 'none'], /^No recording of test\/fixtures\/speech was chosen/],
    ['wer', ['test/fixtures/speech', '--snr', '10,loud'], /^--snr takes numbers .*; got loud\.\n$/],
    ['wer', ['none.tsv'], /^There is no folder or manifest none\.tsv\.\n$/],
    ['wer', ['test/fixtures/speech', '--search', '{bad'], /^--search takes JSON.*\n$/],
    ['wer', ['test/fixtures/speech', '--search', '{"beem":9}'], /^--search knows no "beem".* beam.*\n$/],
    ['memory', ['--streams', '4,0'], /^--streams takes numbers of at least 1 .*; got 0\.\n$/],
    ['gpu', ['--providers', 'cpu,cude'], /^--providers knows no "cude".* cuda.*\n$/],
    ['draw', ['none.json'], /^There is no result none\.json.*\n$/],
    ['draw', ['README.md'], /^README\.md is no result.*\n$/],
    ['all', ['--compare', 'none.json', 'none.json'], /^There is no result none\.json.*\n$/],
    [
      'latency',
      ['--url', 'kiosk', '--token', 'any'],
      /^--url takes the address of a service.*; got kiosk\.\n$/,
    ],
    ['understanding', ['--split', 'test'], /^--split takes dev or train; got test\.\n$/],
    ['all', ['--compare', 'one.json'], /^--compare needs two result files\.\n$/],
    ['all', ['--url', 'http://127.0.0.1:1'], /^--url needs --token, a refresh token of that service\.\n$/],
  ] as const) {
    const { status, err } = run(bench, ...args);
    t.equal(status, 2, bench);
    t.match(err, message);
  }
});

t.test('a bench that fails is no bench that is skipped', async (t) => {
  const { status, err } = run('latency', '--url', 'http://127.0.0.1:1', '--token', 'any');
  t.equal(status, 1);
  t.match(err, /^http:\/\/127\.0\.0\.1:1 cannot be reached .*\n$/);
});

t.test('what is wrong with a model or a pack is told without a stack', async (t) => {
  for (const [option, message] of [
    ['--model', /^There is no model in none: .*\n$/],
    ['--pack', /^There is no domain pack at .*\n$/],
  ] as const) {
    const { status, err } = run('wer', 'test/fixtures/speech', '--limit', '1', option, 'none');
    t.equal(status, 1);
    t.match(err, message);
  }
});
