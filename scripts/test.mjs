// Runs tap over the compiled tests, names the assertions that failed once more, and closes with
// the line `N passed, N failed`.
// Arguments are passed on to tap: `npm test -- build/test/audio/wav.test.js`.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Parser } from 'tap-parser';

const tap = (...args) =>
  spawnSync(process.execPath, ['node_modules/tap/dist/esm/run.mjs', ...args], { stdio: 'inherit' });

// tap leaves out the plugins that package.json excludes once it was built so. Else each test file is run with
// its compiler of TypeScript, which takes a second and does not know the one that we use.
const built = 'node_modules/.earshot-tap-built';
if (!existsSync(built)) {
  if (tap('build').status !== 0) process.exit(1);
  writeFileSync(built, '');
}
const results = '.tap/test-results';
rmSync(results, { recursive: true, force: true });
const run = tap(...process.argv.slice(2));

const nameFailures = (parser, file) => {
  let inChild = false;
  parser.on('child', (child) => {
    nameFailures(child, file);
    child.on('complete', ({ fail }) => {
      inChild = fail > 0;
    });
  });
  parser.on('assert', ({ ok, skip, todo, fullname, diag }) => {
    if (!ok && !skip && !todo && !inChild) {
      console.log(`\nfailed: ${file}: ${fullname}`);
      for (const part of ['stack', 'diff', 'found', 'wanted', 'pattern'])
        if (diag?.[part] !== undefined) console.log(`${part}: ${String(diag[part]).slice(0, 2000)}`);
    }
    inChild = false;
  });
};

let passed = 0;
let failed = 0;
let skipped = 0;
const files = existsSync(results) ? readdirSync(results, { recursive: true }) : [];
for (const name of files.filter((file) => file.endsWith('.tap'))) {
  const parser = new Parser({ strict: false });
  nameFailures(parser, name.replace(/\.tap$/, ''));
  parser.on('complete', ({ pass, fail, skip, ok }) => {
    passed += pass - skip;
    failed += fail || (ok ? 0 : 1);
    skipped += skip;
  });
  parser.end(readFileSync(join(results, name), 'utf8'));
}
if (run.status !== 0 && failed === 0) failed = 1;
console.log(`\n${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
