import type { Mention } from '../../matching/mention.js';
import type { Pack } from '../../pack/pack.js';
import type { Token } from '../../tokenise.js';

/**
 * Takes an article for a count, where it stands before an option behind the head and the counts there then come to as many
 * as were counted before it: "three coffees, two small and A LARGE". Without a head it stands for one where the same was
 * said of what was counted before: "two small and A LARGE".
 */
export function withArticlesCounted(
  parts: readonly Mention[],
  head: Mention | undefined,
  { locale }: Pack,
  tokens: readonly Token[],
): readonly Mention[] {
  const counts = parts.filter(({ entity, value }) => entity === 'quantity' && typeof value === 'number');
  const whole = head && counts.find(({ end }) => end <= head.start);
  const from = head?.end ?? 0;
  const behind = counts.filter(({ start }) => start >= from);
  // but of "a small one and a large one" each is counted already
  const isAgain = (part: Mention) =>
    parts[0] === counts[0] && parts.some(({ entity, end }) => entity === part.entity && end < part.start);
  const isOne = (part: Mention) =>
    part.entity !== 'quantity' &&
    part.start > from &&
    locale.numbers.articles.includes(tokens[part.start - 1].norm) &&
    (head !== undefined || isAgain(part));
  const ones = parts.filter(isOne);
  const sum = behind.reduce((all, { value }) => all + Number(value), ones.length);
  if (behind.length === 0 || ones.length === 0 || (head !== undefined && sum !== whole?.value)) return parts;
  return parts.flatMap((part) =>
    ones.includes(part)
      ? [{ ...part, entity: 'quantity', value: 1, start: part.start - 1, end: part.start }, part]
      : [part],
  );
}
