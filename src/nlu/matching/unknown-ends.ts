import type { Entity } from '../pack/compile-entities.js';
import { opensNoun } from './asides.js';
import type { AnalysedSentence } from './sentence.js';

/** The most words that may stand in the place of an unknown value. */
const maxUnknownWords = 4;

/** Where words end that may be a value which is on no list, from a word on. */
export function unknownEnds(sentence: AnalysedSentence, entity: Entity, at: number): number[] {
  const { pack, tokens, resolved } = sentence;
  const { statements } = resolved.locale;
  const ends: number[] = [];
  let isName = false;
  for (let end = at + 1; end <= Math.min(tokens.length, at + maxUnknownWords); end++) {
    const { norm } = tokens[end - 1];
    // "my oven was on for an hour" names nothing up to its verb, "the curtains because it is dark" up to the reason
    if (statements?.verbs.includes(norm) || statements?.because.includes(norm)) break;
    // and "york not via leeds" none that holds the "not"
    if (pack.negations.has(norm)) break;
    // "brighter in here" names no room
    isName ||= !pack.functionWords.has(norm);
    if (isName && !opensNoun(norm, resolved) && !goesOnBehind(sentence, entity, at, end - 1)) ends.push(end);
  }
  return ends;
}

/** Whether a word is a preposition behind a value that is known: "riverside by friday" names no "riverside by". */
function goesOnBehind(sentence: AnalysedSentence, entity: Entity, start: number, at: number): boolean {
  const { tokens, resolved } = sentence;
  if (!resolved.locale.prepositions?.includes(tokens[at].norm)) return false;
  return sentence.mentions(entity, start).some(({ end, cost }) => end === at && cost === 0);
}
