import type { Pack } from '../../nlu/pack/pack.js';
import type { PackSource } from '../../nlu/pack/pack-source.js';
import type { PackFinding } from './pack-finding.js';

/** Orders whose items cannot be counted, or are not put in words. */
export function* checkItems(pack: Pack, source: PackSource): Generator<PackFinding> {
  const { fields, intents } = pack.definition;
  const replies = JSON.stringify(Object.values(intents).map((intent) => intent.replies));
  for (const [name, { kind, say }] of Object.entries(fields)) {
    if (kind !== 'items') continue;
    if (say === undefined && new RegExp(`\\{[^{}]*\\b${name}\\b`).test(replies)) {
      const message = `the field ${name} has no "say": replies put the values of an item one behind the other`;
      yield { kind: 'silent', where: source.locate(['fields', name]), message };
    }
    for (const entity of pack.entities.values()) {
      const parts = entity.of ?? [];
      const isCounted = [...parts, ...(entity.rules ?? []).map((rule) => rule.as)].includes('quantity');
      const count = parts.find((part) => pack.entities.get(part)?.kind === 'number');
      if (!entity.into.includes(name) || entity.heads.length === 0 || isCounted || count === undefined)
        continue;
      const message = `in ${entity.name}, ${count} does not say how many: only an entity named quantity counts items`;
      yield { kind: 'uncounted', where: source.locate(['entities', entity.name]), message };
    }
  }
}
