import type { Turn } from '../../context/context-change.js';
import type { Item } from '../../context/item.js';
import type { Mention } from '../../matching/mention.js';
import { partsOf } from '../../matching/thread.js';
import { hasWord } from '../../tokenise.js';
import { itemHeads } from '../item-field.js';
import { isWhole } from '../items.js';
import { toItem } from '../said/items-of.js';

/**
 * So many of what is there, and what they are to be, in one phrase: "two OF THE lattes decaf", "two OF THE adults seniors",
 * or of what was spoken of last, "one OF THEM a child".
 */
export function someNamed({
  tokens,
  pack,
  captures,
}: Turn): { meant?: Item; part: Item; anew: Item } | undefined {
  const heads = itemHeads(pack);
  const [capture] = captures.filter(({ parts }) => parts !== undefined);
  const parts = partsOf(captures);
  const counts = parts.filter(({ entity }) => entity === 'quantity');
  const { separatorWords } = pack.entities.get(capture?.entity ?? '') ?? {};
  const [count] = counts;
  if (counts.length !== 1 || separatorWords === undefined) return undefined;
  const { numbers, definiteArticles } = pack.locale;
  const [of, the] = tokens.slice(count.end, count.end + 2).map(({ norm }) => norm);
  const behind = parts.slice(parts.indexOf(count) + 1);
  if (!numbers.of.includes(of) || hasWord(tokens, count.end, behind.at(-1)?.end ?? 0, separatorWords))
    return undefined;
  const isHead = ({ entity }: Mention) => heads.includes(entity);
  const isPointed = definiteArticles.includes(the);
  // "bags of sand" are none of them
  if (!isPointed && behind[0]?.start === count.end + 1) return undefined;
  const named = isPointed ? behind.findIndex(isHead) + 1 : 0;
  const said = behind.slice(named);
  const anew = toItem(said, pack);
  if (
    said.length === 0 ||
    said.filter(isHead).length > 1 ||
    (isPointed ? named === 0 : !isWhole(anew, heads))
  )
    return undefined;
  const meant = isPointed ? toItem(behind.slice(0, named), pack) : undefined;
  return { meant, part: { quantity: count.value }, anew };
}
