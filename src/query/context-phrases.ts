import type { Context } from '../nlu/understanding.js';
import type { BiasPhrase } from '../stt/hypothesis.js';

/** More would cost the search more than it gains. */
const maxPhrases = 100;
/** Nobody says longer ones, and guessing how would hold up all streams of the worker. */
const maxCharacters = 100;

/** The words of a context that the recogniser should expect: its keywords and attribute values, without repeats. */
export function contextPhrases(context: Context | undefined): BiasPhrase[] {
  if (context === undefined) return [];
  const values = [context.keywords ?? [], ...Object.values(context.attributes ?? {})].flat();
  const texts = new Set(
    values
      .filter((value) => typeof value === 'string')
      .map((value) => value.trim().toLowerCase())
      .filter((value) => value !== '' && value.length <= maxCharacters),
  );
  return [...texts].slice(0, maxPhrases).map((text) => ({ text }));
}
