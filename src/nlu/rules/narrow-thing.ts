import type { Turn } from '../context/context-change.js';
import { clearPath, pathOf } from '../context/fields.js';
import type { Context } from '../understanding.js';

/**
 * The context of a search for a thing of the kind that is searched for already, with all that was said of it: behind
 * men's shoes in size ten, "black dress shoes" are some of those. What the sentence says anew is taken out.
 *
 * @returns undefined where another thing is searched for.
 */
export function narrowThing(before: Context, { pack, values }: Turn): Context | undefined {
  const { keywords } = pack.definition.retrieval ?? {};
  const { things } = (keywords && pack.definition.fields[keywords]) || {};
  if (keywords === undefined || things === undefined) return undefined;
  const isThing = (value: unknown) => pack.isOnList(things, String(value));
  const stem = (value: unknown) => pack.locale.stem(String(value));
  const held = [before[keywords] ?? []].flat();
  const [kind, another] = held.filter(isThing);
  const [thing, other] = values.filter(({ field, value }) => field === keywords && isThing(value));
  if (kind === undefined || thing === undefined || another !== undefined || other !== undefined)
    return undefined;
  if (!stem(thing.value).endsWith(` ${stem(kind)}`)) return undefined;
  const context: Context = { ...before, [keywords]: held.filter((value) => value !== kind) };
  for (const value of values)
    if (value.field !== keywords) clearPath(context, pathOf(value), pack.definition.fields);
  return context;
}
