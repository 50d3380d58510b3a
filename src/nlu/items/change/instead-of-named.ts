import type { Item } from '../../context/item.js';
import { articlesOf } from '../../locales/articles.js';
import { findItemWith } from '../find-item.js';
import { isWhole, swapItem } from '../items.js';
import { oneByArticle } from '../meant/one-by-article.js';
import type { How } from './how.js';

/** "Make the student a senior", "no student but a senior": of two things the one that is there becomes the other. */
export function insteadOfNamed({ order, said, items, heads, turn }: How): Item[] | undefined {
  const { tokens, pack } = turn;
  const [parts, another] = turn.captures.flatMap(({ parts }) => (parts === undefined ? [] : [parts]));
  const [named, anew] = items;
  if (parts === undefined || another !== undefined || items.length !== 2 || !isWhole(anew, heads))
    return undefined;
  const [{ start, end }, next] = parts;
  if (!isWhole(named, heads) || Object.keys(named).length > 1 || next === undefined) return undefined;
  const articles = articlesOf(pack.locale);
  const { however = [] } = pack.locale.statements ?? {};
  const before = tokens[start - 1]?.norm;
  const between = tokens.slice(end, next.start).map(({ norm }) => norm);
  const isArticle = between.length === 0 ? articles.has(before) : between.every((word) => articles.has(word));
  const isRefused =
    pack.isNo(before) && between.every((word) => articles.has(word) || however.includes(word));
  const [old] = oneByArticle(said[0], turn);
  if (!(isArticle || isRefused) || findItemWith(order, old, heads) < 0) return undefined;
  return swapItem(order, old, anew, heads);
}
