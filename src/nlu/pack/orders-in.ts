import { setIn } from './compile/chosen-value.js';
import { contextRulesOf } from './compile/context-rules-of.js';
import type { Pack } from './pack.js';
import type { SourcePath } from './source/pack-source.js';

/** The orders that a pack can put into the field that holds the order of a search, and where each is written. */
export function* ordersIn(pack: Pack, field: string): Generator<{ value: unknown; path: SourcePath }> {
  const { entities } = pack.definition;
  for (const { name, kind, list, into } of pack.entities.values()) {
    if (!into.includes(field)) continue;
    if (kind === 'list')
      for (const value of pack.lists.get(list)?.values() ?? []) yield { value, path: ['lists', list] };
    // what stands in braces is on a list of its own
    for (const [at, { out }] of (entities[name].patterns ?? []).entries())
      if (!out.includes('{')) yield { value: out, path: ['entities', name, 'patterns', at] };
  }
  for (const { rule, path } of contextRulesOf(pack.definition)) {
    const set = setIn(rule);
    if (Object.hasOwn(set, field)) yield { value: set[field], path };
  }
}
