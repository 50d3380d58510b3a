import type { Pack } from '../pack.js';
import type { SaidPhrase } from './entity-words.js';
import type { NumberSaid } from './expected-automaton.js';

/**
 * A word-level grammar of what a pack understands: a network of words that calls networks, so that each list stands in
 * it once. Weights are natural-log and add up along a path.
 */
export interface SentenceGrammar {
  /** Number of states; state 0 is the start. */
  states: number;
  finals: number[];
  /** `word` may be `null`: no word. A capital letter is one that is spelled. */
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

/** Of a thing in the singular of which several were counted: "two large latte". */
const uncounted = -3;

/** A sentence grammar while it is built. */
export class GrammarGraph {
  readonly grammar: SentenceGrammar = {
    states: 0,
    finals: [],
    arcs: [],
    calls: [],
    returns: [],
    examples: [],
    truncated: false,
  };

  constructor(
    private readonly pack: Pack,
    private readonly maxArcs: number,
  ) {}

  /** Adds one state or several in a row, and returns the first. */
  state(count = 1): number {
    this.grammar.states += count;
    return this.grammar.states - count;
  }

  /** Adds a word, in each of the spellings that the pack writes. */
  arc(from: number, to: number, word: string | null, weight = 0): void {
    const { arcs } = this.grammar;
    const ways: readonly (string | null)[] = (word !== null && this.pack.spellings.get(word)) || [word];
    for (const way of ways) {
      if (arcs.length < this.maxArcs) arcs.push({ from, to, word: way, weight });
      else this.grammar.truncated = true;
    }
  }

  call(from: number, to: number, enter: number, weight = 0): void {
    this.grammar.calls.push({ from, to, enter, weight });
  }

  /** Adds a network of some phrases, each as likely, and returns where it begins. */
  network(phrases: readonly SaidPhrase[]): number {
    const [enter, leave] = [this.state(), this.state()];
    this.grammar.returns.push(leave);
    this.tree(enter, leave, phrases);
    return enter;
  }

  /**
   * Phrases as a tree of their words, so that those which begin alike share their beginning; each is as likely, but for
   * those in the singular of which several were counted.
   */
  tree(from: number, to: number, phrases: readonly SaidPhrase[], said: NumberSaid = 'any', depth = 0): void {
    const longer = new Map<string, SaidPhrase[]>();
    const weightOf = ({ isMany }: SaidPhrase) => (said === 'counted' && isMany === false ? uncounted : 0);
    for (const phrase of phrases) {
      const word = phrase.words[depth];
      if (depth === phrase.words.length - 1) this.arc(from, to, word, weightOf(phrase));
      else if (depth < phrase.words.length) {
        const begun = longer.get(word);
        if (begun) begun.push(phrase);
        else longer.set(word, [phrase]);
      }
    }
    for (const [word, begun] of longer) {
      const next = this.state();
      const sum = begun.reduce((total, phrase) => total + Math.exp(weightOf(phrase)), 0);
      this.arc(from, next, word, Math.log(sum));
      this.tree(next, to, begun, said, depth + 1);
    }
  }
}
