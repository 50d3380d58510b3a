import { isPartOfCode } from '../../entities/code.js';
import { isNumberWord } from '../../entities/number.js';
import { opensUnit } from '../../entities/units.js';
import type { Entity } from '../../pack/compile/compile-entities.js';
import type { ListDefinition } from '../../pack/schema/pack-schema.js';
import type { TrieMatch, WordReading } from '../../pack/word-trie.js';
import { hasApostropheS } from '../../tokenise.js';
import { type Mention, mentionOf } from '../mention.js';
import { scores } from '../scores.js';
import type { SentenceView } from '../sentence-view.js';
import type { Figure, FigureTimes } from './figure.js';
import { figuresAt } from './figures-at.js';
import { numberAt } from './number-at.js';
import { runPattern } from './pattern.js';

const needsNumber: ReadonlySet<Entity['kind']> = new Set(['money', 'price', 'range', 'quantity']);
const nothing: readonly Mention[] = [];
const nowhere: readonly number[] = [];

/** Finds the values of entities among the words of a sentence: each kind of entity is read in its own way. */
export class ValueFinder {
  readonly #sentence: SentenceView;
  readonly #stemReadings: readonly (readonly WordReading[])[];
  readonly #times: FigureTimes;
  #lastNumber: number | undefined;
  readonly #lists: (TrieMatch[] | undefined)[] = [];

  constructor(sentence: SentenceView, times: FigureTimes) {
    this.#sentence = sentence;
    this.#times = times;
    const { stem } = sentence.pack.locale;
    this.#stemReadings = sentence.readings.map((readings) =>
      readings.map(({ word, cost }) => ({ word: stem(word), cost })),
    );
  }

  /** All values of an entity that start at a word; none of a phrase. */
  find(entity: Entity, at: number): readonly Mention[] {
    const { length } = this.#sentence.tokens;
    if (at >= length || (needsNumber.has(entity.kind) && !this.#mayMeasureFrom(at, entity))) return nothing;
    switch (entity.kind) {
      case 'list':
        return this.#listed(entity, at);
      case 'number': {
        const number = this.#number(at, entity.from, entity.to, entity.counts);
        if (number === undefined) return nothing;
        const ends = this.#isCollective(number.end) ? [number.end, number.end + 1] : [number.end];
        return ends.map((end) => mentionOf(entity, at, end, number.value, number.cost));
      }
      case 'text':
        return this.#texts(entity, at);
      case 'pattern':
        return mentions(entity, at, runPattern(this.#sentence, entity, at));
      case 'phrase':
        return nothing;
      default:
        return mentions(entity, at, figuresAt(this.#sentence, at, entity, this.#times));
    }
  }

  /** What a phrase is made of, without what surely has no value that starts at a word. */
  partsAt(phrase: Entity, at: number): readonly Entity[] {
    const { pack, readings } = this.#sentence;
    // what puts a measure right may be a number alone, and "the last digit is nine" a number
    if (this.#sentence.isBehindCorrection(at) || Object.keys(this.#times.lastCodes ?? {}).length > 0)
      return pack.starts.partsOf(phrase);
    const words = (readings[at] ?? []).map(({ word }) => word);
    return pack.starts.partsBy(phrase, {
      words,
      listIds: this.#listMatches(at).map(({ list }) => list),
      // another reading of a word may be one
      mayBeNumber: words.length > 1 || this.#hasNumberFrom(at) || this.#opensUnit(at),
    });
  }

  /** Values of a list, what its `apart` tells from others of its kind, and the numbers of its range. */
  #listed(entity: Entity, at: number): readonly Mention[] {
    const list = this.#sentence.pack.definition.lists[entity.list];
    const matches = this.#listMatches(at);
    // Most lists have no value at most words.
    const isNamed = matches.some(({ list: id }) => id === entity.listId);
    if (!isNamed && list.apart === undefined && list.range === undefined) return nothing;
    const found: Mention[] = [];
    for (const match of matches) {
      if (match.list !== entity.listId || (match.cost > 0 && !list.nearMiss)) continue;
      if (match.cost > 0 && this.#isPoint(at)) continue;
      if (isPartOfCode(this.#sentence.tokens, at, match.end)) continue;
      const canonical = list.range === undefined ? match.value : Number(match.value);
      const value = entity.asSaid && match.cost === 0 ? this.#sentence.text(at, match.end) : canonical;
      const read = mentionOf(entity, at, match.end, value, match.cost);
      const same = found.findIndex(({ end }) => end === match.end);
      if (same === -1) found.push(read);
      else if (found[same].cost > match.cost) found[same] = read;
    }
    for (const end of list.apart ? this.#toldApart(entity, list.apart, at) : nowhere)
      if (!found.some((other) => other.end === end))
        found.push(mentionOf(entity, at, end, this.#sentence.text(at, end)));
    for (const { end, value } of this.#behindPreposition(found, entity, at))
      found.push(mentionOf(entity, at, end, value));
    if (list.range !== undefined) {
      const number = this.#number(at, list.range.from, list.range.to, entity.counts);
      // "half" is what the list says it is
      const isOnList = found.some(({ end }) => end === number?.end);
      if (number !== undefined && !isOnList)
        found.push(mentionOf(entity, at, number.end, number.value, number.cost));
    }
    return found.length === 0 ? nothing : found;
  }

  /** Values behind one that is a preposition as well: "put the pump on standby" where it can be "on", too. */
  #behindPreposition(found: readonly Mention[], { listId }: Entity, at: number): readonly TrieMatch[] {
    const own = found.find(({ end, cost }) => end === at + 1 && cost === 0);
    if (own === undefined || !this.#sentence.isOpen[at]) return [];
    return this.#listMatches(at + 1).filter(
      ({ list, value, cost, end }) =>
        list === listId && cost === 0 && value !== own.value && found.every((other) => other.end !== end),
    );
  }

  /** Free text from a word on, in all its lengths. */
  #texts(entity: Entity, at: number): readonly Mention[] {
    const sentence = this.#sentence;
    const { pack, tokens, isOpen } = sentence;
    // "no" is not all of "no actually"
    const isInCorrection = at > 0 && sentence.correctedAt(at - 1).some((next) => next > at);
    if (isInCorrection && !isOpen[at]) return nothing;
    const found: Mention[] = [];
    let corrections: readonly number[] = nowhere;
    let text = '';
    for (let end = at + 1; end <= Math.min(tokens.length, at + entity.maxWords); end++) {
      if (entity.isName && !this.#mayBeName(end - 1)) break;
      if (!pack.mayHold(entity, tokens[end - 1].norm)) break;
      text = sentence.textWith(text, at, end - 1);
      // of "milk and no sugar" nothing is put right
      if (end > at + 1 && !isOpen[end - 2]) {
        const corrected = sentence.correctedAt(end - 1);
        if (corrected.length > 0) corrections = [...corrections, ...corrected];
      }
      // what puts it right goes on behind "no": "remind me to water the plants tomorrow, no, on sunday"
      if (corrections.includes(end) && end < tokens.length) continue;
      const putRight = corrections.some((next) => next < end) ? scores.textPutRight : 0;
      const score = (end - at) * scores.text + putRight + entity.weight;
      const said = end < tokens.length ? text : sentence.text(at, this.#fillerBehind(at));
      const value = entity.isName ? said.replace(/['’]s$/, '') : said;
      found.push({ entity: entity.name, start: at, end, value, cost: 0, score });
    }
    return found;
  }

  /** Where the sentence ends, or a filler begins behind a place that it ends on: "no unicorns, mind". */
  #fillerBehind(at: number): number {
    const { length } = this.#sentence.tokens;
    for (let from = at + 1; from < length; from++)
      if (this.#sentence.fillerEnds(from).includes(length)) return from;
    return length;
  }

  /** Where values end that stand behind what tells them from others of their kind: "back" bedroom, "Emma's" room. */
  #toldApart({ listId }: Entity, { by, heads }: NonNullable<ListDefinition['apart']>, at: number): number[] {
    const token = this.#sentence.tokens[at];
    if (!by.includes(token.norm) && !hasApostropheS(token)) return [];
    const known = this.#listMatches(at + 1).filter(({ list, cost }) => list === listId && cost === 0);
    const isHead = heads.includes(this.#sentence.tokens[at + 1]?.norm);
    return [...known.map(({ end }) => end), ...(isHead ? [at + 2] : [])];
  }

  #mayBeName(at: number): boolean {
    const { pack, tokens, isOpen, resolved } = this.#sentence;
    const { norm } = tokens[at];
    const isTalk = pack.functionWords.has(norm) || pack.isNo(norm) || isOpen[at];
    return !isTalk && !/\d/.test(norm) && !isNumberWord(norm, resolved.locale.numbers);
  }

  /** Whether any word from here on can be part of a number; most sentences have none, and need not look for amounts. */
  #hasNumberFrom(at: number): boolean {
    if (this.#lastNumber === undefined) {
      const { tokens, resolved } = this.#sentence;
      const { units, tens, scales, fractions, collectives, ordinals } = resolved.locale.numbers;
      const { major, multiples } = resolved.locale.money;
      const maps = [units, tens, scales, fractions, collectives, ordinals, major, multiples];
      this.#lastNumber = tokens.findLastIndex(
        ({ norm }) => /\d/.test(norm) || maps.some((words) => Object.hasOwn(words, norm)),
      );
    }
    return at <= this.#lastNumber;
  }

  /** Whether an amount may begin at a word: where no number follows, "no, grams" puts one right. */
  #mayMeasureFrom(at: number, { kind }: Entity): boolean {
    return this.#hasNumberFrom(at) || (kind === 'quantity' && this.#opensUnit(at));
  }

  #opensUnit(at: number): boolean {
    const { tokens, resolved } = this.#sentence;
    return opensUnit(tokens[at]?.norm ?? '', resolved.locale);
  }

  #number(at: number, from?: number, to?: number, counts?: boolean) {
    // Only another reading of the word ("for") may be one.
    if (!this.#hasNumberFrom(at) && this.#sentence.readings[at].length === 1) return undefined;
    return numberAt(this.#sentence, at, {
      from,
      to,
      counts,
      isValueNext: () => this.#listMatches(at + 1).length > 0,
    });
  }

  /** Whether a word stands between the figures of a number, so that it is hardly another one misheard: "nine POINT five". */
  #isPoint(at: number): boolean {
    const { tokens, resolved } = this.#sentence;
    const { numbers } = resolved.locale;
    const isNumber = (place: number) => isNumberWord(tokens[place]?.norm ?? '', numbers);
    return numbers.point.includes(tokens[at].norm) && isNumber(at - 1) && isNumber(at + 1);
  }

  /** Whether a number ends on a word that "of" may follow before what is counted: "a couple of nights". */
  #isCollective(end: number): boolean {
    const { tokens, resolved } = this.#sentence;
    const { collectives, of } = resolved.locale.numbers;
    return Object.hasOwn(collectives, tokens[end - 1].norm) && of.includes(tokens[end]?.norm ?? '');
  }

  /** Whether words are a value of any list, as they were said. */
  isListed(start: number, end: number): boolean {
    return this.#listMatches(start).some((match) => match.end === end && match.cost === 0);
  }

  #listMatches(at: number): TrieMatch[] {
    let found = this.#lists[at];
    if (found === undefined) {
      found = [];
      const { pack, readings } = this.#sentence;
      pack.exact.matches(readings, at, found);
      pack.stems.matches(this.#stemReadings, at, found);
      this.#lists[at] = found;
    }
    return found;
  }
}

function mentions(entity: Entity, start: number, found: readonly Figure[]): readonly Mention[] {
  return found.length === 0
    ? nothing
    : found.map(({ end, value, cost, isLoose }) => {
        const mention = mentionOf(entity, start, end, value, cost);
        // a bit less than where the last word is a value of another entity
        return isLoose ? { ...mention, score: mention.score - scores.valueJoined - 1 } : mention;
      });
}
