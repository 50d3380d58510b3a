import { articlesOf } from '../locales/articles.js';
import { coversLocale } from '../locales/covers-locale.js';
import { builtInLocales, type Locale, type ResolvedLocale, resolveLocale } from '../locales/index.js';
import { type Homophones, indexHomophones } from '../locales/index-homophones.js';
import type { LanguageData } from '../locales/language-data.js';
import { ownWords } from '../locales/own-words.js';
import type { Automaton } from '../template/automaton.js';
import { eachArc, hasWord, targetsOf } from '../template/word-arcs.js';
import { normalWords, startsWith, type Token } from '../tokenise.js';
import type { Entity } from './compile/compile-entities.js';
import type { ListValues } from './compile/compile-lists.js';
import type { PackData } from './compile/compile-pack.js';
import type { Sentence } from './compile/compile-sentences.js';
import { indexPhrases, type PhraseIndex } from './compile/phrase-index.js';
import type { ReachableConditions } from './compile/reachable-conditions.js';
import { indexLists } from './index-lists.js';
import { ListPhrases } from './list-phrases.js';
import { NearMissIndex } from './near-miss.js';
import {
  behindNamesOf,
  type Clauses,
  clausesOf,
  type Deferring,
  deferringOf,
  filtersOf,
  firstValuesOf,
  itemHeadsOf,
  type Joining,
  joiningOf,
  topicsOf,
} from './pack-parts.js';
import type { PackDefinition } from './schema/pack-schema.js';
import { ValueStarts } from './value-starts.js';
import { WordTrie } from './word-trie.js';

/** The fewest words that, between values, surely join them: "he is" may tell something. */
const fewestJoining = 3;

/** A domain pack, compiled: immutable, shared by all queries. */
export class Pack {
  readonly definition: PackDefinition;
  readonly folder: string;
  readonly files: readonly string[];
  readonly locale: Locale;
  readonly languages: readonly LanguageData[];
  readonly sentences: readonly Sentence[];
  /** What people say to it, in words, by which recognition learns how often what is said. */
  readonly examples: readonly (readonly string[])[];
  readonly spellings: ReadonlyMap<string, readonly string[]>;
  readonly automaton: Automaton;
  readonly reachable: ReachableConditions;
  readonly entities: ReadonlyMap<string, Entity>;
  readonly lists: ReadonlyMap<string, ListValues>;
  /** Values as written, and values of inflecting lists by their stems. */
  readonly exact = new WordTrie();
  readonly stems = new WordTrie();
  readonly nearMisses: NearMissIndex;
  readonly fillers: PhraseIndex;
  /** What is said between a value and the one that it is corrected by. */
  readonly corrections: PhraseIndex;
  readonly #exceptions: ReadonlySet<readonly string[]>;
  readonly #correctionTexts: ReadonlySet<string>;
  readonly functionWords: ReadonlySet<string>;
  readonly negations: ReadonlySet<string>;
  readonly tellings: ReadonlySet<string>;
  readonly homophones: Homophones;
  /** Numbers that one word names, in figures: "12" is twelve. */
  readonly figures: ReadonlyMap<string, string>;
  /** Of each label of the automaton's slots: its name, and the entity itself. */
  readonly slots: readonly { name: string; entity: Entity }[];
  /**
   * The intent of sentences that say several things, what stands between these, the intents they can have, and those
   * that as a statement only give the reason of the next one.
   */
  readonly joining: Joining | undefined;
  /** The intent of requests for another time, the words that may begin such a time, and what may be said besides. */
  readonly deferring: Deferring | undefined;
  /** What stands between clauses, and begins them, and the intents of those that only tell something. */
  readonly clauses: Clauses | undefined;
  /** What a search can be narrowed to. */
  readonly filters: readonly Entity[];
  /** What an order can be about. */
  readonly itemHeads: readonly Entity[];
  /** What a request may be about that begins with it: "bedroom lights off". */
  readonly topics: readonly Entity[];
  /** What a request may begin with that is on a list. */
  readonly firstValues: readonly Entity[];
  /** Words behind a name that a request may begin with. */
  readonly behindNames: ReadonlySet<string>;
  readonly #restEntities: ReadonlySet<string>;
  #nouns?: ReadonlySet<string>;
  readonly #listPhrases: ListPhrases;
  /** What phrases are made of, and what values can begin with. */
  readonly starts: ValueStarts;

  /**
   * @param languages Languages besides the built-in ones.
   * @param digest Equal for packs that are equal in all that they say; absent where nobody asked.
   */
  constructor(
    data: PackData,
    languages: readonly LanguageData[] = [],
    readonly digest?: string,
  ) {
    const { definition, automaton, sentences, instead, except } = data;
    this.definition = definition;
    this.folder = data.folder;
    this.files = data.files;
    this.languages = [...languages, ...builtInLocales];
    const { locale } = resolveLocale(definition.locales[0], this.languages)!;
    this.locale = locale;
    this.lists = data.lists;
    this.#listPhrases = new ListPhrases(data.lists, locale);
    this.corrections = indexPhrases([...instead, ...except]);
    this.#exceptions = new Set(except);
    this.#correctionTexts = new Set([...instead, ...except].map((words) => words.join(' ')));
    this.entities = data.entities;
    this.sentences = sentences;
    this.examples = data.examples;
    this.spellings = data.spellings;
    this.automaton = automaton;
    this.reachable = data.reachable;
    this.joining = joiningOf(definition, locale);
    this.deferring = deferringOf(definition, locale);
    this.clauses = clausesOf(definition, locale);
    this.itemHeads = itemHeadsOf(data);
    this.filters = filtersOf(data);
    this.firstValues = firstValuesOf(data);
    this.behindNames = behindNamesOf(data);
    this.topics = topicsOf(data);
    const entityOf = (name: string) => this.entities.get(name)!;
    const all = [...this.entities.values()];
    this.slots = automaton.slots.labels.map(({ name, entity }) => ({ name, entity: entityOf(entity) }));
    this.starts = new ValueStarts(this.entities, definition.lists);
    this.#restEntities = new Set(all.flatMap(({ rest }) => rest ?? []));

    this.nearMisses = new NearMissIndex(locale);
    indexLists(data, locale, this);
    for (const word of [...automaton.words.numbers.keys(), ...ownWords(locale)]) this.nearMisses.add(word);
    for (const { automaton: own, glueWords, leadInWords } of all) {
      for (const word of own?.words.numbers.keys() ?? []) this.nearMisses.add(word);
      for (const phrases of [...glueWords.values(), ...leadInWords.values()])
        for (const word of phrases.flat()) this.nearMisses.know(word);
    }
    const fillers = [...locale.fillers, ...definition.fillers];
    this.fillers = indexPhrases(fillers.map((text) => normalWords(text, locale)));
    this.functionWords = new Set(locale.functionWords);
    this.negations = new Set(locale.negations);
    this.tellings = new Set(locale.tellings);
    this.homophones = indexHomophones(locale);
    const named = Object.entries({ ...locale.numbers.units, ...locale.numbers.tens });
    this.figures = new Map(named.map(([word, value]) => [String(value), word]));
  }

  /** Whether a template begins with a word. */
  begins(word: string): boolean {
    return hasWord(this.automaton.words, this.automaton.start, word);
  }

  /** Whether a template begins with two words. */
  beginsWithBoth(word: string, next: string): boolean {
    const { words, start } = this.automaton;
    return targetsOf(words, start, word).some((state) => hasWord(words, state, next));
  }

  /** Whether words stand here that join what is before them to what follows, as "that I can use with" does. */
  joinsAt(tokens: readonly Token[], at: number): boolean {
    return [...this.entities.values()].some(({ glueWords }) =>
      glueWords
        .get(tokens[at].norm)
        ?.some((words) => words.length >= fewestJoining && startsWith(tokens, at, words)),
    );
  }

  /** Whether what follows one of {@link corrections} is not wanted, rather than wanted in place of something. */
  isException(correction: readonly string[]): boolean {
    return this.#exceptions.has(correction);
  }

  /** Whether words inside a phrase are those of a correction. */
  isCorrection(words: readonly string[]): boolean {
    return this.#correctionTexts.has(words.join(' '));
  }

  /** Whether an entity is what unknown words of a phrase become. */
  isRest(entity: string): boolean {
    return this.#restEntities.has(entity);
  }

  /** Whether a word is a "no" that may put right what was said before it. */
  isNo(word: string | undefined): boolean {
    return word !== undefined && this.locale.corrections.between.includes(word);
  }

  /** Whether a word stands behind an article in any template, as nouns do. */
  isNoun(word: string): boolean {
    this.#nouns ??= this.#findNouns();
    return this.#nouns.has(word);
  }

  #findNouns(): ReadonlySet<string> {
    const articles = articlesOf(this.locale);
    const arcs = [...eachArc(this.automaton.words)];
    const behind = new Set(arcs.filter(({ word }) => articles.has(word)).map(({ to }) => to));
    return new Set(arcs.filter(({ from }) => behind.has(from)).map(({ word }) => word));
  }

  /** The weight of a word in a list of weights; 0 where it has none. */
  weightIn(list: string, word: string): number {
    return Number(this.lists.get(list)?.get(word) ?? 0);
  }

  /** Whether a text, its last word in singular or plural, is on a list. */
  isOnList(list: string, word: string): boolean {
    return this.#listPhrases.isOn(list, word);
  }

  /** What a list is said with, as far as the recogniser expects it: without the lists in it that have no weight. */
  expectedValues(list: string): string[] {
    const { lists = [] } = this.definition.lists[list];
    const others = lists.filter((name) => this.definition.lists[name].bias === 0);
    const isOther = (phrase: string) => others.some((name) => this.lists.get(name)!.has(phrase));
    return [...this.lists.get(list)!.keys()].filter((phrase) => !isOther(phrase) && !/\d/.test(phrase));
  }

  /** Whether a word may be part of a text of an entity: it is on none of the lists that the entity is without. */
  mayHold({ without = [] }: Entity, word: string): boolean {
    return !without.some((list) => this.isSaidOnList(list, word));
  }

  /** Whether words are a value of a list, in another number only where the list says so: no glasses of one with "glass". */
  isSaidOnList(list: string, words: string): boolean {
    return this.definition.lists[list].inflect
      ? this.isOnList(list, words)
      : this.lists.get(list)!.has(words);
  }

  /** The value of a list that a text begins with: "extra" of "extra foam". */
  valueBefore(list: string, text: string): string | undefined {
    for (const value of this.lists.get(list)?.values() ?? []) if (text.startsWith(`${value} `)) return value;
    return undefined;
  }

  /** Whether the last words of a text are a value of a list: "camping tents" of one with "tent". */
  endsOnList(list: string, text: string): boolean {
    return this.isEndOnList(list, text.split(' '));
  }

  /** The same of words, as far as `end`. */
  isEndOnList(list: string, words: readonly string[], end?: number): boolean {
    return this.#listPhrases.isAtEnd(list, words, end);
  }

  /** The language and region for a request; the pack's first when it serves no other. */
  resolve(tag: string): ResolvedLocale {
    const { locales } = this.definition;
    const [first] = locales;
    const served = locales.some((locale) => coversLocale(locale, tag)) ? tag : first;
    return resolveLocale(served, this.languages) ?? resolveLocale(first, this.languages)!;
  }
}
