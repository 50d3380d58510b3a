import { type Entity, slotInOut } from '../../pack/compile/compile-entities.js';
import type { Automaton } from '../../template/automaton.js';
import { hasWord, targetsOf } from '../../template/word-arcs.js';
import type { SentenceView } from '../sentence-view.js';

interface PatternThread {
  state: number;
  cost: number;
  values: Record<string, unknown>;
}

/** What a pattern stands for up to a word. */
interface PatternMatch {
  end: number;
  value: unknown;
  cost: number;
}

const none: readonly PatternMatch[] = [];
/** Ways to read a pattern that are followed at each word. */
const mostThreads = 64;

/** Matches the templates of a `pattern` entity from a word on; fillers do not count inside a pattern. */
export function runPattern(sentence: SentenceView, entity: Entity, start: number): readonly PatternMatch[] {
  const { automaton } = entity;
  return automaton !== undefined && begins(sentence, entity, automaton, start)
    ? new PatternRun(sentence, entity, automaton, start).matches()
    : none;
}

/** Whether a pattern can begin with a word; most words begin none. */
function begins(sentence: SentenceView, entity: Entity, { words, start }: Automaton, at: number): boolean {
  for (const { word } of sentence.readings[at] ?? []) if (hasWord(words, start, word)) return true;
  for (const first of sentence.pack.starts.firstsOf(entity))
    if (sentence.mentions(first, at).length > 0) return true;
  return false;
}

class PatternRun {
  readonly #sentence: SentenceView;
  readonly #entity: Entity;
  readonly #automaton: Automaton;
  readonly #start: number;
  /** By the word before which they wait. */
  readonly #waiting: (PatternThread[] | undefined)[] = [];
  readonly #found = new Map<number, PatternMatch & { pattern: number }>();

  constructor(sentence: SentenceView, entity: Entity, automaton: Automaton, start: number) {
    this.#sentence = sentence;
    this.#entity = entity;
    this.#automaton = automaton;
    this.#start = start;
  }

  /** The best one for each place where the pattern may end. */
  matches(): PatternMatch[] {
    this.#wait(this.#start, { state: this.#automaton.start, cost: 0, values: {} });
    for (let at = this.#start; at < this.#waiting.length; at++) {
      for (const thread of this.#waiting[at]?.slice(0, mostThreads) ?? []) {
        this.#finish(thread, at);
        this.#advance(thread, at);
      }
    }
    this.#found.delete(this.#start);
    return [...this.#found.values()];
  }

  #wait(at: number, thread: PatternThread): void {
    const threads = this.#waiting[at];
    if (threads === undefined) this.#waiting[at] = [thread];
    else threads.push(thread);
  }

  /** Notes the templates that end where a thread stands. */
  #finish({ state, cost, values }: PatternThread, end: number): void {
    for (const pattern of this.#automaton.outcomes[state]) {
      const known = this.#found.get(end);
      const isBetter =
        known === undefined || cost < known.cost || (cost === known.cost && pattern < known.pattern);
      if (!isBetter) continue;
      this.#found.set(end, { end, value: written(this.#entity.outs[pattern], values), cost, pattern });
    }
  }

  /** Goes on from where a thread stands by a word or a value. */
  #advance({ state, cost, values }: PatternThread, at: number): void {
    const { words, slots } = this.#automaton;
    const { readings, pack } = this.#sentence;
    for (const { word, cost: more } of readings[at] ?? []) {
      if (cost + more > 1) continue;
      for (const next of targetsOf(words, state, word))
        this.#wait(at + 1, { state: next, cost: cost + more, values });
    }
    const { first, targets, labels, numbers } = slots;
    for (let arc = first[state]; arc < first[state + 1]; arc++) {
      const { entity, name } = labels[numbers[arc]];
      for (const mention of this.#sentence.mentions(pack.entities.get(entity)!, at))
        this.#wait(mention.end, {
          state: targets[arc],
          cost: cost + mention.cost,
          values: { ...values, [name]: mention.value },
        });
    }
  }
}

const slotAlone = new RegExp(`^${slotInOut.source}$`);

/** The text that a pattern stands for; an amount of money that is all of it is that amount. */
function written(out: string, values: Readonly<Record<string, unknown>>): unknown {
  const [, name] = slotAlone.exec(out) ?? [];
  if (name !== undefined && isAmount(values[name])) return values[name];
  return out.replace(slotInOut, (_, slot: string) => textOf(values[slot])).trim();
}

function textOf(value: unknown): string {
  return isAmount(value) ? `${value.amount} ${value.currency}` : String(value ?? '');
}

function isAmount(value: unknown): value is { amount: string; currency: string } {
  return typeof value === 'object' && value !== null && 'amount' in value && 'currency' in value;
}
