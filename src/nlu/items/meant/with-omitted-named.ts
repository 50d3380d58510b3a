import type { Mention } from '../../matching/mention.js';
import type { Entity } from '../../pack/compile-entities.js';
import type { Pack } from '../../pack/pack.js';
import type { Token } from '../../tokenise.js';
import { refusedIn } from '../item-names.js';

/** Names what is left unsaid because the next one is without it: "two lattes, ONE WITH and one without sugar". */
export function withOmittedNamed(
  parts: readonly Mention[],
  phrase: Entity,
  { locale: { having = [], conjunctions = [] } }: Pack,
  tokens: readonly Token[],
): readonly Mention[] {
  const isOption = ({ entity }: Mention) => entity !== 'quantity' && !phrase.heads.includes(entity);
  return parts.flatMap((part, at) => {
    const [start, end] = [part.end, part.end + 1];
    if (!having.includes(tokens[start]?.norm) || !conjunctions.includes(tokens[end]?.norm)) return [part];
    const next = parts.slice(at + 1).find(isOption);
    const value = refusedIn(next?.value);
    return next === undefined || value === undefined ? [part] : [part, { ...next, value, start, end }];
  });
}
