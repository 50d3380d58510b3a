import type { Entity } from '../pack/compile-entities.js';
import type { Sentence } from '../pack/compile-sentences.js';
import { startsWith } from '../tokenise.js';
import { applyCorrections } from './corrections.js';
import type { Mention } from './mention.js';
import { applyPhraseRules } from './phrase-rules.js';
import { PhraseSegmentation } from './phrase-segmenter.js';
import { maxUnknownWords, scores, skipScore } from './scores.js';
import { type AnalysedSentence, type KnownAt, rowOf } from './sentence.js';
import { setStrangersApart } from './strangers.js';

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

/** One way to understand a sentence. */
export interface Parse {
  sentence: Sentence;
  score: number;
  /** Share of the best possible score, 0..1. */
  quality: number;
  captures: Capture[];
  /** Word ranges that nothing explains. */
  unmatched: { start: number; end: number }[];
  /** In an order: the things among them that were asked for. */
  strangers: { start: number; end: number }[];
}

interface Thread {
  score: number;
  state: number;
  previous: Thread | undefined;
  start: number;
  end: number;
  slot?: { name: string; entity: Entity };
  mention?: Mention;
  phrase?: PhraseSegmentation;
  kind: 'start' | 'word' | 'filler' | 'slot' | 'unknown' | 'skipped' | 'takenBack';
}

/**
 * Runs a sentence through the pack's automaton: one best thread per position and state, so the work is bounded by
 * words x states whatever the templates are.
 *
 * @param accepts Which templates may match now (their `when`).
 * @param key Stands for what `accepts` answers; the states that lead nowhere are worked out once for each.
 * @returns The best parse of each matching template, best first, at most `limit`.
 */
export function matchSentence(
  sentence: AnalysedSentence,
  accepts: (template: Sentence) => boolean,
  limit = 1,
  key?: string,
): Parse[] {
  const { pack, tokens } = sentence;
  const isLive = pack.liveStates(accepts, key);
  const { automaton } = pack;
  const count = tokens.length;
  const threads: (Map<number, Thread> | undefined)[] = [];
  const phrases: KnownAt<PhraseSegmentation> = new Map();
  const fillerEnds = tokens.map((_, at) => sentence.fillerEnds(at));
  // What it costs to leave out everything from a position on.
  const skipFrom = new Array<number>(count + 1).fill(0);
  let contentWords = 0;
  for (let at = count - 1; at >= 0; at--) {
    skipFrom[at] = skipFrom[at + 1] + skipScore(tokens[at].norm, pack.negations);
    for (const end of fillerEnds[at]) skipFrom[at] = Math.max(skipFrom[at], skipFrom[end]);
  }
  for (let at = 0; at < count; ) {
    const filler = Math.max(0, ...fillerEnds[at]);
    if (filler === 0) contentWords++;
    at = Math.max(at + 1, filler);
  }
  // A thread is kept only if it may still come to an end that counts.
  const leadsOn = (position: number, state: number): boolean => {
    if (isLive[state] === 0) return false;
    if (automaton.outcomes[state].length > 0) return true;
    if (position === count) return false;
    if (automaton.slots[state].length > 0 || fillerEnds[position].length > 0) return true;
    const words = automaton.words[state];
    return sentence.readings[position].some(({ word }) => words.has(word));
  };
  const keep = (position: number, thread: Thread): void => {
    const states = threads[position] ?? new Map<number, Thread>();
    threads[position] = states;
    const known = states.get(thread.state);
    if (known === undefined || known.score < thread.score) states.set(thread.state, thread);
  };
  keep(0, { score: 0, state: automaton.start, previous: undefined, start: 0, end: 0, kind: 'start' });
  for (const end of restartsIn(sentence))
    keep(end, {
      score: scores.skipped,
      state: automaton.start,
      previous: undefined,
      start: 0,
      end,
      kind: 'takenBack',
    });
  const finals = new Map<Sentence, { thread: Thread; score: number; at: number }>();
  for (let at = 0; at <= count; at++) {
    const states = threads[at];
    if (states === undefined) continue;
    for (const [state, thread] of states) {
      for (const outcome of automaton.outcomes[state]) {
        const template = pack.sentences[outcome];
        const score = thread.score + skipFrom[at];
        const known = finals.get(template);
        if ((known === undefined || known.score < score) && accepts(template))
          finals.set(template, { thread, score, at });
      }
      if (at === count) continue;
      const step = (
        end: number,
        score: number,
        next: number,
        kind: Thread['kind'],
        slot?: Thread['slot'],
        mention?: Mention,
        phrase?: PhraseSegmentation,
      ) => {
        const total = thread.score + score;
        const known = threads[end]?.get(next);
        if ((known !== undefined && known.score >= total) || !leadsOn(end, next)) return;
        keep(end, {
          score: total,
          state: next,
          previous: thread,
          start: at,
          end,
          kind,
          slot,
          mention,
          phrase,
        });
      };
      const words = automaton.words[state];
      if (words.size > 0) {
        for (const { word, cost } of sentence.readings[at]) {
          for (const next of words.get(word) ?? []) step(at + 1, scores.literal * (1 - cost), next, 'word');
        }
      }
      for (const end of fillerEnds[at]) step(end, scores.filler, state, 'filler');
      if (state === automaton.start)
        step(at + 1, skipScore(tokens[at].norm, pack.negations), state, 'skipped');
      for (const arc of automaton.slots[state]) {
        if (isLive[arc.to] === 0) continue;
        const entity = pack.entities.get(arc.entity)!;
        const slot = { name: arc.name, entity };
        if (entity.kind === 'phrase') {
          // Leaving words out before a phrase that would take them is never better than letting it.
          if (thread.kind === 'skipped' && entity.rest !== undefined) continue;
          const begun = rowOf(phrases, entity);
          const phrase = begun[at] ?? new PhraseSegmentation(sentence, entity, at);
          begun[at] = phrase;
          for (const { end, score } of phrase.ends())
            step(end, score + entity.weight, arc.to, 'slot', slot, undefined, phrase);
          continue;
        }
        for (const mention of sentence.mentions(entity, at)) {
          step(mention.end, mention.score, arc.to, 'slot', slot, mention);
          if (entity.kind === 'text') continue;
          for (const start of sentence.correctedAt(mention.end)) {
            for (const better of sentence.mentions(entity, start))
              step(better.end, better.score, arc.to, 'slot', slot, better);
          }
        }
        if (entity.kind === 'list' && state !== automaton.start && sentence.mayBeUnknown(entity, at)) {
          let isName = false;
          for (let end = at + 1; end <= Math.min(count, at + maxUnknownWords); end++) {
            // "brighter in here" names no room
            isName ||= !pack.functionWords.has(tokens[end - 1].norm);
            if (isName) step(end, (end - at) * scores.unknownValue + entity.weight, arc.to, 'unknown', slot);
          }
        }
      }
    }
  }
  const best = Math.max(1, contentWords) * scores.value;
  return [...finals]
    .sort(([a, x], [b, y]) => y.score - x.score || b.priority - a.priority || a.order - b.order)
    .slice(0, limit)
    .map(([template, { thread, score, at }]) => {
      const { captures, unmatched } = trace(sentence, thread);
      for (let from = at; from < count; from++) {
        const filler = fillerEnds[from][0];
        if (filler !== undefined) from = filler - 1;
        else append(unmatched, from, from + 1);
      }
      return {
        sentence: template,
        score,
        quality: Math.min(1, Math.max(0, score / best)),
        ...setStrangersApart(captures, unmatched, sentence),
      };
    });
}

/** Where somebody begins anew, behind "no wait" or "no": what was said before is taken back, and missed by nobody. */
function restartsIn({ pack, tokens, resolved }: AnalysedSentence): number[] {
  const { between = [] } = resolved.locale.corrections ?? {};
  const ends: number[] = [];
  for (let at = 1; at < tokens.length - 1; at++) {
    if (between.includes(tokens[at].norm)) ends.push(at + 1);
    for (const words of pack.corrections.get(tokens[at].norm) ?? [])
      if (!pack.isException(words) && startsWith(tokens, at, words)) ends.push(at + words.length);
  }
  return ends.filter((end) => end < tokens.length);
}

function trace(sentence: AnalysedSentence, last: Thread): Pick<Parse, 'captures' | 'unmatched'> {
  const captures: Capture[] = [];
  const unmatched: Parse['unmatched'] = [];
  const path: Thread[] = [];
  for (let thread: Thread | undefined = last; thread !== undefined; thread = thread.previous)
    path.unshift(thread);
  for (const thread of path) {
    const { start, end, slot } = thread;
    if (thread.kind === 'skipped' || thread.kind === 'unknown') append(unmatched, start, end);
    if (slot === undefined) continue;
    const base = { name: slot.name, entity: slot.entity.name, start, end };
    if (thread.phrase !== undefined) {
      for (const at of thread.phrase.skipped(end)) append(unmatched, at, at + 1);
      const values = applyPhraseRules(thread.phrase.mentions(end), slot.entity, sentence);
      const { parts, excluded } = applyCorrections(values, slot.entity, sentence, start);
      captures.push({ ...base, value: sentence.text(start, end), cost: 0, parts, excluded });
    } else if (thread.mention !== undefined) {
      captures.push({ ...base, value: thread.mention.value, cost: thread.mention.cost });
    } else {
      captures.push({ ...base, value: sentence.text(start, end), cost: 1, isUnknown: true });
    }
  }
  return { captures, unmatched };
}

function append(ranges: Parse['unmatched'], start: number, end: number): void {
  const last = ranges.at(-1);
  if (last !== undefined && last.end === start) last.end = end;
  else ranges.push({ start, end });
}
