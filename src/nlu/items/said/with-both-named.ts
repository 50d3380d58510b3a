import type { Mention } from '../../matching/mention.js';
import type { ItemPhrase } from './item-phrase.js';

/**
 * Says of what is counted "with both" that it has what those before it have: "three teas, one with milk, one with lemon and
 * ONE WITH BOTH".
 */
export function withBothNamed(
  parts: readonly Mention[],
  { phrase, pack, tokens }: ItemPhrase,
): readonly Mention[] {
  const { having } = pack.locale;
  const isOption = ({ entity }: Mention) => entity !== 'quantity';
  return parts.flatMap((part, at) => {
    const start = part.end + 1;
    const isWithBoth =
      part.entity === 'quantity' &&
      having.includes(tokens[part.end]?.norm) &&
      phrase.sharedWords.has(tokens[start]?.norm) &&
      !(parts[at + 1]?.start <= start + 1);
    if (!isWithBoth) return [part];
    const since = parts.findLastIndex(({ entity }, index) => index < at && phrase.heads.includes(entity));
    const options = parts.slice(since + 1, at).filter(isOption);
    return [part, ...options.map((option) => ({ ...option, start, end: start + 1 }))];
  });
}
