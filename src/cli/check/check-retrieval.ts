import { didYouMeanHint } from '../../config/did-you-mean.js';
import { productOrders } from '../../nlu/catalogue/product-order.js';
import { ordersIn } from '../../nlu/pack/orders-in.js';
import type { Pack } from '../../nlu/pack/pack.js';
import type { PackSource } from '../../nlu/pack/pack-source.js';
import type { PackFinding } from './pack-finding.js';

/** Values that go to the field of the order of products and sort nothing. */
export function* checkRetrieval(pack: Pack, source: PackSource): Generator<PackFinding> {
  const field = pack.definition.retrieval?.sortBy;
  if (field === undefined) return;
  const told = new Set<unknown>([...productOrders, '']);
  for (const { value, path } of ordersIn(pack, field)) {
    if (told.has(value)) continue;
    told.add(value);
    const help = didYouMeanHint(String(value), productOrders) ?? `there are: ${productOrders.join(', ')}`;
    const message = `products cannot be sorted by "${value}"; ${help}`;
    yield { kind: 'unknown', where: source.locate(path), message };
  }
}
