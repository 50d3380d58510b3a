// Understanding that follows its catalogue while it serves.
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import t from 'tap';
import { LiveUnderstander } from '../../src/engine/live-understander.js';
import { createLogger } from '../../src/index.js';
import { importStamp, replaceCatalogue } from '../../src/store/open-catalogue.js';

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
