import type { Understander, UnderstandResult } from '../../src/nlu/index.js';

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
