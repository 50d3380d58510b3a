// What recognition should expect of a pack, made in a thread of its own.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { packContext } from '../../src/engine/pack-context.js';
import { packContextApart } from '../../src/engine/pack-context-apart.js';
import { CompiledFiles } from '../../src/files/compiled-files.js';
import { fromSerialised } from '../../src/files/serialised.js';
import { loadPack } from '../../src/nlu/index.js';

const yaml = (room: string) => `name: rooms
locales: [en]
lists: { room: { values: [${room}] } }
entities: { room: {} }
hotwords: { krispalot: 5 }
intents: { find: { sentences: ["where is the {room}"] } }
`;
const catalogue = { words: () => [{ text: 'ferry', weight: 1 }] };
const { signal } = new AbortController();

function opened(t: Test) {
  const root = t.testdir({ pack: { 'pack.yaml': yaml('library') }, compiled: {} });
  const folder = join(root, 'pack');
  const compiled = new CompiledFiles({ folder: join(root, 'compiled') });
  const from = { pathOrName: folder, compiled, catalogue, signal };
  return { folder, pack: loadPack(folder, { compiled }), from };
}

t.test('a context is the same as one that is made here', async (t) => {
  const { pack, from } = opened(t);
  const bytes = await packContextApart(pack, from);
  t.ok(bytes.buffer instanceof SharedArrayBuffer, 'in memory that threads share');
  t.strictSame(fromSerialised(bytes), packContext(pack, catalogue));
});

t.test('it is that of the pack in use, whatever its files are now', async (t) => {
  const { folder, pack, from } = opened(t);
  for (const later of [yaml('[library, garden]'), 'name: [']) {
    writeFileSync(join(folder, 'pack.yaml'), later);
    const bytes = await packContextApart(pack, from);
    t.strictSame(fromSerialised(bytes), packContext(pack, catalogue));
  }
});

t.test(
  'so it is where no compiled packs are kept, and nothing tells whether files have changed',
  async (t) => {
    const { folder, from } = opened(t);
    const pack = loadPack(folder);
    writeFileSync(join(folder, 'pack.yaml'), yaml('library, garden'));
    const bytes = await packContextApart(pack, { ...from, compiled: undefined });
    t.strictSame(fromSerialised(bytes), packContext(pack, catalogue));
  },
);

t.test('nothing is made for who is closing', async (t) => {
  const { pack, from } = opened(t);
  const closing = new AbortController();
  const made = packContextApart(pack, { ...from, signal: closing.signal });
  closing.abort();
  await t.rejects(made, { name: 'AbortError' });
});
