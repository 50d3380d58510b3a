import { SentencePhrases } from '../matching/phrases/sentence-phrases.js';
import type { AnalysedSentence } from '../matching/sentence.js';
import type { Entity } from '../pack/compile/compile-entities.js';
import type { Sentence } from '../pack/compile/compile-sentences.js';
import { stateCount } from '../template/word-arcs.js';

/** A template that a sentence nearly is. */
export interface NearTemplate {
  template: Sentence;
  /** Words and slots of the template that were not said: `move`, `{account}`. */
  missing: string[];
  /** Words that were said and are none of it. */
  tooMany: string[];
}

/** Words of a sentence that are compared; the work is bounded by these times the states of the pack. */
const mostWords = 20;
/** Templates that are looked at: of the nearest ones some share no word with what was said. */
const mostTraced = 30;
/** What is further off than by this share of the words that were said has too little in common with them. */
const furthest = 0.75;
/** What a word counts that says little by itself, such as "the", where others count 1. */
const littleWord = 0.3;

/**
 * The templates that need the fewest words more or less to be what was said, nearest first, whether or not their
 * conditions hold. None that shares no word of its own, or value, with the sentence.
 */
export function nearTemplates(sentence: AnalysedSentence, limit = 3): NearTemplate[] {
  return new NearestTemplates(sentence).find(limit);
}

/** How a state was come to: the cell before, and the word or slot of the template that was missing or said. */
interface Came {
  from: number;
  unsaid?: string;
  isMatch?: boolean;
}

/** The cheapest way to each pair of a state and a place in the sentence; states are gone through in their order. */
class NearestTemplates {
  readonly #sentence: AnalysedSentence;
  readonly #phrases: SentencePhrases;
  readonly #length: number;
  readonly #costs: Float32Array;
  readonly #came: (Came | undefined)[] = [];
  /** Words that a template may be off by, by their worth. */
  readonly #furthest: number;
  /** The words of the templates, by number. */
  readonly #texts: readonly string[];

  constructor(sentence: AnalysedSentence) {
    this.#sentence = sentence;
    this.#phrases = new SentencePhrases(sentence);
    this.#length = Math.min(sentence.tokens.length, mostWords);
    const said = sentence.tokens.slice(0, this.#length);
    this.#furthest = furthest * said.reduce((sum, { norm }) => sum + this.#worth(norm), 0);
    const { automaton } = sentence.pack;
    this.#texts = [...automaton.words.numbers.keys()];
    this.#costs = new Float32Array(stateCount(automaton.words) * (this.#length + 1)).fill(Infinity);
    this.#costs[this.#cell(automaton.start, 0)] = 0;
  }

  find(limit: number): NearTemplate[] {
    const { pack } = this.#sentence;
    const { words, outcomes } = pack.automaton;
    const nearest = new Map<Sentence, number>();
    for (let state = 0; state < stateCount(words); state++) {
      for (let at = 0; at <= this.#length; at++) this.#advance(state, at);
      const end = this.#cell(state, this.#length);
      for (const outcome of outcomes[state]) {
        const template = pack.sentences[outcome];
        const known = nearest.get(template);
        if (known === undefined || this.#costs[end] < this.#costs[known]) nearest.set(template, end);
      }
    }
    return [...nearest]
      .sort(([, a], [, b]) => this.#costs[a] - this.#costs[b])
      .slice(0, mostTraced)
      .flatMap(([template, end]) => this.#trace(template, end) ?? [])
      .slice(0, limit);
  }

  #cell(state: number, at: number): number {
    return state * (this.#length + 1) + at;
  }

  #worth(word: string): number {
    return this.#sentence.pack.functionWords.has(word) ? littleWord : 1;
  }

  #advance(state: number, at: number): void {
    const from = this.#cell(state, at);
    const cost = this.#costs[from];
    if (cost > this.#furthest) return;
    this.#sayWords(state, at, from, cost);
    this.#sayValues(state, at, from, cost);
  }

  #sayWords(state: number, at: number, from: number, cost: number): void {
    const { pack, tokens, readings } = this.#sentence;
    const { words } = pack.automaton;
    const isEnd = at === this.#length;
    if (!isEnd) this.#come(this.#cell(state, at + 1), cost + this.#worth(tokens[at].norm), { from });
    for (let arc = words.first[state]; arc < words.first[state + 1]; arc++) {
      const word = this.#texts[words.words[arc]];
      const to = words.targets[arc];
      if (!isEnd && readings[at].some((one) => one.word === word))
        this.#come(this.#cell(to, at + 1), cost, { from, isMatch: this.#worth(word) === 1 });
      this.#come(this.#cell(to, at), cost + this.#worth(word), { from, unsaid: word });
    }
  }

  #sayValues(state: number, at: number, from: number, cost: number): void {
    const { pack } = this.#sentence;
    const { slots } = pack.automaton;
    for (let arc = slots.first[state]; arc < slots.first[state + 1]; arc++) {
      const { entity: name } = slots.labels[slots.numbers[arc]];
      const to = slots.targets[arc];
      const entity = pack.entities.get(name)!;
      // A text can be anything, and so speaks for none.
      const isMatch = entity.kind !== 'text';
      for (const end of this.#endsOf(entity, at))
        this.#come(this.#cell(to, end), cost + (isMatch ? 0 : (end - at) / 2), { from, isMatch });
      this.#come(this.#cell(to, at), cost + 1, { from, unsaid: `{${name}}` });
    }
  }

  /** Where a value that begins at a word may end. */
  #endsOf(entity: Entity, at: number): number[] {
    if (at === this.#length) return [];
    const values =
      entity.kind === 'phrase' ? this.#phrases.at(entity, at).ends : this.#sentence.mentions(entity, at);
    return values.map(({ end }) => end).filter((end) => end <= this.#length);
  }

  #come(cell: number, cost: number, came: Came): void {
    if (cost >= this.#costs[cell]) return;
    this.#costs[cell] = cost;
    this.#came[cell] = came;
  }

  #trace(template: Sentence, end: number): NearTemplate | undefined {
    const missing: string[] = [];
    const tooMany: string[] = [];
    let isNear = false;
    for (
      let cell = end, came = this.#came[end];
      came !== undefined;
      cell = came.from, came = this.#came[cell]
    ) {
      if (came.unsaid !== undefined) missing.unshift(came.unsaid);
      else if (came.isMatch === undefined)
        tooMany.unshift(this.#sentence.tokens[came.from % (this.#length + 1)].norm);
      isNear ||= came.isMatch === true;
    }
    return isNear ? { template, missing, tooMany } : undefined;
  }
}
