import type { Mention } from '../../matching/mention.js';
import type { ItemPhrase } from './item-phrase.js';

/**
 * Those of the counts behind a head that are of what was counted right before them, and of no others: "three lattes, two
 * large, ONE OF THEM with caramel, and one small". Without these the counts come to as many as there are.
 *
 * @param counts What is counted behind the head, in order.
 * @param whole How many there are.
 */
export function countsWithin(
  counts: readonly Mention[],
  whole: unknown,
  { pack, tokens }: ItemPhrase,
): readonly Mention[] {
  const isPart = ({ end }: Mention, at: number) =>
    at > 0 && pack.locale.numbers.of.includes(tokens[end]?.norm);
  const within = counts.filter(isPart);
  const sum = counts.reduce((all, { value }) => all + Number(value), 0);
  const sumWithin = within.reduce((all, { value }) => all + Number(value), 0);
  return sum > Number(whole) && sum - sumWithin === whole ? within : [];
}
