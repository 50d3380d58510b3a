import type { AnalysedSentence } from './sentence.js';
import type { Slot, Thread } from './thread.js';

/**
 * Where a correction behind a whole sentence says only values anew, they stand in it in place of those before: "turn the
 * hall light off, I mean the porch light".
 *
 * @param thread Has read a template to its end.
 * @param at Where it ends and the correction begins.
 * @returns The same thread with the values put right, for each way to read the correction to the last word.
 */
export function putRight(sentence: AnalysedSentence, thread: Thread, at: number): Thread[] {
  if (sentence.pack.automaton.outcomes[thread.state].length === 0) return [];
  return sentence.correctedAt(at).flatMap((start) => putRightFrom(sentence, thread, at, start) ?? []);
}

function putRightFrom(
  sentence: AnalysedSentence,
  thread: Thread,
  at: number,
  start: number,
): Thread | undefined {
  const { tokens, resolved } = sentence;
  const slots = valueSlots(thread);
  const isSaidBefore = (norm: string) => tokens.slice(0, at).some((token) => token.norm === norm);
  let last = thread;
  for (let next = start; next < tokens.length; ) {
    const [found] = slots
      .flatMap((slot) => sentence.mentions(slot.entity, next).map((mention) => ({ slot, mention })))
      .sort((a, b) => b.mention.end - a.mention.end || a.mention.cost - b.mention.cost);
    const { norm } = tokens[next];
    if (found !== undefined) {
      const { slot, mention } = found;
      slots.splice(slots.indexOf(slot), 1);
      const { state } = thread;
      const score = last.score + mention.score;
      last = { score, state, previous: last, start: next, end: mention.end, kind: 'putRight', slot, mention };
      next = mention.end;
    } else if (sentence.fillerEnds(next).length > 0) next = Math.max(...sentence.fillerEnds(next));
    else if (resolved.locale.openWords.includes(norm) || isSaidBefore(norm)) next++;
    else return undefined;
  }
  return last === thread ? undefined : last;
}

/** The places of a template that were filled with values, in their order; free text goes on as it was said. */
function valueSlots(thread: Thread): Slot[] {
  const slots: Slot[] = [];
  for (let step: Thread | undefined = thread; step !== undefined; step = step.previous)
    if (step.mention !== undefined && step.slot!.entity.kind !== 'text') slots.unshift(step.slot!);
  return slots;
}
