import type { Entity } from '../../pack/compile/compile-entities.js';
import { areUnlike } from '../../pack/value-kinds.js';
import { hasWord, startsWith } from '../../tokenise.js';
import type { Mention } from '../mention.js';
import type { AnalysedSentence } from '../sentence.js';
import { isNegated, isOneOfListed, isOneOfMany, isRefused } from './is-refused.js';
import type { CorrectedValues, PhraseValues } from './phrase-values.js';
import { replaceOld } from './replace-old.js';

/** How a value puts right what was said before it. */
interface Correction {
  /** The words that say so, where it is not a plain "no". */
  words: readonly string[] | undefined;
  /** Whether it can stand for one before it. */
  isAlternative: boolean;
  /** Whether it is not wanted itself, and does not take the place of another one. */
  isException: boolean;
}

/**
 * Takes corrections within one sentence at their word. In "a large latte, I mean a medium mocha" what follows the
 * correction replaces the nearest value of its kind before it; in "blue, not red" and "shoes but not Nike" the value
 * that follows is not wanted. A thing to search for or to order is excluded only against another one before it, or
 * right behind it: "not a latte, a mocha".
 */
export function applyCorrections(said: PhraseValues): CorrectedValues {
  const { values } = said;
  const left: CorrectedValues = { parts: [...values], excluded: [] };
  for (let at = values.length - 1; at >= 0; at--) {
    const correction = correctionBy(said, at);
    if (correction?.isException) exclude(said, at, correction, left);
    else if (correction !== undefined) replaceOld(said, at, left, correction.words !== undefined);
  }
  return left;
}

function correctionBy(said: PhraseValues, at: number): Correction | undefined {
  const { values, phrase, sentence, start } = said;
  const value = values[at];
  const gapStart = values[at - 1]?.end ?? start;
  const words = correctionIn(sentence, gapStart, value.start, phrase);
  const isAlternative = standsForAnother(said, at);
  // "in red no in blue"
  const isOther = isAlternative && isNegated(sentence, value, gapStart, 1);
  if (words === undefined && ((!isRefused(said, at) && !isOther) || repeatsNo(said))) return undefined;
  const isException =
    words === undefined
      ? !isOther &&
        (!isAlternative ||
          sentence.pack.isRest(value.entity) ||
          isFar(said, at) ||
          isOneOfListed(said, at) ||
          isJoined(said, at) ||
          isSettled(said, at))
      : sentence.pack.isException(words);
  return { words, isAlternative, isException };
}

/** Whether a value can stand for one before it; of "no nike no adidas" neither stands for the other. */
function standsForAnother(said: PhraseValues, at: number): boolean {
  const { values, phrase, sentence } = said;
  const isUnknown = sentence.pack.isRest(values[at].entity);
  return (
    values
      .slice(0, at)
      .some(
        (before, index) =>
          !isRefused(said, index) &&
          (isOneKind(before, values[at], sentence) || (isUnknown && phrase.heads.includes(before.entity))),
      ) ||
    opensAnother(values, at, phrase) ||
    countsLast(said, at)
  );
}

/** Whether a number stands for the one that nobody said: "a coffee, no, two". */
function countsLast({ values, phrase }: PhraseValues, at: number): boolean {
  const isHead = ({ entity }: Mention) => phrase.heads.includes(entity);
  return phrase.rest === undefined && values[at].entity === 'quantity' && values.slice(0, at).some(isHead);
}

/**
 * Whether a thing that is named with "no" is nothing else than the one before, but something about it: "picture frame in
 * black, no glass". Of two that are named so neither is the thing ("green tea, no sugar, no milk"). Where all that can be
 * said is known, as in an order, another thing is meant in any case.
 */
function isFar(said: PhraseValues, at: number): boolean {
  const { values, phrase } = said;
  return (
    phrase.rest !== undefined &&
    phrase.heads.includes(values[at].entity) &&
    (isOneOfMany(said, at) || !phrase.heads.includes(values[at - 1]?.entity))
  );
}

/**
 * Of what is ordered, or listed, nothing is put right that is joined to it: "a croissant and no muffin", "a headache but no
 * fever".
 */
function isJoined({ values, phrase, sentence, start }: PhraseValues, at: number): boolean {
  if (phrase.rest !== undefined) return false;
  const { tokens, resolved } = sentence;
  const { however } = resolved.locale.statements;
  return tokens
    .slice(values[at - 1]?.end ?? start, values[at].start)
    .some(({ norm }) => phrase.separatorWords.has(norm) || however.includes(norm));
}

/**
 * Takes out a value that is not wanted, with what an "or" joins to it. "No nike": with another brand before it that one is
 * wanted no more, without one Nike is not; what no list has is hardly another thing, but something about it: "shampoo, no
 * parabens".
 */
function exclude(
  said: PhraseValues,
  at: number,
  { words, isAlternative }: Correction,
  left: CorrectedValues,
): void {
  const { values, phrase, sentence } = said;
  const { parts, excluded } = left;
  const value = values[at];
  if (!parts.includes(value)) return;
  const isUnknown = sentence.pack.isRest(value.entity);
  // a phrase that is about no thing of its own only says more of one
  const isMain = phrase.heads.includes(value.entity) || (isUnknown && phrase.heads.length > 0);
  // "for the face, without perfume", but "not a latte, a mocha"
  // and what stands behind what was ordered is not ordered: "a coffee, no biscuit"
  const isAlone = (words === undefined && phrase.rest !== undefined) || at === 0;
  if (isMain && isAlone && !isAlternative && !isReplaced(said, at)) return;
  const named = words === undefined ? [] : thingInstead(said, at, words);
  const refused = [value, ...named, ...alternatives(values, at, sentence)].filter((other) =>
    parts.includes(other),
  );
  for (const other of refused) parts.splice(parts.indexOf(other), 1);
  // "lindt, no, not lindt"
  const isSame = (one: Mention) =>
    refused.some((other) => other.entity === one.entity && other.value === one.value);
  for (const one of parts.filter((part) => !isUnknown && isSame(part))) parts.splice(parts.indexOf(one), 1);
  excluded.unshift(...refused);
}

/** What is said of a thing behind a value of it, and the thing: the iced tea of "a coffee instead of the iced tea". */
function thingInstead(
  { values, phrase, sentence }: PhraseValues,
  at: number,
  [first]: readonly string[],
): Mention[] {
  const { instead } = sentence.resolved.locale.statements;
  const isHead = ({ entity }: Mention) => phrase.heads.includes(entity);
  const head = values.findIndex((value, index) => index >= at && isHead(value));
  const run = values.slice(at, head + 1);
  const isOne = run.every(({ start }, index) => index === 0 || start === run[index - 1].end);
  const isOfOrder = phrase.rest === undefined && instead.includes(first);
  return isOfOrder && head > at && isOne ? run.slice(1) : [];
}

/** Whether of two values one can stand for the other: vanilla for chocolate, but not for unsweetened. */
function isOneKind(one: Mention, other: Mention, { pack }: AnalysedSentence): boolean {
  if (one.entity !== other.entity) return false;
  const { adds, into = [] } = pack.entities.get(one.entity) ?? {};
  if (!adds) return true;
  return into.every((field) => {
    const { kinds } = pack.definition.fields[field] ?? {};
    return kinds === undefined || !areUnlike(one.value, other.value, kinds);
  });
}

/** Whether the value of its kind before it was said of a thing, which stays so: "wooden planters, no plastic". */
function isSettled({ values, phrase: { heads }, sentence: { pack } }: PhraseValues, at: number): boolean {
  const { entity } = values[at];
  const last = values.findLastIndex((other, place) => place < at && other.entity === entity);
  // a phrase that is about no thing of its own is said of the one that is there
  const isSaidOfThing =
    heads.length === 0 || values.slice(last, at).some((other) => heads.includes(other.entity));
  return last >= 0 && isSaidOfThing && pack.entities.get(entity)?.settled === true;
}

/** Whether another value of its kind follows in place of one: no word between them joins the two. */
function isReplaced({ values, phrase, sentence }: PhraseValues, at: number): boolean {
  const { entity, end } = values[at];
  const index = values.findIndex((other, place) => place > at && other.entity === entity);
  if (index < 0) return false;
  const { start } = values[index];
  return (
    !hasWord(sentence.tokens, end, start, phrase.separatorWords) &&
    correctionIn(sentence, values[index - 1].end, start, phrase) === undefined
  );
}

/** The values of one kind that an "or" joins to one: of "not from Sony or Bose" neither is wanted. */
function alternatives(
  values: readonly Mention[],
  at: number,
  { tokens, resolved }: AnalysedSentence,
): readonly Mention[] {
  const { corrections, openWords } = resolved.locale;
  let last = at;
  for (let next = at + 1; next < values.length; next++) {
    const joining = tokens.slice(values[last].end, values[next].start).map(({ norm }) => norm);
    const isJoined =
      values[next].entity === values[at].entity &&
      corrections.alternatives.includes(joining[0]) &&
      joining.slice(1).every((word) => openWords.includes(word));
    if (!isJoined) break;
    last = next;
  }
  return values.slice(at + 1, last + 1);
}

/** The most words from the start of a correction to the value that it is about: others tell something of their own. */
const mostWordsTo = 6;

/** The words before a value of a phrase that put right what was said before them: "no wait", "but not". */
function correctionIn(
  { pack, tokens, resolved }: AnalysedSentence,
  start: number,
  end: number,
  { separatorWords }: Entity,
): readonly string[] | undefined {
  const { reserving } = resolved.locale.corrections;
  for (let at = Math.max(start, end - mostWordsTo); at < end; at++) {
    if (reserving.includes(tokens[at - 1]?.norm)) continue;
    for (const words of pack.corrections.get(tokens[at].norm) ?? []) {
      const next = at + words.length;
      // "one with milk and one without, and a cake": what is joined to it is another thing
      if (next <= end && startsWith(tokens, at, words) && !separatorWords.has(tokens[next].norm))
        return words;
    }
  }
  return undefined;
}

/** Whether a value begins what is said of a thing of which another one was named: "a mocha, no, iced latte". */
function opensAnother(values: readonly Mention[], at: number, { heads, rest }: Entity): boolean {
  if (rest !== undefined) return false;
  let last = at;
  while (!heads.includes(values[last].entity) && values[last + 1]?.start === values[last].end) last++;
  const { entity } = values[last];
  return last > at && heads.includes(entity) && values.slice(0, at).some((one) => one.entity === entity);
}

/**
 * Whether a "no" within a phrase only says again what was said before its first value: "no nuts, no eggs". So it does where
 * the phrase has the word among those that mean nothing in it. Of an order "no latte, no mocha" refuses both.
 */
function repeatsNo({ values, phrase, sentence, start }: PhraseValues): boolean {
  // what a search does not want is no value of its phrase
  if (phrase.rest !== undefined) return false;
  const { pack, tokens } = sentence;
  const glue = [...phrase.glueWords.values()].flat();
  if (glue.some(([word, ...more]) => more.length === 0 && pack.isNo(word))) return true;
  const isOfOrder = phrase.into.length > 0;
  return !isOfOrder && pack.isNo(tokens[start - 1]?.norm) && values[0]?.start === start;
}
