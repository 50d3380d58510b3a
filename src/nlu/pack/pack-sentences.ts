import type { Automaton, SlotArc } from '../template/automaton.js';
import { mergeStates } from '../template/merge-states.js';
import { eachArc, targetsOf } from '../template/word-arcs.js';
import type { Entity } from './compile-entities.js';
import { entityWords, mayHoldAnything } from './entity-words.js';
import type { Pack } from './pack.js';

/**
 * A word-level grammar of what a pack understands: a network of words that calls networks, so that each list stands in
 * it once. Weights are natural-log and add up along a path.
 */
export interface SentenceGrammar {
  /** Number of states; state 0 is the start. */
  states: number;
  finals: number[];
  /** `word` may be `null`: no word. */
  arcs: { from: number; to: number; word: string | null; weight: number }[];
  /** At `from` the network that begins at `enter` may stand; after one of its `returns` it goes on at `to`. */
  calls: { from: number; to: number; enter: number; weight: number }[];
  /** States where a called network may end. */
  returns: number[];
  /** Factor of the log-probabilities; the recogniser's own where the pack says nothing. */
  scale?: number;
  /** What people say, each in words: see Pack.examples. */
  examples: readonly (readonly string[])[];
  /** Whether arcs were left out because of `maxArcs`. */
  truncated: boolean;
}

export interface SentenceGrammarOptions {
  /** Bound on the size; the largest lists are left to the general language model first. @default 200_000 */
  maxArcs?: number;
}

/** Of one more phrase of the same kind, and of a filler. */
const again = -0.7;
/** Of its following without a word between them. */
const unjoined = -4;
const filler = -2.5;
/** Of an entity in a sentence, and of the head of a phrase, against a word in its place: it stands for many. */
const content = 2;
/** What begins a sentence weighs as much more as its list has more values than this: things are often just named. */
const manyValues = 50;

/**
 * The pack's sentences for a recogniser that prefers them: templates as they stand, with contractions beside the words
 * they stand for and fillers around them; list values, singular and plural; numbers; phrases as what is usual in them.
 * Sentences with free text, or with a phrase of which nothing is said to be usual, are left to the language model. Words
 * and weights only; it says nothing about meaning.
 */
export function packSentences(
  pack: Pack,
  { maxArcs = 200_000 }: SentenceGrammarOptions = {},
): SentenceGrammar {
  const builder = new GrammarBuilder(pack, maxArcs);
  builder.addSentences();
  return { ...builder.grammar, examples: pack.examples };
}

class GrammarBuilder {
  readonly grammar: SentenceGrammar = {
    states: 0,
    finals: [],
    arcs: [],
    calls: [],
    returns: [],
    examples: [],
    truncated: false,
  };
  /** First state of the network of an entity, by its list or else its name. */
  readonly #entered = new Map<string, number>();
  /** First word -> second word -> how the two are said in one. */
  readonly #contractions = new Map<string, Map<string, string[]>>();

  constructor(
    private readonly pack: Pack,
    private readonly maxArcs: number,
  ) {
    const { contractions } = pack.locale;
    const written = new Set(Object.keys(contractions).filter((word) => word.includes("'")));
    const plain = new Set([...written].map((word) => word.replace("'", '')));
    for (const [word, words] of Object.entries(contractions)) {
      const [first, second, ...more] = words.split(' ');
      if (second === undefined || more.length > 0 || plain.has(word)) continue;
      const seconds = this.#contractions.get(first) ?? new Map<string, string[]>();
      this.#contractions.set(first, seconds.set(second, [...(seconds.get(second) ?? []), word]));
    }
  }

  addSentences(): void {
    const { grammar, pack } = this;
    grammar.scale = pack.definition.sentenceScale;
    grammar.finals = this.#embed(pack.automaton, (entity, isFirst) =>
      isFirst ? content + Math.max(0, Math.log(this.#valueCount(entity) / manyValues)) : content,
    ).ends;
    const fillers = this.#state();
    const end = this.#state();
    grammar.returns.push(end);
    for (const phrases of pack.fillers.values())
      for (const words of phrases) this.#chain(fillers, end, words);
    for (const state of [0, ...grammar.finals]) this.#call(state, state, fillers, filler);
  }

  #state(): number {
    return this.grammar.states++;
  }

  #arc(from: number, to: number, word: string | null, weight = 0): void {
    const { arcs } = this.grammar;
    if (arcs.length < this.maxArcs) arcs.push({ from, to, word, weight });
    else this.grammar.truncated = true;
  }

  #call(from: number, to: number, enter: number, weight = 0): void {
    this.grammar.calls.push({ from, to, enter, weight });
  }

  #chain(from: number, to: number, words: readonly string[]): void {
    let node = from;
    words.forEach((word, index) => {
      const next = index === words.length - 1 ? to : this.#state();
      this.#arc(node, next, word);
      node = next;
    });
  }

  /** Adds the states of an automaton, after those that are there; of several behind which the same is said, one. */
  #embed(
    automaton: Automaton,
    weightOf: (entity: Entity, isFirst: boolean) => number = () => 0,
  ): { start: number; ends: number[] } {
    const { words, slots, outcomes, start } = automaton;
    const first = this.grammar.states;
    const mayPass = ({ entity }: SlotArc) => !mayHoldAnything(this.pack.entities.get(entity)!);
    const isOnWay = statesOnWay(automaton, mayPass);
    const weigh = ({ entity }: SlotArc, from: number) =>
      weightOf(this.pack.entities.get(entity)!, from === start);
    const { numbers, count } = mergeStates(automaton, isOnWay, (slot, from) =>
      mayPass(slot) ? `${networkKey(this.pack.entities.get(slot.entity)!)} ${weigh(slot, from)}` : undefined,
    );
    this.grammar.states += count;
    const isTaken = new Uint8Array(count);
    const isNew = numbers.map((number) => (number < 0 || isTaken[number]++ > 0 ? 0 : 1));
    const found = new Set<string>();
    const left = new Set<string>();
    for (const { from, word, to } of eachArc(words)) {
      if (!isOnWay(from) || !isOnWay(to)) {
        left.add(word);
        continue;
      }
      found.add(word);
      if (isNew[from] === 0) continue;
      this.#arc(first + numbers[from], first + numbers[to], word);
      for (const [second, shorts] of this.#contractions.get(word) ?? []) {
        for (const end of targetsOf(words, to, second).filter(isOnWay))
          for (const short of shorts) this.#arc(first + numbers[from], first + numbers[end], short);
      }
    }
    // a word of such a sentence alone is expected all the same, if only by the language model
    const alone = this.#state();
    for (const word of left) if (!found.has(word)) this.#arc(alone, alone, word);
    slots.forEach((arcs, from) => {
      if (isNew[from] === 0) return;
      for (const slot of arcs) {
        if (!mayPass(slot) || !isOnWay(slot.to)) continue;
        const enter = this.#enter(this.pack.entities.get(slot.entity)!);
        this.#call(first + numbers[from], first + numbers[slot.to], enter, weigh(slot, from));
      }
    });
    const ends = outcomes.flatMap((ended, state) =>
      ended.length > 0 && isNew[state] === 1 ? [first + numbers[state]] : [],
    );
    return { start: first + numbers[start], ends };
  }

  /** Values of a list; of a phrase, those of the longest list that may head it; of anything else 1. */
  #valueCount(entity: Entity): number {
    if (entity.kind === 'list') return entityWords(entity, this.pack).phrases.length;
    return Math.max(1, ...entity.heads.map((name) => this.#valueCount(this.pack.entities.get(name)!)));
  }

  /** First state of the network of an entity. */
  #enter(entity: Entity): number {
    const key = networkKey(entity);
    const known = this.#entered.get(key);
    if (known !== undefined) return known;
    const { returns } = this.grammar;
    const enter = this.#state();
    this.#entered.set(key, enter);
    if (entity.automaton !== undefined) {
      const { start, ends } = this.#embed(entity.automaton, ({ name }) =>
        entity.heads.includes(name) ? content : 0,
      );
      this.#arc(enter, start, null);
      returns.push(...ends);
      for (const end of ends) {
        for (const word of entity.separatorWords) this.#arc(end, enter, word, again);
        // "a latte, two mochas": as a list is mostly said, without a word between its items
        if (entity.separatorWords.size > 0) this.#arc(end, enter, null, again + unjoined);
      }
      return enter;
    }
    const { phrases, loop } = entityWords(entity, this.pack);
    const leave = this.#state();
    returns.push(leave);
    for (const words of phrases) this.#chain(enter, leave, words);
    if (loop) this.#arc(leave, enter, null, again);
    return enter;
  }
}

/** Entities of the same key share a network. */
function networkKey({ kind, list, name }: Entity): string {
  return kind === 'list' ? `[${list ?? name}]` : name;
}

/** Tells the states on a way from the start to an end; a sentence that cannot be said to its end takes up room in vain. */
function statesOnWay(
  { words: { first, targets }, slots, outcomes, start }: Automaton,
  mayPass: (slot: SlotArc) => boolean,
): (state: number) => boolean {
  const next = slots.map((arcs, state) => [
    ...targets.subarray(first[state], first[state + 1]),
    ...arcs.filter(mayPass).map(({ to }) => to),
  ]);
  // every arc leads to a state of a higher number
  const goesOn = new Uint8Array(next.length);
  for (let state = next.length - 1; state >= 0; state--)
    goesOn[state] = Number(outcomes[state].length > 0 || next[state].some((to) => goesOn[to] === 1));
  const isReached = new Uint8Array(next.length);
  isReached[start] = 1;
  next.forEach((ahead, state) => {
    if (isReached[state] === 1) for (const to of ahead) isReached[to] = 1;
  });
  return (state) => goesOn[state] === 1 && isReached[state] === 1;
}
