import type { Mention } from '../../matching/mention.js';
import { refusedIn } from '../item-names.js';
import type { ItemPhrase } from './item-phrase.js';

/** Names what is left unsaid because the next one is without it: "two lattes, ONE WITH and one without sugar". */
export function withOmittedNamed(
  parts: readonly Mention[],
  { phrase, pack, tokens }: ItemPhrase,
): readonly Mention[] {
  const { having, conjunctions } = pack.locale;
  const isOption = ({ entity }: Mention) => entity !== 'quantity' && !phrase.heads.includes(entity);
  return parts.flatMap((part, at) => {
    const [start, end] = [part.end, part.end + 1];
    if (!having.includes(tokens[start]?.norm) || !conjunctions.includes(tokens[end]?.norm)) return [part];
    const next = parts.slice(at + 1).find(isOption);
    const value = refusedIn(next?.value);
    return next === undefined || value === undefined ? [part] : [part, { ...next, value, start, end }];
  });
}
