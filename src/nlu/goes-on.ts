import type { Interpretation } from './answer.js';
import { isNumberWord } from './entities/number.js';
import type { Capture } from './matching/thread.js';
import type { Pack } from './pack/pack.js';
import { startsWith } from './tokenise.js';

/**
 * Whether what a part ends on was free text in the whole, a value ("remind me to call mum at six", "and close the
 * garage") or words of the template ("leave the heating as it is", "and turn off the fan").
 */
export function endsText(pack: Pack, part: Interpretation, whole: Interpretation): boolean {
  if (!holdsAnother(pack, whole)) return false;
  const isText = ({ entity }: Capture) => pack.entities.get(entity)?.kind === 'text';
  const { captures } = part.parses[0];
  const { length } = part.sentence.tokens;
  const value = captures.findLast((capture) => !isText(capture));
  const isOwn = captures.some((capture) => isText(capture) && capture.end === length);
  const ends = [
    ...(value === undefined ? [] : [value]),
    ...(isOwn ? [] : [{ start: length - 1, end: length }]),
  ];
  return whole.parses[0].captures.some(
    (text) => isText(text) && ends.some(({ start, end }) => text.start <= start && text.end > end),
  );
}

/** Whether free text goes on over where another request may begin: "remind me to call mum at six and turn", "off the tv". */
export function holdsAnother(pack: Pack, read: Interpretation): boolean {
  const texts = read.parses[0].captures.filter(({ entity }) => pack.entities.get(entity)?.kind === 'text');
  return texts.some(({ start, end }) => goesOn(pack, read, start, end));
}

/**
 * Whether another request may begin behind a word that joins requests, with a verb ("turn it off and add milk") or as talk
 * that ends the sentence ("and good night").
 */
export function goesOn(
  pack: Pack,
  { sentence }: Interpretation,
  start = 0,
  end = sentence.tokens.length,
): boolean {
  const { tokens, resolved } = sentence;
  const { openWords, numbers } = resolved.locale;
  // "and now the lamp off" is one
  const isFiller = (norm: string) => pack.fillers.get(norm)?.some(({ length }) => length === 1);
  const isVerb = (norm: string) =>
    pack.begins(norm) && !openWords.includes(norm) && !isNumberWord(norm, numbers) && !isFiller(norm);
  return tokens
    .slice(0, end)
    .some(
      ({ norm }, at) =>
        (isVerb(norm) || sentence.fillerEnds(at).includes(tokens.length)) &&
        pack.joining?.words.some(
          (words) => at > start + words.length && startsWith(tokens, at - words.length, words),
        ),
    );
}
