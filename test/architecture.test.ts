import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { packageRoot } from '../src/config/package-root.js';

/** Each folder imports only from those before it, and from the files beside the folders that import from none. */
const order = [
  'memory',
  'files',
  'config',
  'audio',
  'features',
  'inference',
  'vad',
  'stt',
  'nlu',
  'query',
  'auth',
  'store',
  'http',
  'ws',
  'engine',
  'service',
];

const source = join(packageRoot(), 'src');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => /\.ts$/.test(name));

/** Files that one file names, from the source folder. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(source, file), 'utf8');
  const named = text.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*'(\.[^']+)\.js'/g);
  return [...named].map(([, path]) => relative(source, resolve(source, dirname(file), `${path}.ts`)));
}

const isOfSpeech = (file: string) => folderOf(file) === 'stt';
const folderOf = (file: string) => (file.includes('/') ? file.split('/')[0] : undefined);

t.test('imports go one way', async (t) => {
  t.ok(files.length > 200, 'the source is there');
  const plain = new Set(
    files.filter((file) => !folderOf(file) && importsOf(file).every((to) => !folderOf(to))),
  );
  const wrong: string[] = [];
  for (const file of files) {
    const folder = folderOf(file);
    for (const to of importsOf(file)) {
      // Files that the build makes are not there.
      if (!existsSync(join(source, to))) continue;
      const other = folderOf(to);
      if (folder === undefined || other === folder) continue;
      // The command line puts all together, and what runs in a page shares nothing with the service but types.
      if (folder === 'cli') continue;
      const isBefore = other === undefined ? plain.has(to) : order.indexOf(other) < order.indexOf(folder);
      if (!order.includes(folder) || !isBefore || other === 'cli' || other === 'browser')
        wrong.push(`${file} imports ${to}`);
    }
  }
  t.strictSame(wrong, []);
  const understood = files.filter((file) => folderOf(file) === 'nlu' && importsOf(file).some(isOfSpeech));
  t.strictSame(understood, [], 'text is understood whoever heard it');
});

t.test('understanding is built in layers: each folder knows only those before it', async (t) => {
  const layers = [
    'locales',
    'entities',
    'template',
    'pack',
    'matching',
    'catalogue',
    'wording',
    'context',
    'items',
    'rules',
    'reply',
    'answer',
    'requests',
    // what puts all of them together
    'understander.ts',
    'tools',
    'index.ts',
  ];
  /** Undefined for the words and types that all of them share, which know no folder but, by its types, that of locales. */
  const layerOf = (file: string) => {
    const [name] = file.slice('nlu/'.length).split('/');
    return layers.includes(name) || file.split('/').length > 2 ? name : undefined;
  };
  const understanding = files.filter((file) => folderOf(file) === 'nlu');
  t.strictSame([...new Set(understanding.flatMap((file) => layerOf(file) ?? []))].sort(), [...layers].sort());
  const wrong: string[] = [];
  for (const file of understanding) {
    const layer = layerOf(file) ?? 'entities';
    for (const to of importsOf(file).filter((to) => folderOf(to) === 'nlu')) {
      const other = layerOf(to);
      const isBefore =
        other === undefined || other === layer || layers.indexOf(other) < layers.indexOf(layer);
      if (!isBefore) wrong.push(`${file} imports ${to}`);
    }
  }
  t.strictSame(wrong, []);
});

t.test('the service needs no benches, benches no scripts, and none of these tests', async (t) => {
  const behind = { src: ['bench', 'scripts', 'test'], bench: ['scripts', 'test'], scripts: ['test'] };
  for (const [folder, others] of Object.entries(behind)) {
    const from = join(packageRoot(), folder);
    const names = readdirSync(from, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ts'),
    );
    const forbidden = new RegExp(`\\bfrom '(?:\\.\\./)+(?:${others.join('|')})/`);
    t.strictSame(
      names.filter((name) => forbidden.test(readFileSync(join(from, name), 'utf8'))),
      [],
      folder,
    );
  }
});

t.test('no folder is without a place', async (t) => {
  const folders = new Set(files.flatMap((file) => folderOf(file) ?? []));
  t.strictSame([...folders].sort(), [...order, 'browser', 'cli'].sort());
});

t.test('no imports go round in a circle, those of types included', async (t) => {
  const state = new Map<string, 'entered' | 'left'>();
  const circles: string[] = [];
  const visit = (file: string, path: readonly string[]) => {
    if (state.get(file) === 'left' || !existsSync(join(source, file))) return;
    if (state.get(file) === 'entered') {
      circles.push([...path.slice(path.indexOf(file)), file].join(' > '));
      return;
    }
    state.set(file, 'entered');
    for (const to of importsOf(file)) visit(to, [...path, file]);
    state.set(file, 'left');
  };
  for (const file of files) visit(file, []);
  t.strictSame(circles, []);
});

t.test('the threads that recognise and compile load nothing that only checks input', async (t) => {
  for (const thread of ['speech-worker', 'context-worker']) {
    const seen = new Set<string>();
    const packages = new Set<string>();
    // What is compiled, as it has no imports of types.
    const visit = (path: string) => {
      if (seen.has(path)) return;
      seen.add(path);
      const named = readFileSync(path, 'utf8').matchAll(/^(?:import|export)\b[^;'=(]*'([^']+)';$/gm);
      for (const [, name] of named) {
        if (name.startsWith('.')) visit(resolve(dirname(path), name));
        else if (!name.startsWith('node:')) packages.add(name);
      }
    };
    visit(fileURLToPath(new URL(`../src/query/${thread}.js`, import.meta.url)));
    t.ok(seen.size > 30, `${thread}: ${seen.size} files`);
    t.notOk(packages.has('zod'), `${thread}: ${[...packages].join(', ')}`);
  }
});
