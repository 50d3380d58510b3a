import type { Mention } from '../../matching/mention.js';
import { hasWord } from '../../tokenise.js';
import type { ItemPhrase } from './item-phrase.js';

/** An option that is said of several items at once. */
export interface SharedOption {
  part: Mention;
  /** The last of the heads that it holds for, from the first on. */
  until: number;
  /** Whether it is said before the items, so that what one of them is called by itself comes first. */
  isAhead: boolean;
  /** Whether it is said of as many of each as are counted beside it: "one of each with sugar". */
  isOfSome?: boolean;
}

/**
 * What a word such as `both` makes hold for all items before it, "a latte and a mocha both large and a tea", or at the
 * start for all behind it, "both with oat milk, a latte and a mocha"; behind "one of each" it holds for one of each.
 *
 * @param last The last head that is no other one named again.
 */
export function sharedOptions(
  all: readonly Mention[],
  heads: readonly Mention[],
  last: number,
  said: ItemPhrase,
): SharedOption[] {
  const { phrase, pack, tokens } = said;
  const next = heads[last + 1]?.start ?? Number.POSITIVE_INFINITY;
  const isBehind = ({ start }: Mention, at: number) =>
    start >= heads[at].end && hasWord(tokens, heads[at].end, start, phrase.sharedWords);
  // "with an extra shot in both", but of "a tea and two lattes with one sugar in each" the tea has none
  const { prepositions } = pack.locale;
  const isSeveral = all.some(
    ({ entity, start, value }) =>
      entity === 'quantity' &&
      start >= (heads[last - 1]?.end ?? 0) &&
      start < heads[last].start &&
      Number(value) > 1,
  );
  const isOf = ({ end }: Mention) =>
    pack.locale.numbers.of.includes(tokens[end]?.norm) && phrase.sharedWords.has(tokens[end + 1]?.norm);
  const some = all.find((part) => part.entity === 'quantity' && part.start >= heads[last].end && isOf(part));
  const isInEach = ({ start, end }: Mention) =>
    start >= heads[last].end &&
    !isSeveral &&
    prepositions.includes(tokens[end]?.norm) &&
    phrase.sharedWords.has(tokens[end + 1]?.norm);
  const isOfAll = (part: Mention) => part.start < next && (isBehind(part, last) || isInEach(part));
  // "all large, one of them iced"
  const counted = all.find((part) => part.entity === 'quantity' && isOfAll(part))?.start ?? next;
  const isOfThoseBefore = (part: Mention, at: number) =>
    at > 0 &&
    part.entity !== 'quantity' &&
    isBehind(part, at) &&
    !hasWord(tokens, heads[at].end, part.start, phrase.separatorWords);
  return all.flatMap((part): SharedOption[] => {
    if (some !== undefined && part.start >= some.start && part.start < next)
      return [{ part, until: heads.length - 1, isAhead: false, isOfSome: true }];
    if (heads.length > 1 && isAhead(part, all[0], heads[0], said))
      return [{ part, until: heads.length - 1, isAhead: true }];
    if (isOfAll(part)) return part.start < counted ? [{ part, until: heads.length - 1, isAhead: false }] : [];
    const at = heads.findLastIndex(({ end }) => end <= part.start);
    return at < last && isOfThoseBefore(part, at) ? [{ part, until: at, isAhead: false }] : [];
  });
}

/** Whether an option is said ahead of all items, behind a word such as `both`: "both with oat milk, a latte and a mocha". */
function isAhead(
  { start, end, entity }: Mention,
  first: Mention,
  head: Mention,
  { phrase, pack, tokens }: ItemPhrase,
): boolean {
  const { articles } = pack.locale.numbers;
  return (
    entity !== 'quantity' &&
    end <= head.start &&
    hasWord(tokens, Math.max(0, first.start - 2), start, phrase.sharedWords) &&
    tokens.slice(end, head.start).some(({ norm }) => articles.includes(norm))
  );
}
