import { isJoined } from '../entities/code.js';
import { readNumber } from '../entities/number.js';
import { phraseAt } from '../entities/part-of-day.js';
import type { ResolvedLocale } from '../locales/index.js';
import type { Entity } from '../pack/compile/compile-entities.js';
import type { Pack } from '../pack/pack.js';
import type { WordReading } from '../pack/word-trie.js';
import { lookup, startsWith, type Token } from '../tokenise.js';
import { type KnownAt, rowOf } from './known-at.js';
import type { Mention } from './mention.js';
import type { SentenceView } from './sentence-view.js';
import { codePutRight } from './values/code-put-right.js';
import type { FigureTimes } from './values/figure.js';
import { numberPutRight } from './values/number-put-right.js';
import { ValueFinder } from './values/value-finder.js';
import { type ValueAt, valuesAt } from './values/values-at.js';

/** Less than any near miss costs. */
const aloneCost = 0.05;
const nothing: readonly Mention[] = [];

/** The words of a sentence within a longer one that was analysed before. */
export interface Within {
  whole: AnalysedSentence;
  at: number;
}

/** Kinds of values that begin, if at all, with what their word can be by itself. */
const byWord: ReadonlySet<Entity['kind']> = new Set(['list', 'pattern']);

/** One sentence under analysis: its words, the ways to read each, and the values found at each, computed once. */
export class AnalysedSentence implements SentenceView {
  readonly pack: Pack;
  readonly tokens: readonly Token[];
  readonly resolved: ResolvedLocale;
  readonly readings: readonly (readonly WordReading[])[];
  /** Of each word: whether something has to follow it. */
  readonly isOpen: readonly boolean[];
  /** Whether days are asked for in its pack. */
  readonly hasDays: boolean;
  readonly #times: FigureTimes;
  readonly #within: Within | undefined;
  readonly #values: ValueFinder;
  readonly #fillerEnds: (number[] | undefined)[] = [];
  #inFillers?: ReadonlySet<number>;
  readonly #corrected: (readonly number[] | undefined)[] = [];
  #behind: ReadonlySet<number> | undefined;
  readonly #excepted: (readonly number[] | undefined)[] = [];
  readonly #mentions: KnownAt<readonly Mention[]> = new Map();
  readonly #valuesAt: KnownAt<readonly ValueAt[]> = new Map();
  readonly #parts: KnownAt<readonly Mention[]> = new Map();

  /** @param within Where the same words, understood in the same language, stand in a longer sentence. */
  constructor(
    pack: Pack,
    tokens: readonly Token[],
    resolved: ResolvedLocale,
    times: FigureTimes,
    within?: Within,
  ) {
    this.#within = within;
    this.pack = pack;
    this.tokens = tokens;
    this.resolved = resolved;
    this.#times = times;
    this.readings = tokens.map((token, at) => {
      const readings: WordReading[] = [{ word: token.norm, cost: 0 }];
      // packs spell numbers out, as people say them: "2 extra shots"
      const spelled = pack.figures.get(token.norm);
      if (spelled !== undefined) readings.push({ word: spelled, cost: 0 });
      const alone = this.#saidAlone(at);
      if (alone !== undefined) readings.push({ word: alone, cost: aloneCost });
      // "an eight" where a template has "a", as the next word may be any
      const { articles } = resolved.locale.numbers;
      if (articles.includes(token.norm))
        for (const word of articles) if (word !== token.norm) readings.push({ word, cost: 0 });
      // "would" and "are" are what they are: too many sentences have them
      const { spoken, written } = pack.homophones;
      const homophones = token.confidence === 1 ? written : spoken;
      const alike = pack.functionWords.has(token.norm) ? undefined : homophones.get(token.norm);
      for (const word of alike ?? []) {
        readings.push({ word, cost: 0.2 + 0.2 * token.confidence });
      }
      readings.push(...pack.nearMisses.readings(token.norm, token.confidence));
      return readings;
    });
    this.hasDays = [...pack.entities.values()].some(({ kind }) => kind === 'date');
    this.isOpen = tokens.map(({ norm }) => resolved.locale.openWords.includes(norm));
    this.#values = new ValueFinder(this, times);
  }

  /** What somebody who speaks for himself alone says in place of a word: packs are written for one. */
  #saidAlone(at: number): string | undefined {
    const { ofSeveral } = this.resolved.locale;
    const token = this.tokens[at];
    const verb = ofSeveral && lookup(ofSeveral.verbs, token);
    if (verb === undefined) return ofSeveral && lookup(ofSeveral.pronouns, token);
    const isOurs = [at - 1, at + 1].some((beside) => this.tokens[beside]?.norm === ofSeveral?.subject);
    return isOurs ? verb : undefined;
  }

  /** As it was said, in lower case. */
  text(start: number, end: number): string {
    let text = '';
    for (let at = start; at < end; at++) text = this.textWith(text, start, at);
    return text;
  }

  /** The text from a word on up to another, with that one as well. */
  textWith(text: string, start: number, at: number): string {
    const token = this.tokens[at];
    const before = this.tokens[at - 1];
    // the words of one contraction share their place in the text
    if (at > start && before.start === token.start) return text;
    if (at === start) return token.text.toLowerCase();
    const isOneWord = /^['’]/.test(token.text) || isJoined(before, token);
    // "11-32", but "t shirt"
    const isSpan = token.isHyphened && /\d/.test(before.text.at(-1)! + token.text[0]);
    const gap = isOneWord ? '' : isSpan ? '-' : ' ';
    return text + gap + token.text.toLowerCase();
  }

  /** The places where a filler that starts here ends. */
  fillerEnds(at: number): readonly number[] {
    this.#fillerEnds[at] ??= this.#findFillers(at);
    return this.#fillerEnds[at];
  }

  /** Whether a filler goes on over a word that it does not begin with: "day" of "at the end of the day". */
  isInFiller(at: number): boolean {
    this.#inFillers ??= new Set(
      this.tokens.flatMap((_, start) =>
        this.fillerEnds(start).flatMap((end) =>
          Array.from({ length: end - start - 1 }, (_, index) => start + 1 + index),
        ),
      ),
    );
    return this.#inFillers.has(at);
  }

  #findFillers(at: number): number[] {
    const { pack, tokens } = this;
    const norm = tokens[at]?.norm ?? '';
    const ends = (pack.fillers.get(norm) ?? [])
      .filter((words) => startsWith(tokens, at, words))
      .map((words) => at + words.length);
    const { lastFillers, diminutives } = this.resolved.locale;
    if (at === tokens.length - 1 && lastFillers.includes(norm)) ends.push(at + 1);
    if (diminutives.words.includes(norm) && diminutives.before.includes(tokens[at + 1]?.norm))
      ends.push(at + 1);
    return ends;
  }

  /** Whether words from here on may be a value that is on no list: where numbers are asked for, only another number. */
  mayBeUnknown(entity: Entity, at: number): boolean {
    if (entity.closed || this.correctedAt(at).length > 0) return false;
    const { range } = this.pack.definition.lists[entity.list];
    return range === undefined || readNumber(this.tokens, at, this.resolved.locale.numbers) !== undefined;
  }

  /** Whether words, or all but the article before them, are a value of any list. */
  isListed(start: number, end: number): boolean {
    const first = this.isDeterminer(start) ? start + 1 : start;
    return [start, first].some((at) => this.#values.isListed(at, end));
  }

  /** Whether a word says no more of what it stands before: "the", "my". */
  isDeterminer(at: number): boolean {
    return this.resolved.locale.determiners.includes(this.tokens[at]?.norm);
  }

  /** Where a value may start that takes the place of the one before: "ten, no, fifteen", "the tv, I mean the radio". */
  correctedAt(at: number): readonly number[] {
    this.#corrected[at] ??= this.#findCorrected(at);
    return this.#corrected[at];
  }

  /** Whether words that put something right end before a place: "ten, no, fifteen". */
  isBehindCorrection(at: number): boolean {
    this.#behind ??= new Set([...this.tokens.keys()].slice(1).flatMap((end) => this.correctedAt(end)));
    return this.#behind.has(at);
  }

  /**
   * Where a value may start that is refused in favour of one beside it: "today" of "tomorrow, not today". What is spared
   * of one is none: "upstairs except the bathroom" is not all of upstairs.
   */
  exceptedAt(at: number): readonly number[] {
    this.#excepted[at] ??= this.#findExcepted(at);
    return this.#excepted[at];
  }

  #findExcepted(at: number): readonly number[] {
    const { pack, tokens, resolved } = this;
    const { sparing } = resolved.locale.corrections;
    if (phraseAt(tokens, at, sparing) > 0) return [];
    return (pack.corrections.get(tokens[at]?.norm ?? '') ?? [])
      .filter((words) => pack.isException(words) && startsWith(tokens, at, words))
      .map((words) => at + words.length);
  }

  /** Whether a word goes on with what is before it: the "no" of "a fever but no cough" takes nothing back. */
  isJoinedTo(at: number): boolean {
    const { statements, numbers } = this.resolved.locale;
    const norm = this.tokens[at - 1]?.norm;
    return statements.however.includes(norm) || numbers.and.includes(norm);
  }

  #findCorrected(at: number): number[] {
    const { pack, tokens } = this;
    const norm = tokens[at]?.norm;
    if (norm === undefined) return [];
    const ends = (pack.corrections.get(norm) ?? [])
      .filter((words) => !pack.isException(words))
      .filter((words) => startsWith(tokens, at, words))
      .map((words) => at + words.length);
    if (pack.isNo(norm) && !this.isJoinedTo(at)) ends.push(at + 1);
    return ends.flatMap((end) => {
      const starts = [end];
      while (starts.length < 3 && this.isOpen[starts.at(-1)!]) starts.push(starts.at(-1)! + 1);
      return starts;
    });
  }

  /** All values of an entity that start at a word. Phrases are not values; see `SentencePhrases`. */
  mentions(entity: Entity, at: number): readonly Mention[] {
    const known = rowOf(this.#mentions, entity);
    known[at] ??= this.#findMentions(entity, at);
    return known[at];
  }

  #findMentions(entity: Entity, at: number): readonly Mention[] {
    // the first word may be inside a number there
    if (at > 0 && byWord.has(entity.kind) && this.#isKnownNone(entity, at)) return nothing;
    const found = this.#values.find(entity, at);
    const right =
      entity.kind === 'spelled' || entity.kind === 'number'
        ? codePutRight(this, entity, at, found, this.#times)
        : numberPutRight(this, entity, at, this.#reread);
    // a unit of its own tells what a number is of
    return right === undefined || found.some(({ end }) => end > right.end) ? found : [right];
  }

  /** Whether no value of an entity starts at a word in the longer sentence, as far as was asked. */
  #isKnownNone(entity: Entity, at: number): boolean {
    if (this.#within === undefined) return false;
    const { whole, at: start } = this.#within;
    return whole.#mentions.get(entity)?.[start + at]?.length === 0;
  }

  /** The values of an entity at the start of other words. */
  readonly #reread = (entity: Entity, words: readonly Token[]) =>
    new AnalysedSentence(this.pack, words, this.resolved, this.#times).mentions(entity, 0);

  /** The same, with what is said around them; see {@link valuesAt}. */
  valuesAt(entity: Entity, at: number): readonly ValueAt[] {
    const known = rowOf(this.#valuesAt, entity);
    known[at] ??= valuesAt(this, entity, at);
    return known[at];
  }

  /** The values of all parts of a phrase that start at a word, in the order of the parts. */
  partsAt(phrase: Entity, at: number): readonly Mention[] {
    const known = rowOf(this.#parts, phrase);
    const found = known[at];
    if (found !== undefined) return found;
    let all = nothing;
    for (const part of this.#values.partsAt(phrase, at)) {
      const mentions = this.mentions(part, at);
      if (mentions.length > 0) all = all.length === 0 ? mentions : [...all, ...mentions];
    }
    known[at] = all;
    return all;
  }
}
