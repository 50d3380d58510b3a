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
 * small", of "large the latte small", and of "large and warm the muffin", which is to be warm.
 */
export function optionsApart(
  parts: readonly Mention[],
  head: Mention,
  { phrase, pack, tokens }: ItemPhrase,
): readonly Mention[] {
  const { definiteArticles } = pack.locale;
  const optionBefore = (at: number) => parts.find(({ entity, end }) => end === at && entity !== 'quantity');
  const isSeparator = (at: number) => phrase.separatorWords.has(tokens[at]?.norm);
  const article = tokens.findLastIndex(
    ({ norm }, at) =>
      at < head.start &&
      definiteArticles.includes(norm) &&
      (optionBefore(at) ?? (isSeparator(at - 1) ? optionBefore(at - 1) : undefined)) !== undefined,
  );
  const isMore = parts.some(({ start }) => start >= head.end);
  const option = optionBefore(article);
  if (isMore || option === undefined) return parts.filter(({ end }) => end <= article);
  return isSeparator(option.start - 1) ? parts.filter(({ end }) => end < option.start) : [];
}
