import { existsSync, writeFileSync } from 'node:fs';
import { rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../log.js';
import type { Product } from '../nlu/catalogue/catalogue.js';
import { CatalogueIndex } from '../nlu/catalogue/catalogue-index.js';
import type { Locale } from '../nlu/locales/index.js';
import { Database } from './database.js';
import { LevelCatalogueStore } from './level-catalogue-store.js';
import { exchangeFiles, removeFolder } from './store-folder.js';

/**
 * The catalogue has a database of its own below the data folder, open only while it is read or imported: an import
 * needs no stop of the service.
 */
export function catalogueFolder(dataFolder: string): string {
  return join(dataFolder, 'catalogue');
}

/** A file that every import touches, so that a running service sees it. */
export function importStamp(dataFolder: string): string {
  return join(dataFolder, 'catalogue-imported');
}

/** Runs something on the catalogue's database and closes it. @throws EarshotError `store_locked`, `store_failed` */
async function withCatalogueStore<T>(
  dataFolder: string,
  log: Logger,
  use: (store: LevelCatalogueStore) => T | Promise<T>,
): Promise<T> {
  const database = await Database.open({ directory: catalogueFolder(dataFolder), log, waitMs: 5000 });
  try {
    return await use(new LevelCatalogueStore(database));
  } finally {
    await database.close();
  }
}

/**
 * Replaces the catalogue, also that of a service that runs. Resolves with the number of products.
 *
 * The new one is written to a database of its own, which takes the old one's place when it is whole: an import that fails
 * leaves nothing on a disk that may be full, and can be removed without writing.
 */
export async function replaceCatalogue(
  dataFolder: string,
  log: Logger,
  batches: AsyncIterable<Product[]>,
): Promise<number> {
  const directory = `${catalogueFolder(dataFolder)}-import`;
  const draft = await Database.open({ directory, log, waitMs: 5000 });
  let count = 0;
  let isWhole = false;
  try {
    count = await new LevelCatalogueStore(draft).write(batches);
    isWhole = true;
  } finally {
    await draft.close(async () => {
      try {
        if (isWhole) await takeOver(dataFolder, draft.directory, log);
      } finally {
        removeFolder(join(draft.directory, 'db'));
      }
    });
    // Another import may have begun in it.
    await rmdir(directory).catch(() => undefined);
  }
  writeFileSync(importStamp(dataFolder), new Date().toISOString());
  return count;
}

/** Waits until nobody reads the catalogue. @throws EarshotError `store_locked`, `store_failed` */
async function takeOver(dataFolder: string, draft: string, log: Logger): Promise<void> {
  const database = await Database.open({ directory: catalogueFolder(dataFolder), log, waitMs: 5000 });
  await database.close(() => exchangeFiles(database.directory, draft));
}

/** Products in the catalogue; none where nothing was imported. */
export async function countProducts(dataFolder: string, log: Logger): Promise<number> {
  if (!existsSync(catalogueFolder(dataFolder))) return 0;
  return withCatalogueStore(dataFolder, log, (store) => store.count());
}

/** The catalogue as an index in memory; undefined when none was imported. */
export async function readCatalogue(
  dataFolder: string,
  locale: Locale,
  log: Logger,
): Promise<CatalogueIndex | undefined> {
  if (!existsSync(catalogueFolder(dataFolder))) return undefined;
  return withCatalogueStore(dataFolder, log, async (store) => {
    if (store.count() === 0) return undefined;
    const index = new CatalogueIndex(locale);
    for await (const products of store.read()) for (const product of products) index.add(product);
    return index;
  });
}
