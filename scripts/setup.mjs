// Brings a bare clone to a state that runs: installs from the lock file and builds, each only when out of date.
// Plain JavaScript without dependencies, because nothing is installed yet when it runs.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);
const force = process.argv.includes('--force');

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 11)) {
  console.error(`Earshot needs Node.js 20.11 or newer; this is ${process.version}. See https://nodejs.org/`);
  process.exit(1);
}

function run(title, command, args, options = {}) {
  console.error(`> ${title}`);
  const result = spawnSync(command, args, { stdio: ['ignore', 2, 2], ...options });
  if (result.error || result.status !== 0) {
    console.error(
      `\n${title} failed${result.error ? `: ${result.error.message}` : ''}; the output above says why.`,
    );
    process.exit(result.status || 1);
  }
}

function digest(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, name))
    .filter((name) => statSync(name).isFile())
    .sort();
}

/** Runs `action` unless the stamp file already holds the digest of what the action depends on. */
function step(stamp, inputs, action) {
  const wanted = digest(inputs);
  if (!force && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  action();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
}

step('node_modules/.earshot-installed', ['package-lock.json', '.npmrc'], () => {
  // Some of the tools for tests ask for a newer Node.js than Earshot itself, in hundreds of lines of warnings.
  // npm is a script file on Windows, which cannot be spawned without a shell.
  run('Installing packages (npm ci)', 'npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    shell: process.platform === 'win32',
  });
});

const sources = ['src', 'test', 'bench', 'scripts']
  .flatMap(filesBelow)
  .filter((name) => /\.(ts|mjs|json)$/.test(name));
step('build/.earshot-built', ['tsconfig.json', 'package-lock.json', ...sources], () => {
  // What was built from a file that is gone: its tests would still be run.
  for (const name of ['src', 'test', 'bench', 'scripts'].flatMap((folder) =>
    filesBelow(join('build', folder)),
  )) {
    const source = name.slice('build/'.length).replace(/(\.d)?\.[cm]?[jt]s(\.map)?$/, '.ts');
    if (source.endsWith('.ts') && !existsSync(source)) rmSync(name);
  }
  run('Building (tsc)', process.execPath, ['node_modules/typescript/bin/tsc', '--pretty', 'false']);
  // npx runs the command of the package that it stands in as it lies there.
  chmodSync('build/src/cli/main.js', 0o755);
});

const compilers = [
  ...['nlu', 'stt'].map((folder) => join('src', folder)).flatMap(filesBelow),
  ...readdirSync('src')
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join('src', name)),
];
// With the compilers, all that `CompiledFiles` names its files by: under an old name none would be found.
const compiled = [
  'src/files/compiled-files.ts',
  'src/engine/pack-context.ts',
  'src/files/serialised.ts',
  'src/files/align.ts',
  'src/query/context-worker.ts',
  'src/inference/prepare-model.ts',
  'src/query/compile-apart.ts',
  'scripts/compile-shipped.ts',
  'models/default/model.json',
  'package-lock.json',
];
step('build/compiled/.earshot-compiled', [...compiled, ...compilers, ...filesBelow('models/packs')], () => {
  run('Compiling the model and the packs that ship', process.execPath, ['build/scripts/compile-shipped.js']);
});

const client = ['package-lock.json', 'scripts/build-client.mjs', ...filesBelow('src/browser/client')];
step('build/browser/.earshot-built', client, () => {
  run('Building the browser client library (esbuild)', process.execPath, ['scripts/build-client.mjs']);
});
