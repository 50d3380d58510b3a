import type { Mention } from './mention.js';
import type { AnalysedSentence } from './sentence.js';

/** The values of one kind that an "or" joins to one: of "not from Sony or Bose" neither is wanted. */
export function alternatives(
  values: readonly Mention[],
  at: number,
  { tokens, resolved }: AnalysedSentence,
): readonly Mention[] {
  const { corrections, openWords } = resolved.locale;
  let last = at;
  for (let next = at + 1; next < values.length; next++) {
    const joining = tokens.slice(values[last].end, values[next].start).map(({ norm }) => norm);
    const isJoined =
      values[next].entity === values[at].entity &&
      corrections?.alternatives?.includes(joining[0]) &&
      joining.slice(1).every((word) => openWords.includes(word));
    if (!isJoined) break;
    last = next;
  }
  return values.slice(at + 1, last + 1);
}
