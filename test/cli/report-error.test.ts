import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { reportError } from '../../src/cli/report-error.js';
import { EarshotError } from '../../src/errors.js';

t.test('of what is our own fault, all that is known is told', (t) => {
  const written = t.capture(process.stderr, 'write', () => true);
  t.teardown(() => {
    process.exitCode = 0;
  });
  const missing = new Error('libonnxruntime.so.1: cannot open shared object file');
  reportError(EarshotError.from(new Error('the worker ended', { cause: missing })));
  reportError(Object.assign(EarshotError.from(undefined), { cause: 'std::bad_alloc' }));
  reportError(new EarshotError('store_failed', 'The disk is full.', { cause: missing }));
  const [first, second, third] = written().map(({ args }) => String(args[0]));
  t.match(first, /the worker ended.*because of .*libonnxruntime\.so\.1: cannot open/s);
  t.match(second, /because of std::bad_alloc\n$/);
  t.equal(third, 'earshot: The disk is full.\n', 'but what has advice is told without');
  t.equal(process.exitCode, 1);
  t.end();
});

t.test('of a path that the system refuses, what it says and what to look at', (t) => {
  const written = t.capture(process.stderr, 'write', () => true);
  t.teardown(() => {
    process.exitCode = 0;
  });
  const file = join(t.testdir({ file: 'x' }), 'file');
  for (const use of [() => readdirSync(file), () => mkdirSync(join(file, 'folder'))]) {
    try {
      use();
    } catch (error) {
      reportError(error);
    }
  }
  const advice = 'Check the path, and that this user may read and write there.\n';
  const refused = (code: string, message: string) =>
    reportError(
      Object.assign(new Error(`${code}: ${message}, write`), { code, syscall: 'write', path: 'a.yaml' }),
    );
  refused('ENOSPC', 'no space left on device');
  refused('EMFILE', 'too many open files');
  t.strictSame(
    written().map(({ args }) => String(args[0])),
    [
      `earshot: ${file} cannot be used: not a directory. ${advice}`,
      `earshot: ${join(file, 'folder')} cannot be used: not a directory. ${advice}`,
      'earshot: a.yaml cannot be used: no space left on device. Make room there, or choose another place.\n',
      'earshot: a.yaml cannot be used: too many open files. Allow more of them (ulimit -n, or LimitNOFILE= of systemd); a start needs about 200.\n',
    ],
  );
  t.end();
});

t.test('of a file of the program that is missing, how to get it back', async (t) => {
  const written = t.capture(process.stderr, 'write', () => true);
  t.teardown(() => {
    process.exitCode = 0;
  });
  const missing = './not-built.js';
  await import(missing).catch((error) => reportError(error));
  t.match(written()[0].args, [/^earshot: The program is not whole: .*not-built.*\. Run npm run build, or /]);
});
