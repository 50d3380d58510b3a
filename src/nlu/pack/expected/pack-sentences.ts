import type { Automaton } from '../../template/automaton.js';
import { shrinkAutomaton } from '../../template/shrink-automaton.js';
import { slotsOf } from '../../template/slot-arcs.js';
import { eachArc, stateCount } from '../../template/word-arcs.js';
import type { Entity } from '../compile/compile-entities.js';
import type { Pack } from '../pack.js';
import { CountWeights, isCount } from './count-weights.js';
import { entityWords, type SaidPhrase } from './entity-words.js';
import { expectedAutomaton, isSaid, type NumberSaid, networkKey } from './expected-automaton.js';
import { GrammarGraph, type SentenceGrammar } from './grammar-graph.js';
import { ShortForms } from './short-forms.js';
import { addRow, addRuns, further } from './value-networks.js';

export interface SentenceGrammarOptions {
  /** Bound on the size; the largest lists are left to the general language model first. @default 300_000 */
  maxArcs?: number;
}

/** Of one more phrase of the same kind, and of a filler. */
const again = -0.7;
/** Of its following without a word between them. */
const unjoined = -4;
const filler = -2.5;
/** Of a value that is taken back for another of its kind: "on monday no tuesday". */
const corrected = -5;
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
  { maxArcs = 300_000 }: SentenceGrammarOptions = {},
): SentenceGrammar {
  return { ...new GrammarBuilder(pack, maxArcs).built(), examples: pack.examples };
}

class GrammarBuilder {
  readonly #graph: GrammarGraph;
  /** First state of the network of an entity, by its list or else its name, and how many were counted. */
  readonly #entered = new Map<string, number>();
  /** First state of the network of the words that take something back. */
  #corrections: number | undefined;
  readonly #shortForms: ShortForms;
  readonly #countWeights: CountWeights;

  constructor(
    private readonly pack: Pack,
    maxArcs: number,
  ) {
    this.#graph = new GrammarGraph(pack, maxArcs);
    this.#shortForms = new ShortForms(pack.locale);
    this.#countWeights = new CountWeights(pack);
  }

  built(): SentenceGrammar {
    const { pack } = this;
    const { grammar } = this.#graph;
    grammar.scale = pack.definition.sentenceScale;
    grammar.finals = this.#embed(pack.automaton, (entity, isFirst) =>
      isFirst ? content + Math.max(0, Math.log(this.#valueCount(entity) / manyValues)) : content,
    ).ends;
    const fillers = this.#graph.network([...pack.fillers.values()].flat().map((words) => ({ words })));
    for (const state of [0, ...grammar.finals]) this.#graph.call(state, state, fillers, filler);
    return grammar;
  }

  /** Adds the states of an automaton, after those that are there. */
  #embed(
    automaton: Automaton,
    weightOf: (entity: Entity, isFirst: boolean) => number = () => 0,
    isCounted = false,
  ): { start: number; ends: number[] } {
    const expected = expectedAutomaton(automaton, this.pack, { isCounted });
    const { words, slots, outcomes, start } = shrinkAutomaton(expected);
    const first = this.#graph.state(stateCount(words));
    for (const { from, word, to } of eachArc(words)) {
      this.#graph.arc(first + from, first + to, word);
      for (const { short, end } of this.#shortForms.of(word, words, to))
        this.#graph.arc(first + from, first + end, short);
    }
    // a word of a sentence that is left out is expected all the same, if only by the language model
    const alone = this.#graph.state();
    for (const word of automaton.words.numbers.keys())
      if (!words.numbers.has(word) && isSaid(word)) this.#graph.arc(alone, alone, word);
    for (let from = 0; from < stateCount(words); from++) {
      for (const slot of slotsOf(slots, from)) {
        const entity = this.pack.entities.get(slot.entity)!;
        const said = slot.name as NumberSaid;
        const weight = weightOf(entity, from === start) + this.#countWeights.of(entity, said);
        this.#graph.call(first + from, first + slot.to, this.#enter(entity, said), weight);
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
    const { returns } = this.#graph.grammar;
    const enter = this.#graph.state();
    this.#entered.set(key, enter);
    if (entity.automaton !== undefined) {
      const heads = new Set(entity.heads.map((name) => networkKey(this.pack.entities.get(name)!)));
      const weightOf = (part: Entity) => (heads.has(networkKey(part)) ? content : 0);
      const { start, ends } = this.#embed(entity.automaton, weightOf, said === 'counted');
      this.#graph.arc(enter, start, null);
      returns.push(...ends);
      // of "two lattes and a tea" only the first were counted
      const next = entity.separatorWords.size > 0 ? this.#enter(entity, 'any') : enter;
      for (const end of ends) {
        this.#mayBeCorrected(end, enter);
        for (const word of entity.separatorWords) this.#graph.arc(end, next, word, again);
        // "a latte, two mochas": as a list is mostly said, without a word between its items
        if (entity.separatorWords.size > 0) this.#graph.arc(end, next, null, again + unjoined);
      }
      return enter;
    }
    const { phrases, loop, row, runs } = entityWords(entity, this.pack);
    const leave = this.#graph.state();
    returns.push(leave);
    if (runs !== undefined) addRuns(this.#graph, enter, leave, runs);
    else if (row !== undefined) addRow(this.#graph, enter, leave, phrases, row);
    else {
      const isAlike = ({ isMany = false }: SaidPhrase) => isMany === (said === 'several');
      const among = isCount(said) ? phrases.filter(isAlike) : phrases;
      this.#graph.tree(enter, leave, among, said);
    }
    this.#mayBeCorrected(leave, enter);
    if (loop) this.#graph.arc(leave, enter, null, further);
    return enter;
  }

  /** Where a value ends, another one may take its place. */
  #mayBeCorrected(end: number, enter: number): void {
    const { between, behind } = this.pack.locale.corrections;
    const phrases = [...between, ...behind].map((text) => ({ words: text.split(' ') }));
    // a network of no phrases has no way through
    if (phrases.length === 0) return;
    this.#corrections ??= this.#graph.network(phrases);
    this.#graph.call(end, enter, this.#corrections, corrected);
  }
}
