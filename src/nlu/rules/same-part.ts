import { oncePer } from '../once-per.js';
import type { Pack } from '../pack/pack.js';
import { describingEntities } from './own-things.js';

/**
 * Whether two values of a field name the same part of a thing, which can be like one of them only: a pink strap and a
 * brown one, or a strap of which nothing was said. A strap that is pink may well be long.
 *
 * @param parts The list of parts.
 */
export function isSamePart(one: unknown, other: unknown, parts: string, pack: Pack): boolean {
  const [said, known] = [one, other].map((value) => String(value).split(' '));
  const [part, otherPart] = [said, known].map((words) => pack.locale.stem(words.at(-1)!));
  if (one === other || part !== otherPart || !pack.isOnList(parts, said.at(-1)!)) return false;
  if (known.length === 1) return true;
  const isLike = (words: readonly string[], list: string) =>
    words.some((_, from) =>
      words.some((_, size) => pack.isOnList(list, words.slice(from, from + size + 1).join(' '))),
    );
  return describingLists(pack).some(
    (list) => isLike(said.slice(0, -1), list) && isLike(known.slice(0, -1), list),
  );
}

const describingLists = oncePer((pack: Pack): string[] => [
  ...new Set(describingEntities(pack).map(({ name, list = name }) => list)),
]);
