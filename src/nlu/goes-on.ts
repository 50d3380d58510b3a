import type { Interpretation } from './answer.js';
import { isNumberWord } from './entities/number.js';
import type { Pack } from './pack/pack.js';
import { textsIn } from './texts-in.js';
import { startsWith } from './tokenise.js';

/** Whether a value that a part ends on was free text in the whole: "remind me to call mum at six", "and close the garage". */
export function endsText(pack: Pack, part: Interpretation, whole: Interpretation): boolean {
  const texts = textsIn(pack, part);
  const value = part.parses[0].captures.findLast((capture) => !texts.includes(capture));
  return (
    value !== undefined &&
    holdsAnother(pack, whole) &&
    textsIn(pack, whole).some(({ start, end }) => start <= value.start && end > value.end)
  );
}

/** Whether free text goes on over where another request may begin: "remind me to call mum at six and turn", "off the tv". */
export function holdsAnother(pack: Pack, read: Interpretation): boolean {
  return textsIn(pack, read).some(({ start, end }) => goesOn(pack, read, start, end));
}

/** Whether another request may begin behind a word that joins requests, with a verb: "turn it off and add milk". */
export function goesOn(
  pack: Pack,
  { sentence: { tokens, resolved } }: Interpretation,
  start = 0,
  end = tokens.length,
): boolean {
  const { openWords, numbers } = resolved.locale;
  // "and now the lamp off" is one
  const isFiller = (norm: string) => pack.fillers.get(norm)?.some(({ length }) => length === 1);
  const isVerb = (norm: string) =>
    pack.begins(norm) && !openWords.includes(norm) && !isNumberWord(norm, numbers) && !isFiller(norm);
  return tokens
    .slice(0, end)
    .some(
      ({ norm }, at) =>
        isVerb(norm) &&
        pack.joining?.words.some(
          (words) => at > start + words.length && startsWith(tokens, at - words.length, words),
        ),
    );
}
