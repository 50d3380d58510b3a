import type { Entity } from '../pack/compile/compile-entities.js';
import type { Mention } from './mention.js';
import { applyCorrections } from './phrases/corrections.js';
import { eachDescribed } from './phrases/each-described.js';
import { applyPhraseRules } from './phrases/phrase-rules.js';
import type { PhraseSegmentation } from './phrases/phrase-segmenter.js';
import type { PhraseValues } from './phrases/phrase-values.js';
import { withNoBefore } from './phrases/with-no-before.js';
import type { AnalysedSentence } from './sentence.js';

/** Where words stand in a sentence. */
export interface WordRange {
  start: number;
  end: number;
}

/** A value in the place that a template named. */
export interface Capture {
  name: string;
  entity: string;
  value: unknown;
  start: number;
  end: number;
  cost: number;
  /** For a phrase: the values in it. */
  parts?: Mention[];
  /** For a phrase: the values that were named as not wanted. */
  excluded?: Mention[];
  /** The words are on no list. */
  isUnknown?: boolean;
}

/** All values in the phrases of a sentence, in the order of these. */
export function partsOf(captures: readonly Pick<Capture, 'parts'>[]): Mention[] {
  return captures.flatMap(({ parts = [] }) => parts);
}

/** The place of a value in a template. */
export interface Slot {
  name: string;
  entity: Entity;
}

/** What is read in one step of a template. */
export interface Step {
  start: number;
  end: number;
  kind: 'start' | 'word' | 'filler' | 'slot' | 'unknown' | 'skipped' | 'aside' | 'takenBack' | 'putRight';
  slot?: Slot;
  mention?: Mention;
  /** Where the value stands that is put right. */
  old?: number;
  phrase?: PhraseSegmentation;
}

/** How far a template was read, and how it came there: by its last step, behind the thread before. */
export interface Thread extends Step {
  score: number;
  state: number;
  previous: Thread | undefined;
}

/** What was read on the way of a thread, what was left out, and where it starts behind what was told before. */
export function traceThread(
  sentence: AnalysedSentence,
  last: Thread,
): { captures: Capture[]; unmatched: WordRange[]; start: number } {
  const captures: Capture[] = [];
  const unmatched: WordRange[] = [];
  const path: Thread[] = [];
  for (let thread: Thread | undefined = last; thread !== undefined; thread = thread.previous)
    path.unshift(thread);
  for (const thread of path) {
    const { start, end, slot } = thread;
    if (thread.kind === 'skipped' || thread.kind === 'unknown') appendRange(unmatched, start, end);
    if (slot === undefined) continue;
    if (thread.kind === 'putRight') {
      const old = captures.findLastIndex(({ name }) => name === slot.name);
      const { parts } = captures[old];
      if (parts !== undefined) {
        captures[old].parts = withPartPutRight(parts, thread.mention!, thread.old);
        continue;
      }
      captures.splice(old, 1);
    }
    const base = { name: slot.name, entity: slot.entity.name, start, end };
    if (thread.phrase !== undefined) {
      const named = { values: thread.phrase.mentions(end), phrase: slot.entity, sentence, start };
      const said = { ...named, values: withNoBefore(named) };
      const { parts: values, excluded } = applyCorrections({ ...said, values: applyPhraseRules(said) });
      for (const at of thread.phrase.skipped(end))
        if (!isTakenBack(said, at)) appendRange(unmatched, at, at + 1);
      const parts = eachDescribed({ ...said, values });
      captures.push({ ...base, value: sentence.text(start, end), cost: 0, parts, excluded });
    } else if (thread.mention !== undefined) {
      captures.push({ ...base, value: thread.mention.value, cost: thread.mention.cost });
    } else {
      captures.push({ ...base, value: sentence.text(start, end), cost: 1, isUnknown: true });
    }
  }
  const start = path.findLast(({ kind }) => kind === 'aside')?.end ?? 0;
  return { captures, unmatched, start };
}

/** Whether a word of a phrase stands before a correction behind which all is said anew: "two to york, no, two to leeds". */
function isTakenBack({ values, sentence }: PhraseValues, at: number): boolean {
  return sentence.tokens.some((_, place) => {
    if (place <= at || sentence.correctedAt(place).length === 0) return false;
    const before = values.filter(({ end }) => end <= place);
    const anew = values.filter(({ start }) => start > place);
    return before.length > 0 && before.every(({ entity }) => anew.some((one) => one.entity === entity));
  });
}

/** The values of a phrase, of which one is put right. */
function withPartPutRight(parts: readonly Mention[], better: Mention, start: number | undefined): Mention[] {
  const isOfKind = (part: Mention) => part.entity === better.entity;
  const there = parts.findLastIndex((part) => isOfKind(part) && part.start === start);
  const old = there < 0 ? parts.findLastIndex(isOfKind) : there;
  return parts.map((part, index) => (index === old ? { ...part, value: better.value } : part));
}

/** Whether the last words of a thread were left out, told besides, or are on no list. */
export function isLeftOut({ kind }: Thread): boolean {
  return kind === 'skipped' || kind === 'aside' || kind === 'unknown';
}

/** Adds a range of words to others, joined to the last where it follows it. */
export function appendRange(ranges: WordRange[], start: number, end: number): void {
  const last = ranges.at(-1);
  if (last !== undefined && last.end === start) last.end = end;
  else ranges.push({ start, end });
}
