import { existsSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import type { Product } from '../../src/nlu/catalogue/catalogue.js';
import { english } from '../../src/nlu/locales/en.js';
import { Database } from '../../src/store/database.js';
import {
  catalogueFolder,
  countProducts,
  readCatalogue,
  replaceCatalogue,
} from '../../src/store/open-catalogue.js';
import { silentLog } from './open-database.js';

async function* shoes(count: number, failure?: Error): AsyncGenerator<Product[]> {
  for (let id = 0; id < count; id++) {
    yield [{ id: String(id), title: 'Red running shoes', description: `${Math.random()}`.repeat(100) }];
  }
  if (failure) throw failure;
}

const bytesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(folder, name)))
    .reduce((sum, { size }) => sum + size, 0);

t.test('an import that fails leaves the old products, and nothing of its own', async (t) => {
  const data = t.testdir({});
  const full = new Error('no space left');
  await t.rejects(replaceCatalogue(data, silentLog, shoes(2000, full)), full);
  t.ok(bytesBelow(data) < 20_000, `${bytesBelow(data)} bytes without a catalogue before`);
  await replaceCatalogue(data, silentLog, shoes(300));
  const before = bytesBelow(data);
  await t.rejects(replaceCatalogue(data, silentLog, shoes(2000, full)), full);
  t.ok(bytesBelow(data) < before + 20_000, `${before} bytes before, ${bytesBelow(data)} after`);
  t.equal(await countProducts(data, silentLog), 300);
  await replaceCatalogue(data, silentLog, shoes(400));
  t.equal(await countProducts(data, silentLog), 400);
  t.strictSame(readdirSync(data).sort(), ['catalogue', 'catalogue-imported']);
});

t.test('products are found while others are imported', async (t) => {
  const data = t.testdir({});
  await replaceCatalogue(data, silentLog, shoes(3));
  async function* slowly() {
    yield* shoes(1);
    t.equal(await countProducts(data, silentLog), 3);
    await t.rejects(replaceCatalogue(data, silentLog, shoes(1)), { code: 'store_locked' }, 'one at a time');
  }
  t.equal(await replaceCatalogue(data, silentLog, slowly()), 1);
  t.equal(await countProducts(data, silentLog), 1);
});

t.test('an exchange that a crash interrupted is taken back, or ended', async (t) => {
  const data = t.testdir({});
  await replaceCatalogue(data, silentLog, shoes(3));
  const files = join(catalogueFolder(data), 'db');
  const former = `${files}.old`;
  renameSync(files, former);
  t.equal(await countProducts(data, silentLog), 3, 'the new files were not there yet');
  t.notOk(existsSync(former));
  mkdirSync(former);
  t.equal(await countProducts(data, silentLog), 3, 'the new files were there');
  t.notOk(existsSync(former));
});

t.test(
  'an import that was killed leaves nothing in the next one, and no catalogue where there was none',
  async (t) => {
    const data = t.testdir({});
    const draft = `${catalogueFolder(data)}-import`;
    const titles = async () => {
      const index = await readCatalogue(data, english, silentLog);
      return index && ['0', '299', '300', '1999'].filter((id) => index.product(id) !== undefined);
    };
    t.equal(await titles(), undefined);
    // killed while it wrote: its rows are there, and nothing says that they are all
    const database = await Database.open({ directory: draft, log: silentLog });
    const rows = database.collection({ name: 'catalogue', version: 1, read: (value) => value });
    await rows.put('00000004', [{ id: '1999', title: 'Blue shoes' }]);
    await database.close();
    await replaceCatalogue(data, silentLog, shoes(300));
    t.same(await titles(), ['0', '299']);
    await replaceCatalogue(data, silentLog, shoes(0));
    t.equal(await titles(), undefined, 'a catalogue of nothing is none');
  },
);
