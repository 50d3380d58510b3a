import type { Turn } from '../../context/context-change.js';
import type { Item } from '../../context/item.js';
import type { Mention } from '../../matching/mention.js';
import { itemHeads } from '../item-field.js';
import type { Mentioned } from './item-mentions.js';

/**
 * Items of which an article says that one is meant: who has three pillows and says "take a pillow off" has two then. But
 * who does not want a pillow wants none.
 */
export function oneByArticle({ slot, items }: Mentioned, turn: Turn): Item[] {
  const heads = itemHeads(turn.pack);
  const parts = turn.captures.find(({ name, parts }) => name === slot && parts !== undefined)?.parts ?? [];
  const named = parts.filter(({ entity }) => heads.includes(entity));
  if (named.length !== items.length || isRefused(turn, parts)) return items;
  return items.map((item, at) =>
    'quantity' in item || !hasArticle(named[at], parts, turn) ? item : { ...item, quantity: 1 },
  );
}

/** Whether an article stands before a thing, or before what is said of it right before it. */
function hasArticle(head: Mention, parts: readonly Mention[], { tokens, pack }: Turn): boolean {
  const { numbers, time } = pack.locale;
  const articles = [...numbers.articles, ...time.another];
  let { start } = head;
  for (const part of parts.toReversed()) if (part.end === start) start = part.start;
  return articles.includes(tokens[start - 1]?.norm);
}

/** Whether the sentence says before its things that they are not wanted. */
function isRefused({ tokens, pack }: Turn, [first]: readonly Mention[]): boolean {
  const before = tokens.slice(0, first?.start);
  return before.some(({ norm }) => pack.negations.has(norm) || pack.isNo(norm));
}
