import type { Entity } from '../../pack/compile/compile-entities.js';
import type { NameBound } from '../../pack/schema/entity-schema.js';
import { isInflected } from '../../tokenise.js';
import type { Mention } from '../mention.js';
import type { AnalysedSentence } from '../sentence.js';
import type { PhraseValues } from './phrase-values.js';
import { wordsOf } from './phrase-values.js';

/**
 * What speaks for a word to be a part of the name that it stands next to, besides the weights of both words: that it was
 * read so; that it is a word nobody knows, or another value; that the name has two words already; that it stands behind
 * a plural. In the unit of the weights, logarithms of odds. Chosen on each half of QueryNER's training queries with
 * weights counted in the other half.
 */
const asRead = 1.3;
const before = { unknown: -0.8, value: -1.3, third: -1.5 };
const behind = { unknown: -0.3, value: -0.3, third: -0.9, plural: -1.7 };

/**
 * Moves the beginning of a name to where people put it: "yoga pants" are one thing, but of "bathroom baskets" the thing is
 * baskets.
 *
 * @param at The place of the name among the values.
 * @returns All values anew; undefined where the name begins as it did.
 */
export function withBeginning(
  { values, phrase, sentence }: PhraseValues,
  at: number,
  { parts, wholes, over }: NameBound,
): Mention[] | undefined {
  const { tokens, pack } = sentence;
  const name = values[at];
  const isPart = (place: number, bias: number) => {
    // "6 hooks", "forerunner 255 strap"
    if (/^\d/.test(tokens[place].norm)) return false;
    const weight = pack.weightIn(parts, tokens[place].norm) + pack.weightIn(wholes, tokens[place + 1].norm);
    return weight + bias + (name.end - place > 2 ? before.third : 0) > 0;
  };
  // what the list of names has is not cut, whatever its words are mostly; nor is what was misspelt, of which no weight tells
  const isCut = (place: number) => {
    for (let from = name.start; from < place; from++) {
      const known = sentence.mentions(pack.entities.get(name.entity)!, from);
      if (known.some(({ end, cost }) => end > place && cost <= name.cost)) return true;
    }
    return false;
  };
  let start = name.end - 1;
  while (start > name.start && (isPart(start - 1, asRead) || isCut(start))) start--;
  if (start > name.start) {
    const cut = read(name.start, start, phrase, sentence);
    return [...values.slice(0, at), ...cut, moved(name, start, name.end, sentence), ...values.slice(at + 1)];
  }
  let from = at;
  while (values[from - 1]?.end === start && over.includes(values[from - 1].entity)) {
    const value = values[from - 1];
    const isUnknown = pack.isRest(value.entity);
    let first = start;
    while (first > value.start && isPart(first - 1, isUnknown ? before.unknown : before.value)) first--;
    // a value that is known is a part of the name with all its words or with none
    if (first > value.start) {
      if (isUnknown) start = first;
      break;
    }
    start = first;
    from--;
  }
  if (start === name.start) return undefined;
  const left = values.slice(0, from);
  const last = left.at(-1);
  if (last !== undefined && last.end > start) left.splice(-1, 1, moved(last, last.start, start, sentence));
  return [...left, moved(name, start, name.end, sentence), ...values.slice(at + 1)];
}

/** Moves the end of a name likewise: "table legs" are one thing, "tables modern" are not. */
export function withEnd(
  { values, sentence }: PhraseValues,
  at: number,
  { parts, wholes, over }: NameBound,
): Mention[] | undefined {
  const { tokens, pack } = sentence;
  const name = values[at];
  const isPart = (place: number, bias: number) => {
    const last = tokens[place - 1];
    const weight = pack.weightIn(parts, tokens[place].norm) + pack.weightIn(wholes, last.norm) + bias;
    const isPlural = isInflected(last, pack.locale);
    return weight + (place - name.start > 1 ? behind.third : 0) + (isPlural ? behind.plural : 0) > 0;
  };
  let { end } = name;
  let to = at + 1;
  while (values[to]?.start === end && over.includes(values[to].entity)) {
    const value = values[to];
    const isUnknown = pack.isRest(value.entity);
    let last = end;
    while (last < value.end && isPart(last, isUnknown ? behind.unknown : behind.value)) last++;
    if (last < value.end) {
      if (isUnknown) end = last;
      break;
    }
    end = last;
    to++;
  }
  if (end === name.end) return undefined;
  const right = values.slice(to);
  const next = right[0];
  if (next !== undefined && next.start < end) right.splice(0, 1, moved(next, end, next.end, sentence));
  return [...values.slice(0, at), moved(name, name.start, end, sentence), ...right];
}

function moved(value: Mention, start: number, end: number, sentence: AnalysedSentence): Mention {
  const isWhole = start <= value.start && end >= value.end;
  const words = isWhole
    ? [sentence.text(start, value.start), wordsOf(value, sentence), sentence.text(value.end, end)]
    : [sentence.text(start, end)];
  return { ...value, start, end, value: words.filter(Boolean).join(' ') };
}

/** What words are that belong to no name: known values, or words that nobody knows. */
function read(start: number, end: number, phrase: Entity, sentence: AnalysedSentence): Mention[] {
  const found: Mention[] = [];
  for (let at = start; at < end; at = found.at(-1)!.end) {
    const value = sentence
      .partsAt(phrase, at)
      .filter((part) => part.cost === 0 && part.end <= end && !phrase.heads.includes(part.entity))
      .sort((a, b) => b.score - a.score)[0];
    const last = found.at(-1);
    if (value !== undefined) found.push(value);
    else if (last?.entity === phrase.rest) found.splice(-1, 1, moved(last!, last!.start, at + 1, sentence));
    else {
      const value = sentence.text(at, at + 1);
      found.push({ entity: phrase.rest!, start: at, end: at + 1, value, cost: 0, score: 0 });
    }
  }
  return found;
}
