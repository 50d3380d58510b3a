import type { Item } from '../../context/item.js';
import { oncePer } from '../../once-per.js';
import type { Pack } from '../../pack/pack.js';
import { itemField, itemHeads } from '../item-field.js';
import { isAbout, isShortFor } from '../item-names.js';
import type { Mentioned } from './item-mentions.js';

/** By head, the options that hold values of its list: the drink of a meal is of the list of drinks. */
const optionsAlike = oncePer((pack: Pack): [head: string, options: string[]][] => {
  const field = itemField(pack)?.name ?? '';
  const heads = itemHeads(pack);
  const phrases = [...pack.entities.values()].filter(({ into }) => into.includes(field));
  const names = phrases.flatMap(({ of = [], rules = [] }) => [...of, ...rules.map((rule) => rule.as)]);
  const lists = [...new Set(names)].flatMap((name) => {
    const { kind, list } = pack.entities.get(name) ?? {};
    return kind === 'list' ? [{ name, list }] : [];
  });
  const alike = lists
    .filter(({ name }) => heads.includes(name))
    .map(({ name, list }): [string, string[]] => {
      const options = lists.filter((other) => other.list === list && !heads.includes(other.name));
      return [name, options.map((option) => option.name)];
    });
  return alike.filter(([, options]) => options.length > 0);
});

/**
 * Things that are options of what was ordered, as such options: the coke of "swap the coke for a lemonade" and of "take the
 * coke off" is that of a meal, where none was ordered by itself, and what takes its place is that of the meal, too.
 *
 * @param isPutRight Something may be put right without being named: behind a meal with a coke "no, a lemonade" is its drink,
 * where no drink was ordered by itself, and "no, two lemonades" are not.
 */
export function asOptionsThere(
  mentioned: readonly Mentioned[],
  order: readonly Item[],
  pack: Pack,
  isPutRight: boolean,
): readonly Mentioned[] {
  return optionsAlike(pack).reduce((said, [head, options]) => {
    const isThere = (value: unknown) =>
      order.some((item) => isAbout(item[head], value) || isShortFor(value, item[head]));
    const named = said.flatMap(({ items }) => items.filter((item) => head in item));
    if (named.length === 0 || named.some((item) => isThere(item[head]))) return said;
    const isNamed = (option: string) =>
      named.some((item) => order.some((one) => isAbout(one[option], item[head])));
    const mayBePutRight =
      isPutRight && !order.some((item) => head in item) && named.every((item) => !('quantity' in item));
    const isThereOf = (option: string) => order.some((item) => option in item);
    const option = options.find(isNamed) ?? (mayBePutRight ? options.find(isThereOf) : undefined);
    if (option === undefined) return said;
    return said.map(({ slot, items }) => ({ slot, items: items.map((item) => renamed(item, head, option)) }));
  }, mentioned);
}

function renamed(item: Item, from: string, to: string): Item {
  if (!(from in item)) return item;
  const { [from]: value, ...rest } = item;
  return { ...rest, [to]: value };
}
