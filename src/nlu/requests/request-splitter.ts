import { type Answer, answer, settingBehind } from '../answer/answer.js';
import type { Interpretation, Setting } from '../answer/setting.js';
import { sameContext } from '../context/memory.js';
import { isInsideNumber, isNumberWord } from '../entities/number.js';
import { itemHeads } from '../items/item-field.js';
import { isStatement } from '../matching/asides.js';
import type { Mention } from '../matching/mention.js';
import { ordersNothing } from '../matching/orders-nothing.js';
import { questionStart } from '../matching/question.js';
import type { AnalysedSentence } from '../matching/sentence.js';
import type { Capture } from '../matching/thread.js';
import type { Token } from '../tokenise.js';
import { holdsAnother } from './goes-on.js';
import { isRefusal, joinsInstead, refusesThing } from './instead.js';
import { isPart } from './is-part.js';
import { areListed, isNamedAt, nounAt } from './named-at.js';
import { changesOneAndAnother, namesAnother } from './names-another.js';
import { PartedSentence, type Words } from './parted-sentence.js';
import { endsInValue, isInRefusal, isReadWhole, opensValue, valuesIn } from './read-whole.js';
import { requestEnds } from './request-ends.js';
import { RequestStarts } from './request-starts.js';

/** One of several requests in a sentence, and what it is told. */
export interface RequestPart {
  read: Interpretation;
  answer: Answer;
  /** It only says why another request is made, or is taken back: that other one is all that is answered. */
  isLeftOut?: boolean;
}

/** Requests in a sentence. */
export const mostRequests = 5;

/** Takes a sentence apart into requests, each complete in itself; of a pack that lets some be joined. */
export class RequestSplitter extends PartedSentence {
  readonly #starts = new RequestStarts(this.best);
  /** What is joined to a change is of another thing. */
  readonly #isTwofold = changesOneAndAnother(this.best);
  readonly #lastStart = lastStart(this.best.sentence);
  /** What words are as a request before anything is done, which is asked again for each count of requests. */
  readonly #firsts = new Map<string, RequestPart | undefined>();
  readonly #shared: Capture | undefined;

  /**
   * @param shared The first value of the first request. Where it is given, a later request that begins with another one of
   * its kind may lack the words before it: "transfer fifty to ben and sixty to anna".
   */
  constructor(best: Interpretation, setting: Setting, shared?: Capture) {
    super(best, setting);
    this.#shared = shared;
  }

  /** Of "my doctor says no caffeine so a decaf please" all is told that stands before the "so". */
  behindReason(): RequestPart[] | undefined {
    if (isReadWhole(this.best)) return undefined;
    const { tokens, resolved } = this.best.sentence;
    const { therefore } = resolved.locale.statements;
    for (let at = 1; at < tokens.length; at++) {
      if (!therefore.includes(tokens[at].norm) || !isStatement(this.best.sentence, 0, at, true)) continue;
      for (let count = 1; count <= mostRequests; count++) {
        const asked = this.requests(at + 1, count, this.setting);
        if (asked !== undefined) return asked;
      }
    }
    return undefined;
  }

  /**
   * Of "turn off the, no, turn on the kitchen light" only what was begun anew is asked for; but of "a latte and a corn
   * muffin, no, make that a cookie" the latte is, too.
   */
  behindRestart(): RequestPart[] | undefined {
    if (isReadWhole(this.best)) return undefined;
    const { sentence } = this.best;
    const restarts = sentence.tokens.flatMap((_, at) =>
      at > 0 && !opensValue(this.best, at) && !this.#starts.isNext(at) ? sentence.correctedAt(at) : [],
    );
    for (const restart of restarts) {
      if (!this.pack.begins(sentence.tokens[restart]?.norm) || this.#putsRightOne(restart)) continue;
      const asked = this.requests(restart, 1, this.setting);
      if (asked !== undefined) return asked;
    }
    return undefined;
  }

  /** Whether several things are ordered, of which what follows puts right only the last. */
  #putsRightOne(restart: number): boolean {
    const heads = itemHeads(this.pack);
    const isThing = ({ entity, start }: Mention) => heads.includes(entity) && start < restart;
    return valuesIn(this.best).filter(isThing).length > 1;
  }

  /** The words from a place on as so many requests, the longest first: a room may be joined to a room. */
  requests(start: number, count: number, from: Setting): RequestPart[] | undefined {
    const { sentence } = this.best;
    const { tokens } = sentence;
    if (count === 1) {
      const last = this.#request(start, tokens.length, from);
      return last && [last];
    }
    for (const end of requestEnds(sentence, start, this.#lastStart)) {
      const joins = this.#starts.joinsAt(end);
      // "okay" asks for nothing that a "no" behind it could take back
      const isTalk = sentence.fillerEnds(start).includes(end);
      const isNone = isTalk || opensValue(this.best, end) || this.#starts.isNext(end);
      const restarts = isNone ? [] : this.#starts.restartsAt(end);
      const isNext = joins.length > 0 || this.#starts.mayBegin(start, end);
      if ((!isNext && restarts.length === 0) || this.#starts.endsInCorrection(start, end)) continue;
      if (this.#isInsideNumber(end) || (joins.length === 0 && this.#isInsideValue(end))) continue;
      if (isInRefusal(this.best, end)) continue;
      const first = this.#request(start, end, from);
      if (first === undefined || holdsAnother(first.read)) continue;
      // "okay then" asks for nothing that "no sugar" could be joined to
      const opens = [end, ...joins.map(({ length }) => end + length)].some((at) => opensValue(this.best, at));
      if (opens && first.read.parses[0].captures.length === 0) continue;
      if (namesAnother(first.read) || (this.#isTwofold && changesOneAndAnother(first.read))) continue;
      if (joinsInstead(sentence, isRefusal(first.read) ? end - 1 : end)) continue;
      // "don't open the window and close the blinds" refuses both
      if (refusesThing(first.read) && !joins.some((words) => this.#starts.contrasts(words))) continue;
      // "turn it off in ten minutes" is no "turn it off" with something that is to be done in ten minutes
      if (joins.length === 0 && this.#starts.isTimeOf(first.answer.intent, end)) continue;
      const parts =
        this.#takenBack(first, restarts, count, from) ??
        (isNext ? this.#followed(first, { start, end, joins }, count, from) : undefined);
      // "dim the light" and "to thirty percent" is one request
      if (parts === undefined || (joins.length === 0 && this.#isBetterAsOne(parts, start, from))) continue;
      return parts.length > 0 ? parts : undefined;
    }
    return undefined;
  }

  /** Whether a place tears a number: so it does where nothing but more figures follow, "play number five nine | one". */
  #isInsideNumber(at: number): boolean {
    const { tokens, resolved } = this.best.sentence;
    const { numbers } = resolved.locale;
    const isNumber = ({ norm }: Token) => isNumberWord(norm, numbers);
    return (
      isInsideNumber(tokens, at, numbers) || (isNumber(tokens[at - 1]) && tokens.slice(at).every(isNumber))
    );
  }

  /** Whether a place tears a value of the sentence as a whole: "chai less | sweet no". */
  #isInsideValue(at: number): boolean {
    const isKnown = ({ entity }: Mention) => this.pack.entities.get(entity)?.kind !== 'text';
    return valuesIn(this.best).some((value) => value.start < at && at < value.end && isKnown(value));
  }

  #isBetterAsOne(parts: readonly RequestPart[], start: number, from: Setting): boolean {
    if (parts.length !== 2 || parts.some(({ isLeftOut }) => isLeftOut)) return false;
    const one = this.#request(start, this.best.sentence.tokens.length, from);
    return one !== undefined && one.read.parses[0].score >= scoreOf(parts);
  }

  /** What is put in the place of a request may speak of what was taken back: "turn on the light, no, turn it off". */
  #takenBack(
    first: RequestPart,
    restarts: readonly number[],
    count: number,
    from: Setting,
  ): RequestPart[] | undefined {
    for (const restart of restarts) {
      const others = this.requests(restart, count - 1, settingBehind(first.answer, from));
      // "the study" says nothing without what it puts right
      const isMore = others !== undefined && this.pack.definition.intents[others[0].answer.intent].keepsTopic;
      if (others !== undefined && !isMore) return [{ ...first, isLeftOut: true }, ...others];
    }
    return undefined;
  }

  /**
   * A request and those behind it.
   *
   * @returns undefined where there are none; nothing at all where each would be the reason of the other.
   */
  #followed(
    first: RequestPart,
    { start, end, joins }: { start: number; end: number; joins: readonly (readonly string[])[] },
    count: number,
    from: Setting,
  ): RequestPart[] | undefined {
    const { sentence } = this.best;
    // "it is dark but leave the light off" tells why, or why not
    const isJoined = joins.some((words) => !this.#starts.contrasts(words));
    const isReason = !isJoined && this.#isReason(first, start, end);
    const behind = settingBehind(first.answer, from);
    // what nothing joins to it says nothing more of it, unless it is the reason: "lower the brightness", "in the study",
    // but of "the den to ten, the study to twenty" the second does as much as the first
    const isListed =
      this.#starts.isNumber(end) ||
      isNamedAt(sentence, nounAt(sentence, end)) ||
      areListed(sentence, start, end);
    const intent = joins.length > 0 || isReason || isListed ? behind.memory.intent : 'none';
    const next = { ...behind, memory: { ...behind.memory, intent } };
    // "and the fan in the bedroom" is the same elsewhere only with its "and"
    // of "make it two and a large one" the large one is none of the two
    const ways = this.#isTwofold ? [[], ...joins] : [...joins, []];
    for (const words of ways) {
      const others = this.requests(end + words.length, count - 1, next);
      if (others === undefined) continue;
      // of "and the windows, are they closed" the first half only says what is asked about
      const isAsked = joins.length === 0 && questionStart(others[0].read.sentence) === 0;
      if (isAsked && this.pack.definition.intents[first.answer.intent].keepsTopic) continue;
      // "upstairs" is no other place where none was named: "how warm is it upstairs"
      const isMore = words.length === 0 && this.pack.definition.intents[others[0].answer.intent].keepsTopic;
      if (isMore && joins.length === 0 && !endsInValue(first.read)) continue;
      // "turn the heat down, it is boiling in here"
      const [last] = others;
      const isAsideLast =
        words.length === 0 && others.length === 1 && this.#isReason(last, end, sentence.tokens.length);
      if (isAsideLast) return isReason ? [] : [first, { ...last, isLeftOut: true }];
      return [{ ...first, isLeftOut: isReason }, ...others];
    }
    // of "it is freezing, close it" the reason tells nothing of what is closed
    const asked = isReason ? this.requests(end, count - 1, from) : undefined;
    return asked && [{ ...first, isLeftOut: true }, ...asked];
  }

  #request(start: number, end: number, from: Setting): RequestPart | undefined {
    if (from !== this.setting) return this.#requestIn(start, end, from);
    const place = `${start} ${end}`;
    if (!this.#firsts.has(place)) this.#firsts.set(place, this.#requestIn(start, end, from));
    return this.#firsts.get(place);
  }

  #requestIn(start: number, end: number, from: Setting): RequestPart | undefined {
    if (start >= end) return undefined;
    const read = this.#readPart(this.wordsAt(start, end), start, from) ?? this.#readShared(start, end, from);
    if (read === undefined) return undefined;
    const [parse] = read.parses;
    const said = answer(read, from);
    // "two" of nothing is no order
    const isNothing =
      ordersNothing(this.pack, parse.sentence.rules, parse.captures) &&
      sameContext(said.context, from.before);
    return isNothing ? undefined : { read, answer: said };
  }

  #readPart(words: Words, start: number, from: Setting): Interpretation | undefined {
    const read = this.read(words, from);
    return read && isPart(read, start === 0) ? read : undefined;
  }

  /**
   * Words with those before them that the first request begins with, up to one that is said again: "in room four ...
   * room five".
   */
  #readShared(start: number, end: number, from: Setting): Interpretation | undefined {
    const shared = this.#shared;
    if (shared === undefined || start < shared.end) return undefined;
    const { tokens } = this.best.sentence;
    const again = tokens.slice(0, shared.start).findLastIndex(({ norm }) => norm === tokens[start].norm);
    const lead = this.wordsAt(0, again < 0 ? shared.start : again);
    const own = this.wordsAt(start, end);
    const words = { words: [...lead.words, ...own.words], text: `${lead.text} ${own.text}` };
    const read = this.#readPart(words, start, from);
    const [first] = read?.parses[0].captures ?? [];
    return first?.name === shared.name ? read : undefined;
  }

  #isReason({ answer: { intent } }: RequestPart, start: number, end: number): boolean {
    return this.pack.joining!.reasons.has(intent) && isStatement(this.best.sentence, start, end);
  }
}

/** Where the last request begins at the latest: "to read" behind "i need more light" asks for nothing. */
function lastStart(sentence: AnalysedSentence): number {
  const { length } = sentence.tokens;
  const closing = sentence.tokens.findIndex((_, at) => sentence.fillerEnds(at).includes(length));
  return (closing < 0 ? length : closing) - 1;
}

/** How well requests explain what is said. */
export function scoreOf(parts: readonly RequestPart[]): number {
  return parts.reduce((sum, { read }) => sum + read.parses[0].score, 0);
}
