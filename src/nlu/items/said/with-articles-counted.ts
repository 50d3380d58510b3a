import type { Mention } from '../../matching/mention.js';
import type { Token } from '../../tokenise.js';
import { countsWithin } from './counts-within.js';
import type { ItemPhrase } from './item-phrase.js';

/** What an article begins that counts one: "a large", "a large ONE with soy", whose "one" counts no other. */
interface OneOf {
  part: Mention;
  /** Where the article stands. */
  start: number;
  pronoun: Mention | undefined;
}

/**
 * Takes an article for a count, where it stands before an option behind the head and the counts there then come to as many
 * as were counted before it: "three coffees, two small and A LARGE", "three lattes, A LARGE ONE with soy and two small".
 * Without a head it stands for one where the same was said of what was counted before: "two small and A LARGE".
 */
export function withArticlesCounted(
  parts: readonly Mention[],
  head: Mention | undefined,
  said: ItemPhrase,
): readonly Mention[] {
  const { pack, tokens } = said;
  const counts = parts.filter(({ entity, value }) => entity === 'quantity' && typeof value === 'number');
  const whole = head && counts.find(({ end }) => end <= head.start);
  const from = head?.end ?? 0;
  const { articles } = pack.locale.numbers;
  const isArticle = (at: number) => articles.includes(tokens[at]?.norm);
  // but of "a small one and a large one" each is counted already
  const isAgain = (part: Mention) =>
    parts[0] === counts[0] && parts.some(({ entity, end }) => entity === part.entity && end < part.start);
  const ones = parts.flatMap((part): OneOf[] => {
    const start = isArticleIn(part, isArticle, tokens) ? part.start : part.start - 1;
    if (part.entity === 'quantity' || start < from || !isArticle(start)) return [];
    if (head === undefined && (start === 0 || !isAgain(part))) return [];
    return [{ part, start, pronoun: head && pronounBehind(part, parts) }];
  });
  const pronouns = ones.flatMap(({ pronoun }) => pronoun ?? []);
  const behind = counts.filter((count) => count.start >= from && !pronouns.includes(count));
  const within = countsWithin(behind, Number(whole?.value) - ones.length, said);
  const sum = behind.reduce(
    (all, count) => all + (within.includes(count) ? 0 : Number(count.value)),
    ones.length,
  );
  const isOther = behind.length > 0 || pronouns.length > 0;
  if (!isOther || ones.length === 0 || (head !== undefined && sum !== whole?.value)) return parts;
  return parts.flatMap((part) => {
    if (pronouns.includes(part)) return [];
    const one = ones.find((other) => other.part === part);
    if (one === undefined) return [part];
    const end = one.start + 1;
    return [
      { ...part, entity: 'quantity', value: 1, start: one.start, end },
      { ...part, start: Math.max(part.start, end) },
    ];
  });
}

/** Whether a value begins with an article that says nothing of it: "a decaf", but not "a little milk". */
function isArticleIn(
  { start, end, value }: Mention,
  isArticle: (at: number) => boolean,
  tokens: readonly Token[],
): boolean {
  const words = tokens.slice(start + 1, end).map(({ norm }) => norm);
  return isArticle(start) && words.join(' ') === value;
}

/** The "one" of "a large iced ONE", right behind an option and others that stand right behind it. */
function pronounBehind(option: Mention, parts: readonly Mention[]): Mention | undefined {
  const next = parts.find(({ start }) => start === option.end);
  if (next === undefined || next.entity !== 'quantity') return next && pronounBehind(next, parts);
  return next.value === 1 && next.end - next.start === 1 ? next : undefined;
}
