import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import t from 'tap';

const log = new URL('../src/log.js', import.meta.url);

/** Logs in a process of its own, whose standard error goes to a file, and says that it has come to its end. */
function logTo(file: string, format: string, lines: number): Promise<string> {
  const script = `
    import { createLogger } from '${log}';
    const log = createLogger({ level: 'info', format: '${format}' });
    const before = process.memoryUsage().rss;
    for (let round = 0; round < 5; round++) {
      for (let line = 0; line < ${lines} / 5; line++) log.info({ line: 'x'.repeat(1000) }, 'a line');
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    console.log(process.memoryUsage().rss - before < 50e6 ? 'alive' : 'grown');
  `;
  const command = `"${process.execPath}" --input-type=module 2>${file}`;
  return new Promise((resolve) => {
    const child = execFile('sh', ['-c', command], { timeout: 30_000 }, (error, stdout) =>
      resolve(error ? `failed: ${error.message}` : stdout.trim()),
    );
    child.stdin?.end(script);
  });
}

const needsFullDisk = existsSync('/dev/full') ? false : 'there is no disk that is always full';
t.test('a log that cannot be written does not end the process', { skip: needsFullDisk }, async (t) => {
  for (const format of ['json', 'pretty']) {
    t.equal(await logTo('/dev/full', format, 50), 'alive', format);
    t.equal(await logTo('/dev/full', format, 100_000), 'alive', `${format}, bounded in memory`);
    t.equal(await logTo('/dev/null', format, 50), 'alive', `${format}, where it can be written`);
  }
});

t.test('no token of ours reaches a line, wherever it is put', async (t) => {
  const secret = Buffer.alloc(32, 0xfb).toString('base64url');
  const script = `
    import { createLogger } from '${log}';
    const token = (kind) => kind + '${secret}';
    for (const format of ['json', 'pretty']) {
      const log = createLogger({ level: 'info', format });
      log.info({ value: token('eso_'), token: token('ess_'), refreshToken: token('esr_') }, 'by name');
      log.info({ request: { headers: { Authorization: 'Bearer ' + token('ess_') } } }, 'nested');
      const cause = Object.assign(new Error('within ' + token('esr_')), { token: token('esr_') });
      log.error({ err: new Error('outer', { cause }) }, 'an error');
      log.error({ err: Object.assign(new Error('x'), { extra: { url: '/?t=' + token('esr_') + '&u=1' } }) });
      log.child({ token: token('ess_') }).info('Who has ' + token('eso_') + token('ess_') + '?');
    }
  `;
  const lines = await new Promise<string>((resolve, reject) => {
    const child = execFile(process.execPath, ['--input-type=module'], (error, _stdout, stderr) =>
      error ? reject(error) : resolve(stderr),
    );
    child.stdin?.end(script);
  });
  t.equal(
    lines
      .trim()
      .split('\n')
      .filter((line) => line.startsWith('{')).length,
    5,
  );
  t.match(lines, 'Who has [token][token]?');
  t.match(lines, '/?t=[token]&u=1', 'what stands around it stays');
  t.notMatch(lines, secret.slice(0, 8));
});
