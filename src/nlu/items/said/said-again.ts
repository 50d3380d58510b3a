import type { Item } from '../../context/item.js';
import type { Mention } from '../../matching/mention.js';
import type { Pack } from '../../pack/pack.js';
import { hasComma, hasWord, type Token } from '../../tokenise.js';
import { personsOf, speaker } from '../item-field.js';
import { isAbout } from '../item-names.js';
import { partOf } from '../items.js';
import type { ItemPhrase } from './item-phrase.js';

/** The items with one head. */
export interface Group {
  head: Mention;
  items: Item[];
}

/**
 * Whether somebody names an item once more to say more of it: "a mocha, yeah, a mocha with oat milk". Who types a comma
 * before it, and says no more of it, lists two, "a latte, a latte and a tea"; and so does who says for whom each is.
 */
export function isSaidAgain(first: Group, again: Group, { pack, tokens }: ItemPhrase): boolean {
  const [[item, another], [more, ...others]] = [first.items, again.items];
  if (item === undefined || another !== undefined || others.length > 0 || 'quantity' in more) return false;
  if (isForAnother(tokens.slice(first.head.end, again.head.start), pack)) return false;
  const isListed = hasComma(tokens.slice(first.head.end - 1, again.head.start + 1));
  if (isListed && Object.keys(more).length === Object.keys(item).length) return false;
  return Object.entries(item).every(([key, value]) => more[key] === value);
}

/** Whether words between two things tell that they are for two people: "a latte for me, a latte for her". */
function isForAnother(between: readonly Token[], pack: Pack): boolean {
  const known = personsOf(pack);
  const { receiving } = pack.locale.asking;
  return between.some(
    ({ norm }) => receiving.includes(norm) || ![undefined, speaker].includes(known?.get(norm)),
  );
}

/**
 * Whether a head names anew what was named before it, and is no other one: "a coffee and a donut, and can I get THE donut
 * heated", "two lattes and a tea, one OF THE lattes iced", or, without an article, "one cap, one latte, cap with one
 * sugar".
 */
export function isNamedAgain(
  heads: readonly Mention[],
  index: number,
  said: readonly Mention[],
  inPhrase: ItemPhrase,
): boolean {
  const { phrase, pack, tokens } = inPhrase;
  const head = heads[index];
  const first = heads.slice(0, index).find((earlier) => isAbout(earlier.value, head.value));
  if (first === undefined) return false;
  const { definiteArticles, numbers, statements } = pack.locale;
  const pointers = [...definiteArticles, ...statements.that];
  const before = (at: number) => {
    const last = heads[at - 1]?.end ?? 0;
    const own = said.filter(({ start, end }) => start >= last && end <= heads[at].start);
    const norms = tokens.slice(last, heads[at].start).map(({ norm }) => norm);
    return { own, norms };
  };
  const isPartOf = ({ end }: Mention) => numbers.of.includes(tokens[end]?.norm);
  const isNew = (at: number) => {
    const { own, norms } = before(at);
    return (
      own.some((part) => part.entity === 'quantity' && !isPartOf(part)) ||
      norms.some((norm) => numbers.articles.includes(norm))
    );
  };
  const isDefinite = (at: number) => before(at).norms.some((norm) => pointers.includes(norm));
  if (isNew(index)) return false;
  if (isDefinite(index)) return !isDefinite(heads.indexOf(first));
  if (!isNew(heads.indexOf(first))) return false;
  const isJoined = hasWord(tokens, heads[index - 1].end, head.start, phrase.separatorWords);
  return !isJoined || isNamedAgain(heads, index - 1, said, inPhrase);
}

/**
 * Puts what is said of an item that was named before into that item, or into as many of it as were counted; what it has
 * already makes another one.
 */
export function joinNamedAgain(groups: readonly Group[], index: number, { phrase, pack }: ItemPhrase): void {
  const again = groups[index];
  const [more, ...others] = again.items;
  if (more === undefined || others.length > 0) return;
  const part = Number(more.quantity);
  const said = Object.entries(more).filter(([key]) => !phrase.heads.includes(key) && key !== 'quantity');
  const isMany = (key: string) => pack.entities.get(key)?.many === true;
  const fits = ({ head, items: [item, another] }: Group) =>
    item !== undefined &&
    another === undefined &&
    isAbout(head.value, again.head.value) &&
    (Number.isNaN(part) || Number(item.quantity) >= part) &&
    said.every(([key, value]) => isMany(key) || !(key in item) || item[key] === value);
  const first = groups.slice(0, index).find(fits);
  if (first === undefined) return;
  const [item] = first.items;
  const joined = said.map(([key, value]) => {
    const isList = Array.isArray(item[key]) && Array.isArray(value);
    return [key, isList ? [...new Set([...(item[key] as unknown[]), ...value])] : value];
  });
  const { meant, rest } = partOf(item, more.quantity);
  first.items = [...rest, { ...meant, ...Object.fromEntries(joined) }];
  again.items = [];
}
