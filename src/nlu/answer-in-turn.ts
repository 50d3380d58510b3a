import { type Answer, answer, type Interpretation, type Setting } from './answer.js';
import type { Memory } from './conversation/memory.js';
import { writeAnswersReply } from './conversation/write-reply.js';
import { isNumberWord } from './entities/number.js';
import { asideEnds, isStatement, opensNoun } from './matching/asides.js';
import { isInThing } from './matching/left-out.js';
import type { Parse } from './matching/matcher.js';
import type { AnalysedSentence } from './matching/sentence.js';
import type { Pack } from './pack/pack.js';
import { startsWith, type Token } from './tokenise.js';
import type { Reading } from './understanding.js';

/**
 * Reads some of the words of a reading in a conversation that stands where it stands.
 *
 * @returns undefined where no effort is left for it.
 */
export type Interpret = (tokens: Token[], reading: Reading, setting: Setting) => Interpretation | undefined;

interface Part {
  read: Interpretation;
  answer: Answer;
  /** It only says why another request is made, or is taken back: that other one is all that is answered. */
  isLeftOut?: boolean;
}

/** Requests in a sentence. */
const mostRequests = 5;

/**
 * Answers a sentence that says several things which the pack lets be joined ("turn off the light and close the
 * blinds"), one after the other, so that each finds what those before it have said.
 *
 * @returns undefined for a sentence that is one request, or of which a part is not understood to the last word: then
 * nothing is done.
 */
export function answerInTurn(
  pack: Pack,
  best: Interpretation | undefined,
  setting: Setting,
  interpret: Interpret,
): Answer | undefined {
  const parts = requestsIn(pack, best, setting, interpret);
  if (parts === undefined) return undefined;
  const answers = parts.filter(({ isLeftOut }) => !isLeftOut).map((part) => part.answer);
  if (answers.length === 1) {
    const history = historyOf(parts, setting);
    const memory = { ...answers[0].memory, turn: setting.memory.turn + 1, history };
    return { ...answers[0], text: best!.reading.text, memory };
  }
  return joined(pack, answers, historyOf(parts, setting), best!, setting);
}

/** The requests of a sentence that says several, each with what it is told; undefined where {@link answerInTurn} is. */
export function requestsIn(
  pack: Pack,
  best: Interpretation | undefined,
  setting: Setting,
  interpret: Interpret,
): Part[] | undefined {
  const { joining } = pack;
  if (joining === undefined || best === undefined) return undefined;
  const { tokens } = best.sentence;
  const isCorrected = tokens.some((_, at) => at > 0 && best.sentence.correctedAt(at).length > 0);
  // of "i am freezing, turn it up" the first half says what "it" is
  const hasReason = joining.reasons.size > 0 && asideEnds(best.sentence).length > 0;
  const isOne =
    isReadWhole(best) &&
    !best.parses[0].isFollowed &&
    !hasReason &&
    (isRequest(best, joining.intents) || !(isCorrected || holdsText(pack, best)));
  if (isOne && !goesOn(pack, best)) return undefined;
  /** "To read" behind "i need more light" asks for nothing. */
  const closing = tokens.findIndex((_, at) => best.sentence.fillerEnds(at).includes(tokens.length));
  const lastStart = (closing < 0 ? tokens.length : closing) - 1;
  /** What words are as a request before anything is done, which is asked again for each count of requests. */
  const firsts = new Map<string, Part | undefined>();

  const request = (start: number, end: number, from: Setting): Part | undefined => {
    if (from !== setting) return readRequest(start, end, from);
    const place = `${start} ${end}`;
    if (!firsts.has(place)) firsts.set(place, readRequest(start, end, from));
    return firsts.get(place);
  };
  const readRequest = (start: number, end: number, from: Setting): Part | undefined => {
    if (start >= end) return undefined;
    const text = best.sentence.text(start, end);
    const read = interpret(tokens.slice(start, end), { ...best.reading, text }, from);
    if (read === undefined || !isRequest(read, joining.intents)) return undefined;
    return { read, answer: answer(pack, read, read.parses[0], from) };
  };
  const isNumber = (at: number) => isNumberWord(tokens[at].norm, best.sentence.resolved.locale.numbers);
  /** Whether a request may begin at a place without a word that joins it: no such word, and no correction, is cut off. */
  const mayBegin = (at: number): boolean =>
    (pack.begins(tokens[at].norm) || isNumber(at) || isNamed(pack, best.sentence, at)) &&
    best.sentence.correctedAt(at).length === 0 &&
    !isInThing(best.sentence, at) &&
    !joining.words.some((words) => startsWith(tokens, at - words.length, words));
  const isReasonFor = ({ answer: { intent } }: Part, start: number, end: number): boolean =>
    joining.reasons.has(intent) && isStatement(best.sentence, start, end);
  /** The words from a place on as so many requests, the longest first: a room may be joined to a room. */
  const requests = (start: number, count: number, from: Setting): Part[] | undefined => {
    if (count === 1) {
      const last = request(start, tokens.length, from);
      return last && [last];
    }
    for (let end = lastStart; end > start; end--) {
      const joins = joining.words.filter((words) => startsWith(tokens, end, words));
      // "okay" asks for nothing that a "no" behind it could take back
      const isTalk = best.sentence.fillerEnds(start).includes(end);
      const restarts = isTalk ? [] : best.sentence.correctedAt(end);
      const isNext = joins.length > 0 || mayBegin(end);
      if (!isNext && restarts.length === 0) continue;
      const first = request(start, end, from);
      if (first === undefined) continue;
      // what is put in its place may speak of what was taken back: "turn on the light, no, turn it off"
      for (const restart of restarts) {
        const { memory, context } = first.answer;
        const others = requests(restart, count - 1, { ...from, memory, before: context });
        // "the study" says nothing without what it puts right
        const isMore = others !== undefined && pack.definition.intents[others[0].answer.intent].keepsTopic;
        if (others !== undefined && !isMore) return [{ ...first, isLeftOut: true }, ...others];
      }
      if (!isNext) continue;
      const isReason = joins.length === 0 && isReasonFor(first, start, end);
      const { memory, context } = first.answer;
      // what nothing joins to it says nothing more of it, unless it is the reason: "lower the brightness", "in the study",
      // but of "the den to ten, the study to twenty" the second does as much as the first
      const isListed = isNumber(end) || isNamed(pack, best.sentence, nounAt(best.sentence, end));
      const isMore = joins.length > 0 || isReason || isListed;
      const intent = isMore ? memory.intent : 'none';
      const next = { ...from, memory: { ...memory, intent }, before: context };
      // "and the fan in the bedroom" is the same elsewhere only with its "and"
      for (const words of [...joins, []]) {
        const others = requests(end + words.length, count - 1, next);
        if (others === undefined) continue;
        // "turn the heat down, it is boiling in here"
        const [last] = others;
        if (words.length === 0 && others.length === 1 && isReasonFor(last, end, tokens.length))
          return isReason ? undefined : [first, { ...last, isLeftOut: true }];
        return [{ ...first, isLeftOut: isReason }, ...others];
      }
    }
    return undefined;
  };
  // of "my doctor says no caffeine so a decaf please" all is told that stands before the "so"
  const { therefore = [] } = best.sentence.resolved.locale.statements ?? {};
  for (let at = 1; at < tokens.length && !isReadWhole(best); at++) {
    if (!therefore.includes(tokens[at].norm) || !isStatement(best.sentence, 0, at, true)) continue;
    for (let count = 1; count <= mostRequests; count++) {
      const asked = requests(at + 1, count, setting);
      if (asked !== undefined) return asked;
    }
  }
  for (let count = 2; count <= mostRequests; count++) {
    const parts = requests(0, count, setting);
    if (parts === undefined) continue;
    // "sorry, not a latte, a mocha" is better understood as one, whatever word it leaves out
    const score = parts.reduce((sum, { read }) => sum + read.parses[0].score, 0);
    if (best.parses[0] !== undefined && score <= best.parses[0].score) return undefined;
    // "a latte and add a muffin" is one order, but of "make one of them decaf and add a muffin" the first half is none
    const isSame = parts[0].answer.intent === best.parses[0]?.sentence.intent;
    return isOne && isSame ? undefined : parts;
  }
  return undefined;
}

/** Whether another request may begin behind a word that joins requests: with a verb, as "and add" does. */
function goesOn(pack: Pack, { sentence: { tokens, resolved } }: Interpretation): boolean {
  const { openWords, numbers } = resolved.locale;
  const isVerb = (norm: string) =>
    pack.begins(norm) && !openWords.includes(norm) && !isNumberWord(norm, numbers);
  return tokens.some(({ norm }, at) =>
    pack.joining?.words.some(
      (words) => isVerb(norm) && at > 0 && startsWith(tokens, at - words.length, words),
    ),
  );
}

/** Whether something is named here that a request may begin with: "bedroom lights off". */
function isNamed({ topics }: Pack, sentence: AnalysedSentence, at: number): boolean {
  return topics.some((topic) => sentence.mentions(topic, at).some(({ cost }) => cost === 0));
}

/** Where a noun stands before which there may be an article. */
function nounAt({ tokens, resolved }: AnalysedSentence, at: number): number {
  return opensNoun(tokens[at].norm, resolved) ? at + 1 : at;
}

/** Whether a sentence is one request of these intents, to the last word. */
export function isRequest(read: Interpretation, intents: ReadonlySet<string>): boolean {
  const [parse] = read.parses;
  return isReadWhole(read) && !parse.isFollowed && intents.has(parse.sentence.intent) && !isTorn(parse);
}

/** Whether a slot has two values, of which one belongs to another request: "hall lights blue, kitchen". */
function isTorn({ captures }: Parse): boolean {
  return captures.some((one, at) =>
    captures.slice(at + 1).some(({ name, value }) => name === one.name && value !== one.value),
  );
}

/** Whether a sentence is understood to the last word. */
export function isReadWhole({ parses: [parse] }: Interpretation): boolean {
  return (
    parse !== undefined && parse.unmatched.length === 0 && !parse.captures.some(({ isUnknown }) => isUnknown)
  );
}

/** Whether a sentence has words that stand for whatever is said, which may be another request. */
function holdsText(pack: Pack, { parses: [parse] }: Interpretation): boolean {
  return parse.captures.some(({ entity }) => pack.entities.get(entity)?.kind === 'text');
}

/** What can be taken back after several requests: they are one turn, and what it changed is taken back at once. */
export function historyOf(
  parts: readonly Pick<Part, 'answer'>[],
  { memory: { history: known } }: Setting,
): Memory['history'] {
  // the first step that was added; what is undone before it stays undone
  const histories = parts.map(({ answer }) => answer.memory.history);
  return (
    histories.find((history) => history !== known && history.length >= known.length) ?? histories.at(-1)!
  );
}

/** Several answers as one. */
function joined(
  pack: Pack,
  answers: readonly Answer[],
  history: Memory['history'],
  best: Interpretation,
  { memory, resolved }: Setting,
): Answer {
  const { intent } = pack.joining!;
  const last = answers.at(-1)!;
  const replies = [...new Set(answers.map(({ reply }) => reply.text))].join(' ');
  const { text: said } = best.reading;
  // a reply can look at what was said last: "a latte, and how much is that"
  const turn = { pack, memory: { ...memory, intent: last.intent }, resolved, text: said };
  const text = writeAnswersReply(turn, intent, last.context, { replies });
  return {
    intent,
    reply: { text },
    context: last.context,
    entities: {
      requests: answers.map(({ text, intent, context, entities }) => ({ text, intent, context, entities })),
    },
    confidence: Math.min(...answers.map(({ confidence }) => confidence)),
    text: said,
    memory: {
      ...last.memory,
      turn: memory.turn + 1,
      reply: text,
      history,
      request: { text: said },
    },
  };
}
