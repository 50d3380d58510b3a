import type { LiveStates } from '../pack/live-states.js';
import { hasSlots } from '../template/slot-arcs.js';
import { hasWord } from '../template/word-arcs.js';
import type { AnalysedSentence } from './sentence.js';
import type { Thread } from './thread.js';

/** The best thread for each place in a sentence and state of the automaton, of those that may still come to an end. */
export class LiveThreads {
  readonly #sentence: AnalysedSentence;
  readonly #fillerEnds: readonly (readonly number[])[];
  readonly #live: LiveStates;
  readonly #byEnd: (Map<number, Thread> | undefined)[] = [];

  constructor(
    sentence: AnalysedSentence,
    fillerEnds: readonly (readonly number[])[],
    live: LiveStates,
    opening: Thread,
  ) {
    this.#sentence = sentence;
    this.#fillerEnds = fillerEnds;
    this.#live = live;
    this.#byEnd[0] = new Map([[opening.state, opening]]);
  }

  /** The threads that were read up to a place; those that are kept there meanwhile come, too. */
  at(place: number): Iterable<Thread> {
    return this.#byEnd[place]?.values() ?? [];
  }

  mayLeadTo(state: number): boolean {
    return this.#live.has(state);
  }

  /** Whether a thread that was read so far, and is worth so much, is the best there, and may come to an end. */
  takes(end: number, state: number, score: number): boolean {
    const known = this.#byEnd[end]?.get(state);
    return (known === undefined || known.score < score) && this.#leadsOn(end, state);
  }

  /** Puts a thread that it {@link takes} in the place of the one before. */
  put(thread: Thread): void {
    this.#byEnd[thread.end] ??= new Map();
    this.#byEnd[thread.end]!.set(thread.state, thread);
  }

  #leadsOn(place: number, state: number): boolean {
    if (!this.mayLeadTo(state)) return false;
    const { outcomes, slots, words } = this.#sentence.pack.automaton;
    if (outcomes[state].length > 0) return true;
    if (place === this.#fillerEnds.length) return false;
    if (hasSlots(slots, state) || this.#fillerEnds[place].length > 0) return true;
    const { definiteArticles } = this.#sentence.resolved.locale;
    for (const article of definiteArticles) if (hasWord(words, state, article)) return true;
    for (const { word } of this.#sentence.readings[place]) if (hasWord(words, state, word)) return true;
    return false;
  }
}
