import type { Pack } from '../pack/pack.js';
import { describingEntities, spanOn } from './own-things.js';

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
  return describingEntities(pack).some(({ list }) =>
    [said, known].every((words) => spanOn(list, words, pack) !== undefined),
  );
}
