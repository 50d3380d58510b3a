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

/** What a pattern stands for up to a word. */
interface PatternMatch {
  end: number;
  value: string;
  cost: number;
}

/** Ways to read a pattern that are followed at each word. */
const mostThreads = 64;

/** Matches the templates of a `pattern` entity from a word on; fillers do not count inside a pattern. */
export function runPattern(sentence: PatternSentence, entity: Entity, start: number): PatternMatch[] {
  const { automaton } = entity;
  if (automaton === undefined) return [];
  // Most words begin no pattern.
  const begins =
    sentence.readings[start]?.some(({ word }) => hasWord(automaton.words, automaton.start, word)) ||
    beginsWithSlot(sentence, automaton, start);
  if (!begins) return [];
  const found = new Map<number, PatternMatch & { pattern: number }>();
  const waiting: (PatternThread[] | undefined)[] = [];
  waiting[start] = [{ state: automaton.start, cost: 0, values: {} }];
  for (let at = start; at < waiting.length; at++) {
    for (const thread of waiting[at]?.slice(0, mostThreads) ?? []) {
      for (const pattern of automaton.outcomes[thread.state]) {
        const { cost } = thread;
        const known = found.get(at);
        const isBetter =
          known === undefined || cost < known.cost || (cost === known.cost && pattern < known.pattern);
        if (isBetter)
          found.set(at, { end: at, value: writtenOut(entity.outs[pattern], thread), cost, pattern });
      }
      for (const { end, ...next } of stepsOf(sentence, automaton, thread, at)) {
        waiting[end] ??= [];
        waiting[end].push(next);
      }
    }
  }
  found.delete(start);
  return [...found.values()];
}

/** The `out` of a pattern with the values that were said. */
function writtenOut(out: string, { values }: PatternThread): string {
  return out.replace(slotInOut, (_, name: string) => String(values[name] ?? '')).trim();
}

/** Where a thread goes on from a word, by that word or by a value. */
function* stepsOf(
  sentence: PatternSentence,
  { words, slots }: Automaton,
  { state, cost, values }: PatternThread,
  at: number,
): Generator<PatternThread & { end: number }> {
  for (const { word, cost: more } of sentence.readings[at] ?? []) {
    if (cost + more > 1) continue;
    for (const next of targetsOf(words, state, word))
      yield { end: at + 1, state: next, cost: cost + more, values };
  }
  const { first, targets, labels, numbers } = slots;
  for (let arc = first[state]; arc < first[state + 1]; arc++) {
    const { entity: part, name } = labels[numbers[arc]];
    for (const mention of sentence.mentions(sentence.pack.entities.get(part)!, at))
      yield {
        end: mention.end,
        state: targets[arc],
        cost: cost + mention.cost,
        values: { ...values, [name]: mention.value },
      };
  }
}

/** Whether a value stands here that a pattern can begin with. Asked at each word, so no arc is made an object of its own. */
function beginsWithSlot(sentence: PatternSentence, { slots, start }: Automaton, at: number): boolean {
  for (let arc = slots.first[start]; arc < slots.first[start + 1]; arc++) {
    const entity = sentence.pack.entities.get(slots.labels[slots.numbers[arc]].entity)!;
    if (sentence.mentions(entity, at).length > 0) return true;
  }
  return false;
}
