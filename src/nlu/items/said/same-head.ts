import type { Mention } from '../../matching/mention.js';
import type { Pack } from '../../pack/pack.js';
import { hasWord, type Token } from '../../tokenise.js';
import type { ItemPhrase } from './item-phrase.js';

/**
 * "And a small one" behind "a large latte": options of other items, as they say anew what was said before the head, or
 * as one was counted and more are: "and one with soy". Behind "two mochas" that is a third one, without the "and" it is
 * one of the two, and so is "and one of them decaf".
 */
export function sameHeadBehind(parts: readonly Mention[], head: Mention, inPhrase: ItemPhrase): Mention[] {
  const { phrase, pack, tokens } = inPhrase;
  const { numbers, having } = pack.locale;
  const { entities } = pack;
  const before = parts.filter(({ end }) => end <= head.start);
  const said = parts.filter(({ start }) => start >= head.end);
  const count = before.find(({ entity }) => entity === 'quantity') ?? countOfHead(said, head, inPhrase);
  const behind = said.filter((part) => part !== count);
  const isAgain = ({ entity }: Mention) =>
    entity !== 'quantity' &&
    // "a caramel latte with whip and extra caramel" has several of these
    !entities.get(entity)?.many &&
    before.some((other) => other.entity === entity);
  const hasArticle = ({ start }: Mention) => numbers.articles.includes(tokens[start - 1]?.norm);
  // "a pass for an adult and a child" are two
  const isOtherwise = ({ entity, value }: Mention, said: readonly Mention[]) =>
    !entities.get(entity)?.many && said.some((other) => other.entity === entity && other.value !== value);
  for (const [index, part] of behind.entries()) {
    const last = behind[index - 1]?.end ?? head.end;
    const rest = behind.slice(index);
    const isJoined = hasWord(tokens, last, part.start, phrase.separatorWords);
    const isCounted =
      part.entity === 'quantity' &&
      behind[index - 1]?.end !== part.start &&
      (isJoined || count !== undefined);
    // "a latte with oat one with soy": what is counted differs from it
    const isOther = count === undefined || count.value === 1;
    const isWith = having.includes(tokens[part.end]?.norm);
    if (isOther && isSaidAnew(behind, index, entities, isWith)) return rest;
    if (isMoreThan(behind, index, count ?? articleBefore(parts, tokens, numbers.articles))) return rest;
    const isFirst = behind.slice(0, index).every(({ entity }) => entity !== 'quantity');
    // "and one of them decaf" is of these, but "and four of nails" are others
    const isOf = part.entity === 'quantity' && numbers.of.includes(tokens[part.end]?.norm);
    const own = isOf ? rest.find(({ start }) => start === part.end + 1) : undefined;
    if (isFirst && own !== undefined && isOtherwise(own, behind.slice(0, index))) return rest;
    const isMore = isFirst && isJustBehind(part, inPhrase) && (!isOf || own !== undefined);
    if (isCounted && (count === undefined || count.value === 1 || isMore)) return rest;
    // "two with cream and sugar one black": behind one that counts, a "one" counts as well
    // "and a caramel one", but "with cream and marshmallows one without cream"
    const isNamed = !entities.get(part.entity)?.many || hasArticle(part);
    // "a small latte a large one": an option said again, behind an article, of a "one" that stands for the latte
    const isAnother = hasArticle(part) && isPronoun(rest);
    if (isFirst && isAnother && isAgain(part)) return rest;
    if (isOther && isJoined && hasArticle(part) && isOtherwise(part, behind.slice(0, index))) return rest;
    if (isJoined && (rest.some(isAgain) || (isFirst && isNamed && isPronoun(rest)))) return rest;
  }
  return [];
}

/** How many there are of a thing, where that is said right behind it, and then of what some are: "coffee for four, two black". */
function countOfHead(
  [count, next]: readonly Mention[],
  head: Mention,
  { phrase, tokens }: ItemPhrase,
): Mention | undefined {
  const areCounts = [count, next].every((part) => part?.entity === 'quantity');
  const isOfHead = areCounts && count.start === head.end + 1;
  return isOfHead && !phrase.separatorWords.has(tokens[head.end].norm) ? count : undefined;
}

/** The number that the article of an item stands for, "A latte with oat", where there is one. */
function articleBefore(
  [first]: readonly Mention[],
  tokens: readonly Token[],
  articles: readonly string[],
): Pick<Mention, 'value'> | undefined {
  return articles.includes(tokens[first.start - 1]?.norm) ? { value: 1 } : undefined;
}

/**
 * Whether a count behind a head is of more than were counted before, so that it counts others of the same: "one latte with
 * oat TWO WITH SOY", "a tea with milk TWO WITHOUT"; something is said of these.
 */
function isMoreThan(
  behind: readonly Mention[],
  index: number,
  before: Pick<Mention, 'value'> | undefined,
): boolean {
  const { entity, value, start, end } = behind[index];
  if (entity !== 'quantity' || Number(value) < 2) return false;
  const [own, rest] = [behind.slice(0, index), behind.slice(index + 1)];
  // "metformin five hundred milligrams TWO BOXES": where nothing was counted, and nothing is said anew, it counts the thing
  const isAnew = rest.some((part) => own.some((other) => other.entity === part.entity));
  const known = before?.value ?? (isAnew ? 1 : undefined);
  const isOfSome = end - start > 1 || (rest.length > 0 && rest[0].entity !== 'quantity');
  return isOfSome && Number(value) > Number(known);
}

/**
 * Whether at a count an option is said otherwise than before it, "with oat one with soy", but "a large one with soy", or
 * the count itself says that it is another one: "with cinnamon one without".
 *
 * @param isWith Whether it is put as what another one has, so that it is no further syrup: "with vanilla one WITH caramel".
 */
function isSaidAnew(
  parts: readonly Mention[],
  index: number,
  entities: Pack['entities'],
  isWith: boolean,
): boolean {
  if (parts[index].entity !== 'quantity' || parts[index].value !== 1) return false;
  if (parts[index].end - parts[index].start > 1) return true;
  const until = parts.findIndex(({ entity }, at) => at > index && entity === 'quantity');
  return parts
    .slice(index + 1, until < 0 ? undefined : until)
    .some(
      ({ entity, value }) =>
        (isWith || !entities.get(entity)?.many) &&
        parts.slice(0, index).some((other) => other.entity === entity && other.value !== value),
    );
}

/** Options of several items whose head was said before, cut at each count: "one with soy and one decaf". */
export function cutAtCounts(parts: readonly Mention[], { phrase, pack, tokens }: ItemPhrase): Mention[][] {
  const { having } = pack.locale;
  const pieces: Mention[][] = [];
  for (const [index, part] of parts.entries()) {
    const last = parts[index - 1];
    const isCount =
      part.entity === 'quantity' &&
      (last?.end !== part.start ||
        Number(part.value) > 1 ||
        isSaidAnew(parts, index, pack.entities, having.includes(tokens[part.end]?.norm)));
    const isAgain =
      last !== undefined &&
      hasWord(tokens, last.end, part.start, phrase.separatorWords) &&
      pieces.at(-1)!.some(({ entity }) => entity === part.entity);
    if (last === undefined || isCount || isAgain) pieces.push([part]);
    else pieces.at(-1)!.push(part);
  }
  return pieces;
}

/** Whether a count stands right behind what separates it from the item before: "and one", but not "a normal one". */
export function isJustBehind({ entity, start }: Mention, { phrase, tokens }: ItemPhrase): boolean {
  return entity === 'quantity' && phrase.separatorWords.has(tokens[start - 1]?.norm);
}

/** "A large one": options and a "one" that stands for what was named before. */
export function isPronoun(parts: readonly Mention[]): boolean {
  // "with caramel the other with soy": that is another one
  const isOne = ({ entity, value, start, end }: Mention) =>
    entity === 'quantity' && value === 1 && end - start === 1;
  const at = parts.findIndex(isOne);
  return at > 0 && parts[at - 1].end === parts[at].start;
}

/**
 * What is said of an item by which what was named before it is meant: of a small one that it is small. "A black one"
 * behind a green tea is a black tea, where there is such a thing.
 */
export function ofSameHead(
  piece: readonly Mention[],
  head: Mention,
  { pack, tokens }: ItemPhrase,
): Mention[] {
  // the "one" of "a small one" counts nothing
  const said = piece.filter(({ entity }, index) => entity !== 'quantity' || index === 0);
  const at = piece.findIndex((part, index) => index > 0 && part.entity === 'quantity');
  const kind = piece[at - 1];
  if (kind === undefined) return [...said, head];
  const words = tokens.slice(kind.start, kind.end).map(({ norm }) => norm);
  const name = [...words, String(head.value).split(' ').at(-1)].join(' ');
  const value = pack.lists.get(head.entity)?.get(name);
  if (value === undefined) return [...said, head];
  return [...said.filter((part) => part !== kind), { ...head, value }];
}
