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

/** A catalogue in LevelDB, in rows of many products. */
export class LevelCatalogueStore {
  readonly #database: Database;
  readonly #rows: Collection<Product[]>;
  readonly #state: Collection<{ count: number }>;

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
      read: (value) => z.object({ count: z.number().int() }).parse(value),
    });
  }

  /** Writes a catalogue, in batches; resolves when it is on disk, with the number of products. */
  async write(products: AsyncIterable<Product[]> | Iterable<Product[]>): Promise<number> {
    await this.#removeAll();
    let count = 0;
    let waiting: Product[] = [];
    let row = 0;
    const flush = () => this.#rows.put(String(row++).padStart(8, '0'), waiting);
    for await (const batch of products) {
      for (const product of batch) {
        waiting.push(product);
        count++;
        if (waiting.length < productsPerRow) continue;
        await flush();
        waiting = [];
      }
    }
    if (waiting.length > 0) await flush();
    // Durable, and after all rows: LevelDB's log keeps their order.
    await this.#state.put('current', { count }, { durable: true });
    return count;
  }

  /** All products, in batches. */
  async *read(): AsyncIterable<Product[]> {
    for await (const [, products] of this.#rows.all()) yield products;
  }

  count(): number {
    return this.#state.get('current')?.count ?? 0;
  }

  /** What an import that was killed has left. */
  async #removeAll(): Promise<void> {
    const keys: string[] = [];
    for await (const [key] of this.#rows.all()) keys.push(key);
    if (keys.length === 0) return;
    await this.#database.write((batch) => {
      for (const key of keys) batch.del(this.#rows, key);
    });
  }
}
