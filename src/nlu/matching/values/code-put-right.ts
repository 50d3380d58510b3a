import { readOrdinal } from '../../entities/ordinal.js';
import { smallNumber } from '../../entities/small-number.js';
import { readCharacters } from '../../entities/spelled.js';
import type { Entity } from '../../pack/compile/compile-entities.js';
import { startsWith } from '../../tokenise.js';
import { type Mention, mentionOf } from '../mention.js';
import { beginsAnew, type SentenceView } from '../sentence-view.js';
import { type FigureTimes, keptIn } from './figure.js';

/**
 * A code of which only a part was said anew, in the sentence or behind the turn that named it: its figures, "a b four seven,
 * no, four eight" is AB48; its letters, "no, a d" is then AD48; or the characters in a place that is told, "the last digit
 * is nine", of a number as well. Of figures alone the last are put right by fewer of them: "five five one two, no, one
 * three" is 5513.
 *
 * @param found What is spelled from a word on.
 */
export function codePutRight(
  sentence: SentenceView,
  entity: Entity,
  at: number,
  found: readonly Mention[],
  times: FigureTimes,
): Mention | undefined {
  const last = times.lastCodes?.[keptIn(entity)];
  if (last === undefined && !sentence.isBehindCorrection(at)) return undefined;
  const told = toldPlace(sentence, at);
  // other figures of a number are another number
  if (entity.kind === 'number' && told === undefined) return undefined;
  const mentions = told === undefined ? found : [mentionOf(entity, at, told.end, told.text)];
  const amend = (old: string, said: string) =>
    told === undefined ? withPart(old, said) : withPlace(old, said, told);
  const before = codesBefore(sentence, entity, at);
  const isOfLast = told !== undefined || (beginsAnew(sentence) && before.length === 0);
  const olds = [...before, ...(isOfLast && last !== undefined ? [last] : [])];
  const single = told === undefined ? singleAt(sentence, entity, at, before.length > 0) : undefined;
  for (const old of olds)
    for (const mention of single === undefined ? mentions : [...mentions, single]) {
      const isAll = before.length > 0 || told !== undefined || mention.end === sentence.tokens.length;
      const value = isAll ? amend(old, String(mention.value)) : undefined;
      if (value !== undefined) return amended(entity, mention, value);
    }
  return undefined;
}

/** A mention with another value; undefined where that is a number that is none of the entity. */
function amended({ kind, from, to }: Entity, mention: Mention, value: string): Mention | undefined {
  if (kind !== 'number') return { ...mention, value };
  const number = Number(value);
  const isWithin = number >= (from ?? number) && number <= (to ?? number);
  return isWithin ? { ...mention, value: number } : undefined;
}

/** The codes that end before a correction up to a word. */
function codesBefore(sentence: SentenceView, entity: Entity, at: number): string[] {
  const starts = [...sentence.tokens.keys()].slice(0, Math.max(0, at - 1));
  return starts.flatMap((start) =>
    sentence
      .mentions(entity, start)
      .filter(({ end }) => sentence.correctedAt(end).includes(at))
      .slice(0, 1)
      .map(({ value }) => String(value)),
  );
}

/**
 * A single character, which by itself is no code: a letter with its keyword, "d as in delta", or right behind what it puts
 * right a figure.
 */
function singleAt(
  { tokens, resolved: { locale } }: SentenceView,
  entity: Entity,
  at: number,
  isRightBehind: boolean,
): Mention | undefined {
  const letter = readCharacters(tokens, at, locale);
  if (letter?.length === 1 && letter.end > at + 1) return mentionOf(entity, at, letter.end, letter.value);
  const figure = isRightBehind ? smallNumber(tokens, at, locale.numbers, 9) : undefined;
  return figure && mentionOf(entity, at, figure.end, String(figure.value));
}

/**
 * A code with others in place of as many letters, figures, or letters and figures that stand together: "c d f" makes it
 * AB12CDF of AB12CDE, and "one three c d e" AB13CDE. Where there are several places it is the one that is most like it,
 * or the last; more or fewer figures take the place of the last ones.
 */
function withPart(old: string, said: string): string | undefined {
  const place = placeOf(old, said);
  if (place >= 0) return old.slice(0, place) + said + old.slice(place + said.length);
  const [, kept = '', figures = ''] = /^(.*\p{L})?(\d+)$/u.exec(old) ?? [];
  if (!/^\d+$/.test(said)) return undefined;
  if (kept !== '') return kept + said;
  return said.length < figures.length ? figures.slice(0, -said.length) + said : undefined;
}

/** Where whole runs of letters and figures begin in a code that others of as many stand for; -1 where there are none. */
function placeOf(old: string, said: string): number {
  const [shape, part] = [shapeOf(old), shapeOf(said)];
  const isEdge = (at: number) => shape[at - 1] !== shape[at];
  const unlike = (at: number) => [...said].filter((character, index) => character !== old[at + index]).length;
  // letters and figures that are all others are rather a code of their own
  const most = new Set(part).size > 1 ? said.length / 2 : said.length;
  const places = [...old].flatMap((_, at) => {
    const isSuch = shape.startsWith(part, at) && isEdge(at) && isEdge(at + part.length);
    return isSuch && unlike(at) > 0 && unlike(at) <= most ? [at] : [];
  });
  const [place = -1] = places.sort((a, b) => unlike(a) - unlike(b) || b - a);
  return said.length < old.length ? place : -1;
}

/** Which characters of a code are letters, and which are figures. */
function shapeOf(code: string): string {
  return code.replace(/\p{L}/gu, 'a').replace(/\d/g, '0');
}

const anyCharacter = /[\p{L}\d]/u;

/** Which characters of a code are told, and what they are. */
interface ToldPlace {
  end: number;
  text: string;
  /** From 1 on, or from the end below 0. */
  place: number;
  /** What is counted. */
  kind: RegExp;
}

/** "the last digit is nine", "second letter should be b as in boy", "the last two figures are one three", "the last is nine" */
function toldPlace({ tokens, resolved }: SentenceView, at: number): ToldPlace | undefined {
  const { locale } = resolved;
  const { places } = locale.spelling;
  const first = locale.determiners.includes(tokens[at]?.norm) ? at + 1 : at;
  const ordinal = readOrdinal(tokens, first, locale.numbers);
  if (ordinal === undefined) return undefined;
  const noun = smallNumber(tokens, ordinal.end, locale.numbers, 9)?.end ?? ordinal.end;
  const of = places.of.find(({ words }) => words.includes(tokens[noun]?.norm));
  const next = of === undefined ? noun : noun + 1;
  const verb = places.is.find((words) => startsWith(tokens, next, words));
  const said = verb && readCharacters(tokens, next + verb.length, locale);
  return said && { end: said.end, text: said.value, place: ordinal.value, kind: of?.kind ?? anyCharacter };
}

/** A code with other characters in a place. Several take the place of as many, up to the last one or from the first on. */
function withPlace(old: string, said: string, { place, kind }: ToldPlace): string | undefined {
  const counted = [...old.matchAll(new RegExp(kind, 'gu'))].map(({ index }) => index);
  const first = place < 0 ? counted.length + place - (said.length - 1) : place - 1;
  const places = counted.slice(Math.max(0, first), first + said.length);
  if (first < 0 || places.length < said.length) return undefined;
  return [...old].map((character, at) => said[places.indexOf(at)] ?? character).join('');
}
