import { keepLast } from '../../memory/keep-last.js';
import type { Entity } from '../pack/compile/compile-entities.js';
import type { Sentence } from '../pack/compile/compile-sentences.js';
import type { Automaton } from '../template/automaton.js';
import { hasWord, hasWords, targetsOf } from '../template/word-arcs.js';
import type { Allowed } from './allowed.js';
import { asideEnds, isAsideFrom, isReasonFrom, isTold, joinEnds, taleEnd } from './asides.js';
import { bestFirst } from './best-first.js';
import { keepingThings } from './keeping-things.js';
import { beginsThing, leftOutsideScore, mayLackArticle } from './left-out.js';
import { LiveThreads } from './live-threads.js';
import type { SentencePhrases } from './phrases/sentence-phrases.js';
import { putRight } from './put-right.js';
import { setReceivers } from './receivers.js';
import { refusedFirstEnds } from './refused-first.js';
import { restartsIn, takenBackEnds } from './restarts.js';
import { scores } from './scores.js';
import type { AnalysedSentence } from './sentence.js';
import { setStrangersApart } from './strangers.js';
import {
  appendRange,
  type Capture,
  isLeftOut,
  type Slot,
  type Step,
  type Thread,
  traceThread,
  type WordRange,
} from './thread.js';
import { unknownEnds } from './unknown-ends.js';

/** One way to understand a sentence. */
export interface Parse {
  sentence: Sentence;
  score: number;
  /** Share of the best possible score, 0..1. */
  quality: number;
  captures: Capture[];
  /** Word ranges that nothing explains. */
  unmatched: WordRange[];
  /** Before it a statement is left out that may be another request; what "so" stands behind is none. */
  isLed: boolean;
  /** The same behind it. */
  isFollowed: boolean;
  /** In an order: the things among them that were asked for. */
  strangers: WordRange[];
}

/**
 * Runs a sentence through the pack's automaton: one best thread per position and state, so the work is bounded by
 * words x states whatever the templates are.
 *
 * @param phrases The sentence, with the phrases that were read before.
 * @returns The best parse of each matching template, best first, at most `limit`.
 */
export function matchSentence(phrases: SentencePhrases, allowed: Allowed, limit = 1): Parse[] {
  const match = keepLast('match', new SentenceMatch(phrases, allowed));
  match.run();
  return match.parses(limit);
}

/** The most words before a correction that it takes back, where it is not the whole sentence. */
const mostTakenBack = 6;

/** The most words of a statement behind a request that count against how well it is understood; a reason's do not. */
const mostCounted = 4;

/** A template that was read to its end, and where: what follows is left out. */
interface Final {
  thread: Thread;
  score: number;
  at: number;
}

class SentenceMatch {
  readonly #sentence: AnalysedSentence;
  readonly #phrases: SentencePhrases;
  readonly #automaton: Automaton;
  readonly #allowed: Allowed;
  readonly #opening: Thread;
  readonly #threads: LiveThreads;
  readonly #fillerEnds: readonly (readonly number[])[];
  readonly #leftOut: readonly number[];
  /** Before which words an article may be missing. */
  readonly #mayLackArticle: readonly boolean[];
  /** What it costs to leave out everything from a position on. */
  readonly #skipFrom: readonly number[];
  readonly #finals = new Map<Sentence, Final>();

  constructor(phrases: SentencePhrases, allowed: Allowed) {
    const { sentence } = phrases;
    const { pack, tokens } = sentence;
    this.#sentence = sentence;
    this.#phrases = phrases;
    this.#automaton = pack.automaton;
    this.#allowed = allowed;
    this.#fillerEnds = tokens.map((_, at) => [
      ...sentence.fillerEnds(at),
      ...takenBackEnds(sentence, at),
      ...(at === 0 ? [...joinEnds(sentence), ...refusedFirstEnds(sentence)] : []),
    ]);
    this.#leftOut = tokens.map((_, at) => leftOutsideScore(sentence, at));
    this.#mayLackArticle = tokens.map((token) => mayLackArticle(token, sentence.resolved.locale));
    const skipFrom = new Array<number>(tokens.length + 1).fill(0);
    for (let at = tokens.length - 1; at >= 0; at--) {
      skipFrom[at] = skipFrom[at + 1] + this.#leftOut[at];
      for (const end of this.#fillerEnds[at]) skipFrom[at] = Math.max(skipFrom[at], skipFrom[end]);
      if (isAsideFrom(sentence, at)) {
        const score = isReasonFrom(sentence, at) ? scores.reason : scores.aside;
        skipFrom[at] = Math.max(skipFrom[at], score);
      }
    }
    this.#skipFrom = skipFrom;
    const state = pack.automaton.start;
    this.#opening = { score: 0, state, previous: undefined, start: 0, end: 0, kind: 'start' };
    this.#threads = new LiveThreads(sentence, this.#fillerEnds, allowed.live, this.#opening);
  }

  /** Goes through the sentence, and notes the templates that end in it. */
  run(): void {
    const sentence = this.#sentence;
    const { tokens } = sentence;
    const restarts = restartsIn(sentence);
    for (const end of asideEnds(sentence))
      this.#step(this.#opening, this.#opening.state, this.#asideScore(end), { start: 0, end, kind: 'aside' });
    for (let at = 0; at <= tokens.length; at++) {
      for (const end of restarts[at] ?? []) this.#takeBack(at, end);
      for (const thread of this.#threads.at(at)) {
        this.#finish(thread, at);
        if (at === tokens.length) continue;
        for (const better of putRight(sentence, thread, at)) this.#finish(better.thread, better.end);
        this.#advance(thread, at);
      }
    }
  }

  /** The best parse of each template, best first. */
  parses(limit: number): Parse[] {
    const { tokens } = this.#sentence;
    return keepingThings(this.#sentence, [...this.#finals].sort(bestFirst(this.#sentence, this.#allowed)))
      .slice(0, limit)
      .map(([template, { thread, score, at }]) => {
        const { captures, unmatched, start } = traceThread(this.#sentence, thread);
        let asideFrom = tokens.length;
        for (let from = at; from < asideFrom; from++) {
          if (isAsideFrom(this.#sentence, from)) asideFrom = from;
          const filler = this.#fillerEnds[from][0];
          if (filler !== undefined) from = filler - 1;
          else if (from < asideFrom) appendRange(unmatched, from, from + 1);
        }
        const isFollowed = asideFrom < tokens.length;
        const isReason = isFollowed && isReasonFrom(this.#sentence, asideFrom);
        const told = isReason ? 0 : Math.min(mostCounted, this.#contentWords(asideFrom, tokens.length));
        const best = Math.max(1, this.#contentWords(start, asideFrom) + told) * scores.value;
        const given = setReceivers(captures, unmatched, this.#sentence);
        return {
          sentence: template,
          score,
          quality: Math.min(1, Math.max(0, score / best)),
          isLed: start > 0 && !isReasonFrom(this.#sentence, start - 1),
          isFollowed,
          ...setStrangersApart(given.captures, given.unmatched, this.#sentence),
        };
      });
  }

  /** Words between two places that are no fillers. */
  #contentWords(start: number, end: number): number {
    let count = 0;
    for (let at = start; at < end; ) {
      const filler = Math.max(0, ...this.#fillerEnds[at]);
      if (filler === 0) count++;
      at = Math.max(at + 1, filler);
    }
    return count;
  }

  /** Notes the templates that end where a thread stands. */
  #finish(thread: Thread, at: number): void {
    for (const outcome of this.#automaton.outcomes[thread.state]) {
      const template = this.#sentence.pack.sentences[outcome];
      const score = thread.score + this.#skipFrom[at];
      const known = this.#finals.get(template);
      if ((known === undefined || known.score < score) && this.#allowed.accepts(template))
        this.#finals.set(template, { thread, score, at });
    }
  }

  /**
   * Goes on behind a correction from the start, or from where a thread stood a few words before it: in "turn the light
   * on, I mean off" one word is taken back, in "lock the front door, sorry, the back door" three are.
   */
  #takeBack(at: number, end: number): void {
    const takenBack: Step = { start: at, end, kind: 'takenBack' };
    const back = (thread: Thread, score: number) => this.#step(thread, thread.state, score, takenBack);
    for (let from = Math.max(1, at - mostTakenBack); from < at; from++) {
      for (const thread of this.#threads.at(from)) {
        if (thread.kind === 'word' || thread.kind === 'slot') back(thread, scores.takenBack);
      }
    }
    back(this.#opening, scores.skipped);
  }

  /** Goes on from where a thread stands by a word, a filler, a word that is left out at the start, or a value. */
  #advance(thread: Thread, at: number): void {
    const { pack, readings } = this.#sentence;
    const automaton = this.#automaton;
    const { state } = thread;
    if (hasWords(automaton.words, state)) {
      const step: Step = { start: at, end: at + 1, kind: 'word' };
      for (const { word, cost } of readings[at]) {
        const score = scores.literal * (1 - cost);
        for (const next of targetsOf(automaton.words, state, word)) this.#step(thread, next, score, step);
      }
    }
    if (thread.kind !== 'start' && hasWords(automaton.words, state)) this.#passUnsaid(thread, at);
    for (const end of this.#fillerEnds[at])
      this.#step(thread, state, scores.filler, { start: at, end, kind: 'filler' });
    if (state === automaton.start) {
      const end = isTold(this.#sentence, at) ? taleEnd(this.#sentence, at) : at + 1;
      const score = this.#leftOut.slice(at, end).reduce((sum, one) => sum + one, 0);
      if (end > at) this.#step(thread, state, score, { start: at, end, kind: 'skipped' });
    }
    const { first, targets, numbers } = automaton.slots;
    for (let arc = first[state]; arc < first[state + 1]; arc++) {
      const to = targets[arc];
      if (!this.#threads.mayLeadTo(to)) continue;
      const slot = pack.slots[numbers[arc]];
      if (slot.entity.kind === 'phrase') this.#readPhrase(thread, at, to, slot);
      else this.#readValue(thread, at, to, slot);
    }
  }

  /** Goes on over a word that the template has and nobody said: an article, or the "on" of "on tomorrow". */
  #passUnsaid(thread: Thread, at: number): void {
    const { words } = this.#automaton;
    const { definiteArticles, time } = this.#sentence.resolved.locale;
    const pass = (word: string, score: number, goesOn = (_state: number) => true) => {
      for (const next of targetsOf(words, thread.state, word))
        if (goesOn(next)) this.#step(thread, next, score, { start: at, end: at, kind: 'filler' });
    };
    if (this.#mayLackArticle[at]) for (const article of definiteArticles) pass(article, scores.unsaid);
    for (const kind of ['date', 'time'] as const)
      for (const word of time.before[kind])
        pass(word, scores.unsaidBefore, (state) => this.#isSaidAt(state, kind, at));
  }

  /** Whether a day or a time that needs no word before it to be one is said where a state asks for one. */
  #isSaidAt(state: number, kind: Entity['kind'], at: number): boolean {
    const { first, numbers } = this.#automaton.slots;
    return numbers.subarray(first[state], first[state + 1]).some((slot) => {
      const { entity } = this.#sentence.pack.slots[slot];
      return entity.kind === kind && !entity.bare && this.#sentence.valuesAt(entity, at).length > 0;
    });
  }

  /** What it costs to leave out a statement at the start: more with each thing in it: "a tea is what i'm after". */
  #asideScore(end: number): number {
    let score: number = scores.aside;
    for (let at = 0; at < end; at++) if (beginsThing(this.#sentence, at)) score += scores.skippedThing;
    return score;
  }

  #readPhrase(thread: Thread, at: number, to: number, slot: Slot): void {
    const { entity } = slot;
    // Leaving words out before a phrase that would take them is never better than letting it.
    if (thread.kind === 'skipped' && entity.rest !== undefined) return;
    const phrase = this.#phrases.at(entity, at);
    for (const { end, score } of phrase.ends)
      this.#step(thread, to, score + entity.weight, { start: at, end, kind: 'slot', slot, phrase });
  }

  #readValue(thread: Thread, at: number, to: number, slot: Slot): void {
    const { pack, tokens } = this.#sentence;
    const { entity } = slot;
    for (const { mention, end, score, isBehindArticle } of this.#sentence.valuesAt(entity, at)) {
      // behind words that are left out an article is one more of them: "she never locks | the garage door"
      if (isBehindArticle && isLeftOut(thread)) continue;
      this.#step(thread, to, score, { start: at, end, kind: 'slot', slot, mention });
    }
    if (entity.kind !== 'list' || thread.state === pack.automaton.start) return;
    // "off" where a template goes on with it is no device that nobody knows
    const isExpected = hasWord(this.#automaton.words, thread.state, tokens[at].norm);
    if (isExpected || !this.#sentence.mayBeUnknown(entity, at)) return;
    for (const end of unknownEnds(this.#sentence, entity, at)) {
      const known = this.#sentence.isListed(at, end) ? scores.unknownListed : 0;
      const score = (end - at) * scores.unknownValue + known + entity.weight;
      this.#step(thread, to, score, { start: at, end, kind: 'unknown', slot });
    }
  }

  /** Goes on from a thread to a state; nothing is made of a step that another thread has taken better. */
  #step(previous: Thread, state: number, score: number, step: Step): void {
    const { start, end, kind, slot, mention, phrase } = step;
    const total = previous.score + score;
    if (this.#threads.takes(end, state, total))
      this.#threads.put({ score: total, state, previous, start, end, kind, slot, mention, phrase });
  }
}
