import type { Automaton } from '../template/automaton.js';
import { stateCount } from '../template/word-arcs.js';
import type { Sentence } from './compile-sentences.js';

/** Combinations of conditions whose live states are remembered. */
const mostRemembered = 64;

/** Which states of an automaton can still lead to a template that counts. */
export class LiveStates {
  readonly #automaton: Automaton;
  readonly #sentences: readonly Sentence[];
  readonly #remembered = new Map<string, Uint8Array>();

  constructor(automaton: Automaton, sentences: readonly Sentence[]) {
    this.#automaton = automaton;
    this.#sentences = sentences;
  }

  /**
   * Per state: 1 if an accepted template can be reached.
   *
   * @param key Under which the answer is remembered, if any.
   */
  of(accepts: (template: Sentence) => boolean, key?: string): Uint8Array {
    if (key === undefined) return this.#find(accepts);
    const live = this.#remembered.get(key) ?? this.#find(accepts);
    // the last one that was asked for comes last, the first is forgotten first
    this.#remembered.delete(key);
    this.#remembered.set(key, live);
    const [oldest] = this.#remembered.keys();
    if (this.#remembered.size > mostRemembered) this.#remembered.delete(oldest);
    return live;
  }

  #find(accepts: (template: Sentence) => boolean): Uint8Array {
    const { words, slots, outcomes } = this.#automaton;
    const count = stateCount(words);
    const live = new Uint8Array(count);
    const goesOn = (state: number): boolean => {
      for (let arc = words.first[state]; arc < words.first[state + 1]; arc++)
        if (live[words.targets[arc]] === 1) return true;
      for (let arc = slots.first[state]; arc < slots.first[state + 1]; arc++)
        if (live[slots.targets[arc]] === 1) return true;
      return false;
    };
    const ends = (state: number) => outcomes[state].some((outcome) => accepts(this.#sentences[outcome]));
    // Arcs lead to higher numbers, so what a state leads to is known before it.
    for (let state = count - 1; state >= 0; state--) live[state] = goesOn(state) || ends(state) ? 1 : 0;
    return live;
  }
}
