import type { EntityDefinition } from '../pack/entity-schema.js';
import type { Mention } from './mention.js';
import type { PhraseValues } from './phrase-values.js';
import { wordsOf } from './words-of.js';

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
    const last = first === head && (isFirst || described.length > 0) ? lastOf(head, said, each) : head;
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
      value:
        `${inWords(values.slice(head + 1, last + 1), said)} ${inWords(values.slice(first, head + 1), said)}`.trim(),
      cost: Math.max(...taken.map(({ cost }) => cost)),
      score: taken.reduce((sum, { score }) => sum + score, 0),
    });
  }
  return made;
}

/** Values as they are called, with the words between them: gray of "grey", as their list has it. */
function inWords(values: readonly Mention[], { sentence }: PhraseValues): string {
  return values
    .flatMap((one, at) => {
      const isListed =
        sentence.pack.entities.get(one.entity)?.asSaid === false && !sentence.pack.isRest(one.entity);
      const text = isListed ? String(one.value) : wordsOf(one, sentence);
      return at === 0 ? [text] : [sentence.text(values[at - 1].end, one.start), text];
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
    if (each.by.includes(values[at].entity)) first = at;
  }
  return first;
}

/** One value behind a thing that describes it ("a shirt in red") and stands before no other; else the thing itself. */
function lastOf(head: number, { values, sentence }: PhraseValues, { by, behind }: Each): number {
  const [thing, next, another] = values.slice(head, head + 3);
  if (next === undefined || !by.includes(next.entity) || another?.start === next.end) return head;
  const between = sentence.tokens.slice(thing.end, next.start);
  return between.every(({ norm }) => behind.includes(norm)) ? head + 1 : head;
}

/** Whether a value, or those right before it, stand behind a word that joins them to what was named before. */
function isJoined(at: number, { values, sentence }: PhraseValues, { words }: Each): boolean {
  let first = at;
  while (values[first - 1]?.end === values[first].start) first--;
  const { articles } = sentence.resolved.locale.numbers;
  const between = sentence.tokens
    .slice(values[first - 1]?.end ?? 0, values[first].start)
    .map(({ norm }) => norm)
    .filter((word) => !articles.includes(word));
  return first > 0 && between.length > 0 && between.every((word) => words.includes(word));
}
