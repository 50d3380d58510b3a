import { chmodSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { replaceFile } from '../../src/files/replace-file.js';
import { limitFiles, needsLimit } from '../store/limit-files.js';

t.test('a file that cannot be written whole is as it was', { skip: needsLimit }, (t) => {
  const folder = t.testdir({ 'there.yaml': 'as it was' });
  limitFiles(10);
  t.teardown(() => limitFiles('unlimited'));
  for (const name of ['there.yaml', 'new.yaml']) {
    const path = join(folder, name);
    t.throws(() => replaceFile(path, 'x'.repeat(100)), { code: 'EFBIG', path, syscall: 'write' });
  }
  t.strictSame(readdirSync(folder), ['there.yaml']);
  t.equal(readFileSync(join(folder, 'there.yaml'), 'utf8'), 'as it was');
  t.end();
});

t.test(
  'a file keeps its permissions, and a link to it stays one',
  { skip: process.platform === 'win32' },
  (t) => {
    const folder = t.testdir({ real: { 'pack.yaml': 'before' } });
    const file = join(folder, 'real', 'pack.yaml');
    const link = join(folder, 'link.yaml');
    chmodSync(file, 0o666);
    symlinkSync(file, link);
    replaceFile(link, 'after');
    t.ok(lstatSync(link).isSymbolicLink());
    t.equal(readFileSync(file, 'utf8'), 'after');
    t.equal(statSync(file).mode & 0o777, 0o666);
    t.strictSame(readdirSync(join(folder, 'real')), ['pack.yaml']);
    t.end();
  },
);

t.test('what cannot be made is told of by its own name', (t) => {
  const path = join(t.testdir({}), 'missing', 'pack.yaml');
  t.throws(() => replaceFile(path, ''), { code: 'ENOENT', path });
  t.end();
});
