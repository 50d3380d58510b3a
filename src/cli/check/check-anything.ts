import type { Pack } from '../../nlu/pack/pack.js';
import type { When } from '../../nlu/pack/schema/pack-schema.js';
import type { PackFinding } from './pack-finding.js';
import type { PackGroup } from './pack-groups.js';

/**
 * Sentences that are nothing but free text, and hold at any point: then nothing is ever not understood, and no fallback
 * speaks. In a search that is how people ask for what is on no list.
 */
export function* checkAnything(pack: Pack, groups: readonly PackGroup[]): Generator<PackFinding> {
  if (pack.definition.retrieval !== undefined) return;
  for (const { intent, where, when, alone } of groups) {
    if (isBound(when)) continue;
    const entity = alone.find((name) => isAnyText(pack, name));
    if (entity === undefined) continue;
    const message = `${intent} takes whatever is said, as a sentence of it is {${entity}} alone, so that "none" and the others of "fallback" are never said: put words beside it, or give it a "when"`;
    yield { kind: 'unreachable', where, message };
  }
}

/** Whether a condition is about what was said before. */
function isBound(when: When | undefined): boolean {
  return Object.keys(when ?? {}).some((key) => key !== 'empty');
}

function isAnyText(pack: Pack, name: string): boolean {
  const { kind, isName } = pack.entities.get(name) ?? {};
  return kind === 'text' && !isName;
}
