import { join } from 'node:path';
import { EarshotError } from '../../errors.js';
import type { Product } from '../catalogue/catalogue.js';
import { CatalogueIndex } from '../catalogue/catalogue-index.js';
import { namedAttributes } from '../catalogue/named-attributes.js';
import { readProducts } from '../catalogue/read-products.js';
import type { Pack } from '../pack/pack.js';

/** The products that the tests of a pack search; undefined where it names none. @throws EarshotError as {@link testProducts} */
export async function readTestCatalogue(pack: Pack): Promise<CatalogueIndex | undefined> {
  if (pack.definition.testCatalogue === undefined) return undefined;
  const index = new CatalogueIndex(pack.locale);
  for await (const product of testProducts(pack, pack.definition.testCatalogue)) index.add(product);
  return index;
}

/**
 * The products in a file beside a pack.
 *
 * @throws EarshotError `invalid_catalogue` where the file, or a row of it, cannot be read
 */
export async function* testProducts(pack: Pack, name: string): AsyncGenerator<Product> {
  const file = join(pack.folder, name);
  yield* readProducts(file, {
    attributes: namedAttributes(pack),
    onBadRow({ line, reason }) {
      throw new EarshotError('invalid_catalogue', `${file}:${line}: ${reason}`);
    },
  });
}
