import type { Pack } from './pack.js';
import type { EntityDefinition } from './schema/entity-schema.js';

/** How one of several things is said to be of a size of its own. */
export type OwnSizes = NonNullable<NonNullable<EntityDefinition['each']>['sizes']>;

/** What a thing is called by its size: "size 32" jeans, and "size L" ones, but a "travel size" bottle. */
export function sizeName(value: unknown, { word }: OwnSizes): string {
  const sizes = String(value).split(' | ').join(' or ');
  return isCode(sizes) ? `${word} ${sizes}` : sizes;
}

/** Where among the words of a name its size stands, with the word before it: [from, how many]. */
export function sizeSpan(
  words: readonly string[],
  { word }: OwnSizes,
): [from: number, size: number] | undefined {
  const from = words.indexOf(word);
  let end = from + 1;
  while (isCode(words[end] ?? '') || (isCode(words[end + 1] ?? '') && between.includes(words[end]))) end++;
  return from < 0 || end === from + 1 ? undefined : [from, end - from];
}

/** The sizes that things are said to be of in a pack, and the field that holds those of all things. */
export function ownSizesOf(pack: Pack): { sizes: OwnSizes; path: string } | undefined {
  for (const { each } of pack.entities.values()) {
    const path = each?.sizes && pack.entities.get(each.sizes.by[0])?.into[0];
    if (path !== undefined) return { sizes: each!.sizes!, path };
  }
  return undefined;
}

/** Words within a size: "34 x 32", "8 or 9". */
const between = ['x', 'or', 'to'];

function isCode(text: string): boolean {
  return /[A-Z\d]/.test(text);
}
