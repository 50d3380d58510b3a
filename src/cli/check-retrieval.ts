import { didYouMeanHint } from '../config/did-you-mean.js';
import { productOrders } from '../nlu/catalogue/product-order.js';
import { contextRulesOf } from '../nlu/pack/context-rules-of.js';
import type { Pack } from '../nlu/pack/pack.js';
import type { PackSource, SourcePath } from '../nlu/pack/pack-source.js';
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

function* ordersIn(pack: Pack, field: string): Generator<{ value: unknown; path: SourcePath }> {
  const { entities } = pack.definition;
  for (const { name, kind, list = name, into } of pack.entities.values()) {
    if (!into.includes(field)) continue;
    if (kind === 'list')
      for (const value of pack.lists.get(list)?.values() ?? []) yield { value, path: ['lists', list] };
    // what stands in braces is on a list of its own
    for (const [at, { out }] of (entities[name].patterns ?? []).entries())
      if (!out.includes('{')) yield { value: out, path: ['entities', name, 'patterns', at] };
  }
  for (const { rule, path } of contextRulesOf(pack.definition)) {
    if (typeof rule === 'string') continue;
    const set = 'set' in rule ? rule.set : 'relative' in rule ? (rule.relative.alsoSet ?? {}) : {};
    if (Object.hasOwn(set, field)) yield { value: set[field], path };
  }
}
