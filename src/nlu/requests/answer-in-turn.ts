import type { Answer } from '../answer/answer.js';
import type { Interpretation, Setting } from '../answer/setting.js';
import type { Memory } from '../context/memory.js';
import type { Pack } from '../pack/pack.js';
import { writeAnswersReply } from '../reply/write-reply.js';
import type { RequestPart } from './request-splitter.js';
import { requestsIn } from './requests-in.js';

/**
 * Answers a sentence that says several things which the pack lets be joined ("turn off the light and close the
 * blinds"), one after the other, so that each finds what those before it have said.
 *
 * @returns undefined for a sentence that is one request, or of which a part is not understood to the last word: then
 * nothing is done.
 */
export function answerInTurn(best: Interpretation, setting: Setting): Answer | undefined {
  const parts = requestsIn(best, setting);
  if (parts === undefined) return undefined;
  const answers = parts.filter(({ isLeftOut }) => !isLeftOut).map((part) => part.answer);
  if (answers.length === 1) {
    const history = historyOf(parts, setting);
    const memory = { ...answers[0].memory, turn: setting.memory.turn + 1, history };
    return { ...answers[0], text: best.reading.text, memory };
  }
  return joinedAnswer(answers, best, setting, historyOf(parts, setting));
}

/** What can be taken back after several requests: they are one turn, and what it changed is taken back at once. */
export function historyOf(
  parts: readonly Pick<RequestPart, 'answer'>[],
  { memory: { history: known } }: Setting,
): Memory['history'] {
  // the first step that was added; what is undone before it stays undone
  const histories = parts.map(({ answer }) => answer.memory.history);
  return (
    histories.find((history) => history !== known && history.length >= known.length) ?? histories.at(-1)!
  );
}

/** Several answers as one. */
export function joinedAnswer(
  answers: readonly Answer[],
  best: Interpretation,
  setting: Setting,
  history = historyOf(
    answers.map((answer) => ({ answer })),
    setting,
  ),
): Answer {
  const { pack, memory, resolved, before } = setting;
  const { intent } = pack.joining!;
  const last = answers.at(-1)!;
  const later = answers.findLast(({ memory: { request } }) => request?.when !== undefined);
  const texts = [...new Set(answers.map(({ reply }) => reply.text))];
  const replies = texts.map((text, at) => (at < texts.length - 1 ? withoutQuestion(text) : text)).join(' ');
  const { text: said } = best.reading;
  // a reply can look at what was said last: "a latte, and how much is that"
  const turn = { pack, memory: { ...memory, intent: last.intent }, resolved, text: said, before };
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
      // "no, make it ten" is about the time of the one that has a time
      request: later?.memory.request ?? { text: said },
      ...toldOf(pack, answers),
    },
  };
}

/** What memory keeps of several requests that are about different things: of "the kitchen and the hall" each can be meant. */
function toldOf({ joining, definition: { fields } }: Pack, answers: readonly Answer[]): Partial<Memory> {
  const { context, memory } = answers.at(-1)!;
  const named = Object.values(fields).flatMap(({ beside }) => beside ?? []);
  const joined = answers
    .slice(0, -1)
    .map((answer) => answer.context)
    .filter((other) => named.some((field) => other[field] !== context[field]));
  return joined.length === 0 ? {} : { joined, told: { ...memory.told, ...joining!.slots } };
}

/** What is asked at the end of each reply is asked once, behind the last: "One latte. Yes, we have cake. Anything else?" */
function withoutQuestion(reply: string): string {
  return reply.replace(/([.!?]) [^.!?]+\?$/, '$1');
}
