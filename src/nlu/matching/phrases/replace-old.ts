import { hasWord } from '../../tokenise.js';
import type { Mention } from '../mention.js';
import type { CorrectedValues, PhraseValues } from './phrase-values.js';

/**
 * Takes out what a value and those behind it, up to the next item, take the place of.
 *
 * @param isInWords Whether more than a "no" says so.
 */
export function replaceOld(said: PhraseValues, at: number, left: CorrectedValues, isInWords: boolean): void {
  const { values, phrase } = said;
  const { parts, excluded } = left;
  const before = values.slice(0, at);
  const anew = values.slice(at, behindItem(said, at)).filter((one) => !excluded.includes(one));
  const isHead = ({ entity }: Mention) => phrase.heads.includes(entity);
  const isOrder = phrase.rest === undefined;
  // "a bun and five, no, six teas": what was begun is put right, and not the bun
  if (isOrder && isBegun(said, at) && anew.some(isHead)) {
    if (anew.some(({ entity }) => entity === 'quantity')) drop(parts, [values[at - 1]]);
    return;
  }
  const last = before.findLast((other) => isHead(other) && parts.includes(other));
  // "two towels and a locker, no, two lockers": the locker was not counted
  const same = before.findLast((other) => isHead(other) && anew.some(({ value }) => value === other.value));
  const thing = same ?? last;
  const item = thing && isOrder ? itemFrom(said, before.indexOf(thing)) : 0;
  const oldOf = ({ entity }: Mention) =>
    before.findLast(
      (other, index) =>
        other.entity === entity && parts.includes(other) && (entity !== 'quantity' || index >= item),
    );
  const isSaid = (one: Mention) =>
    before.some((other) => other.entity === one.entity && other.value === one.value);
  // but of "two croissants and a latte, no, three croissants" the croissants are put right
  const isOtherKind = anew.some((one) => isHead(one) && last && one.entity !== last.entity && !isSaid(one));
  if (isOrder && isInWords && isOtherKind && !isJoined(said, at)) {
    takeOutLast(said, at, left);
    return;
  }
  const again = countedAgain(said, anew, before, left);
  if (again >= 0) {
    takeOut(said, again, left);
    for (const other of countedAgainBehind(said, at, left)) takeOut(said, other, left);
    return;
  }
  if (isOrder && same !== undefined && same !== last) {
    describeAnew(said, values.indexOf(same), anew, left);
    return;
  }
  // "two mochas, one tea with honey, no wait, a cortado": what was said of the tea is said of what takes its place
  const isThingOnly = isOrder && anew.every((one) => one.entity === 'quantity' || isHead(one));
  for (const one of anew) {
    const old = oldOf(one) ?? (one.entity === 'quantity' ? before[item] : undefined);
    if (old === undefined) continue;
    if (old.entity === one.entity) parts.splice(parts.indexOf(old), 1);
    if (isThingOnly) moveTo(old, one, parts);
  }
}

/** Puts a value, if it is still there, where another one stands. */
function moveTo({ start, end }: Mention, value: Mention, parts: Mention[]): void {
  if (!parts.includes(value)) return;
  parts.splice(parts.indexOf(value), 1);
  const index = parts.findIndex((part) => part.start >= start);
  parts.splice(index < 0 ? parts.length : index, 0, { ...value, start, end });
}

/** Says of a thing anew what is said behind others: "a steel screw and a bolt, no, brass screw". */
function describeAnew(
  said: PhraseValues,
  thing: number,
  anew: readonly Mention[],
  { parts }: CorrectedValues,
) {
  const { values } = said;
  const old = values.slice(itemFrom(said, thing), thing + 1);
  const left = anew.filter((one) => parts.includes(one));
  drop(parts, left);
  drop(
    parts,
    old.filter(({ entity }) => left.some((one) => one.entity === entity)),
  );
  const place = ({ entity }: Mention) => old.find((one) => one.entity === entity) ?? values[thing];
  const there = left.map((one) => ({ ...one, start: place(one).start, end: place(one).end }));
  const index = parts.findIndex(({ start }) => start >= values[thing].start);
  parts.splice(index < 0 ? parts.length : index, 0, ...there);
}

/** Whether of another item only the count was said before a value: behind a separator, and what was named before it. */
function isBegun(said: PhraseValues, at: number): boolean {
  const { values, phrase } = said;
  return (
    values[at - 1]?.entity === 'quantity' &&
    isJoined(said, at - 1) &&
    values.slice(0, at - 1).some(({ entity }) => phrase.heads.includes(entity))
  );
}

/** Where the thing stands that is counted anew, "a tea and a coffee, no, make that two teas"; -1 where it is the last one. */
function countedAgain(
  { phrase }: PhraseValues,
  anew: readonly Mention[],
  before: readonly Mention[],
  { parts }: CorrectedValues,
): number {
  const isThing = (one: Mention) =>
    phrase.heads.includes(one.entity) && (!before.includes(one) || parts.includes(one));
  const thing = anew.find(isThing);
  const isCounted = phrase.rest === undefined && anew.some(({ entity }) => entity === 'quantity');
  const index = before.findLastIndex((other) => isThing(other) && other.value === thing?.value);
  const last = before.findLastIndex(isThing);
  // of another kind it takes the place of the one of its name, where that stands
  return isCounted && index !== last && before[last].entity === thing?.entity ? index : -1;
}

/** Where things stand that are counted anew behind the first: "a tea and a coffee, no, two teas and three coffees". */
function countedAgainBehind(said: PhraseValues, at: number, { parts }: CorrectedValues): number[] {
  const { values, phrase } = said;
  const isHead = ({ entity }: Mention) => phrase.heads.includes(entity);
  return values.slice(0, at).flatMap((old, index) => {
    const anew = values.findLastIndex((one) => isHead(one) && one.value === old.value);
    const isCounted = anew > at && values[itemFrom(said, anew)].entity === 'quantity';
    return isHead(old) && parts.includes(old) && isCounted && anew >= behindItem(said, at) ? [index] : [];
  });
}

/** Where what is ordered anew from a value on ends: behind its thing another one begins with a count or a separator. */
function behindItem(said: PhraseValues, at: number): number {
  const { values, phrase } = said;
  const isAnother = (index: number) =>
    phrase.rest === undefined &&
    ['quantity', ...phrase.heads].includes(values[index].entity) &&
    values.slice(at, index).some(({ entity }) => phrase.heads.includes(entity));
  const next = values.findIndex((_, index) => index > at && (isAnother(index) || isJoined(said, index)));
  return next < 0 ? values.length : next;
}

/** Whether a separator stands before a value. */
function isJoined({ values, phrase, sentence }: PhraseValues, at: number): boolean {
  if (at === 0) return false;
  return hasWord(sentence.tokens, values[at - 1].end, values[at].start, phrase.separatorWords);
}

/** Takes out the last thing before a value of another kind, with its options: "a latte with oat, no sorry, a croissant". */
function takeOutLast(said: PhraseValues, at: number, left: CorrectedValues): void {
  const { values, phrase } = said;
  const last = values.findLastIndex(({ entity }, index) => index < at && phrase.heads.includes(entity));
  takeOut(said, last, left, at);
}

/** Takes out a thing with what is said of it, up to a place. */
function takeOut(said: PhraseValues, thing: number, { parts }: CorrectedValues, end = thing + 1): void {
  drop(parts, said.values.slice(itemFrom(said, thing), end));
}

/** Takes values out of those that are left, where they are still among them. */
function drop(parts: Mention[], gone: readonly Mention[]): void {
  for (const one of gone.filter((value) => parts.includes(value))) parts.splice(parts.indexOf(one), 1);
}

/** Where what is said of a thing begins: with its count, or behind another thing or a separator. */
function itemFrom(said: PhraseValues, thing: number): number {
  const { values, phrase } = said;
  const isHead = (index: number) => phrase.heads.includes(values[index]?.entity);
  let from = thing;
  while (from > 0 && values[from].entity !== 'quantity' && !isJoined(said, from) && !isHead(from - 1)) from--;
  return from;
}
