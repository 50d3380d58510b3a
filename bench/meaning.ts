import type { createUnderstander } from '../src/nlu/index.js';
import { readingsOf } from '../src/query/readings-of.js';
import type { Hypothesis } from '../src/stt/hypothesis.js';

type Understander = ReturnType<typeof createUnderstander>;

/** What a pack makes of a transcript, and of the n-best list that was heard of it. */
export function meanings(understander: Understander, transcript: string, heard: readonly Hypothesis[]) {
  const meaningOf = (readings: Parameters<Understander['understand']>[0]['readings']) => {
    const { intent, context } = understander.understand({ locale: 'en-US', readings });
    return { intent, context };
  };
  const said = meaningOf([{ text: transcript, confidence: 1 }]);
  const meant = meaningOf(readingsOf({ best: heard[0], alternatives: [...heard] }));
  return { said, meant, isRight: JSON.stringify(said) === JSON.stringify(meant) };
}
