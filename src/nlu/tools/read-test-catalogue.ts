import { join } from 'node:path';
import { EarshotError } from '../../errors.js';
import { CatalogueIndex } from '../catalogue/catalogue-index.js';
import { namedAttributes } from '../catalogue/named-attributes.js';
import { readProducts } from '../catalogue/read-products.js';
import type { Pack } from '../pack/pack.js';

/**
 * The products that the tests of a pack search; undefined where it names none.
 *
 * @throws EarshotError `invalid_catalogue` where the file, or a row of it, cannot be read
 */
export async function readTestCatalogue(pack: Pack): Promise<CatalogueIndex | undefined> {
  const { testCatalogue } = pack.definition;
  if (testCatalogue === undefined) return undefined;
  const file = join(pack.folder, testCatalogue);
  const index = new CatalogueIndex(pack.locale);
  const options = {
    attributes: namedAttributes(pack),
    onBadRow({ line, reason }: { line: number; reason: string }) {
      throw new EarshotError('invalid_catalogue', `${file}:${line}: ${reason}`);
    },
  };
  for await (const product of readProducts(file, options)) index.add(product);
  return index;
}
