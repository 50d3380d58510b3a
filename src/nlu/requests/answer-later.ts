import { type Answer, answer, settingBehind } from '../answer/answer.js';
import type { Interpretation, Setting } from '../answer/setting.js';
import { readDate } from '../entities/date.js';
import { isInsideDuration } from '../entities/duration.js';
import { readTime } from '../entities/time.js';
import { isAsideFrom, isStatement, joinEnds } from '../matching/asides.js';
import type { AnalysedSentence } from '../matching/sentence.js';
import type { Capture } from '../matching/thread.js';
import { writeAnswersReply } from '../reply/write-reply.js';
import { tokenise } from '../tokenise.js';
import { answerInTurn } from './answer-in-turn.js';
import { isMoment, type Moment, momentOf, withBefore } from './moment.js';
import { PartedSentence, type Words } from './parted-sentence.js';
import { isReadWhole, isRequest } from './read-whole.js';

/** "As soon as" */
const mostOpeningWords = 3;

/** A request, and what it is told. */
interface Asked {
  text: string;
  answer: Answer;
  /** Nothing is asked for in so many words: "too cold". */
  isTold?: boolean;
}

/**
 * Answers a request for another time ("turn the heating on in an hour"), the time of the request before ("and every
 * day"), and "do it now". What is to be done then is read as a request of its own, so that the context is that of the
 * request.
 *
 * @returns undefined for any other sentence, and where the request is not understood to the last word.
 */
export function answerLater(best: Interpretation, setting: Setting): Answer | undefined {
  const { pack } = setting;
  const { deferring } = pack;
  if (deferring === undefined) return undefined;
  const intent = best.parses[0]?.sentence.intent;
  const request = new DeferredRequest(best, setting);
  if (intent !== undefined && pack.definition.intents[intent].redoes) return request.again();
  if (intent === deferring.intent && isMoment(best)) return request.atAnotherTime();
  // what is only said behind a request for another time says more of it: "no, make it nineteen degrees"
  const isOfRequest = best.parses[0]?.sentence.when?.deferred !== undefined;
  const isKept = intent !== undefined && (deferring.keeps.has(intent) || isOfRequest);
  if (isKept && deferring.intents.has(intent) && isReadWhole(best)) return request.atSameTime();
  return requestLater(best, setting)?.answer;
}

/** Answers a request that a sentence says together with its time, which stands before it or behind it. */
export function requestLater(
  best: Interpretation,
  setting: Setting,
): { answer: Answer; time: 'before' | 'behind' } | undefined {
  const { pack } = setting;
  if (pack.deferring === undefined) return undefined;
  const [parse] = best.parses;
  const isLater = parse?.sentence.intent === pack.deferring.intent;
  // "in an hour" alone, and "we're back on friday", ask for nothing
  if (isLater && (isMoment(best) || 'undone' in parse.sentence.slots)) return undefined;
  // of "shut it when it gets cold" the end is no reason
  const isOpen = isLater || parse?.sentence.intent === pack.joining?.intent;
  if (isReadWhole(best) && !parse.isFollowed && !isOpen) return undefined;
  const request = new DeferredRequest(best, setting);
  const behind = request.withTimeBehind();
  if (behind !== undefined) return { answer: behind, time: 'behind' };
  const before = request.withTimeBefore();
  return before && { answer: before, time: 'before' };
}

/** A sentence in which something is to be done later, of a pack that knows of that. */
class DeferredRequest extends PartedSentence {
  readonly #deferring = this.setting.pack.deferring!;
  /** That of the request itself. */
  readonly #timed: Setting = { ...this.setting, isTimed: true };

  /** "Do it now": the request before, at once. */
  again(): Answer | undefined {
    const asked = this.#askBefore();
    return asked && { ...asked.answer, text: this.best.reading.text };
  }

  /** "No, make it in an hour": the request before, at the time that is all the sentence says. */
  atAnotherTime(): Answer | undefined {
    const { sentence, parses } = this.best;
    // "in an hour" of "no, make it in an hour", and "two hours" of "make it two hours"
    const first = sentence.tokens.findIndex((_, at) => this.#begins(at));
    const start = first < 0 ? (parses[0].captures[0]?.start ?? 0) : first;
    const asked = this.#askBefore();
    const moment = momentOf(this.best, start, this.setting);
    const { request } = this.setting.memory;
    return asked && this.#deferred(asked, withBefore(moment, request, this.#deferring.besides));
  }

  /** "And the lamp too": of something else, at the time of the request before, if it had one. */
  atSameTime(): Answer | undefined {
    const { request, time, duration } = this.setting.memory;
    if (request?.when === undefined) return undefined;
    const { sentence } = this.best;
    const asked = answer(this.best, this.setting);
    const [first = 0] = [...sentence.correctedAt(0)].sort((one, other) => one - other);
    // "no, I meant the bedroom": the bedroom
    const isTold = this.setting.resolved.locale.statements.pronouns.includes(sentence.tokens[first].norm);
    const start = isTold ? Math.max(first, ...sentence.correctedAt(first)) : first;
    return this.#deferred(
      { text: sentence.text(start, sentence.tokens.length), answer: asked },
      { text: request.when, entities: request.said ?? {}, last: { time, duration } },
    );
  }

  /** "Turn it off in an hour", "tomorrow turn it off at six" */
  withTimeBehind(): Answer | undefined {
    const { sentence } = this.best;
    const { length } = sentence.tokens;
    for (let at = 1; at < length; at++) {
      if (!this.#begins(at)) continue;
      const found = this.#split(plainPart(sentence, 0, at), at, length) ?? this.#withTimeAround(at);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** "On weekdays turn it on at six": what is said before the request and behind it is when, to be read as one. */
  #withTimeAround(behind: number): Answer | undefined {
    const { sentence } = this.best;
    const { tokens } = sentence;
    const first = this.#firstSaid(0);
    if (!this.#begins(first)) return undefined;
    for (let end = first + 1; end < behind; end++) {
      if (!sentence.pack.begins(tokens[end].norm)) continue;
      const time = {
        words: [...tokens.slice(first, end), ...tokens.slice(behind)],
        text: `${sentence.text(first, end)} ${sentence.text(behind, tokens.length)}`,
      };
      const found = this.#splitOff(plainPart(sentence, end, behind), [time]);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** "Also in an hour turn it off", "hey, at six turn it on"; of "when I get home turn on the lights" the whole request. */
  withTimeBefore(): Answer | undefined {
    const { sentence } = this.best;
    const { length } = sentence.tokens;
    const first = this.#firstSaid(Math.max(0, ...joinEnds(sentence)));
    for (let end = Math.max(first + 1, this.#eventEnd(first)); end < length && this.#begins(first); end++) {
      if (isInsideDuration(sentence.tokens, end, sentence.resolved.locale)) continue;
      const plain = plainPart(sentence, end, length);
      const whole = this.wordsAt(end, length);
      // "Emma's room" may be told besides, as "rain's coming" is, and be where it is to be done
      const found =
        this.#split(plain, first, end) ??
        (plain.text === whole.text ? undefined : this.#split(whole, first, end));
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Where what has to happen first ends: of "when it gets above 25 degrees turn the fan on" nothing is set to 25 degrees. */
  #eventEnd(first: number): number {
    const [parse] = this.best.parses;
    if (parse?.sentence.intent !== this.#deferring.intent) return 0;
    const isEvent = ({ entity, name, start }: Capture) =>
      this.pack.entities.get(entity)?.kind === 'text' &&
      name !== 'undone' &&
      start > first &&
      start <= first + mostOpeningWords;
    return parse.captures.find((capture) => isEvent(capture))?.end ?? 0;
  }

  /** Where a sentence begins behind words that mean nothing, up to a time: "hey, on Monday". */
  #firstSaid(at: number): number {
    const { sentence } = this.best;
    if (at >= sentence.tokens.length || this.#begins(at)) return at;
    const ends = sentence.fillerEnds(at).filter((end) => end < sentence.tokens.length);
    return ends.length === 0 ? at : this.#firstSaid(Math.max(...ends));
  }

  /** Whether a time may begin at a word: "in an hour", and "lights off 22:30", "tomorrow". */
  #begins(at: number): boolean {
    const { tokens, resolved } = this.best.sentence;
    const { locale } = resolved;
    return (
      this.#deferring.words.has(tokens[at].norm) ||
      readTime(tokens, at, locale) !== undefined ||
      readDate(tokens, at, locale, this.setting.now) !== undefined
    );
  }

  /** Answers a request whose time the words from `start` to `end` say, if both are understood. */
  #split(request: Words, start: number, end: number): Answer | undefined {
    const time = this.wordsAt(start, end);
    const plain = plainPart(this.best.sentence, start, end);
    // "when it is dark" is no "when" and a reason, but what follows "at nine, I'm off" is one
    return this.#splitOff(request, plain.text === time.text ? [time] : [time, plain]);
  }

  /** Answers a request for a time that is said in one of some ways, of which the first that is understood counts. */
  #splitOff(request: Words, times: readonly Words[]): Answer | undefined {
    const asked = this.#ask(request);
    if (asked === undefined) return undefined;
    const after = settingBehind(asked.answer, this.setting);
    for (const words of times) {
      const found = this.read(words, after);
      if (found === undefined) return undefined;
      if (isMoment(found) && found.parses[0].sentence.intent === this.#deferring.intent)
        return this.#deferred(asked, momentOf(found, 0, after));
    }
    return undefined;
  }

  #askBefore(): Asked | undefined {
    const { memory, resolved } = this.setting;
    if (memory.request === undefined) return undefined;
    const { text } = memory.request;
    return this.#ask({ text, words: tokenise(text, resolved.locale) });
  }

  #ask({ words, text }: Words): Asked | undefined {
    const found = words.length === 0 ? undefined : this.read({ words, text }, this.#timed);
    if (found === undefined) return undefined;
    const several = answerInTurn(found, this.#timed);
    if (several !== undefined) return { text, answer: several };
    // what the intent of several requests catches itself was not understood
    const isNone = found.parses[0]?.sentence.intent === this.pack.joining?.intent;
    if (isNone || !isRequest(found, this.#deferring.intents)) return undefined;
    const isTold = isStatement(found.sentence, 0, found.sentence.tokens.length);
    return { text, answer: answer(found, this.#timed), isTold };
  }

  /** The answer to a request that is to be done at a moment. */
  #deferred({ text: request, answer: asked, isTold = false }: Asked, moment: Moment): Answer {
    const pack = this.pack;
    const { text, confidence } = this.best.reading;
    const { memory: earlier, resolved, before } = this.setting;
    const { intent } = this.#deferring;
    const { context, memory } = asked;
    const { text: when, entities: said, last } = moment;
    // "and the towel rail": the towel rail
    const joins = (pack.joining?.words ?? []).map((words) => `${words.join(' ')} `);
    const { length } = joins.find((words) => request.startsWith(words)) ?? '';
    const values = { ...said, request: isTold ? asDeed(asked) : request.slice(length), when };
    const turn = { pack, memory: earlier, resolved, text, before };
    const reply = writeAnswersReply(turn, intent, context, values);
    const requests = asked.entities.requests ?? [
      { text: request, intent: asked.intent, context, entities: asked.entities },
    ];
    return {
      intent,
      reply: { text: reply },
      context,
      entities: { ...said, when, requests },
      confidence: Math.min(confidence, asked.confidence),
      text,
      memory: { ...memory, ...last, turn: earlier.turn + 1, reply, request: { text: request, when, said } },
    };
  }
}

/** What is done about "it is too cold", as the reply to it says: "warmer in the bedroom". */
function asDeed({ reply: { text } }: Answer): string {
  return (text.charAt(0).toLowerCase() + text.slice(1)).replace(/\.$/, '');
}

/** The words of a part of a sentence, without what is said at its ends besides: "could you please", "I am off then". */
function plainPart(sentence: AnalysedSentence, start: number, end: number): Words {
  const { tokens } = sentence;
  const from = Math.max(start, ...sentence.fillerEnds(start).filter((at) => at < end));
  if (from > start) return plainPart(sentence, from, end);
  const isCut = (at: number) => at > start && at < end;
  const aside = tokens.findLastIndex((_, at) => isCut(at) && isAsideFrom(sentence, at));
  if (aside > 0 && end === tokens.length) return plainPart(sentence, start, aside);
  const closing = tokens.findIndex((_, at) => isCut(at) && sentence.fillerEnds(at).includes(end));
  if (closing > 0) return plainPart(sentence, start, closing);
  return { words: tokens.slice(start, end), text: sentence.text(start, end) };
}
