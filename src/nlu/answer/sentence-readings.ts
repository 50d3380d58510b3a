import type { ResolvedLocale } from '../locales/index.js';
import type { Allowed } from '../matching/allowed.js';
import { matchSentence, type Parse } from '../matching/matcher.js';
import { SentencePhrases } from '../matching/phrases/sentence-phrases.js';
import { AnalysedSentence, type Within } from '../matching/sentence.js';
import type { FigureTimes } from '../matching/values/figure.js';
import type { Pack } from '../pack/pack.js';
import type { Token } from '../tokenise.js';

/** Words after which nothing more is read for a request, in other readings, other words or parts of it. */
const mostWordsRead = 560;
/** In longer texts each word costs more: a value may begin at each, and end at each behind it. */
const usualWords = 30;

/** The time, the span of time and the price that were spoken of before, and the days and currencies that are there. */
export type LastTimes = Omit<FigureTimes, 'today'>;

interface Known {
  phrases: SentencePhrases;
  last: LastTimes;
  /** By what templates were allowed, and how many parses were asked for. */
  parses: Map<string, readonly Parse[]>;
}

/**
 * What was read for one request: a sentence is parted in many ways, and the same words come again and again. What was
 * read once costs nothing more.
 */
export class SentenceReadings {
  readonly #pack: Pack;
  readonly #today: Date;
  /** By their first words. */
  readonly #known = new Map<Token, Known[]>();
  /** Where words stand in the first sentence that had them: parts of it are read later. */
  readonly #places = new Map<Token, Within>();
  #wordsLeft = mostWordsRead;

  constructor(pack: Pack, today: Date) {
    this.#pack = pack;
    this.#today = today;
  }

  /** Whether more may be read; one sum for the whole request, so that no text takes long. */
  get mayGoOn(): boolean {
    return this.#wordsLeft > 0;
  }

  /**
   * @returns The best parses of some words, at most `limit`, best first.
   */
  read(
    tokens: readonly Token[],
    resolved: ResolvedLocale,
    last: LastTimes,
    allowed: Allowed,
    limit: number,
  ): { sentence: AnalysedSentence; parses: readonly Parse[] } {
    const { phrases, parses } = this.#find(tokens, resolved, last);
    const name = `${limit} ${allowed.key}`;
    let found = parses.get(name);
    if (found === undefined) {
      this.#wordsLeft -= tokens.length * Math.max(1, tokens.length / usualWords);
      found = matchSentence(phrases, allowed, limit);
      parses.set(name, found);
    }
    return { sentence: phrases.sentence, parses: found };
  }

  #find(tokens: readonly Token[], resolved: ResolvedLocale, last: LastTimes): Known {
    const beside = this.#known.get(tokens[0]) ?? [];
    const known = beside.find(
      ({
        phrases: { sentence },
        last: { lastTime, lastDuration, lastPrice, lastDays, lastSums, lastCodes, lastMeasures },
      }) =>
        sentence.resolved === resolved &&
        lastTime === last.lastTime &&
        lastDuration === last.lastDuration &&
        lastPrice === last.lastPrice &&
        areSame(lastDays, last.lastDays) &&
        areSame(lastSums, last.lastSums) &&
        areSame(lastCodes, last.lastCodes) &&
        areSame(lastMeasures, last.lastMeasures) &&
        sentence.tokens.length === tokens.length &&
        sentence.tokens.every((token, at) => token === tokens[at]),
    );
    if (known !== undefined) return known;
    const times = { today: this.#today, ...last };
    const sentence = new AnalysedSentence(
      this.#pack,
      tokens,
      resolved,
      times,
      this.#withinOf(tokens, resolved),
    );
    for (const [at, token] of tokens.entries())
      if (!this.#places.has(token)) this.#places.set(token, { whole: sentence, at });
    const added = { phrases: new SentencePhrases(sentence), last, parses: new Map() };
    this.#known.set(tokens[0], [...beside, added]);
    return added;
  }

  #withinOf(tokens: readonly Token[], resolved: ResolvedLocale): Within | undefined {
    const place = this.#places.get(tokens[0]);
    if (place === undefined || place.whole.resolved !== resolved) return undefined;
    const isPart = tokens.every((token, at) => token === place.whole.tokens[place.at + at]);
    return isPart ? place : undefined;
  }
}

function areSame(
  one: Readonly<Record<string, string>> = {},
  other: Readonly<Record<string, string>> = {},
): boolean {
  const fields = Object.keys(one);
  return fields.length === Object.keys(other).length && fields.every((field) => one[field] === other[field]);
}
