import type { Entity } from '../pack/compile/compile-entities.js';
import { hasWord } from '../tokenise.js';
import type { Mention } from './mention.js';
import type { AnalysedSentence } from './sentence.js';
import type { Slot, Thread } from './thread.js';
import { countsThing } from './values/values-at.js';

/**
 * Where a correction behind a whole sentence says only values anew, they stand in it in place of those before: "turn the
 * hall light off, I mean the porch light".
 *
 * @param thread Has read a template to its end.
 * @param at Where it ends and the correction begins.
 * @returns The same thread with the values put right, for each way to read the correction, and how far it goes.
 */
export function putRight(sentence: AnalysedSentence, thread: Thread, at: number): Anew[] {
  if (sentence.pack.automaton.outcomes[thread.state].length === 0) return [];
  return sentence.correctedAt(at).flatMap((start) => putRightFrom(sentence, thread, at, start) ?? []);
}

/** A thread with values put right, and the word up to which it reads. */
interface Anew {
  thread: Thread;
  end: number;
}

function putRightFrom(
  sentence: AnalysedSentence,
  thread: Thread,
  at: number,
  start: number,
): Anew | undefined {
  const slots = [...valueSlots(thread), ...partSlots(sentence, thread, start)].sort(
    (a, b) => a.start - b.start,
  );
  // one value takes the place of the nearest that it can stand for, several stand in the order of those before
  const nearest = readAnew(sentence, thread, { at, start, slots: slots.toReversed() });
  return nearest?.thread.previous === thread ? nearest : readAnew(sentence, thread, { at, start, slots });
}

/** @param from.slots Of those that a value can take the place of, the first behind the same word: "from", else the first. */
function readAnew(
  sentence: AnalysedSentence,
  thread: Thread,
  { at, start, slots }: { at: number; start: number; slots: ValueSlot[] },
): Anew | undefined {
  const { tokens, resolved } = sentence;
  const isBehindSame = (of: ValueSlot, next: number) =>
    Number(tokens[of.start - 1]?.norm === tokens[next - 1].norm);
  const isSaidBefore = (norm: string) => tokens.slice(0, at).some((token) => token.norm === norm);
  const left = [...slots];
  let last = thread;
  for (let next = start; next < tokens.length; ) {
    const [found] = left
      .flatMap((of) => sentence.mentions(of.entity, next).map((mention) => ({ of, mention })))
      .sort(
        (a, b) =>
          b.mention.end - a.mention.end ||
          a.mention.cost - b.mention.cost ||
          isBehindSame(b.of, next) - isBehindSame(a.of, next),
      );
    const { norm } = tokens[next];
    // "at nine, no, ten and a child": what is joined to it is ordered as well
    if (found !== undefined && last !== thread && isJoinedThing(sentence, found.of, last.end, next))
      return { thread: last, end: last.end };
    // "three screws" behind "on machine four" are no machine
    if (found !== undefined && countsThing(sentence, found.of.entity, found.mention)) return undefined;
    if (found !== undefined) {
      const { of, mention } = found;
      const { slot, start: old } = of;
      left.splice(left.indexOf(of), 1);
      const { state } = thread;
      const score = last.score + mention.score;
      last = {
        score,
        state,
        previous: last,
        start: next,
        end: mention.end,
        kind: 'putRight',
        slot,
        mention,
        old,
      };
      next = mention.end;
    } else if (sentence.fillerEnds(next).length > 0) next = Math.max(...sentence.fillerEnds(next));
    else if (resolved.locale.openWords.includes(norm) || isSaidBefore(norm)) next++;
    else return undefined;
  }
  return last === thread ? undefined : { thread: last, end: tokens.length };
}

/** Whether a word that parts the things of a phrase joins another one to what was put right before it. */
function isJoinedThing(
  { tokens, resolved }: AnalysedSentence,
  { slot, entity }: ValueSlot,
  start: number,
  end: number,
): boolean {
  const { heads, separatorWords } = slot.entity;
  // "a child", of whom perhaps only that was said
  const hasArticle = resolved.locale.numbers.articles.includes(tokens[end - 1].norm);
  return (heads.includes(entity.name) || hasArticle) && hasWord(tokens, start, end, separatorWords);
}

/** A value in a place of a template, or in a phrase in that place. */
interface ValueSlot {
  slot: Slot;
  entity: Entity;
  start: number;
}

/**
 * The values in phrases that are about one thing, "two adults for dune, no, three", or of what is said of a thing that is
 * named again: "two adults and a child for dune, no, three adults".
 */
function partSlots(sentence: AnalysedSentence, thread: Thread, anew: number): ValueSlot[] {
  const { pack } = sentence;
  const slots: ValueSlot[] = [];
  for (let step: Thread | undefined = thread; step !== undefined; step = step.previous) {
    const { slot, phrase, end } = step;
    if (slot === undefined || phrase === undefined) continue;
    for (const { entity, start } of saidOfThing(sentence, slot.entity, phrase.mentions(end), anew)) {
      const own = pack.entities.get(entity);
      if (own !== undefined && own.kind !== 'text') slots.push({ slot, entity: own, start });
    }
  }
  return slots;
}

/** Of the values of a phrase those of its only thing, or, of several, up to the one that is named again from a word on. */
function saidOfThing(
  sentence: AnalysedSentence,
  phrase: Entity,
  parts: readonly Mention[],
  anew: number,
): readonly Mention[] {
  const isHead = ({ entity }: Mention) => phrase.heads.includes(entity);
  if (parts.filter(isHead).length < 2) return parts;
  const named = sentence.tokens.flatMap((_, at) =>
    at < anew ? [] : sentence.partsAt(phrase, at).filter(isHead),
  );
  const isNamed = (one: Mention) => isHead(one) && named.some(({ value }) => value === one.value);
  if (named.length !== 1 || parts.filter(isNamed).length !== 1) return [];
  const thing = parts.findIndex(isNamed);
  return parts.slice(parts.slice(0, thing).findLastIndex(isHead) + 1, thing + 1);
}

/** The places of a template that were filled with values; free text goes on as it was said. */
function valueSlots(thread: Thread): ValueSlot[] {
  const slots: ValueSlot[] = [];
  for (let step: Thread | undefined = thread; step !== undefined; step = step.previous) {
    const { slot, mention, start } = step;
    if (mention !== undefined && slot!.entity.kind !== 'text')
      slots.push({ slot: slot!, entity: slot!.entity, start });
  }
  return slots;
}
