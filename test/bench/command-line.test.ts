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
  t.match(err, /fetch failed/);
});
