// Understanding that follows its catalogue while it serves.
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import t from 'tap';
import { LiveUnderstander } from '../../src/engine/live-understander.js';
import { createLogger } from '../../src/index.js';
import { catalogueFolder, importStamp, replaceCatalogue } from '../../src/store/open-catalogue.js';

const log = createLogger({ level: 'silent', format: 'json' });

async function importOf(data: string, ...titles: string[]): Promise<void> {
  async function* batches() {
    yield titles.map((title, id) => ({ id: String(id), title }));
  }
  await replaceCatalogue(data, log, batches());
}

const readings = [{ text: 'show me red running shoes', confidence: 1 }];
const titlesIn = (understander: LiveUnderstander) => {
  const { products = [] } = understander.understand({ locale: 'en-US', readings }).entities as {
    products?: { title: string }[];
  };
  return products.map(({ title }) => title);
};

for (const before of [[], ['Old red running shoes']]) {
  t.test(
    `an import between reading and watching is seen, after one of ${before.length} products`,
    async (t) => {
      const catalogue = t.testdir({});
      if (before.length > 0) await importOf(catalogue, ...before);
      t.equal(existsSync(importStamp(catalogue)), before.length > 0);
      const understander = new LiveUnderstander(undefined, { catalogue, log });
      t.teardown(() => understander.close());
      await understander.readCatalogue();
      t.strictSame(titlesIn(understander), before);
      // The recogniser is starting meanwhile.
      await importOf(catalogue, 'New red running shoes');
      let changes = 0;
      understander.watch(() => changes++);
      const until = performance.now() + 20_000;
      while (changes === 0 && performance.now() < until) await pause(50);
      t.strictSame(titlesIn(understander), ['New red running shoes']);
      await importOf(catalogue, 'Later red running shoes');
      while (changes === 1 && performance.now() < until) await pause(50);
      t.strictSame(titlesIn(understander), ['Later red running shoes'], 'and each later one');
      t.equal(changes, 2, 'each once');
    },
  );
}

t.test('an import that cannot be read is read as soon as it can be', async (t) => {
  const folder = t.testdir({ now: {}, later: {} });
  const [catalogue, later] = [join(folder, 'now'), join(folder, 'later')];
  await importOf(catalogue, 'Old red running shoes');
  await importOf(later, 'New red running shoes');
  const errors: string[] = [];
  const told = Object.assign(Object.create(log), { error: (line: string) => errors.push(line) });
  const understander = new LiveUnderstander(undefined, { catalogue, log: told });
  t.teardown(() => understander.close());
  await understander.readCatalogue();
  rmSync(catalogueFolder(catalogue), { recursive: true });
  writeFileSync(catalogueFolder(catalogue), 'no folder, so that there is nothing to read yet');
  writeFileSync(importStamp(catalogue), 'imported');
  let changes = 0;
  understander.watch(() => changes++);
  const until = performance.now() + 20_000;
  while (errors.length === 0 && performance.now() < until) await pause(50);
  await pause(2500);
  t.strictSame(titlesIn(understander), ['Old red running shoes'], 'the old one stays in use');
  rmSync(catalogueFolder(catalogue));
  renameSync(catalogueFolder(later), catalogueFolder(catalogue));
  while (changes === 0 && performance.now() < until) await pause(50);
  t.strictSame(titlesIn(understander), ['New red running shoes']);
  t.equal(errors.length, 1, 'the fault is told once');
});
