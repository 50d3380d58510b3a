import type { Context } from '../nlu/understanding.js';
import { isSayable } from '../stt/check-bias.js';
import type { BiasPhrase } from '../stt/hypothesis.js';

/** More would cost the search more than it gains. */
const maxPhrases = 100;
/** Nobody says longer ones, and guessing how would hold up all streams of the worker. */
const maxCharacters = 100;
/** In all phrases together: guessing how these are said can take 0.2 s, should no word of them be known. */
const maxCharactersInAll = 2_000;

/** The words of a context that the recogniser should expect: its keywords and attribute values, without repeats. */
export function contextPhrases(context: Context | undefined): BiasPhrase[] {
  if (context === undefined) return [];
  const values = [context.keywords ?? [], ...Object.values(context.attributes ?? {})].flat();
  const texts = new Set(
    values
      .filter((value) => typeof value === 'string')
      .map((value) => value.trim().toLowerCase())
      .filter((value) => value.length <= maxCharacters && isSayable(value)),
  );
  let left = maxCharactersInAll;
  const fitting = [...texts].slice(0, maxPhrases).filter((text) => {
    left -= text.length;
    return left >= 0;
  });
  return fitting.map((text) => ({ text }));
}
