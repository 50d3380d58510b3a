import { personsOf } from '../items/item-field.js';
import { opensNoun } from '../matching/asides.js';
import type { AnalysedSentence } from '../matching/sentence.js';
import type { Entity } from '../pack/compile/compile-entities.js';

/** Whether something is named here that a request may begin with: "bedroom lights off". */
export function isNamedAt(sentence: AnalysedSentence, at: number): boolean {
  return sentence.pack.topics.some((topic) => sentence.mentions(topic, at).some(({ cost }) => cost === 0));
}

/** Whether values of one list begin at both places: "red in the hall | blue in the den". */
export function areListed(sentence: AnalysedSentence, start: number, at: number): boolean {
  const isAt = (entity: Entity, place: number) =>
    sentence.mentions(entity, place).some(({ cost }) => cost === 0);
  return sentence.pack.firstValues.some((entity) => isAt(entity, start) && isAt(entity, at));
}

/** Whether somebody is named here who wants something: "mike wants a latte | sara wants a tea". */
export function isPersonAt(sentence: AnalysedSentence, at: number): boolean {
  const { pack, tokens, resolved } = sentence;
  const { norm } = tokens[at];
  if (isPronounAt(sentence, at)) return true;
  const next = tokens[at + 1]?.norm ?? '';
  const isWord = pack.functionWords.has(norm) || pack.nearMisses.knows(norm) || /\d/.test(norm);
  const { continuations, numbers } = resolved.locale;
  return !isWord && pack.behindNames.has(next) && ![...continuations, ...numbers.articles].includes(next);
}

/** "Mine", "hers", or whatever else tells whose item it is, where a request may begin with it. */
function isPronounAt(sentence: AnalysedSentence, at: number): boolean {
  const { pack } = sentence;
  return (
    (personsOf(pack)?.has(sentence.tokens[at].norm) ?? false) &&
    pack.firstValues.some((entity) => sentence.mentions(entity, at).some(({ cost }) => cost === 0))
  );
}

/** Where a noun stands before which there may be an article. */
export function nounAt({ tokens, resolved }: AnalysedSentence, at: number): number {
  return opensNoun(tokens[at].norm, resolved) ? at + 1 : at;
}
