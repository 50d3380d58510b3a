import { isNumberOrFigure } from '../../entities/number.js';
import type { Mention } from '../../matching/mention.js';
import type { ItemPhrase } from './item-phrase.js';

/**
 * Takes a number for how many have an option, and not for how much of it one has, where the numbers then come to as many
 * as were counted: "two coffees, one cream and sugar, one black".
 */
export function withOptionsCounted(
  parts: readonly Mention[],
  head: Mention,
  said: ItemPhrase,
): readonly Mention[] {
  const isCount = ({ entity, value }: Mention) => entity === 'quantity' && typeof value === 'number';
  const behind = parts.filter(({ start }) => start >= head.end);
  const whole = parts.find((part) => isCount(part) && part.end <= head.start);
  const counted = behind.flatMap((part) => countedIn(part, said) ?? []);
  const counts = behind.filter(isCount);
  const sum = [...counts, ...counted.map(({ count }) => count)].reduce(
    (all, one) => all + Number(one.value),
    0,
  );
  if (whole === undefined || counts.length === 0 || counted.length === 0 || sum !== whole.value) return parts;
  return parts.flatMap((part) => {
    const apart = counted.find(({ of }) => of === part);
    return apart ? [apart.count, apart.option] : [part];
  });
}

/** An option in which a number is said, as that number and the option: "one cream". */
function countedIn(part: Mention, { pack: { locale, entities }, tokens }: ItemPhrase) {
  const [, number, name] = /^(\d+) (.+)$/.exec(String(part.value)) ?? [];
  const isSaid = part.end - part.start > 1 && isNumberOrFigure(tokens[part.start].norm, locale.numbers);
  if (name === undefined || !isSaid || entities.get(part.entity)?.many) return undefined;
  const middle = part.start + 1;
  const words = name.split(' ');
  const value = [...words.slice(0, -1), locale.stem(words.at(-1)!)].join(' ');
  const count: Mention = { ...part, entity: 'quantity', value: Number(number), end: middle };
  return { of: part, count, option: { ...part, value, start: middle } };
}
