import { type Answer, answer, type Interpret, type Interpretation, type Setting } from './answer.js';
import { answerInTurn } from './answer-in-turn.js';
import type { Memory } from './conversation/memory.js';
import { writeAnswersReply } from './conversation/write-reply.js';
import { isoDay } from './entities/date.js';
import { readTime } from './entities/time.js';
import { isAsideFrom, joinEnds } from './matching/asides.js';
import type { AnalysedSentence } from './matching/sentence.js';
import type { Capture } from './matching/thread.js';
import type { Pack } from './pack/pack.js';
import { isReadWhole, isRequest } from './read-whole.js';
import { type Token, tokenise } from './tokenise.js';
import type { Entities } from './understanding.js';

/** Some of the words of a sentence, and as a text. */
interface Words {
  words: Token[];
  text: string;
}

/** A request, and what it is told. */
interface Asked {
  text: string;
  answer: Answer;
}

/** When it is to be done, as it was said, and what that means. */
interface Moment {
  text: string;
  entities: Entities;
  /** The time of day among it. */
  time?: string;
}

/**
 * Answers a request for another time ("turn the heating on in an hour"), the time of the request before ("and every
 * day"), and "do it now". What is to be done then is read as a request of its own, so that the context is that of the
 * request.
 *
 * @returns undefined for any other sentence, and where the request is not understood to the last word.
 */
export function answerLater(
  pack: Pack,
  best: Interpretation | undefined,
  setting: Setting,
  interpret: Interpret,
): Answer | undefined {
  const { deferring } = pack;
  if (deferring === undefined || best === undefined) return undefined;
  const { tokens } = best.sentence;
  const [parse] = best.parses;
  const intent = parse?.sentence.intent;
  const { request: before } = setting.memory;
  const read = ({ words, text }: Words, from: Setting) =>
    interpret(words, { ...best.reading, text, words: undefined }, from);
  const ask = ({ words, text }: Words): Asked | undefined => {
    const found = words.length === 0 ? undefined : read({ words, text }, setting);
    if (found === undefined) return undefined;
    const several = answerInTurn(pack, found, setting, interpret);
    if (several !== undefined) return { text, answer: several };
    if (!isRequest(found, deferring.intents)) return undefined;
    return { text, answer: answer(pack, found, found.parses[0], setting) };
  };
  const askBefore = () =>
    before && ask({ text: before.text, words: tokenise(before.text, setting.resolved.locale) });
  const isNow = intent !== undefined && pack.definition.intents[intent].redoes;
  if (isNow) {
    const asked = askBefore();
    return asked && { ...asked.answer, text: best.reading.text };
  }
  const { locale } = setting.resolved;
  // "lights off 22:30"
  const begins = (at: number) =>
    deferring.words.has(tokens[at].norm) || readTime(tokens, at, locale) !== undefined;
  const isLater = intent === deferring.intent;
  if (isLater && isMoment(best, setting)) {
    // "in an hour" of "no, make it in an hour", and "two hours" of "make it two hours"
    const first = tokens.findIndex((_, at) => begins(at));
    const start = first < 0 ? (parse.captures[0]?.start ?? 0) : first;
    const asked = askBefore();
    const moment = momentOf(pack, best, start, setting);
    return asked && deferred(pack, asked, withBefore(moment, before, deferring.besides), best, setting);
  }
  // "we're back on friday" asks for nothing
  if (isLater && 'undone' in parse.sentence.slots) return undefined;
  // of "shut it when it gets cold" the end is no reason
  if (isReadWhole(best) && !parse.isFollowed && !isLater) return undefined;
  const split = (request: Words, start: number, end: number): Answer | undefined => {
    const asked = ask(request);
    if (asked === undefined) return undefined;
    const { memory, context } = asked.answer;
    const after = { ...setting, memory, before: context };
    const time = { words: tokens.slice(start, end), text: best.sentence.text(start, end) };
    const plain = plainPart(best.sentence, start, end);
    // "when it is dark" is no "when" and a reason, but what follows "at nine, I'm off" is one
    for (const words of plain.text === time.text ? [time] : [time, plain]) {
      const found = read(words, after);
      if (found === undefined) return undefined;
      if (isMoment(found, setting) && found.parses[0].sentence.intent === deferring.intent)
        return deferred(pack, asked, momentOf(pack, found, 0, after), best, setting);
    }
    return undefined;
  };
  for (let at = 1; at < tokens.length; at++) {
    const found = begins(at) ? split(plainPart(best.sentence, 0, at), at, tokens.length) : undefined;
    if (found !== undefined) return found;
  }
  // "also in an hour turn it off"; of "when I get home turn on the lights" the whole request
  const first = Math.max(0, ...joinEnds(best.sentence));
  for (let end = first + 1; end < tokens.length && begins(first); end++) {
    const found = split(plainPart(best.sentence, end, tokens.length), first, end);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** When something is to be done, as a sentence says from a word on, without a reason behind it. */
function momentOf(pack: Pack, read: Interpretation, start: number, setting: Setting): Moment {
  const { sentence } = read;
  const [parse] = read.parses;
  const said = answer(pack, read, parse, setting);
  const last = Math.max(start + 1, ...parse.captures.map(({ end }) => end));
  const end = parse.captures.length > 0 ? last : sentence.tokens.length;
  return { text: sentence.text(start, end), entities: said.entities, time: said.memory.time };
}

/** Whether a sentence tells nothing but when, to the last word and with no text for what is to be done; not "yesterday". */
function isMoment(read: Interpretation, { now }: Setting): boolean {
  const [parse] = read.parses;
  if (!isReadWhole(read) || 'undone' in parse.sentence.slots) return false;
  const { entities } = read.sentence.pack;
  const today = isoDay(now);
  const isPast = ({ entity, value }: Capture) =>
    entities.get(entity)?.kind === 'date' && String(value) < today;
  return !parse.captures.some((capture) => capture.name === 'undone' || isPast(capture));
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

/** "Every night" says more of "at eleven", and "at eleven" of "every night"; "at ten" takes the place of "at eleven". */
function withBefore(moment: Moment, before: Memory['request'], besides: ReadonlySet<string>): Moment {
  const { when, said = {} } = before ?? {};
  const names = Object.keys(moment.entities);
  const saysTime = (of: readonly string[]) => of.length === 0 || of.some((name) => !besides.has(name));
  const isOther = names.some((name) => name in said) || (saysTime(names) && saysTime(Object.keys(said)));
  if (when === undefined || isOther) return moment;
  return { ...moment, text: `${when} ${moment.text}`, entities: { ...said, ...moment.entities } };
}

function deferred(
  pack: Pack,
  { text: request, answer: asked }: Asked,
  moment: Moment,
  { reading: { text, confidence } }: Interpretation,
  { memory: before, resolved }: Setting,
): Answer {
  const { intent } = pack.deferring!;
  const { context, memory } = asked;
  const { text: when, entities: said, time } = moment;
  // "and the towel rail": the towel rail
  const joins = pack.joining!.words.map((words) => `${words.join(' ')} `);
  const { length } = joins.find((words) => request.startsWith(words)) ?? '';
  const values = { ...said, request: request.slice(length), when };
  const reply = writeAnswersReply({ pack, memory: before, resolved, text }, intent, context, values);
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
    memory: { ...memory, time, turn: before.turn + 1, reply, request: { text: request, when, said } },
  };
}
