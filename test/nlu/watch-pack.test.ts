// A service follows its pack while it serves.
import fs, {
  appendFileSync,
  cpSync,
  type FSWatcher,
  mkdirSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import t, { type Test } from 'tap';
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

/** Has the system refuse watches, or takes note of those that begin. */
function watchesOf(t: Test, refusal: () => NodeJS.ErrnoException | undefined): Map<string, FSWatcher> {
  const { watch } = fs;
  const begun = new Map<string, FSWatcher>();
  const replaceWatch = (other: unknown) => {
    fs.watch = other as typeof watch;
    syncBuiltinESMExports();
  };
  replaceWatch((folder: string, listener: () => void) => {
    const error = refusal();
    if (error) throw error;
    const watcher = watch(folder, listener);
    begun.set(folder, watcher);
    return watcher;
  });
  t.teardown(() => replaceWatch(watch));
  return begun;
}

const pack = (version: string) =>
  `name: x\nversion: ${version}\nlocales: [en]\nintents: { hello: { sentences: [hello], replies: [hi] } }\n`;

/** A pack with a version, in a folder, and what its watch tells. */
function watched(t: Test, folder = t.testdir({ 'pack.yaml': pack('1.0.0') })) {
  const events: string[] = [];
  let tell = () => {};
  const begin = () =>
    t.teardown(
      watchPack(loadPack(folder), folder, {
        settleMs: 10,
        retryMs: 20,
        onChange: ({ definition }) => {
          events.push(`changed to ${definition.version}`);
          tell();
        },
        onError: (error) => {
          events.push(`${error.code}: ${error.message}`);
          tell();
        },
        onWarning: (message) => events.push(message),
      }),
    );
  return {
    folder,
    events,
    begin,
    change: (version: string) => writeFileSync(join(folder, 'pack.yaml'), pack(version)),
    next: () => new Promise<void>((resolve) => (tell = resolve)),
  };
}

const failure = (code: string) => Object.assign(new Error(`${code}: of the system`), { code });

t.test('what is wrong with a changed pack is told with its file and line', async (t) => {
  const { folder, events, begin, change, next } = watched(t);
  begin();
  let told = next();
  change('2.0.0\nintent: {}');
  await told;
  t.match(events, [`invalid_pack: `]);
  t.match(events[0], `${join(folder, 'pack.yaml')}:3`);
  told = next();
  change('3.0.0');
  await told;
  t.equal(events[1], 'changed to 3.0.0', 'the next version that is right is taken');
});

t.test('a list in a file of its own is followed as the pack is, in a new folder, too', async (t) => {
  const { folder, events, begin, next } = watched(t);
  begin();
  const list = join(folder, 'lists', 'places.txt');
  mkdirSync(join(folder, 'lists'));
  writeFileSync(list, 'aquarium\n');
  let told = next();
  writeFileSync(
    join(folder, 'pack.yaml'),
    `${pack('2.0.0')}lists: { place: { files: [lists/places.txt] } }\nentities: { place: {} }\n`,
  );
  await told;
  told = next();
  writeFileSync(list, 'aquarium\nlibrary\n');
  await told;
  t.strictSame(events, ['changed to 2.0.0', 'changed to 2.0.0']);
});

t.test('a folder that is put out anew as a whole is followed, by its name', async (t) => {
  const root = t.testdir({ shop: { 'pack.yaml': pack('1.0.0') }, later: { 'pack.yaml': pack('2.0.0') } });
  const shop = join(root, 'shop');
  const { events, begin, change, next } = watched(t, shop);
  begin();
  for (const step of [
    () => renameSync(shop, `${shop}-1`),
    () => renameSync(join(root, 'later'), shop),
    () => change('3.0.0'),
  ]) {
    const told = next();
    step();
    await told;
  }
  t.match(events, [/^invalid_pack: /, 'changed to 2.0.0', 'changed to 3.0.0']);
});

t.test('a release that a link leads to is followed', async (t) => {
  const release = (version: string) => ({ shop: { 'pack.yaml': pack(version) } });
  const link = (to: string) => t.fixture('symlink', to);
  /** As `ln -sfn` does, in one step. */
  const lead = (path: string, to: string) => {
    symlinkSync(to, `${path}.new`);
    renameSync(`${path}.new`, path);
  };
  await t.test('on the way to the pack', async (t) => {
    const root = t.testdir({ 1: release('1.0.0'), 2: release('2.0.0'), now: link('1'), live: link('now') });
    const { events, begin, next } = watched(t, join(root, 'live', 'shop'));
    begin();
    for (const version of [2, 1]) {
      const told = next();
      lead(join(root, 'now'), String(version));
      await told;
    }
    t.strictSame(events, ['changed to 2.0.0', 'changed to 1.0.0']);
  });
  await t.test('in its folder, as containers mount what they are configured with', async (t) => {
    const folder = t.testdir({
      '..1': { 'pack.yaml': pack('1.0.0') },
      '..2': { 'pack.yaml': pack('2.0.0') },
      '..data': link('..1'),
      'pack.yaml': link('..data/pack.yaml'),
    });
    const { events, begin, next } = watched(t, folder);
    begin();
    const told = next();
    lead(join(folder, '..data'), '..2');
    await told;
    t.strictSame(events, ['changed to 2.0.0']);
  });
});

t.test('a watch that the system refuses is told of once, and tried again', async (t) => {
  let refused = 0;
  let isRefused = true;
  watchesOf(t, () => {
    if (!isRefused) return undefined;
    refused++;
    return failure('ENOSPC');
  });
  const { folder, events, begin, change, next } = watched(t);
  begin();
  change('2.0.0');
  while (refused < 8) await pause(5);
  t.equal(events.length, 2, 'one for the folder, one for the folder around it');
  t.match(events[0], `changes in ${folder} are not noticed, it cannot be watched: ENOSPC`);
  const changed = next();
  isRefused = false;
  await changed;
  t.strictSame(events.slice(2), ['changed to 2.0.0'], 'what was changed before it could be watched is read');
});

t.test('a folder that is not there is no failure', async (t) => {
  watchesOf(t, () => failure('ENOENT'));
  const { events, begin } = watched(t);
  begin();
  await pause(50);
  t.strictSame(events, []);
});

t.test('a watch that breaks off is told of, and begins anew', async (t) => {
  const watchers = watchesOf(t, () => undefined);
  const { folder, events, begin, change, next } = watched(t);
  begin();
  let changed = next();
  watchers.get(folder)?.emit('error', failure('EPERM'));
  await changed;
  changed = next();
  change('2.0.0');
  await changed;
  t.match(events, [/^changes in .* not noticed.*EPERM/, 'changed to 1.0.0', 'changed to 2.0.0']);
});
