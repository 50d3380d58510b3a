import { slotValue, type Turn } from '../context/context-change.js';
import { clearPath, type FieldValue, pathOf } from '../context/fields.js';
import type { Capture } from '../matching/thread.js';
import { oncePer } from '../once-per.js';
import type { Entity } from '../pack/compile/compile-entities.js';
import { ownSizesOf, sizeName, sizeSpan } from '../pack/own-size.js';
import type { Pack } from '../pack/pack.js';
import type { Context } from '../understanding.js';

/**
 * Of several things each may be described in its own words: red shirt, blue jeans. Whoever then names one of them means it
 * as it is described.
 *
 * @returns The values, with "jeans" as those blue jeans.
 */
export function asDescribed(context: Context, values: readonly FieldValue[], pack: Pack): FieldValue[] {
  return values.map((entry) => {
    const { things } = pack.definition.fields[entry.field];
    const held = context[entry.field];
    if (things === undefined || !Array.isArray(held) || held.includes(entry.value)) return entry;
    const called = held.filter((name) => isOwn(name, things, pack) && isCalled(name, entry.value, pack));
    return called.length === 1 ? { ...entry, value: called[0] } : entry;
  });
}

/**
 * Describes things anew that are described each in its own words: the one that a slot `target` names ("make the shirt
 * green"), else all, where there are no others. Where several share a description the one that is named gets its own.
 *
 * @returns The values that still have to be put.
 */
export function describeOwn(context: Context, values: readonly FieldValue[], turn: Turn): FieldValue[] {
  const { pack } = turn;
  const target = slotValue('target', turn);
  return values.filter((entry) => {
    const kind = describing(entry, pack);
    if (kind === undefined) return true;
    for (const [field, { things }] of Object.entries(pack.definition.fields)) {
      const names = context[field];
      if (things === undefined || !Array.isArray(names)) continue;
      const described = names.filter((name) => pack.endsOnList(things, String(name)));
      const plain = described.filter((name) => !isOwn(name, things, pack));
      const isMeant = (name: unknown) =>
        described.includes(name) &&
        (target === undefined ? plain.length === 0 : isCalled(name, target, pack));
      const anew = names.map((name) => {
        if (!isMeant(name)) return name;
        if (!plain.includes(name)) return describedBy(String(name), kind);
        return described.length > 1 ? `${kind.called} ${name}` : name;
      });
      if (anew.every((name, at) => name === names[at])) continue;
      // what was said of all things was said of that one alone where the others are described in their own words
      if (plain.length === 1) clearPath(context, pathOf(entry), pack.definition.fields);
      context[field] = anew;
      return false;
    }
    return true;
  });
}

/**
 * A sentence that would begin another search, and describes one of several things that are searched for already: behind a
 * shirt and jeans, "the jeans in black" are those jeans.
 *
 * @returns What is said then: how that thing, a slot `target`, is to be; undefined where it is another search.
 */
export function describesHeld(context: Context, said: Turn): Turn | undefined {
  const { pack, tokens, captures, values } = said;
  const { definiteArticles } = pack.locale;
  for (const [field, { things }] of Object.entries(pack.definition.fields)) {
    const held = context[field];
    if (things === undefined || !Array.isArray(held)) continue;
    const several = held.filter((name) => pack.endsOnList(things, String(name)));
    const [thing, another] = values.filter((one) => one.field === field && !one.adds);
    if (several.length < 2 || thing === undefined || another !== undefined) continue;
    const named = several.filter((name) => isCalled(name, thing.value, pack));
    const others = values.filter((one) => one !== thing);
    if (named.length !== 1 || !others.some((one) => describing(one, pack) !== undefined)) continue;
    const parts = captures.flatMap((one): Place[] => one.parts ?? [one]);
    const first = parts.find(({ value }) => value === thing.value)?.start ?? 0;
    const begin = (place: number): number => {
      const before = parts.find(({ end }) => end === place);
      return before === undefined ? place : begin(before.start);
    };
    if (!definiteArticles.includes(tokens[begin(first) - 1]?.norm ?? '')) continue;
    const target = { name: 'target', entity: '', value: thing.value, start: first, end: first + 1, cost: 0 };
    return { ...said, values: others, captures: [...captures, target] };
  }
  return undefined;
}

type Place = Pick<Capture, 'value' | 'start' | 'end'>;

/** Whether a value is a thing with words before it that describe it and are no part of its name. */
function isOwn(value: unknown, things: string, pack: Pack): boolean {
  const name = String(value);
  if (!pack.endsOnList(things, name) || pack.isOnList(things, name)) return false;
  const words = name.split(' ');
  const sizes = ownSizesOf(pack)?.sizes;
  if (sizes && sizeSpan(words, sizes) !== undefined) return true;
  return describingEntities(pack).some((entity) => spanOn(entity.list, words, pack) !== undefined);
}

/** Whether a thing is of a name, in whatever number: red shirts, of "shirt". */
function isCalled(thing: unknown, name: unknown, { locale }: Pack): boolean {
  const [held, said] = [thing, name].map((one) => locale.stem(String(one)));
  return held === said || held.endsWith(` ${said}`);
}

/** A value that things are described by. */
interface Description {
  /** As a part of what a thing is called. */
  called: string;
  /** Where the words of a name say something else of its kind. */
  spanIn: (words: readonly string[]) => [from: number, size: number] | undefined;
}

function describing(entry: FieldValue, pack: Pack): Description | undefined {
  const { key, value } = entry;
  if (key === undefined) return undefined;
  const path = pathOf(entry);
  const own = ownSizesOf(pack);
  if (own?.path === path)
    return { called: sizeName(value, own.sizes), spanIn: (words) => sizeSpan(words, own.sizes) };
  const entity = describingEntities(pack).find(({ into }) => into.includes(path));
  return entity && { called: String(value), spanIn: (words) => spanOn(entity.list, words, pack) };
}

/** The entities of lists whose values describe one of several things. */
const describingEntities = oncePer(({ entities }: Pack): Entity[] => {
  const names = new Set([...entities.values()].flatMap(({ each }) => each?.by ?? []));
  return [...names].map((name) => entities.get(name)!).filter(({ kind }) => kind === 'list');
});

/** The longest run of words before the last one that is on a list. */
function spanOn(
  list: string,
  words: readonly string[],
  pack: Pack,
): [from: number, size: number] | undefined {
  for (let size = words.length - 1; size > 0; size--)
    for (let from = 0; from + size < words.length; from++)
      if (pack.isSaidOnList(list, words.slice(from, from + size).join(' '))) return [from, size];
  return undefined;
}

/** A thing with a word in the place of those of its kind, or before the others: light blue jeans in black are black jeans. */
function describedBy(name: string, { called, spanIn }: Description): string {
  const words = name.split(' ');
  const [from, size] = spanIn(words) ?? [0, 0];
  return words.toSpliced(from, size, called).join(' ');
}

/**
 * Whether two values of a field name the same part of a thing, which can be like one of them only: a pink strap and a
 * brown one, or a strap of which nothing was said. A strap that is pink may well be long.
 *
 * @param parts The list of parts.
 */
export function isSamePart(one: unknown, other: unknown, parts: string, pack: Pack): boolean {
  const [said, known] = [one, other].map((value) => String(value).split(' '));
  const [part, otherPart] = [said, known].map((words) => pack.locale.stem(words.at(-1)!));
  if (part !== otherPart || !pack.isOnList(parts, said.at(-1)!)) return false;
  if (known.length === 1) return true;
  return describingEntities(pack).some(({ list }) =>
    [said, known].every((words) => spanOn(list, words, pack) !== undefined),
  );
}
