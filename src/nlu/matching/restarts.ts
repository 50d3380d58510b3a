import { isNumberOrFigure } from '../entities/number.js';
import type { Locale } from '../locales/index.js';
import { oncePer } from '../once-per.js';
import { startsWith } from '../tokenise.js';
import type { AnalysedSentence } from './sentence.js';

/**
 * Where somebody begins anew, behind "no wait" or "no": what was said before is taken back, and missed by nobody.
 *
 * @returns By the place of the correction: where it ends.
 */
export function restartsIn(sentence: AnalysedSentence): (number[] | undefined)[] {
  const { pack, tokens, resolved } = sentence;
  const { therefore } = resolved.locale.statements;
  const restarts: (number[] | undefined)[] = [];
  for (let at = 1; at < tokens.length - 1; at++) {
    const isNo = pack.isNo(tokens[at].norm) && !sentence.isJoinedTo(at);
    // "at nine, no, ten" puts right a number, and takes nothing else back
    const isOfNumber = [at - 1, at + 1].every((place) =>
      isNumberOrFigure(tokens[place].norm, resolved.locale.numbers),
    );
    const ends = isNo && !isOfNumber && !beginsValue(sentence, at) ? [at + 1] : [];
    // "he is allergic to nuts, so make that soy" takes nothing back, but "so sorry" does
    const isConcluded = therefore.includes(tokens[at - 1].norm);
    for (const words of pack.corrections.get(tokens[at].norm) ?? [])
      if (!pack.isException(words) && startsWith(tokens, at, words) && !(isConcluded && words.length > 1))
        ends.push(at + words.length);
    restarts[at] = ends.filter((end) => end < tokens.length);
  }
  return restarts;
}

const takenBackOf = oncePer(({ corrections }: Locale) =>
  corrections.takenBack.map((phrase) => phrase.split(' ')),
);

/** Where words at a place end that begin a sentence which puts right the one before: "no wait", "oh sorry". */
export function takenBackEnds(sentence: AnalysedSentence, at: number): number[] {
  const { tokens, resolved } = sentence;
  if (at > 0 && !sentence.fillerEnds(0).includes(at)) return [];
  return takenBackOf(resolved.locale)
    .filter((words) => startsWith(tokens, at, words))
    .map(({ length }) => at + length)
    .filter((end) => end < tokens.length);
}

/** Whether a word is a part of the value that follows: the "no" of "no cream" takes nothing back. */
function beginsValue(sentence: AnalysedSentence, at: number): boolean {
  return [...sentence.pack.entities.values()].some(
    (entity) =>
      entity.kind === 'pattern' &&
      sentence.mentions(entity, at).some(({ end, cost }) => end > at + 1 && cost === 0),
  );
}
