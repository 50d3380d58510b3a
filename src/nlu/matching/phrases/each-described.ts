import { articlesOf } from '../../locales/articles.js';
import { sizeName } from '../../pack/own-size.js';
import type { EntityDefinition } from '../../pack/schema/entity-schema.js';
import type { Mention } from '../mention.js';
import type { PhraseValues } from './phrase-values.js';
import { wordsOf } from './phrase-values.js';

type Each = NonNullable<EntityDefinition['each']>;

/** A thing among the values of a phrase, with the first and the last of the values next to it that say what it is like. */
interface Described {
  first: number;
  head: number;
  last: number;
}

/**
 * Of several things of which a later one is described in its own words, each is one value with these words: "a red shirt
 * and blue jeans" are no shirt and no jeans in red or blue. What the first one alone is said to be may hold of all ("a red
 * shirt and jeans"), and so may what is said behind the last one alone ("a shirt and jeans in red").
 */
export function eachDescribed(said: PhraseValues): Mention[] {
  const { values, phrase, sentence } = said;
  const { each } = phrase;
  if (each === undefined) return [...values];
  const heads = values.flatMap(({ entity }, at) => (entity === each.head ? [at] : []));
  const described: Described[] = [];
  for (const head of heads) {
    const first = firstOf(head, said, each);
    const isFirst = head === heads[0];
    if (!isFirst && !isJoined(first, said, each)) continue;
    const last = isFirst || described.length > 0 ? lastOf(head, first < head, said, each) : head;
    if (first < last) described.push({ first, head, last });
  }
  // "red shoes or blue shoes" are shoes
  const names = heads.map((head) => sentence.pack.locale.stem(String(values[head].value)));
  if (!described.some(({ head }) => head !== heads[0]) || new Set(names).size < heads.length)
    return [...values];
  const made = [...values];
  for (const { first, head, last } of described.toReversed()) {
    const taken = values.slice(first, last + 1);
    made.splice(first, taken.length, {
      entity: each.as,
      start: taken[0].start,
      end: values[last].end,
      value: nameOf({ first, head, last }, said, each),
      cost: Math.max(...taken.map(({ cost }) => cost)),
      score: taken.reduce((sum, { score }) => sum + score, 0),
    });
  }
  return made;
}

/** What a thing is called with all that describes it: first its size, then what stands behind it, then what stands before. */
function nameOf({ first, head, last }: Described, said: PhraseValues, { sizes }: Each): string {
  const isSize = ({ entity }: Mention) => sizes?.by.includes(entity) === true;
  const before = said.values.slice(first, head + 1);
  const behind = said.values.slice(head + 1, last + 1);
  const size = [...before, ...behind].filter(isSize).map(({ value }) => sizeName(value, sizes!));
  const others = [behind, before].map((values) =>
    inWords(
      values.filter((one) => !isSize(one)),
      said,
    ),
  );
  return [...size, ...others].filter((text) => text !== '').join(' ');
}

/** Values as they are called, with the words between them: gray of "grey", as their list has it. */
function inWords(values: readonly Mention[], { sentence }: PhraseValues): string {
  return values
    .flatMap((one, at) => {
      const isListed =
        sentence.pack.entities.get(one.entity)?.asSaid === false && !sentence.pack.isRest(one.entity);
      const text = isListed ? String(one.value) : wordsOf(one, sentence);
      const between = at === 0 ? '' : sentence.text(values[at - 1].end, one.start);
      return [between, text];
    })
    .filter((text) => text !== '')
    .join(' ');
}

/** The first value that describes a thing, with nothing between them that does not; the thing itself where none does. */
function firstOf(head: number, said: PhraseValues, each: Each): number {
  const { values } = said;
  let first = head;
  for (let at = head - 1; at >= 0 && values[at].entity !== each.head; at--) {
    const isRight = values[at].end === values[at + 1].start;
    // "black and white shoes"
    const isPair = values[at].entity === values[at + 1].entity && isJoined(at + 1, said, each);
    const isBehindThing = values[at - 1]?.entity === each.head && !isJoined(at, said, each);
    if (!isRight && (!isPair || isBehindThing)) break;
    if (describes(values[at], each)) first = at;
  }
  return first;
}

/**
 * The last of the values behind a thing that describe it ("a shirt in red", "a red shirt in large") and stand before no
 * other; else the thing itself.
 *
 * @param isDescribed Whether it is described by what stands before it: then only its size is said behind it.
 */
function lastOf(head: number, isDescribed: boolean, { values, sentence }: PhraseValues, each: Each): number {
  const articles = articlesOf(sentence.resolved.locale);
  let last = head;
  while (last + 1 < values.length) {
    const [thing, next, another] = values.slice(last, last + 3);
    const mayBe = isDescribed ? each.sizes?.by.includes(next.entity) : describes(next, each);
    if (!mayBe || another?.start === next.end) break;
    const between = sentence.tokens.slice(thing.end, next.start);
    if (!between.every(({ norm }) => each.behind.includes(norm) || articles.has(norm))) break;
    last++;
  }
  return last;
}

function describes({ entity }: Mention, { by, sizes }: Each): boolean {
  return by.includes(entity) || sizes?.by.includes(entity) === true;
}

/** Whether a value, or those right before it, stand behind a word that joins them to what was named before. */
function isJoined(at: number, { values, sentence }: PhraseValues, { words }: Each): boolean {
  let first = at;
  while (values[first - 1]?.end === values[first].start) first--;
  const articles = articlesOf(sentence.resolved.locale);
  const between = sentence.tokens
    .slice(values[first - 1]?.end ?? 0, values[first].start)
    .map(({ norm }) => norm)
    .filter((word) => !articles.has(word));
  const isOne = between.length > 0 && between.every((word) => words.includes(word));
  return first > 0 && (isOne || words.includes(between.join(' ')));
}
