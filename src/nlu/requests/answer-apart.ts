import { type Answer, answer, settingBehind } from '../answer/answer.js';
import type { Interpretation, Setting } from '../answer/setting.js';
import { isInsideDuration } from '../entities/duration.js';
import { isInsideNumber } from '../entities/number.js';
import { endsSpan } from '../entities/time.js';
import { isStatement } from '../matching/asides.js';
import { startsWith, tokenise } from '../tokenise.js';
import { answerInTurn, joinedAnswer } from './answer-in-turn.js';
import { answerLater, requestLater } from './answer-later.js';
import { isNamedAt } from './named-at.js';
import { PartedSentence } from './parted-sentence.js';
import { isReadWhole, isRequest } from './read-whole.js';

/** One half of a sentence. */
interface Half {
  answer: Answer;
  /** When it is to be done, if that is said: at another time that stands before the request or behind it, or at once. */
  time?: 'before' | 'behind' | 'now';
}

/**
 * Answers a sentence of two requests of which one is for another time and the other is not ("turn off the fan in an hour
 * and lock the door"), or has a time of its own.
 *
 * @returns undefined for any other sentence, and where one time is that of both: "turn off the fan and lock the door at
 * ten".
 */
export function answerApart(best: Interpretation, setting: Setting): Answer | undefined {
  const { joining, deferring } = setting.pack;
  if (joining === undefined || deferring === undefined) return undefined;
  return isRequest(best, joining.intents) ? undefined : new Halves(best, setting).answer();
}

/** A sentence that is taken as two requests. */
class Halves extends PartedSentence {
  answer(): Answer | undefined {
    const { tokens, resolved } = this.best.sentence;
    const { length } = tokens;
    for (let at = 1; at < length; at++) {
      // "a hundred and eighty" are one number, and no hundred
      const isInside =
        isInsideDuration(tokens, at, resolved.locale) || isInsideNumber(tokens, at, resolved.locale.numbers);
      const starts = isInside ? [] : this.#startsAt(at);
      const first = starts.length > 0 ? this.#half(0, at, this.setting) : undefined;
      if (first === undefined) continue;
      for (const start of starts) {
        const second = this.#half(start, length, settingBehind(first.answer, this.setting));
        if (second === undefined) continue;
        // "and the lamp" of what is done later is later, too, as is "and set it to twenty"
        const isMore =
          first.time === 'behind' && second.time === undefined && this.#goesWith(second.answer, start);
        const found = isMore ? this.#bothLater(first, at) : this.#together(first, second, at, start);
        if (found !== undefined) return found;
      }
    }
    return undefined;
  }

  /** Where the second request may begin if the first ends at a word: "and the fan" means something only with its "and". */
  #startsAt(at: number): number[] {
    const { tokens } = this.best.sentence;
    const joint = this.pack.joining!.words.find((words) => startsWith(tokens, at, words));
    if (joint !== undefined) return [at + joint.length, at];
    return this.#opensAtOnce(at) || this.#mayBeTimed(at) ? [at] : [];
  }

  /** Whether "right now" stands at a place, behind which another request may begin. */
  #opensAtOnce(at: number): boolean {
    const { tokens } = this.best.sentence;
    return this.#atOnce.some((words) => words.length > 1 && startsWith(tokens, at, words));
  }

  /** Whether a request may begin at a place where nothing joins it to the one before, and each may have its time. */
  #mayBeTimed(at: number): boolean {
    const { sentence } = this.best;
    const { words } = this.pack.deferring!;
    const { norm } = sentence.tokens[at];
    const mayBegin = !words.has(norm) && (this.pack.begins(norm) || isNamedAt(sentence, at));
    const isTimed = (from: number, to?: number) =>
      sentence.tokens.slice(from, to).some(({ norm }) => words.has(norm));
    return (
      mayBegin &&
      isTimed(1, at) &&
      isTimed(at + 1) &&
      !endsSpan(sentence.tokens, at, sentence.resolved.locale)
    );
  }

  get #atOnce(): readonly (readonly string[])[] {
    return this.best.sentence.resolved.locale.atOnce;
  }

  /** Whether some of the words say that it is to be done now; "now" that opens the sentence says nothing. */
  #isAtOnce(start: number, end: number): boolean {
    const { tokens } = this.best.sentence;
    return this.#atOnce.some((words) =>
      tokens.some((_, at) => at >= Math.max(start, 1) && at < end && startsWith(tokens, at, words)),
    );
  }

  /** What some of the words ask for, if they are understood to the last one. */
  #half(start: number, end: number, from: Setting): Half | undefined {
    const read = this.read(this.wordsAt(start, end), from);
    if (read === undefined) return undefined;
    const time = this.#isAtOnce(start, end) ? 'now' : undefined;
    const several = answerInTurn(read, from);
    if (several !== undefined) return { answer: several, time };
    const later = requestLater(read, from);
    if (later !== undefined) return later;
    if (!isRequest(read, this.pack.joining!.intents) && !isComplete(read)) return undefined;
    return { answer: answer(read, from), time };
  }

  /** Whether a request means something else where nothing stands before it. */
  #goesWith(asked: Answer, start: number): boolean {
    const alone = this.#half(start, this.best.sentence.tokens.length, this.setting)?.answer;
    return alone === undefined || meaningOf(alone) !== meaningOf(asked);
  }

  #together(first: Half, second: Half, end: number, start: number): Answer | undefined {
    const isAlert = second.time === undefined && second.answer.intent === this.pack.deferring!.intent;
    if (!isLater(first) && !isLater(second) && !isAlert) return undefined;
    const { tokens } = this.best.sentence;
    // "good night" is about no other time, and neither is "tell me when it is done"
    const isTalk = isAlert || this.#isTalk(0, end) || this.#isTalk(start, tokens.length);
    // "it is cold in here" is so now
    const isNow = isTalk || isStatement(this.best.sentence, 0, end);
    const isOneNow = first.time === 'now' || second.time === 'now';
    if (!isNow && !isOneNow && !this.#isApart(first, second)) return undefined;
    // "turn it on at six and off at nine" says until when
    const asOne = first.time && !isOneNow && answerLater(this.best, this.setting);
    return asOne || joinedAnswer([first.answer, second.answer], this.best, this.setting);
  }

  #isTalk(start: number, end: number): boolean {
    return this.best.sentence.fillerEnds(start).includes(end);
  }

  /** Two requests for the time of the first: "at six turn on the fan and the lamp". */
  #bothLater({ answer: { memory } }: Half, at: number): Answer | undefined {
    const { sentence, reading } = this.best;
    const { when, text: request } = memory.request!;
    const text = `${when} ${request} ${sentence.text(at, sentence.tokens.length)}`;
    const words = tokenise(text, this.setting.resolved.locale);
    const read = this.read({ words, text }, this.setting);
    const found = read && requestLater(read, this.setting);
    return found && { ...found.answer, text: reading.text };
  }

  /** Whether the time of one of two requests is none of the other. */
  #isApart(first: Half, second: Half): boolean {
    if (first.time !== undefined) return second.time !== undefined || first.time === 'behind';
    if (second.time !== 'behind') return second.time === 'before';
    const { intents, opposites } = this.pack.deferring!;
    const now = intentsOf(first.answer);
    if (!now.every((intent) => intents.has(intent))) return true;
    // "turn on the fan and turn it off at ten": nobody wants both at ten
    const last = now.at(-1)!;
    const [later] = intentsOf(second.answer);
    const isSame = JSON.stringify(first.answer.context) === JSON.stringify(second.answer.context);
    return isSame && opposites.some((pair) => pair.includes(last) && pair.includes(later));
  }
}

/** Whether a request has a time, and not that it is to be done now. */
function isLater({ time }: Half): boolean {
  return time === 'before' || time === 'behind';
}

/** Whether words ask for something at another time, to which nothing is to be added: "tell me when it is done". */
function isComplete(read: Interpretation): boolean {
  if (!isReadWhole(read)) return false;
  const { deferring } = read.sentence.pack;
  const { sentence, captures } = read.parses[0];
  const isOpen = 'undone' in sentence.slots || captures.some(({ name }) => name === 'undone');
  return sentence.intent === deferring!.intent && sentence.when === undefined && !isOpen;
}

/** What is asked for, in whatever context: each of several requests leaves one. */
function meaningOf({ intent, entities }: Answer): string {
  return JSON.stringify({ intent, entities }, (key, value) => (key === 'context' ? undefined : value));
}

/** What is asked for in one or several requests. */
function intentsOf(asked: Answer): string[] {
  const requests = (asked.entities.requests ?? [asked]) as Pick<Answer, 'intent'>[];
  return requests.map(({ intent }) => intent);
}
