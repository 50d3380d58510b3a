import type { Item } from '../../context/item.js';
import { canonical } from '../../context/memory.js';
import { unitOf } from '../../entities/quantity.js';
import type { Pack } from '../../pack/pack.js';
import { changedItems } from '../changed-items.js';
import { isSameThing } from '../find-item.js';
import { itemsBefore } from '../item-field.js';
import { changeItem, isCountOnly } from '../items.js';
import type { How } from './how.js';

/**
 * The order with what a number alone says of the one item that the turn before was about: "no, four" behind "the parcel
 * weighs three kilos" are kilos. Behind anything else it is a count, and so it is of what was ordered in that turn, "make
 * it four", unless a correction follows and nobody said how many, or there are so many of it: "just one" behind a tea with
 * two sugars.
 *
 * @returns undefined where the turn before was not about one item, or a count follows what was ordered in it.
 */
export function numberOfLast(how: How, isCorrected: boolean): Item[] | undefined {
  const { order, items, heads, defaults, turn } = how;
  const [item] = items;
  if (items.length !== 1 || !isCountOnly(item)) return undefined;
  const { places, gone } = changedItems(itemsBefore(turn), order);
  const [place] = places;
  if (places.length !== 1) return undefined;
  const now = order[place];
  const old = gone.find((one) => isSameThing(one, now, heads));
  const areSoMany = now.quantity === item.quantity;
  if (old === undefined && !isCorrected && !areSoMany) return undefined;
  const before = old ?? defaults;
  const isAnew = (option: string) => canonical(now[option] ?? null) !== canonical(before[option] ?? null);
  const options = Object.keys(now).filter(isAnew);
  const numbers = options
    .map((option) => withNumber(option, now, Number(item.quantity), turn.pack))
    .filter((one) => one !== undefined);
  const isCount = (options.includes('quantity') && !areSoMany) || numbers.length !== 1;
  return isCount
    ? changeItem(order, item, heads, { position: place })
    : order.with(place, { ...now, ...numbers[0] });
}

/** An option of an item with another number in it; undefined where it holds none, or not this one. */
function withNumber(option: string, item: Item, number: number, pack: Pack): Item | undefined {
  const { kind, from = -Infinity, to = Infinity } = pack.entities.get(option) ?? {};
  const value = item[option];
  if (kind === 'number' && typeof value === 'number')
    return number >= from && number <= to ? { [option]: number } : undefined;
  if (kind === 'quantity') {
    const unit = unitOf(value);
    return unit === undefined ? undefined : { [option]: `${number} ${unit}` };
  }
  if (kind === 'pattern') {
    const [said, another] = [value].flat();
    const counted = another === undefined ? countedAnew(said, number, pack) : undefined;
    return counted === undefined ? undefined : { [option]: Array.isArray(value) ? [counted] : counted };
  }
  return kind === 'money' ? { [option]: { ...(value as object), amount: String(number) } } : undefined;
}

/**
 * A text that counts something, with another number: "2 pumps of vanilla syrup". Undefined where it counts nothing, as in
 * "12 inch", for of several the noun is in the plural, and where it has this number.
 */
function countedAnew(text: unknown, number: number, { locale }: Pack): string | undefined {
  const [, noun, rest] = /^(?:[2-9]|[1-9][\d.]+) (.*?)( of .+|)$/.exec(String(text)) ?? [];
  if (noun === undefined) return undefined;
  const words = noun.split(' ');
  const one = locale.stem(words.at(-1)!);
  if (words.at(-1) !== locale.plural(one) || Number.parseFloat(String(text)) === number) return undefined;
  return `${number} ${words.with(-1, number === 1 ? one : locale.plural(one)).join(' ')}${rest}`;
}
