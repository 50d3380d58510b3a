// A service follows its pack while it serves.
import { appendFileSync, cpSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { loadPack, type Pack, packsFolder, watchPack } from '../../src/nlu/index.js';

/** Runs something and tells how long this thread did nothing else at a stretch, in milliseconds. */
async function longestHoldUpMs(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  const look = () => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  };
  const timer = setInterval(look, 1);
  await work();
  look();
  clearInterval(timer);
  return longest;
}

t.test('the thread that serves is not held up while a changed pack is compiled', async (t) => {
  const folder = join(t.testdir({}), 'shop');
  cpSync(join(packsFolder(), 'product-search'), folder, { recursive: true });
  const began = performance.now();
  const pack = loadPack(folder);
  const compileMs = performance.now() - began;
  let changed: (pack: Pack) => void = () => {};
  const change = new Promise<Pack>((resolve) => (changed = resolve));
  t.teardown(
    watchPack(pack, folder, { settleMs: 20, onChange: changed, onError: (error) => t.fail(error.message) }),
  );
  const heldUpMs = await longestHoldUpMs(async () => {
    appendFileSync(join(folder, 'pack.yaml'), '\n# changed\n');
    await change;
  });
  t.ok(heldUpMs < compileMs / 5, `held up for ${heldUpMs} ms of ${compileMs} ms`);
  t.strictSame([...(await change).lists.keys()], [...pack.lists.keys()]);
});
