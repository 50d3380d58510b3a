import type { Item } from '../../context/item.js';
import { articlesOf } from '../../locales/articles.js';
import type { Mention } from '../../matching/mention.js';
import { hasWord } from '../../tokenise.js';
import { findItemWith } from '../find-item.js';
import { swapItem } from '../items.js';
import { toItem } from '../said/items-of.js';
import type { How } from './how.js';

/**
 * "Make the student a senior", "no student but a senior": of two things the one that is there becomes the other, and so
 * do several at once, "make the student a senior and the adults students".
 */
export function insteadOfNamed({ order, heads, turn }: How): Item[] | undefined {
  const { pack, tokens } = turn;
  const twos = twosIn(heads, turn);
  const olds = twos.map(([old]) => toItem([old], pack));
  const places = twos.map(([old, next], at) =>
    isPointedAt(old, next, turn) ? findItemWith(order, olds[at], heads) : -1,
  );
  if (twos.length === 0 || places.includes(-1)) return undefined;
  return order.flatMap((item, place) => {
    const at = places.indexOf(place);
    if (at < 0) return [item];
    const [{ start }, ...anew] = twos[at];
    const isOne = pack.locale.numbers.articles.includes(tokens[start - 1]?.norm);
    const old = isOne ? { ...olds[at], quantity: 1 } : olds[at];
    return swapItem([item], old, toItem(anew, pack), heads)!;
  });
}

/**
 * What is said between each two separators, where each begins with a thing and one of them names another behind it; none
 * where it is not so.
 */
function twosIn(heads: readonly string[], { tokens, pack, captures }: How['turn']): Mention[][] {
  const [phrase, another] = captures.filter(({ parts }) => parts !== undefined);
  if (phrase?.parts === undefined || another !== undefined) return [];
  const { separatorWords } = pack.entities.get(phrase.entity)!;
  const twos: Mention[][] = [];
  for (const [at, part] of phrase.parts.entries()) {
    const before = phrase.parts[at - 1];
    if (before === undefined || hasWord(tokens, before.end, part.start, separatorWords)) twos.push([part]);
    else twos.at(-1)!.push(part);
  }
  const { definiteArticles } = pack.locale;
  const isHead = ({ entity }: Mention) => heads.includes(entity);
  // of "the coke large the water small" the water is there as well
  const isOther = (part: Mention) => isHead(part) && definiteArticles.includes(tokens[part.start - 1]?.norm);
  const areSaid = twos.every(
    ([old, ...anew]) =>
      isHead(old) && anew.length > 0 && anew.filter(isHead).length < 2 && !anew.some(isOther),
  );
  return areSaid && twos.some(([, ...anew]) => anew.some(isHead)) ? twos : [];
}

/** Whether an article or a "no" stands before a thing, and nothing else between it and what it becomes. */
function isPointedAt({ start, end }: Mention, next: Mention, { tokens, pack }: How['turn']): boolean {
  const articles = articlesOf(pack.locale);
  const { however } = pack.locale.statements;
  const before = tokens[start - 1]?.norm;
  const between = tokens.slice(end, next.start).map(({ norm }) => norm);
  if (pack.isNo(before)) return between.every((word) => articles.has(word) || however.includes(word));
  return between.length === 0 ? articles.has(before) : between.every((word) => articles.has(word));
}
