import type { Interpretation } from './answer.js';
import { isNumberWord } from './entities/number.js';
import type { Capture } from './matching/thread.js';
import type { Entity } from './pack/compile-entities.js';
import type { Pack } from './pack/pack.js';
import { startsWith } from './tokenise.js';

/**
 * Whether what was read as one thing may be two requests: in what is said of something that is there another thing is
 * asked for, "make it a medium and can I get a croissant", or something is named that is not wanted, "and no muffin".
 */
export function namesAnother(pack: Pack, read: Interpretation): boolean {
  const [parse] = read.parses;
  const isNew = parse.sentence.rules.includes('addItems');
  return parse.captures.some((capture) => {
    const phrase = pack.entities.get(capture.entity);
    if (phrase === undefined || phrase.heads.length === 0 || phrase.rest !== undefined) return false;
    return refusesAnother(pack, read, capture, phrase) || asksAnew(pack, read, capture, phrase, isNew);
  });
}

/** Whether in a phrase a thing that is not wanted is joined to what was said: "and no muffin". */
function refusesAnother(
  pack: Pack,
  { sentence: { tokens } }: Interpretation,
  { excluded = [], start }: Capture,
  { heads }: Entity,
): boolean {
  // the "no" stands between
  const isJoined = (end: number) =>
    pack.joining?.words.some(
      ({ length }, index) =>
        end - length >= start && startsWith(tokens, end - length, pack.joining!.words[index]),
    ) === true;
  return excluded.some((part) => heads.includes(part.entity) && isJoined(part.start - 1));
}

/** Whether in a phrase a thing is asked for with words such as "can I get", or one more that is joined to the rest. */
function asksAnew(
  pack: Pack,
  { sentence: { tokens, resolved } }: Interpretation,
  { parts = [], start, end }: Capture,
  { heads, leadInWords }: Entity,
  isNew: boolean,
): boolean {
  const { numbers } = resolved.locale;
  const joinsAt = (at: number) => pack.joining?.words.filter((words) => startsWith(tokens, at, words)) ?? [];
  const countAt = (at: number) => parts.find((part) => part.entity === 'quantity' && part.start === at);
  const leadsTo = (at: number) =>
    (leadInWords.get(tokens[at].norm) ?? [])
      .filter((words) => startsWith(tokens, at, words))
      .map(({ length }) => at + length)
      .find((next) => numbers.articles.includes(tokens[next]?.norm) || countAt(next) !== undefined);
  // "another one" and "one more" are no number alone
  const isOneMore = (at: number) => {
    const last = tokens[(countAt(at)?.end ?? 0) - 1]?.norm;
    return last !== undefined && !isNumberWord(last, numbers) && !/^\d/.test(last);
  };
  const oneMoreAt = (at: number) =>
    joinsAt(at)
      .map(({ length }) => at + length)
      .find(isOneMore);
  const firstHead = parts.find(({ entity }) => heads.includes(entity))?.start ?? end;
  const isBehindJoin = (at: number) =>
    pack.joining?.words.some((words) => startsWith(tokens, at - words.length, words)) === true;
  for (let at = start + 1; at < end; at++) {
    // "a latte and can I get a muffin" is one order, but before "and give me a muffin" nothing was named yet
    const isOfOrder = isNew && (firstHead < at || !isBehindJoin(at));
    const from = isOfOrder ? undefined : (leadsTo(at) ?? oneMoreAt(at));
    const head = parts.find((part) => heads.includes(part.entity) && part.start >= (from ?? end));
    if (from === undefined || head === undefined) continue;
    const isOfNext = tokens.slice(from, head.start).some((_, place) => joinsAt(from + place).length > 0);
    if (!isOfNext) return true;
  }
  return false;
}
