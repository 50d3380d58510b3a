import { didYouMeanHint } from '../../config/did-you-mean.js';
import { productOrders } from '../../nlu/catalogue/product-order.js';
import { isChoice, searchesLike } from '../../nlu/pack/compile/chosen-value.js';
import { ordersIn } from '../../nlu/pack/orders-in.js';
import type { Pack } from '../../nlu/pack/pack.js';
import type { ContextRule } from '../../nlu/pack/schema/context-rule-schema.js';
import type { PackSource } from '../../nlu/pack/source/pack-source.js';
import type { PackFinding } from './pack-finding.js';

/** Intents that are to search and do not, and values that go to the field of the order of products and sort nothing. */
export function* checkRetrieval(pack: Pack, source: PackSource): Generator<PackFinding> {
  yield* checkSearches(pack, source);
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

/** What chooses among the results of the search before is about these, and searches nothing itself. */
function* checkSearches(pack: Pack, source: PackSource): Generator<PackFinding> {
  for (const [at, name] of (pack.definition.retrieval?.intents ?? []).entries()) {
    const chooses = (rules: readonly ContextRule[]) => rules.some(isChoice) && !searchesLike(rules);
    const own = pack.sentences.filter(({ intent }) => intent === name);
    if (own.length === 0 || !own.every(({ rules }) => chooses(rules))) continue;
    const message = `${name} searches nothing, as a context rule select or move is about what was found before: leave that out, or ${name} out of the intents that search`;
    yield { kind: 'unfilled', where: source.locate(['retrieval', 'intents', at]), message };
  }
}
