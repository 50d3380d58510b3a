import type { Interpretation } from '../answer/setting.js';
import { isNumberOrFigure } from '../entities/number.js';
import { itemsOf } from '../items/said/items-of.js';
import type { Mention } from '../matching/mention.js';
import type { AnalysedSentence } from '../matching/sentence.js';
import type { Capture } from '../matching/thread.js';
import type { Entity } from '../pack/compile/compile-entities.js';
import type { Pack } from '../pack/pack.js';
import { startsWith } from '../tokenise.js';
import { isBehindJoin } from './goes-on.js';

/** A phrase about things, as it was said. */
interface SaidPhrase {
  sentence: AnalysedSentence;
  phrase: Entity;
  capture: Capture;
}

/**
 * Whether what was read as one thing may be two requests: in what is said of something that is there another thing is
 * asked for, "make it a medium and can I get a croissant", or something is named that is not wanted, "and no muffin".
 */
export function namesAnother({ parses: [parse], sentence }: Interpretation): boolean {
  const isNew = parse.sentence.rules.includes('addItems');
  return parse.captures.some((capture) => {
    const phrase = sentence.pack.entities.get(capture.entity);
    if (phrase === undefined || phrase.heads.length === 0 || phrase.rest !== undefined) return false;
    const said = { sentence, phrase, capture };
    return refusesAnother(said) || asksAnew(said, isNew);
  });
}

/** Whether what was read as a change of one thing is one of it and a request for another: "make it two and a large one". */
export function changesOneAndAnother({ parses: [parse], sentence }: Interpretation): boolean {
  if (parse === undefined || parse.sentence.rules.includes('addItems')) return false;
  return parse.captures.some((capture) => {
    const phrase = sentence.pack.entities.get(capture.entity);
    return phrase !== undefined && phrase.rest === undefined && changesTwice({ sentence, phrase, capture });
  });
}

/**
 * Whether what is joined to a change of one thing cannot be a change of the same: an option would get another value, "make
 * it two and a large one", or it would be another thing, "make it two and a muffin".
 */
function changesTwice({ sentence, phrase, capture: { parts = [] } }: SaidPhrase): boolean {
  const { pack, tokens } = sentence;
  const isOfItems = phrase.into.some((name) => pack.definition.fields[name]?.kind === 'items');
  if (!isOfItems || parts.length < 2 || itemsOf(parts, { phrase, pack, tokens }).length > 1) return false;
  // "small and large", of two lattes, is one request
  if (parts.every(({ entity }) => entity === parts[0].entity)) return false;
  const isHead = ({ entity }: Mention) => phrase.heads.includes(entity);
  return parts.slice(1).some(({ start }, index) => {
    const isBehind = tokens
      .slice(parts[index].end, start + 1)
      .findIndex((_, at) => isBehindJoin(sentence, parts[index].end + at));
    if (isBehind < 0) return false;
    const next = tokens[parts[index].end + isBehind].norm;
    const [said, more] = [parts.slice(0, index + 1), parts.slice(index + 1)];
    const isAnother = pack.locale.numbers.articles.includes(next) && more.some(isHead) && !said.some(isHead);
    return isAnother || more.some((part) => said.some((other) => contradicts(pack, part, other)));
  });
}

/** Whether a thing cannot have both of two values: it is small, or large. */
function contradicts({ entities }: Pack, one: Mention, other: Mention): boolean {
  return one.entity === other.entity && one.value !== other.value && !entities.get(one.entity)?.many;
}

/** Whether a thing that is not wanted is joined to what was said: "and no muffin". */
function refusesAnother({ sentence, phrase, capture }: SaidPhrase): boolean {
  return (capture.excluded ?? []).some(
    // the "no" stands between
    ({ entity, start }) => phrase.heads.includes(entity) && isBehindJoin(sentence, start - 1),
  );
}

/**
 * Whether a thing is asked for with words such as "can I get", or one more that is joined to the rest.
 *
 * @param isNew What is said is an order: "a latte and can I get a muffin" is one, but before "and give me a muffin"
 * something may be said of what is there.
 */
function asksAnew(said: SaidPhrase, isNew: boolean): boolean {
  const { sentence, phrase } = said;
  const { parts = [], start, end } = said.capture;
  const isHead = ({ entity }: Mention) => phrase.heads.includes(entity);
  const firstHead = parts.find(isHead)?.start ?? end;
  for (let at = start + 1; at < end; at++) {
    const isJoined = isBehindJoin(sentence, at);
    if (isNew && (firstHead < at || !isJoined)) continue;
    const from = ledTo(said, at) ?? (isJoined && isOneMore(said, at) ? at : end);
    const head = parts.find((part) => isHead(part) && part.start >= from);
    const words = sentence.tokens.slice(0, head?.start).keys();
    if (head && ![...words].some((word) => word > from && isBehindJoin(sentence, word))) return true;
  }
  return false;
}

/** The article or the count to which lead-in words at a place lead. */
function ledTo({ sentence, phrase, capture }: SaidPhrase, at: number): number | undefined {
  const { pack, tokens } = sentence;
  const { articles } = pack.locale.numbers;
  return (phrase.leadInWords.get(tokens[at].norm) ?? [])
    .filter((words) => startsWith(tokens, at, words))
    .map(({ length }) => at + length)
    .find((next) => articles.includes(tokens[next]?.norm) || countAt(capture, next) !== undefined);
}

/** "Another one" and "one more" are no number alone. */
function isOneMore({ sentence: { pack, tokens }, capture }: SaidPhrase, at: number): boolean {
  const count = countAt(capture, at);
  if (count === undefined) return false;
  const { norm } = tokens[count.end - 1];
  return !isNumberOrFigure(norm, pack.locale.numbers);
}

function countAt({ parts }: Capture, at: number): Mention | undefined {
  return parts?.find(({ entity, start }) => entity === 'quantity' && start === at);
}
