import type { Mention } from '../../matching/mention.js';
import type { ItemPhrase } from './item-phrase.js';

/** The two of "two and a latte", which are of what was spoken of before. */
export function countApart(
  [count, next]: readonly Mention[],
  head: number,
  { phrase, pack, tokens }: ItemPhrase,
): Mention | undefined {
  if (count?.entity !== 'quantity' || count.end >= head) return undefined;
  if (!phrase.separatorWords.has(tokens[count.end]?.norm)) return undefined;
  const behind = count.end + 1;
  const isCounted = next?.entity === 'quantity' && next.start === behind;
  return isCounted || pack.locale.numbers.articles.includes(tokens[behind]?.norm) ? count : undefined;
}

/**
 * What is said of what was spoken of before, where another thing is pointed at behind it: the "large" of "large and the latte
 * small", and of "large the latte small".
 */
export function optionsApart(
  parts: readonly Mention[],
  head: Mention,
  { phrase, pack, tokens }: ItemPhrase,
): readonly Mention[] {
  const { definiteArticles = [] } = pack.locale;
  const isBehindOption = (at: number) => parts.some(({ entity, end }) => end === at && entity !== 'quantity');
  const at = tokens.findLastIndex(
    ({ norm }, place) =>
      place < head.start &&
      definiteArticles.includes(norm) &&
      (isBehindOption(place) ||
        (isBehindOption(place - 1) && phrase.separatorWords.has(tokens[place - 1].norm))),
  );
  return parts.filter(({ end }) => end <= at);
}
