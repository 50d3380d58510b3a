import { type Answer, answer, settingBehind } from '../answer/answer.js';
import { readPart } from '../answer/reader-of.js';
import type { Interpretation, Setting } from '../answer/setting.js';
import type { AnalysedSentence } from '../matching/sentence.js';
import type { Pack } from '../pack/pack.js';
import { tokenise } from '../tokenise.js';
import { joinedAnswer } from './answer-in-turn.js';
import { isReadWhole, isRequest } from './read-whole.js';
import { requestsIn } from './requests-in.js';

/**
 * Answers "the other way round" behind two requests, in one sentence or one after the other: they are made again, each with
 * what the other was about. Behind "the kitchen to fifty and the bedroom to thirty" the bedroom is set to fifty and the
 * kitchen to thirty.
 *
 * @returns undefined for any other sentence, and where there are no two requests that can be exchanged so.
 */
export function answerExchanged(best: Interpretation, setting: Setting): Answer | undefined {
  const { pack } = setting;
  const { joining } = pack;
  const { request } = setting.memory;
  if (joining === undefined || request === undefined || !isReadWhole(best)) return undefined;
  const { exchanges } = pack.definition.intents[best.parses[0].sentence.intent];
  if (exchanges === undefined) return undefined;
  const read = (text: string, from: Setting) =>
    readPart(tokenise(text, setting.resolved.locale), { ...best.reading, text, words: undefined }, from);
  // "the lamp" of the first of them is none that the second one spoke of
  const { history } = setting.memory;
  const memory = { ...setting.memory, intent: 'none', told: undefined, joined: undefined };
  const behind = (turns: number): Setting => ({
    ...setting,
    memory,
    before: history.at(-turns)?.context ?? setting.before,
  });
  const whole = read(request.text, behind(1));
  const inOne = whole && requestsIn(whole, behind(1));
  const start = behind(inOne ? 1 : 2);
  const inTurn = request.before === undefined ? undefined : [request.before, request.text];
  const asked =
    inOne?.filter(({ isLeftOut }) => !isLeftOut) ?? (inTurn && madeInTurn(inTurn, start, read)) ?? [];
  const texts = exchangedTexts(
    pack,
    asked.map((one) => one.read),
    exchanges,
  );
  const made = madeInTurn(texts, start, read) ?? [];
  if (made.length === 0) return undefined;
  const exchanged = joinedAnswer(
    made.map((one) => one.answer),
    best,
    setting,
  );
  // "in an hour" behind it is about these, as is another "the other way round"
  const [join] = pack.definition.intents[joining.intent].joins!.words;
  return { ...exchanged, memory: { ...exchanged.memory, request: { text: texts.join(` ${join} `) } } };
}

/** Requests that are made one after the other; undefined where one of them is not understood as such. */
function madeInTurn(
  texts: readonly string[],
  start: Setting,
  read: (text: string, from: Setting) => Interpretation | undefined,
): { read: Interpretation; answer: Answer }[] | undefined {
  const made: { read: Interpretation; answer: Answer }[] = [];
  let from = start;
  for (const text of texts) {
    const found = read(text, from);
    if (found === undefined || !isRequest(found, start.pack.joining!.intents)) return undefined;
    const answered = answer(found, from);
    made.push({ read: found, answer: answered });
    from = settingBehind(answered, from);
  }
  return made;
}

/** Two requests as they were said, but with each other's values of some fields; none where they share no such field. */
function exchangedTexts(pack: Pack, reads: readonly Interpretation[], fields: readonly string[]): string[] {
  if (reads.length !== 2) return [];
  const valuesOf = ({ parses }: Interpretation) =>
    fields.map((field) =>
      parses[0].captures.find(({ entity }) => pack.entities.get(entity)?.into.includes(field)),
    );
  const [ones, others] = reads.map(valuesOf);
  const differ = fields.flatMap((_, at) =>
    ones[at] && others[at] && ones[at].value !== others[at].value ? [at] : [],
  );
  if (differ.length === 0) return [];
  const textOf = (own: typeof ones, foreign: typeof ones, [sentence, other]: AnalysedSentence[]) => {
    let text = '';
    let at = 0;
    for (const index of differ.toSorted((a, b) => own[a]!.start - own[b]!.start)) {
      const { start, end } = foreign[index]!;
      text += `${sentence.text(at, own[index]!.start)} ${other.text(start, end)} `;
      at = own[index]!.end;
    }
    return (text + sentence.text(at, sentence.tokens.length)).trim();
  };
  const sentences = reads.map(({ sentence }) => sentence);
  return [textOf(ones, others, sentences), textOf(others, ones, sentences.toReversed())];
}
