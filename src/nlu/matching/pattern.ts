import { type Entity, slotInOut } from '../pack/compile-entities.js';
import type { Automaton } from '../template/automaton.js';
import { hasWord, targetsOf } from '../template/word-arcs.js';
import type { Mention } from './mention.js';
import type { WordReading } from './word-trie.js';

/** What a pattern needs of the sentence that it is matched against. */
export interface PatternSentence {
  pack: { entities: ReadonlyMap<string, Entity> };
  readings: readonly (readonly WordReading[])[];
  mentions(entity: Entity, at: number): readonly Mention[];
}

interface PatternThread {
  state: number;
  cost: number;
  values: Record<string, unknown>;
}

/** Matches the templates of a `pattern` entity from a word on; fillers do not count inside a pattern. */
export function runPattern(
  sentence: PatternSentence,
  entity: Entity,
  start: number,
): { end: number; value: string; cost: number }[] {
  const { automaton } = entity;
  if (automaton === undefined) return [];
  // Most words begin no pattern.
  const begins =
    sentence.readings[start]?.some(({ word }) => hasWord(automaton.words, automaton.start, word)) ||
    beginsWithSlot(sentence, automaton, start);
  if (!begins) return [];
  const found = new Map<number, { end: number; value: string; cost: number; pattern: number }>();
  const waiting: (PatternThread[] | undefined)[] = [];
  const wait = (at: number, thread: PatternThread): void => {
    const threads = waiting[at];
    if (threads === undefined) waiting[at] = [thread];
    else threads.push(thread);
  };
  waiting[start] = [{ state: automaton.start, cost: 0, values: {} }];
  for (let at = start; at < waiting.length; at++) {
    const threads = waiting[at];
    if (threads === undefined) continue;
    for (const thread of threads.slice(0, 64)) {
      for (const pattern of automaton.outcomes[thread.state]) {
        const known = found.get(at);
        if (
          known !== undefined &&
          (known.cost < thread.cost || (known.cost === thread.cost && known.pattern <= pattern))
        )
          continue;
        const value = entity.outs[pattern].replace(slotInOut, (_, name: string) =>
          String(thread.values[name] ?? ''),
        );
        found.set(at, { end: at, value: value.trim(), cost: thread.cost, pattern });
      }
      for (const { word, cost } of sentence.readings[at] ?? []) {
        if (thread.cost + cost > 1) continue;
        for (const state of targetsOf(automaton.words, thread.state, word)) {
          wait(at + 1, { ...thread, state, cost: thread.cost + cost });
        }
      }
      const { first, targets, labels, numbers } = automaton.slots;
      for (let arc = first[thread.state]; arc < first[thread.state + 1]; arc++) {
        const { entity: part, name } = labels[numbers[arc]];
        for (const mention of sentence.mentions(sentence.pack.entities.get(part)!, at)) {
          wait(mention.end, {
            state: targets[arc],
            cost: thread.cost + mention.cost,
            values: { ...thread.values, [name]: mention.value },
          });
        }
      }
    }
  }
  found.delete(start);
  return [...found.values()];
}

/** Whether a value stands here that a pattern can begin with. Asked at each word, so no arc is made an object of its own. */
function beginsWithSlot(sentence: PatternSentence, { slots, start }: Automaton, at: number): boolean {
  for (let arc = slots.first[start]; arc < slots.first[start + 1]; arc++) {
    const entity = sentence.pack.entities.get(slots.labels[slots.numbers[arc]].entity)!;
    if (sentence.mentions(entity, at).length > 0) return true;
  }
  return false;
}
