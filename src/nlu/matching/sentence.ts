import { isJoined, readCode } from '../entities/code.js';
import { readCorrectedRange } from '../entities/corrected-range.js';
import { readDate } from '../entities/date.js';
import { decimalString, namedCurrency, readMoney } from '../entities/money.js';
import { isNumberWord, readNumber } from '../entities/number.js';
import { readOrdinal } from '../entities/ordinal.js';
import { readQuantity } from '../entities/quantity.js';
import { readSpelled } from '../entities/spelled.js';
import { readTime } from '../entities/time.js';
import type { ResolvedLocale } from '../locales/index.js';
import type { Entity } from '../pack/compile-entities.js';
import type { Pack } from '../pack/pack.js';
import { startsWith, type Token } from '../tokenise.js';
import type { Mention, PriceValue } from './mention.js';
import { numberAt } from './number-at.js';
import { runPattern } from './pattern.js';
import { scores } from './scores.js';
import type { TrieMatch, WordReading } from './word-trie.js';

const needsNumber: ReadonlySet<Entity['kind']> = new Set(['money', 'price', 'range', 'quantity']);
const nothing: readonly Mention[] = [];
/** How many words people say again when they start anew. */
const repeatedWords = [1, 2, 3];

/** What is known of an entity at each place of a sentence, where it was asked for. */
export type KnownAt<Value> = Map<Entity, (Value | undefined)[]>;

/** What is known of one entity, place by place. */
export function rowOf<Value>(known: KnownAt<Value>, entity: Entity): (Value | undefined)[] {
  let row = known.get(entity);
  if (row === undefined) {
    row = [];
    known.set(entity, row);
  }
  return row;
}

/** One sentence under analysis: its words, the ways to read each, and the values found at each, computed once. */
export class AnalysedSentence {
  readonly pack: Pack;
  readonly tokens: readonly Token[];
  readonly resolved: ResolvedLocale;
  readonly readings: readonly (readonly WordReading[])[];
  readonly #stemReadings: readonly (readonly WordReading[])[];
  readonly #today: Date;
  readonly #lastTime: string | undefined;
  #lastNumber: number | undefined;
  readonly #fillerEnds: (number[] | undefined)[] = [];
  readonly #lists: (TrieMatch[] | undefined)[] = [];
  readonly #mentions: KnownAt<readonly Mention[]> = new Map();
  readonly #parts: KnownAt<readonly Mention[]> = new Map();
  readonly #lastParts = new Map<Entity, number>();

  /** @param when The day of the request, and the time that was spoken of before, which "make it half past" needs. */
  constructor(
    pack: Pack,
    tokens: readonly Token[],
    resolved: ResolvedLocale,
    { today, lastTime }: { today: Date; lastTime?: string },
  ) {
    this.pack = pack;
    this.tokens = tokens;
    this.resolved = resolved;
    this.#today = today;
    this.#lastTime = lastTime;
    this.readings = tokens.map((token) => {
      const readings: WordReading[] = [{ word: token.norm, cost: 0 }];
      // "would" and "are" are what they are: too many sentences have them
      const alike = pack.functionWords.has(token.norm) ? undefined : pack.homophones.get(token.norm);
      for (const word of alike ?? []) {
        readings.push({ word, cost: 0.2 + 0.2 * token.confidence });
      }
      readings.push(...pack.nearMisses.readings(token.norm, token.confidence));
      return readings;
    });
    const { stem } = pack.locale;
    this.#stemReadings = this.readings.map((readings) =>
      readings.map(({ word, cost }) => ({ word: stem(word), cost })),
    );
  }

  text(start: number, end: number): string {
    let text = '';
    for (let at = start; at < end; at++) {
      const token = this.tokens[at];
      // the words of one contraction share their place in the text
      if (at > start && this.tokens[at - 1].start === token.start) continue;
      const gap = text === '' || isJoined(this.tokens[at - 1], token) ? '' : ' ';
      text += gap + token.text.toLowerCase();
    }
    return text;
  }

  /** The places where a filler that starts here ends; what is said twice ("i need i need a lamp") is one the first time. */
  fillerEnds(at: number): readonly number[] {
    this.#fillerEnds[at] ??= this.#findFillers(at);
    return this.#fillerEnds[at];
  }

  #findFillers(at: number): number[] {
    const { pack, tokens } = this;
    const norm = tokens[at]?.norm ?? '';
    const ends = (pack.fillers.get(norm) ?? [])
      .filter((words) => startsWith(tokens, at, words))
      .map((words) => at + words.length);
    for (const length of repeatedWords) {
      const again = this.#behindHesitation(at + length);
      if (norm === '' || tokens[again]?.norm !== norm) continue;
      // one alone that no sentence is made of may be a name: "bora bora"
      const mayBeName = length === 1 && again === at + 1;
      if (mayBeName && !pack.begins(norm) && !this.resolved.locale.openWords.includes(norm)) continue;
      if (tokens.slice(at, at + length).every((token, offset) => token.norm === tokens[again + offset]?.norm))
        ends.push(again);
    }
    return ends;
  }

  /** Where somebody goes on who stopped to think: "in the, um, in the hall". */
  #behindHesitation(at: number): number {
    const { hesitations } = this.resolved.locale;
    const end = this.tokens.findIndex(({ norm }, place) => place >= at && !hesitations.includes(norm));
    return end < 0 ? this.tokens.length : end;
  }

  /** Whether words from here on may be a value that is on no list: where numbers are asked for, only another number. */
  mayBeUnknown(entity: Entity, at: number): boolean {
    if (entity.closed || this.correctedAt(at).length > 0) return false;
    const { range } = this.pack.definition.lists[entity.list ?? entity.name];
    return range === undefined || readNumber(this.tokens, at, this.resolved.locale.numbers) !== undefined;
  }

  /** Where a value may start that takes the place of the one before: "ten, no, fifteen", "the tv, I mean the radio". */
  correctedAt(at: number): number[] {
    const { pack, tokens, resolved } = this;
    const norm = tokens[at]?.norm;
    if (norm === undefined) return [];
    const { between = [] } = resolved.locale.corrections ?? {};
    const ends = (pack.corrections.get(norm) ?? [])
      .filter((words) => !pack.isException(words))
      .filter((words) => startsWith(tokens, at, words))
      .map((words) => at + words.length);
    if (between.includes(norm)) ends.push(at + 1);
    return ends.flatMap((end) => {
      const starts = [end];
      while (starts.length < 3 && resolved.locale.openWords.includes(tokens[starts.at(-1)!]?.norm))
        starts.push(starts.at(-1)! + 1);
      return starts;
    });
  }

  /** All values of an entity that start at a word. Phrases are not values; see `PhraseSegmentation`. */
  mentions(entity: Entity, at: number): readonly Mention[] {
    const known = rowOf(this.#mentions, entity);
    known[at] ??= this.#find(entity, at);
    return known[at];
  }

  /** The values of all parts of a phrase that start at a word, in the order of the parts. */
  partsAt(phrase: Entity, at: number): readonly Mention[] {
    const known = rowOf(this.#parts, phrase);
    const found = known[at];
    if (found !== undefined) return found;
    let all = nothing;
    for (const part of this.pack.partsOf(phrase)) {
      const mentions = this.mentions(part, at);
      if (mentions.length > 0) all = all.length === 0 ? mentions : [...all, ...mentions];
    }
    known[at] = all;
    return all;
  }

  /** The last word at which a value of a phrase starts; -1 where there is none. */
  lastPart(phrase: Entity): number {
    const known = this.#lastParts.get(phrase);
    const last = known ?? this.tokens.findLastIndex((_, at) => this.partsAt(phrase, at).length > 0);
    this.#lastParts.set(phrase, last);
    return last;
  }

  #find(entity: Entity, at: number): readonly Mention[] {
    const { tokens } = this;
    const { locale, region } = this.resolved;
    if (at >= tokens.length || (needsNumber.has(entity.kind) && !this.#hasNumberFrom(at))) return nothing;
    const mention = (end: number, value: unknown, cost = 0): Mention => {
      const words = end - at;
      const score =
        words * scores.value * (1 - cost * 0.5) + (words - 1) * scores.valueJoined + entity.weight;
      return { entity: entity.name, start: at, end, value, cost, score };
    };
    switch (entity.kind) {
      case 'list': {
        const list = this.pack.definition.lists[entity.list ?? entity.name];
        const found: Mention[] = [];
        for (const match of this.#listMatches(at)) {
          if (match.list !== entity.listId || (match.cost > 0 && !list.nearMiss)) continue;
          const canonical = list.range === undefined ? match.value : Number(match.value);
          const value = entity.asSaid && match.cost === 0 ? this.text(at, match.end) : canonical;
          const same = found.find((other) => other.end === match.end);
          if (same === undefined) found.push(mention(match.end, value, match.cost));
          else if (same.cost > match.cost) Object.assign(same, mention(match.end, value, match.cost));
        }
        if (list.range !== undefined) {
          const number = this.#number(at, list.range.from, list.range.to);
          // "half" is what the list says it is
          const isNamed = found.some(({ end }) => end === number?.end);
          if (number !== undefined && !isNamed) found.push(mention(number.end, number.value, number.cost));
        }
        return found;
      }
      case 'number': {
        const number = this.#number(at, entity.from, entity.to);
        return number === undefined ? [] : [mention(number.end, number.value, number.cost)];
      }
      case 'money': {
        const match = readMoney(tokens, at, locale, region, { bare: true });
        if (match === undefined) return [];
        return [mention(match.end, { amount: decimalString(match.money), currency: match.money.currency })];
      }
      case 'price': {
        const match = readCorrectedRange(tokens, at, locale, region, { bare: entity.bare });
        if (match === undefined) return [];
        const type = match.range.type === 'exact' ? entity.exactAs : match.range.type;
        const currency = namedCurrency(tokens.slice(at, match.end), locale, region);
        return [mention(match.end, { range: { ...match.range, type }, currency } satisfies PriceValue)];
      }
      case 'range': {
        const match = readCorrectedRange(tokens, at, locale, region);
        if (match === undefined) return [];
        const { type, from, to } = match.range;
        const plain =
          type === 'range'
            ? { type, from: from.minor / 100, to: (to ?? from).minor / 100 }
            : { type, value: from.minor / 100 };
        return [mention(match.end, plain)];
      }
      case 'ordinal': {
        const match = readOrdinal(tokens, at, locale.numbers);
        return match === undefined ? [] : [mention(match.end, match.value)];
      }
      case 'quantity': {
        const match = readQuantity(tokens, at, locale, { allowed: entity.unitSet, money: region.moneyUnits });
        return match === undefined ? [] : [mention(match.end, `${match.amount} ${match.unit}`)];
      }
      case 'time': {
        const before = entity.bare ? this.#lastTime : undefined;
        const match = readTime(tokens, at, locale, { bare: entity.bare, before });
        return match === undefined ? [] : [mention(match.end, match.value)];
      }
      case 'date': {
        const match = readDate(tokens, at, locale, this.#today);
        return match === undefined ? [] : [mention(match.end, match.value)];
      }
      case 'spelled': {
        const match = readSpelled(tokens, at, locale);
        return match === undefined ? [] : [mention(match.end, match.value)];
      }
      case 'code': {
        const match = readCode(tokens, at);
        return match === undefined ? [] : [mention(match.end, match.value)];
      }
      case 'text': {
        const found: Mention[] = [];
        for (let end = at + 1; end <= Math.min(tokens.length, at + entity.maxWords); end++) {
          if (entity.isName && !this.#mayBeName(end - 1)) break;
          if (!this.pack.mayHold(entity, tokens[end - 1].norm)) break;
          const score = (end - at) * scores.text + entity.weight;
          const text = this.text(at, end);
          const value = entity.isName ? text.replace(/['’]s$/, '') : text;
          found.push({ entity: entity.name, start: at, end, value, cost: 0, score });
        }
        return found;
      }
      case 'pattern':
        return runPattern(this, entity, at).map(({ end, value, cost }) => mention(end, value, cost));
      case 'phrase':
        return [];
    }
  }

  #mayBeName(at: number): boolean {
    const { norm } = this.tokens[at];
    const isTalk = this.pack.functionWords.has(norm) || this.resolved.locale.openWords.includes(norm);
    return !isTalk && !/\d/.test(norm) && !isNumberWord(norm, this.resolved.locale.numbers);
  }

  /** Whether any word from here on can be part of a number; most sentences have none, and need not look for amounts. */
  #hasNumberFrom(at: number): boolean {
    if (this.#lastNumber === undefined) {
      const { units, tens, scales, fractions, collectives } = this.resolved.locale.numbers;
      const { major, multiples } = this.resolved.locale.money;
      const maps = [units, tens, scales, fractions, collectives, major, multiples];
      this.#lastNumber = this.tokens.findLastIndex(
        ({ norm }) => /\d/.test(norm) || maps.some((words) => Object.hasOwn(words, norm)),
      );
    }
    return at <= this.#lastNumber;
  }

  #number(at: number, from?: number, to?: number) {
    // Only another reading of the word ("for") may be one.
    if (!this.#hasNumberFrom(at) && this.readings[at].length === 1) return undefined;
    return numberAt(this, at, { from, to, isValueNext: () => this.#listMatches(at + 1).length > 0 });
  }

  #listMatches(at: number): TrieMatch[] {
    let found = this.#lists[at];
    if (found === undefined) {
      found = [];
      this.pack.exact.matches(this.readings, at, found);
      this.pack.stems.matches(this.#stemReadings, at, found);
      this.#lists[at] = found;
    }
    return found;
  }
}
