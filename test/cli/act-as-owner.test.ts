import { chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { earshot } from './run-earshot.js';

const nobody = 65534;

const isRoot = process.geteuid?.() === 0;

t.test('what root makes in the folder of another user, that user can read', { skip: !isRoot }, async (t) => {
  // Not below this folder, which other users may not enter.
  const data = mkdtempSync(join(tmpdir(), 'earshot-owner-'));
  t.teardown(() => rmSync(data, { recursive: true, force: true }));
  chownSync(data, nobody, nobody);
  const issued = await earshot(['tokens', 'organisation', 'shop', '--data', data]);
  t.match(issued, { code: 0, out: /^eso_/ });
  // Only root reads this one.
  const hats = join(t.testdir(), 'hats.csv');
  writeFileSync(hats, 'title,price\nred hat,10\n', { mode: 0o600 });
  t.match(await earshot(['catalogue', 'import', hats, '--data', data]), {
    code: 0,
    out: /1 product imported/,
  });
  // nor has the build compiled this one
  const own = join(t.testdirName, 'own.yaml');
  writeFileSync(own, 'name: own\nlocales: [en]\nintents: { hi: { sentences: [hello], replies: [hi] } }\n');
  t.match(await earshot(['catalogue', 'import', hats, '--data', data, '--pack', own]), { code: 0 });
  t.match(await earshot(['catalogue', 'status', '--data', data]), { code: 0, out: '1 product\n' });
  const made = readdirSync(data, { recursive: true, encoding: 'utf8' });
  const roots = made.filter((name) => statSync(join(data, name)).uid !== nobody);
  t.strictSame(roots, []);
});

t.test('a folder that its owner cannot reach is told of', { skip: !isRoot }, async (t) => {
  // as `DynamicUser=` of systemd has it
  const closed = mkdtempSync(join(tmpdir(), 'earshot-private-'));
  t.teardown(() => rmSync(closed, { recursive: true, force: true }));
  const data = join(closed, 'data');
  mkdirSync(join(data, 'db'), { recursive: true });
  chownSync(data, nobody, nobody);
  chownSync(join(data, 'db'), nobody, nobody);
  const { code, err } = await earshot(['tokens', 'issue', '--uid', 'me', '--data', data]);
  t.equal(code, 1);
  t.match(
    err,
    /^earshot: The user 65534, who owns .*data, cannot reach it: .* Give the service a user of its own/,
  );
});
