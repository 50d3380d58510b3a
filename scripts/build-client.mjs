// Builds the browser client library into build/browser/js: a script that sets the global `ServiceSession`, plain and
// minified, under its plain and its versioned name; an ES module; the audio worklet as a file; and the types.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** What the minified script may weigh, gzipped. */
const limitBytes = 15 * 1024;

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const source = join(root, 'src/browser/client');
const target = join(root, 'build/browser/js');
const [, version] = /version = '([^']+)'/.exec(readFileSync(join(source, 'version.ts'), 'utf8'));

const common = {
  bundle: true,
  write: false,
  // Safari 11, the oldest browser that can stream a microphone, speaks this.
  target: 'es2018',
  charset: 'utf8',
  legalComments: 'none',
  absWorkingDir: root,
};
const banner = { js: `/*! Earshot client library ${version} | Apache-2.0 */` };

async function bundle(name, options) {
  const { outputFiles } = await build({
    ...common,
    banner,
    plugins: [inlineWorklet],
    sourcemap: 'linked',
    outfile: join(target, name),
    ...options,
  });
  for (const { path, contents } of outputFiles) writeFileSync(path, contents);
}

const worklet = await build({ ...common, minify: true, entryPoints: [join(source, 'capture-worklet.ts')] });
const workletSource = worklet.outputFiles[0].text;
const inlineWorklet = {
  name: 'worklet',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^worklet:/ }, ({ path }) => ({ path, namespace: 'worklet' }));
    onLoad({ filter: /.*/, namespace: 'worklet' }, () => ({ contents: workletSource, loader: 'text' }));
  },
};

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
const global = { entryPoints: [join(source, 'global.ts')], format: 'iife' };
for (const base of ['service', `service-${version}`]) {
  await bundle(`${base}.js`, global);
  await bundle(`${base}.min.js`, { ...global, minify: true });
}
await bundle('service.mjs', { entryPoints: [join(source, 'index.ts')], format: 'esm', target: 'es2020' });
writeFileSync(join(target, 'service-worklet.js'), workletSource);

const types = spawnSync(
  process.execPath,
  [join(root, 'node_modules/typescript/bin/tsc'), '-p', join(root, 'src/browser'), '--pretty', 'false'],
  { stdio: ['ignore', 2, 2] },
);
if (types.status !== 0) process.exit(types.status || 1);
cpSync(join(source, 'worklet-module.d.ts'), join(root, 'build/browser/types/worklet-module.d.ts'));

const size = gzipSync(readFileSync(join(target, 'service.min.js'))).length;
if (size > limitBytes) {
  console.error(`service.min.js has ${size} bytes gzipped, over its ${limitBytes}.`);
  process.exit(1);
}
