import type { Test } from 'tap';
import {
  createUnderstander,
  loadPack,
  type Understander,
  type UnderstandResult,
} from '../../src/nlu/index.js';

/** The understander of a pack that is one text. */
export const understanderOf = (
  t: Pick<Test, 'testdir'>,
  pack: string,
  options?: Parameters<typeof createUnderstander>[1],
) => createUnderstander(loadPack(t.testdir({ 'pack.yaml': pack })), options);

/** A typed text, as the one reading there is. */
export const typed = (text: string) => ({ readings: [{ text, confidence: 1 }] });

/** Says something behind an earlier turn, or as the first one. */
export const sayTo =
  (understander: Understander) =>
  (text: string, before?: UnderstandResult, locale = 'en-US'): UnderstandResult =>
    understander.understand({ locale, ...typed(text), context: before?.context, memory: before?.memory });

/** Says the turns of a conversation, one after the other. */
export const converse = (understander: Understander, said: readonly string[]): UnderstandResult[] => {
  const say = sayTo(understander);
  let before: UnderstandResult | undefined;
  return said.map((text) => {
    before = say(text, before);
    return before;
  });
};
