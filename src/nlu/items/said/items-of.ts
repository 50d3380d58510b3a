import type { Item } from '../../context/item.js';
import { alternativesIn } from '../../context/said-values.js';
import type { Mention } from '../../matching/mention.js';
import type { Pack } from '../../pack/pack.js';
import { hasWord, isInflected, startsWith } from '../../tokenise.js';
import { itemField } from '../item-field.js';
import { isAbout } from '../item-names.js';
import { partOf } from '../items.js';
import { countApart, optionsApart } from './apart-from-head.js';
import { countKinds, isMoreOf, isShortened } from './count-kinds.js';
import { withOptionsCounted } from './counted-options.js';
import { countsWithin } from './counts-within.js';
import { headlessPieces } from './headless-pieces.js';
import { ItemEnds } from './item-ends.js';
import type { ItemPhrase } from './item-phrase.js';
import { type Group, isNamedAgain, isSaidAgain, joinNamedAgain } from './said-again.js';
import { cutAtCounts, isJustBehind, ofSameHead, sameHeadBehind } from './same-head.js';
import { type SharedOption, sharedOptions } from './shared-options.js';
import { withArticlesCounted } from './with-articles-counted.js';
import { withBothNamed } from './with-both-named.js';
import { withFitOptions } from './with-fit-options.js';
import { withOmittedNamed } from './with-omitted-named.js';

/**
 * Cuts a phrase into items, one for each mention of its head. What stands between two heads belongs to the earlier
 * one up to the last separator ("a latte with oat milk AND a large espresso"); without a separator, options said
 * before a head belong to it from the last quantity or size on. A second count behind the head makes two items of one
 * ("two cappuccinos, one with oat milk"), and so does a second size or count before it ("a small and a large latte").
 * Kinds of what was counted are among those ("two teas, one green tea"). What is said behind a word such as `both`
 * holds for all items before it, or at the start for all behind it. Values that go to a field of their own are no options.
 */
export function itemsOf(said: readonly Mention[], inPhrase: ItemPhrase): Item[] {
  const { phrase, pack, tokens } = inPhrase;
  const named = withOmittedNamed(withBothNamed(said, inPhrase), inPhrase);
  const options = named.filter(
    ({ entity }) => (pack.entities.get(entity)?.into.length ?? 0) === 0 || differs(entity, said, pack),
  );
  const heads = options.filter((part) => phrase.heads.includes(part.entity));
  const all = heads.length === 0 ? options : withoutSums(options, inPhrase);
  if (heads.length === 0) return headlessPieces(all, inPhrase).map((piece) => toItem(piece, pack));
  const areNamedAgain = heads.map((_, index) => isNamedAgain(heads, index, all, inPhrase));
  const last = areNamedAgain.lastIndexOf(false);
  const shared = sharedOptions(all, heads, last, inPhrase);
  const parts = all.filter((part) => shared.every((option) => option.part !== part));
  const ends = new ItemEnds(parts, heads, areNamedAgain, inPhrase);
  const groups: Group[] = [];
  let from = parts[0].start;
  heads.forEach((current, index) => {
    const until = ends.of(index, from);
    const own = parts.filter((part) => part.start >= from && part.start < until);
    groups.push({ head: current, items: itemsOfHead(current, own, inPhrase) });
    from = until;
  });
  for (const index of groups.keys()) {
    if (areNamedAgain[index]) joinNamedAgain(groups, index, inPhrase);
  }
  const left = groups.filter(({ items }) => items.length > 0);
  const { standsFor } = itemField(pack)!;
  left.forEach(({ head: next }, index) => {
    const before = left[index - 1];
    if (before === undefined) return;
    // "and a green" is one of the teas, of which "and a green tea" is another
    if (!isShortened(next) && hasWord(tokens, before.head.end, next.start, phrase.separatorWords)) return;
    countKinds(before, left.slice(index), standsFor[before.head.entity]?.[String(before.head.value)] ?? []);
    // "a mocha, a mocha with oat and a mocha with soy" are three
    const isThird = left.filter(({ head }) => head.value === next.value).length > 2;
    if (!isThird && isSaidAgain(before, left[index], inPhrase)) before.items = [];
  });
  const items = groups.flatMap((group, index) => withShared(group.items, index, shared, pack));
  return withFitOptions(items, itemField(pack)!);
}

/** The items of one head with what is said of those of several heads, or of as many of each as are counted beside it. */
function withShared(
  items: readonly Item[],
  head: number,
  shared: readonly SharedOption[],
  pack: Pack,
): Item[] {
  const inAll = (isAhead: boolean) =>
    shared.filter((one) => !one.isOfSome && one.isAhead === isAhead && head <= one.until);
  const [ahead, behind, ofSome] = [inAll(true), inAll(false), shared.filter(({ isOfSome }) => isOfSome)].map(
    (options) =>
      toItem(
        options.map(({ part }) => part),
        pack,
      ),
  );
  const { quantity: count, ...some } = ofSome;
  return items.flatMap((item) => {
    const { meant, rest } = partOf({ ...ahead, ...item, ...behind }, count);
    return [...rest, { ...meant, ...some }];
  });
}

/** What is said with one head: mostly one item. */
function itemsOfHead(head: Mention, parts: readonly Mention[], phrase: ItemPhrase): Item[] {
  const { pack } = phrase;
  const items: Item[] = [];
  const counted = withArticlesCounted(parts, head, phrase);
  let own = [...withOptionsCounted(counted, head, phrase)];
  const count = countApart(own, head.start, phrase);
  if (count !== undefined) {
    items.push(toItem([count], pack));
    own = own.filter((part) => part !== count);
  }
  const apart = optionsApart(own, head, phrase);
  if (apart.length > 0) {
    items.push(toItem(apart, pack));
    own = own.slice(apart.length);
  }
  for (let other = headlessBefore(own, head, phrase); other.length > 0; ) {
    items.push(toItem([...other, ...sharedByAll(own, other, head), head], pack));
    own = own.filter((part) => !other.includes(part));
    other = headlessBefore(own, head, phrase);
  }
  const later = sameHeadBehind(own, head, phrase);
  const first = own.slice(0, own.length - later.length);
  items.push(...splitByCount(first, head, phrase));
  const said = own.filter(({ end, entity }) => end <= head.start && entity !== 'quantity');
  for (const piece of cutAtCounts(later, phrase)) {
    // "an iced latte and one with soy": both are iced, but of "and a small one" all is said anew
    const isOfSame = isJustBehind(piece[0], phrase) || isSeveral(piece[0]);
    // "two vanilla lattes and one caramel"
    // and of "one caramel latte and one plain" the other has no caramel
    const before =
      isPlain(piece) && first.every(({ start }) => start <= head.start) ? said.slice(0, -1) : said;
    const shared = isOfSame
      ? before.filter(({ entity }) => piece.every((part) => part.entity !== entity))
      : [];
    items.push(toItem([...shared, ...ofSameHead(piece, head, phrase)], pack));
  }
  return items;
}

/** Whether a count itself says that nothing more is said of what it counts: "one plain". */
function isPlain([{ entity, start, end }, ...more]: readonly Mention[]): boolean {
  return entity === 'quantity' && end - start > 1 && more.length === 0;
}

/** Whether a value counts more than one. */
function isSeveral({ entity, value }: Mention): boolean {
  return entity === 'quantity' && Number(value) > 1;
}

/** Whether what holds for the whole is said of items that differ in it: "a tea to go and a scone for here". */
function differs(entity: string, said: readonly Mention[], pack: Pack): boolean {
  const values = said.filter((other) => other.entity === entity).map(({ value }) => value);
  return itemField(pack)!.ofEach.includes(entity) && new Set(values).size > 1;
}

/** Without counts of all that is listed, and what stands between such a count and its noun: "three hot drinks". */
function withoutSums(parts: readonly Mention[], { phrase, tokens }: ItemPhrase): Mention[] {
  const endsOf = (at: number) =>
    (phrase.sumWords.get(tokens[at]?.norm) ?? [])
      .filter((words) => startsWith(tokens, at, words))
      .map(({ length }) => at + length);
  const sums = parts
    .filter(({ entity }) => entity === 'quantity')
    .map(({ start, end }) => ({ start, end: Math.max(start, ...endsOf(end)) }));
  return parts.filter((part) => sums.every(({ start, end }) => part.start < start || part.start >= end));
}

/** "A small and" before "a large latte", or "one small" before "one large": another item, whose head is said once. */
function headlessBefore(
  parts: readonly Mention[],
  head: Mention,
  { phrase, pack, tokens }: ItemPhrase,
): Mention[] {
  const { articles } = pack.locale.numbers;
  const before = parts.filter(({ end }) => end <= head.start);
  for (const [index, part] of before.entries()) {
    const next = before[index + 1]?.start ?? part.end;
    const isCounted = before[index + 1]?.entity === 'quantity';
    // "a small, a medium and a large latte"
    const hasArticle = tokens.slice(part.end, next).some(({ norm }) => articles.includes(norm));
    if (!isCounted && !hasArticle && !hasWord(tokens, part.end, next, phrase.separatorWords)) continue;
    // "a caramel and vanilla latte" has both, and "a caramel and a vanilla latte" are two
    const isMany = before[index + 1]?.entity === part.entity && pack.entities.get(part.entity)?.many;
    if (isMany && !hasArticle) continue;
    const first = before.slice(0, index + 1);
    const rest = before.slice(index + 1);
    const isAgain = ({ entity }: Mention) =>
      rest.some((later) => later.entity === entity) && !(isCounted && entity === 'quantity');
    return first.some(isAgain) ? first : [];
  }
  return [];
}

/** What "two small and one large BLACK coffee" all are: said right before the head, behind that in which they differ. */
function sharedByAll(parts: readonly Mention[], first: readonly Mention[], head: Mention): Mention[] {
  const between = parts.filter(({ start, end }) => start >= first.at(-1)!.end && end <= head.start);
  const isOwn = ({ entity }: Mention) => entity === 'quantity' || first.some((one) => one.entity === entity);
  return between.slice(between.findLastIndex(isOwn) + 1);
}

function splitByCount(parts: readonly Mention[], head: Mention, phrase: ItemPhrase): Item[] {
  const { pack, tokens } = phrase;
  const counts = parts.filter(({ entity, value }) => entity === 'quantity' && typeof value === 'number');
  const [first, ...more] = counts;
  const one = more.length === 0 ? oneEach(parts, first, head, phrase) : [];
  const each = one.length === 0 && more.length === 0 ? eachOfSeveral(parts, head, phrase) : one;
  if (each.length > 0) return each;
  if (more.length === 0) return [toItem(parts, pack)];
  const shared = parts.filter(({ start }) => start < more[0].start);
  const within = countsWithin(more, first.value, phrase);
  const pieces: Item[] = [];
  for (const [index, count] of more.entries()) {
    const end = more[index + 1]?.start ?? Number.POSITIVE_INFINITY;
    const own = parts.filter(({ start }) => start >= count.start && start < end);
    const before = within.includes(count) ? pieces.at(-1) : undefined;
    const piece = { ...before, ...toItem([...shared, ...own], pack) };
    const isOf = pack.locale.numbers.of.includes(tokens[count.end]?.norm);
    const whole = isOf ? (before ?? pieces.findLast((other) => isMoreOf(piece, other))) : undefined;
    if (whole !== undefined) whole.quantity = Number(whole.quantity) - Number(piece.quantity);
    pieces.push(piece);
  }
  const rest = pieces.reduce((left, { quantity }) => left - Number(quantity), first.value as number);
  // "four lattes, two large, three small": what was said of each counts
  if (rest < 0) return pieces.filter(({ quantity }) => quantity !== 0);
  const split = pieces.filter(({ quantity }) => quantity !== 0);
  return rest === 0 ? split : [{ ...toItem(shared, pack), quantity: rest }, ...split];
}

/**
 * "Three mochas, small, medium and large": as many values of an option as were counted, one for each; or where nobody
 * counted, "mochas small and large", as many as are said right behind a plural.
 */
function oneEach(
  parts: readonly Mention[],
  count: Mention | undefined,
  head: Mention,
  { pack, tokens }: ItemPhrase,
): Item[] {
  const isOption = ({ entity, start }: Mention) => start >= head.end && !pack.entities.get(entity)?.many;
  const behind = parts.filter(isOption);
  const isPlural = isInflected(tokens[head.end - 1], pack.locale) && behind[0]?.start === head.end;
  if (count === undefined ? !isPlural : Number(count.value) < 2 || count.start > head.start) return [];
  const valuesOf = (entity: string) => behind.filter((other) => other.entity === entity);
  const option = behind.find(({ entity }) => {
    const { size } = new Set(valuesOf(entity).map(({ value }) => value));
    return count === undefined ? size > 1 && size === valuesOf(entity).length : size === count.value;
  })?.entity;
  if (option === undefined) return [];
  const values = valuesOf(option);
  const shared = parts.filter((part) => part !== count && !values.includes(part));
  return values.map((value) => ({ quantity: 1, ...toItem([...shared, value], pack) }));
}

/** "A bag of cement and sand": of several values of one option behind an "of" none is lost, and there is an item of each. */
function eachOfSeveral(
  parts: readonly Mention[],
  head: Mention,
  { phrase, pack, tokens }: ItemPhrase,
): Item[] {
  const [first, ...others] = parts.filter(({ start }) => start >= head.end);
  if (first === undefined || pack.entities.get(first.entity)?.many) return [];
  if (!pack.locale.numbers.of.includes(tokens[first.start - 1].norm)) return [];
  const values = [first];
  for (const other of others) {
    const isJoined = hasWord(tokens, values.at(-1)!.end, other.start, phrase.separatorWords);
    if (other.entity === first.entity && isJoined) values.push(other);
  }
  if (values.length < 2) return [];
  const shared = parts.filter((part) => !values.includes(part));
  return values.map((value) => toItem([...shared, value], pack));
}

/** Values as the options of one item. */
export function toItem(parts: readonly Pick<Mention, 'entity' | 'value'>[], pack: Pack): Item {
  const item: Item = {};
  for (const { entity, value } of parts) {
    if (pack.entities.get(entity)?.many) {
      for (const one of alternativesIn(value)) {
        const before = (item[entity] as unknown[] | undefined) ?? [];
        // "a caramel latte with extra caramel" has it once
        if (!before.includes(one)) item[entity] = [...before.filter((old) => !isAbout(one, old)), one];
      }
    } else item[entity] = value;
  }
  return item;
}
