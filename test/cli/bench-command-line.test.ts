import { spawnSync } from 'node:child_process';
import t from 'tap';

/** Runs a bench that is over before it measures anything. */
function run(...args: string[]): { status: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['build/bench/rtf.js', ...args], {
    encoding: 'utf8',
  });
  return { status, out: stdout, err: stderr };
}

t.test('--help of a bench prints its head', async (t) => {
  const { status, out, err } = run('--help');
  t.equal(status, 0, err);
  t.match(out, /^Real-time factor .*\n\n +node build\/bench\/rtf\.js .*--streams/s);
});

t.test('an option that a bench does not know, or cannot read, ends it with what it takes', async (t) => {
  for (const [args, message] of [
    [['--stream', '2'], /^Unknown option '--stream'/],
    [['--streams', 'two'], /^--streams takes a number, such as 1; got two\./],
    [['--streams='], /^--streams takes a number/],
  ] as const) {
    const { status, out, err } = run(...args);
    t.equal(status, 2);
    t.equal(out, '');
    t.match(err, message);
    t.match(err, 'node build/bench/rtf.js');
    t.notMatch(err, /\n {4}at /);
  }
});
