import type { Entity } from '../pack/compile-entities.js';
import { slotsOf } from '../template/slot-arcs.js';
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
    slotsOf(automaton.slots, automaton.start).some(
      (slot) => sentence.mentions(sentence.pack.entities.get(slot.entity)!, start).length > 0,
    );
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
        const value = entity.outs[pattern].replace(/\{([\w-]+)\}/g, (_, name: string) =>
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
      for (const slot of slotsOf(automaton.slots, thread.state)) {
        const part = sentence.pack.entities.get(slot.entity)!;
        for (const mention of sentence.mentions(part, at)) {
          wait(mention.end, {
            state: slot.to,
            cost: thread.cost + mention.cost,
            values: { ...thread.values, [slot.name]: mention.value },
          });
        }
      }
    }
  }
  found.delete(start);
  return [...found.values()];
}
