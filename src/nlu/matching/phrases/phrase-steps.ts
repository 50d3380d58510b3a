import { isNumberOrFigure, isNumberWord } from '../../entities/number.js';
import { unitsBehind } from '../../entities/units.js';
import type { Entity } from '../../pack/compile/compile-entities.js';
import { lookup, startsWith } from '../../tokenise.js';
import { leftOutScore } from '../left-out.js';
import type { Mention } from '../mention.js';
import { scores } from '../scores.js';
import type { AnalysedSentence } from '../sentence.js';
import { mayBeMeasure } from '../values/measures-alike.js';
import { roughKinds } from '../values/values-at.js';
import { type PhraseStep, stepTo } from './phrase-step.js';

/** What may be read of a phrase at each word of a sentence, wherever the phrase began; worked out once. */
export class PhraseSteps {
  /** Up to here a phrase may begin to hold something. */
  readonly lastPart: number;
  readonly #sentence: AnalysedSentence;
  readonly #entity: Entity;
  readonly #rest: Entity | undefined;
  readonly #known: (readonly PhraseStep[] | undefined)[] = [];

  constructor(sentence: AnalysedSentence, entity: Entity) {
    this.#sentence = sentence;
    this.#entity = entity;
    this.#rest = entity.rest === undefined ? undefined : sentence.pack.entities.get(entity.rest);
    const { tokens } = sentence;
    const last = tokens.findLastIndex((_, at) => sentence.partsAt(entity, at).length > 0);
    this.lastPart = this.#rest === undefined ? last : tokens.length;
  }

  at(at: number): readonly PhraseStep[] {
    this.#known[at] ??= this.#stepsAt(at);
    return this.#known[at];
  }

  #stepsAt(at: number): PhraseStep[] {
    const { tokens } = this.#sentence;
    const words =
      this.#entity.glueWords.get(tokens[at].norm)?.filter((one) => startsWith(tokens, at, one)) ?? [];
    const steps = [...this.#partSteps(at), ...this.#glueSteps(at, words), ...this.#joinSteps(at)];
    const fillerEnds = this.#sentence.fillerEnds(at);
    for (const end of fillerEnds) steps.push(stepTo(end, scores.filler));
    if (fillerEnds.length === 0) steps.push(...this.#strangerSteps(at, words.length > 0));
    return steps;
  }

  /** Over a value. */
  *#partSteps(at: number): Generator<PhraseStep> {
    const isPart = (part: Mention) =>
      !this.#takesCount(part) &&
      !this.#opensOnCount(part) &&
      !this.#measures(part) &&
      !this.#isCounted(part) &&
      !this.#isSum(part);
    for (const mention of this.#sentence.partsAt(this.#entity, at).filter(isPart)) {
      const needsKnown = this.#countsBehind(mention);
      const needsStart = this.#soundsLikeGlue(mention);
      if (needsStart && needsKnown) continue;
      // "a child for dune" are not four
      if (needsKnown && mention.cost > 0 && this.#sentence.isOpen[at]) continue;
      yield stepTo(mention.end, mention.score, { mention, fills: true, needsKnown, needsStart });
    }
  }

  /** Over words that stand between values, or before a first one. */
  *#glueSteps(at: number, glue: readonly (readonly string[])[]): Generator<PhraseStep> {
    const { tokens } = this.#sentence;
    for (const words of glue) {
      const end = at + words.length;
      yield stepTo(end, words.length * scores.glue);
      if (this.#corrects(at, words)) yield stepTo(end, correctionScore(words), { needsFilled: true });
    }
    for (const words of this.#entity.leadInWords.get(tokens[at].norm) ?? []) {
      const end = at + words.length;
      if (startsWith(tokens, at, words) && this.#leadsIn(end))
        yield stepTo(end, words.length * scores.glue, { needsFilled: true });
    }
  }

  /** Over words of the language that go on with what a phrase holds already: "a mocha, no, latte", "a mocha, also a tea". */
  *#joinSteps(at: number): Generator<PhraseStep> {
    const { pack, tokens, resolved } = this.#sentence;
    const { norm } = tokens[at];
    const { statements, times, adding, standIns } = resolved.locale;
    // "a headache but no fever", "no cheese but bacon"
    const butEnd = pack.isNo(tokens[at + 1]?.norm) ? at + 2 : at + 1;
    const isBut = statements.however.includes(norm) && this.#leadsIn(butEnd);
    const joins = pack.isNo(norm) || times.includes(norm) || adding.includes(norm);
    const needsKnown = this.#isNoOfNumber(at);
    if (this.#rest === undefined && (isBut || (joins && this.#leadsIn(at + 1))))
      yield stepTo(at + 1, scores.glue, { needsFilled: true, needsKnown });
    const other = this.#otherOne(at);
    if (other !== undefined)
      yield stepTo(other.end, other.score, { mention: other, fills: true, needsFilled: true });
    if (this.#isHedge(at)) yield stepTo(at + 1, scores.filler);
    if (this.#rest === undefined && standIns.includes(norm))
      yield stepTo(at + 1, scores.glue, { needsFilled: true });
  }

  /** Over a word that is left out, or kept as one that is on no list. */
  *#strangerSteps(at: number, isGlue: boolean): Generator<PhraseStep> {
    const { pack, tokens } = this.#sentence;
    const { norm } = tokens[at];
    if (this.#rest === undefined) {
      // "a strong latte": what follows an unknown word is not lost with it
      const needsKnown = this.#isNoOfNumber(at);
      yield stepTo(at + 1, leftOutScore(this.#sentence, at), { isSkipped: true, needsKnown });
    } else if (pack.mayHold(this.#rest, norm) && !this.#sentence.isInFiller(at)) {
      const isFunction = pack.functionWords.has(norm);
      const score = isFunction ? scores.restFunction : scores.rest;
      const opening = scores.restRun + (isGlue ? 0 : this.#rest.weight);
      yield stepTo(at + 1, score, { opening, fills: !isFunction, isRest: true });
    }
  }

  /** Of "two adults at nine, no, ten" the ten is no number of adults. */
  #isNoOfNumber(at: number): boolean {
    const { pack, tokens, resolved } = this.#sentence;
    return (
      pack.isNo(tokens[at].norm) && isNumberOrFigure(tokens[at - 1]?.norm ?? '', resolved.locale.numbers)
    );
  }

  /**
   * Whether a value ends on how many there are of what follows: of "one sugar, no wait, three lattes" no sugar is put right,
   * and "a pot of tea and three cups of coffee" is no pot with cups. Of "three sets of squats" the three sets are a value.
   */
  #takesCount({ entity, start, end }: Mention): boolean {
    const { pack, tokens } = this.#sentence;
    if (this.#rest !== undefined || end - start < 2 || pack.entities.get(entity)?.kind !== 'pattern')
      return false;
    const { numbers } = pack.locale;
    // "boxes of ten screws" are no ten boxes
    if (numbers.of.includes(tokens[start].norm)) return false;
    const isNumber = (at: number) => isNumberWord(tokens[at].norm, numbers);
    const isOf = end - start > 2 && numbers.of.includes(tokens[end]?.norm) && isNumber(end - 2);
    return isOf ? this.leadsToHead(end + 1) : isNumber(end - 1) && this.leadsToHead(end);
  }

  /** Whether a code begins with how many there are of what follows: "six m eight bolts". */
  #opensOnCount({ entity, start, end }: Mention): boolean {
    const { pack, tokens } = this.#sentence;
    if (pack.entities.get(entity)?.kind !== 'spelled' || !this.leadsToHead(end)) return false;
    const partsAt = (at: number) => this.#sentence.partsAt(this.#entity, at);
    const isCount = (part: Mention) => part.entity === 'quantity' && part.cost === 0;
    const isCounted = tokens.some(
      (_, at) => at < start && partsAt(at).some((part) => isCount(part) && part.end === start),
    );
    return (
      !isCounted &&
      partsAt(start).some(
        (count) =>
          isCount(count) && partsAt(count.end).some((code) => code.entity === entity && code.end === end),
      )
    );
  }

  /** Whether a number is of a measure, which counts nothing: "a locker for three hours", "of ten kilos and of five". */
  #measures({ entity, start, end }: Mention): boolean {
    if (this.#rest !== undefined || entity !== 'quantity' || this.leadsToHead(end)) return false;
    if (this.#isMeasureAlike(start)) return true;
    const { tokens, resolved } = this.#sentence;
    const { locale } = resolved;
    const isOfTime = lookup(locale.time.durations, tokens[end]) !== undefined;
    return isOfTime || unitsBehind(tokens, end, locale).length > 0;
  }

  #isMeasureAlike(at: number): boolean {
    const isMeasure = ({ entity }: Mention) => this.#sentence.pack.entities.get(entity)?.kind === 'quantity';
    return mayBeMeasure(this.#sentence, at) && this.#sentence.partsAt(this.#entity, at).some(isMeasure);
  }

  /** Whether a number alone that could be a measure, put right, can be a count as well, and is taken for that here. */
  #isCounted({ entity, start, end }: Mention): boolean {
    const { pack, tokens } = this.#sentence;
    const isMeasure = pack.entities.get(entity)?.kind === 'quantity';
    return (
      isMeasure &&
      !this.#isMeasureAlike(start) &&
      isNumberWord(tokens[end - 1].norm, pack.locale.numbers) &&
      this.#sentence
        .partsAt(this.#entity, start)
        .some((other) => other.entity === 'quantity' && other.end === end)
    );
  }

  /** Whether a number is what a thing is worth, as how many there are stands before it: "a voucher of fifteen". */
  #isSum({ entity, start, end }: Mention): boolean {
    const { pack, tokens } = this.#sentence;
    const partsAt = (at: number) => this.#sentence.partsAt(this.#entity, at);
    const isMoney = (one: Mention) => one.end === end && pack.entities.get(one.entity)?.kind === 'money';
    if (entity !== 'quantity' || !partsAt(start).some(isMoney) || this.leadsToHead(end)) return false;
    const { glueWords, separatorWords, heads } = this.#entity;
    let at = start;
    while (at > 0 && glueWords.has(tokens[at - 1].norm) && !separatorWords.has(tokens[at - 1].norm)) at--;
    const partBefore = (place: number) =>
      tokens
        .slice(0, place)
        .flatMap((_, index) => partsAt(index))
        .find((one) => one.end === place && one.cost === 0);
    let part = partBefore(at);
    if (part === undefined || !heads.includes(part.entity)) return false;
    for (; part !== undefined && part.entity !== 'quantity'; part = partBefore(at)) at = part.start;
    return part !== undefined || pack.locale.numbers.articles.includes(tokens[at - 1]?.norm);
  }

  /** How many others there are, where some were counted and more is said: "one with oat, THE OTHER with soy". */
  #otherOne(at: number): Mention | undefined {
    const { tokens, resolved } = this.#sentence;
    const { definiteArticles, others } = resolved.locale;
    if (!definiteArticles.includes(tokens[at].norm) || !others.includes(tokens[at + 1]?.norm))
      return undefined;
    const countAt = (place: number) =>
      this.#sentence
        .partsAt(this.#entity, place)
        .find(({ entity, cost }) => entity === 'quantity' && cost === 0);
    if (!tokens.slice(0, at).some((_, place) => countAt(place) !== undefined)) return undefined;
    const { value, end } = (at + 2 < tokens.length && countAt(at + 2)) || { value: 1, end: at + 2 };
    if (!this.#leadsIn(end)) return undefined;
    return { entity: 'quantity', start: at, end, value, cost: 0, score: (end - at) * scores.glue };
  }

  /** Whether a word says that the figure behind it is not exact: "a parcel of about five kilos". */
  #isHedge(at: number): boolean {
    const { pack, tokens, resolved } = this.#sentence;
    if (this.#rest !== undefined || !resolved.locale.hedges.includes(tokens[at].norm)) return false;
    const isRough = ({ entity, cost }: Mention) =>
      cost === 0 && roughKinds.has(pack.entities.get(entity)?.kind ?? 'text');
    return at + 1 < tokens.length && this.#sentence.partsAt(this.#entity, at + 1).some(isRough);
  }

  /** Whether a number counts what is named before it, if anything: in "a pass at eight" and "a tea at table four" nothing. */
  #countsBehind({ entity, end }: Mention): boolean {
    return this.#rest === undefined && entity === 'quantity' && !this.leadsToHead(end);
  }

  /** Whether a number is a word that joins values and only sounds like one: "a parcel to germany" counts nothing. */
  #soundsLikeGlue({ entity, start, cost }: Mention): boolean {
    const words = this.#entity.glueWords.get(this.#sentence.tokens[start].norm);
    const isCount = this.#rest === undefined && entity === 'quantity' && cost > 0;
    return isCount && words?.some(({ length }) => length === 1) === true;
  }

  /** Whether a thing is named at a place, or behind what is said of it. */
  leadsToHead(at: number): boolean {
    if (at >= this.#sentence.tokens.length) return false;
    const { heads } = this.#entity;
    return this.#sentence
      .partsAt(this.#entity, at)
      .some(
        ({ entity, end, cost }) =>
          cost === 0 && (heads.includes(entity) || (entity !== 'quantity' && this.leadsToHead(end))),
      );
  }

  /**
   * Whether words that may join two values correct what was said before: in so many words ("no wait"), of which none
   * begins a value ("actually no sugar", "but not too sweet"), and something follows ("take that off, I changed my mind").
   */
  #corrects(at: number, words: readonly string[]): boolean {
    const { tokens, pack } = this.#sentence;
    const end = at + words.length;
    return (
      words.length > 1 &&
      // the "no" of "no wait" is no value
      !pack.isNo(tokens[at - 1]?.norm) &&
      end < tokens.length &&
      pack.isCorrection(words) &&
      !words.some((_, index) => index > 0 && this.#beginsValue(at + index, end))
    );
  }

  /** Whether a value follows that was heard for sure, perhaps behind a joining word: "that is decaf", "that is in a mug". */
  #leadsIn(at: number): boolean {
    const isValue = (start: number) =>
      this.#sentence.partsAt(this.#entity, start).some(({ cost }) => cost === 0);
    const word = this.#sentence.tokens[at]?.norm ?? '';
    return isValue(at) || (this.#entity.glueWords.has(word) && isValue(at + 1));
  }

  /** Whether a word is the first of a value that reaches behind a place, and matters to it: not "a" of "a triple shot". */
  #beginsValue(at: number, behind: number): boolean {
    const parts = this.#sentence.partsAt(this.#entity, at);
    if (parts.length === 0) return false;
    const without = this.#sentence.partsAt(this.#entity, at + 1);
    return parts.some(
      ({ entity, end, value, cost }) =>
        cost === 0 &&
        end > behind &&
        !without.some((other) => other.entity === entity && other.end === end && other.value === value),
    );
  }
}

/** Behind a value a correction outweighs what its words could also be. */
function correctionScore({ length }: readonly string[]): number {
  return length * scores.value + (length - 1) * scores.valueJoined;
}
