import type { Automaton } from '../template/automaton.js';
import { shrinkAutomaton } from '../template/shrink-automaton.js';
import { slotsOf } from '../template/slot-arcs.js';
import { eachArc, stateCount } from '../template/word-arcs.js';
import type { Entity } from './compile-entities.js';
import { CountWeights, isCount } from './count-weights.js';
import { type EntityWords, entityWords, type SaidPhrase } from './entity-words.js';
import { expectedAutomaton, isSaid, type NumberSaid, networkKey } from './expected-automaton.js';
import type { Pack } from './pack.js';
import { ShortForms } from './short-forms.js';

/**
 * A word-level grammar of what a pack understands: a network of words that calls networks, so that each list stands in
 * it once. Weights are natural-log and add up along a path.
 */
export interface SentenceGrammar {
  /** Number of states; state 0 is the start. */
  states: number;
  finals: number[];
  /** `word` may be `null`: no word. A capital letter is said by its name. */
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
  /** Bound on the size; the largest lists are left to the general language model first. @default 300_000 */
  maxArcs?: number;
}

/** Of one more phrase of the same kind, and of a filler. */
const again = -0.7;
/** Of one more word of a value whose words come in any order: a number, an amount, a time, a code. */
const further = 2.6;
/** Of a code's going on with a figure behind a letter, and the other way round. */
const otherRun = -3;
/** Of its following without a word between them. */
const unjoined = -4;
const filler = -2.5;
/** Of a value that is taken back for another of its kind: "on monday no tuesday". */
const corrected = -5;
/** Of an entity in a sentence, and of the head of a phrase, against a word in its place: it stands for many. */
const content = 2;
/** Of a thing in the singular of which several were counted: "two large latte". */
const uncounted = -3;
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
  { maxArcs = 300_000 }: SentenceGrammarOptions = {},
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
  /** First state of the network of an entity, by its list or else its name, and how many were counted. */
  readonly #entered = new Map<string, number>();
  /** First state of the network of the words that take something back. */
  #corrections: number | undefined;
  readonly #shortForms: ShortForms;
  readonly #countWeights: CountWeights;

  constructor(
    private readonly pack: Pack,
    private readonly maxArcs: number,
  ) {
    this.#shortForms = new ShortForms(pack.locale);
    this.#countWeights = new CountWeights(pack);
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
    this.#tree(
      fillers,
      end,
      [...pack.fillers.values()].flat().map((words) => ({ words })),
    );
    for (const state of [0, ...grammar.finals]) this.#call(state, state, fillers, filler);
  }

  #state(): number {
    return this.grammar.states++;
  }

  #arc(from: number, to: number, word: string | null, weight = 0): void {
    const { arcs } = this.grammar;
    const ways: readonly (string | null)[] = (word !== null && this.pack.spellings.get(word)) || [word];
    for (const way of ways) {
      if (arcs.length < this.maxArcs) arcs.push({ from, to, word: way, weight });
      else this.grammar.truncated = true;
    }
  }

  #call(from: number, to: number, enter: number, weight = 0): void {
    this.grammar.calls.push({ from, to, enter, weight });
  }

  /**
   * Phrases as a tree of their words, so that those which begin alike share their beginning; each is as likely, but for
   * those in the singular of which several were counted.
   */
  #tree(from: number, to: number, phrases: readonly SaidPhrase[], said: NumberSaid = 'any', depth = 0): void {
    const longer = new Map<string, SaidPhrase[]>();
    const weightOf = ({ isMany }: SaidPhrase) => (said === 'counted' && isMany === false ? uncounted : 0);
    for (const phrase of phrases) {
      const word = phrase.words[depth];
      if (depth === phrase.words.length - 1) this.#arc(from, to, word, weightOf(phrase));
      else if (depth < phrase.words.length) {
        const begun = longer.get(word);
        if (begun) begun.push(phrase);
        else longer.set(word, [phrase]);
      }
    }
    for (const [word, begun] of longer) {
      const next = this.#state();
      const sum = begun.reduce((total, phrase) => total + Math.exp(weightOf(phrase)), 0);
      this.#arc(from, next, word, Math.log(sum));
      this.#tree(next, to, begun, said, depth + 1);
    }
  }

  /** Adds the states of an automaton, after those that are there. */
  #embed(
    automaton: Automaton,
    weightOf: (entity: Entity, isFirst: boolean) => number = () => 0,
    isCounted = false,
  ): { start: number; ends: number[] } {
    const expected = expectedAutomaton(automaton, this.pack, { isCounted });
    const { words, slots, outcomes, start } = shrinkAutomaton(expected);
    const first = this.grammar.states;
    this.grammar.states += stateCount(words);
    for (const { from, word, to } of eachArc(words)) {
      this.#arc(first + from, first + to, word);
      for (const { short, end } of this.#shortForms.of(word, words, to))
        this.#arc(first + from, first + end, short);
    }
    // a word of a sentence that is left out is expected all the same, if only by the language model
    const alone = this.#state();
    for (const word of automaton.words.numbers.keys())
      if (!words.numbers.has(word) && isSaid(word)) this.#arc(alone, alone, word);
    for (let from = 0; from < stateCount(words); from++) {
      for (const slot of slotsOf(slots, from)) {
        const entity = this.pack.entities.get(slot.entity)!;
        const said = slot.name as NumberSaid;
        const weight = weightOf(entity, from === start) + this.#countWeights.of(entity, said);
        this.#call(first + from, first + slot.to, this.#enter(entity, said), weight);
      }
    }
    const ends = outcomes.flatMap((ended, state) => (ended.length > 0 ? [first + state] : []));
    return { start: first + start, ends };
  }

  /** Values of a list; of a phrase, those of the longest list that may head it; of anything else 1. */
  #valueCount(entity: Entity): number {
    if (entity.kind === 'list') return entityWords(entity, this.pack).phrases.length;
    return Math.max(1, ...entity.heads.map((name) => this.#valueCount(this.pack.entities.get(name)!)));
  }

  /** First state of the network of an entity, said in a number: a count that is one or several, or what is counted. */
  #enter(entity: Entity, said: NumberSaid): number {
    const key = `${networkKey(entity)} ${said}`;
    const known = this.#entered.get(key);
    if (known !== undefined) return known;
    const { returns } = this.grammar;
    const enter = this.#state();
    this.#entered.set(key, enter);
    if (entity.automaton !== undefined) {
      const heads = new Set(entity.heads.map((name) => networkKey(this.pack.entities.get(name)!)));
      const weightOf = (part: Entity) => (heads.has(networkKey(part)) ? content : 0);
      const { start, ends } = this.#embed(entity.automaton, weightOf, said === 'counted');
      this.#arc(enter, start, null);
      returns.push(...ends);
      // of "two lattes and a tea" only the first were counted
      const next = entity.separatorWords.size > 0 ? this.#enter(entity, 'any') : enter;
      for (const end of ends) {
        this.#mayBeCorrected(end, enter);
        for (const word of entity.separatorWords) this.#arc(end, next, word, again);
        // "a latte, two mochas": as a list is mostly said, without a word between its items
        if (entity.separatorWords.size > 0) this.#arc(end, next, null, again + unjoined);
      }
      return enter;
    }
    const { phrases, loop, before, runs } = entityWords(entity, this.pack);
    const leave = this.#state();
    returns.push(leave);
    if (runs !== undefined) this.#runs(enter, leave, runs);
    else if (before !== undefined) this.#row(enter, leave, phrases, before);
    else {
      const isAlike = ({ isMany = false }: SaidPhrase) => isMany === (said === 'several');
      const among = isCount(said) ? phrases.filter(isAlike) : phrases;
      this.#tree(enter, leave, among, said);
    }
    this.#mayBeCorrected(leave, enter);
    if (loop && before === undefined) this.#arc(leave, enter, null, further);
    return enter;
  }

  /** Where a value ends, another one may take its place. */
  #mayBeCorrected(end: number, enter: number): void {
    const { corrections } = this.pack.locale;
    if (corrections === undefined) return;
    if (this.#corrections === undefined) {
      const { between = [], behind = [] } = corrections;
      const [first, last] = [this.#state(), this.#state()];
      this.#corrections = first;
      this.grammar.returns.push(last);
      this.#tree(
        first,
        last,
        [...between, ...behind].map((text) => ({ words: text.split(' ') })),
      );
    }
    this.#call(end, enter, this.#corrections, corrected);
  }

  /** Letters and figures in runs of each. */
  #runs(from: number, to: number, runs: readonly (readonly SaidPhrase[])[]): void {
    const begins = runs.map(() => this.#state());
    for (const [i, begin] of begins.entries()) {
      const end = this.#state();
      this.#arc(from, begin, null);
      this.#tree(begin, end, runs[i]);
      this.#arc(end, to, null);
      for (const next of begins) this.#arc(end, next, null, further + (next === begin ? 0 : otherRun));
    }
  }

  /** Words of a value in a row: behind an article what it fits, behind "and" a word or an article and one. */
  #row(
    from: number,
    to: number,
    phrases: readonly SaidPhrase[],
    { articled, joins, opening }: NonNullable<EntityWords['before']>,
  ): void {
    const isAlone = ({ words: [word, ...more] }: SaidPhrase) =>
      more.length === 0 && (articled.has(word) || joins.includes(word));
    const [goesOn, behindJoin] = [this.#state(), this.#state()];
    const places = [from, goesOn, behindJoin];
    const behind = new Map([...articled.keys()].map((article) => [article, this.#state()]));
    for (const [article, state] of behind) for (const place of places) this.#arc(place, state, article);
    // words that fit behind the same articles are called as one
    const groups = new Map<string, SaidPhrase[]>();
    for (const phrase of phrases) {
      if (isAlone(phrase)) continue;
      const fits = [...articled].filter(([, words]) => words.has(phrase.words[0]));
      const key = fits.map(([article]) => article).join(' ');
      groups.set(key, [...(groups.get(key) ?? []), phrase]);
    }
    for (const [articles, among] of groups) {
      const [enter, leave] = [this.#state(), this.#state()];
      this.grammar.returns.push(leave);
      this.#tree(enter, leave, among);
      const before = articles.split(' ').flatMap((article) => behind.get(article) ?? []);
      for (const state of [...places, ...before]) this.#call(state, to, enter, Math.log(among.length));
    }
    for (const word of new Set(phrases.filter(isAlone).map(({ words }) => words[0]))) {
      if (joins.includes(word)) this.#arc(goesOn, behindJoin, word);
      if (opening.includes(word)) this.#arc(from, behindJoin, word);
    }
    this.#arc(to, goesOn, null, further);
  }
}
