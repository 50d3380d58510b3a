import { z } from 'zod';
import type { Product } from '../nlu/catalogue/catalogue.js';
import type { Collection } from './collection.js';
import type { Database } from './database.js';

const productSchema = z.object({
  id: z.string(),
  title: z.string(),
  price: z.number().optional(),
  currency: z.string().optional(),
  brand: z.string().optional(),
  category: z.string().optional(),
  attributes: z.record(z.string(), z.array(z.string())).optional(),
  description: z.string().optional(),
  rating: z.number().optional(),
  popularity: z.number().optional(),
  addedAt: z.string().optional(),
  onSale: z.boolean().optional(),
  url: z.string().optional(),
  image: z.string().optional(),
}) satisfies z.ZodType<Product>;

/** Products per row: one row a product would make a hundred thousand checksums and reads out of a few hundred. */
const productsPerRow = 250;

/** A catalogue in LevelDB, in rows of many products; a generation is complete before it takes the old one's place. */
export class LevelCatalogueStore {
  readonly #database: Database;
  readonly #rows: Collection<Product[]>;
  readonly #state: Collection<{ generation: number; count: number }>;

  constructor(database: Database) {
    this.#database = database;
    this.#rows = database.collection({
      name: 'catalogue',
      version: 1,
      read: (value) => z.array(productSchema).parse(value),
    });
    this.#state = database.collection({
      name: 'catalogue-state',
      version: 1,
      read: (value) => z.object({ generation: z.number().int(), count: z.number().int() }).parse(value),
    });
  }

  /** Replaces what is stored, in batches; resolves when it is on disk, with the number of products. */
  async replace(products: AsyncIterable<Product[]> | Iterable<Product[]>): Promise<number> {
    const before = this.#state.get('current');
    const generation = (before?.generation ?? 0) + 1;
    await this.#remove((key) => !key.startsWith(prefix(before?.generation ?? 0)));
    let count = 0;
    let waiting: Product[] = [];
    let row = 0;
    const flush = async () => {
      if (waiting.length === 0) return;
      const full = waiting;
      waiting = [];
      await this.#rows.put(`${prefix(generation)}${String(row++).padStart(8, '0')}`, full);
    };
    for await (const batch of products) {
      for (const product of batch) {
        waiting.push(product);
        count++;
        if (waiting.length === productsPerRow) await flush();
      }
    }
    await flush();
    // Durable, and after all rows: LevelDB's log keeps their order.
    await this.#state.put('current', { generation, count }, { durable: true });
    await this.#remove((key) => !key.startsWith(prefix(generation)));
    return count;
  }

  /** All products, in batches. */
  async *read(): AsyncIterable<Product[]> {
    const current = this.#state.get('current');
    if (current === undefined) return;
    for await (const [key, products] of this.#rows.all()) {
      if (key.startsWith(prefix(current.generation))) yield products;
    }
  }

  async count(): Promise<number> {
    return this.#state.get('current')?.count ?? 0;
  }

  async #remove(isOld: (key: string) => boolean): Promise<void> {
    const keys: string[] = [];
    for await (const [key] of this.#rows.all()) if (isOld(key)) keys.push(key);
    if (keys.length > 0) {
      await this.#database.write((batch) => {
        for (const key of keys) batch.del(this.#rows, key);
      });
    }
  }
}

function prefix(generation: number): string {
  return `${String(generation).padStart(8, '0')}-`;
}
