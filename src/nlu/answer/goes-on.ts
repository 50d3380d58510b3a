import { isNumberWord } from '../entities/number.js';
import type { Locale } from '../locales/locale.js';
import type { Pack } from '../pack/pack.js';
import { startsWith } from '../tokenise.js';
import type { Interpretation } from './answer.js';
import { textsIn } from './texts-in.js';

/**
 * Whether what a part ends on was free text in the whole, a value ("remind me to call mum at six", "and close the
 * garage") or words of the template ("leave the heating as it is", "and turn off the fan").
 */
export function endsText(pack: Pack, part: Interpretation, whole: Interpretation): boolean {
  if (!holdsAnother(pack, whole)) return false;
  const own = textsIn(pack, part);
  const { length } = part.sentence.tokens;
  const value = part.parses[0].captures.findLast((capture) => !own.includes(capture));
  const endsInOwn = own.some(({ end }) => end === length);
  const ends = [
    ...(value === undefined ? [] : [value]),
    ...(endsInOwn ? [] : [{ start: length - 1, end: length }]),
  ];
  return textsIn(pack, whole).some((text) =>
    ends.some(({ start, end }) => text.start <= start && text.end > end),
  );
}

/** Whether free text goes on over where another request may begin: "remind me to call mum at six and turn", "off the tv". */
export function holdsAnother(pack: Pack, read: Interpretation): boolean {
  return textsIn(pack, read).some(
    ({ start, end }) => goesOn(pack, read, start, end) || endsInTalk(pack, read, start),
  );
}

/** Whether words end in talk behind a word that joins requests: "call mum at six and good night". */
export function endsInTalk({ joining }: Pack, { sentence }: Interpretation, start = 0): boolean {
  const { tokens } = sentence;
  return tokens.some(
    (_, at) =>
      at > start &&
      sentence.fillerEnds(at).includes(tokens.length) &&
      joining?.words.some((words) => startsWith(tokens, at - words.length, words)),
  );
}

/** Whether another request may begin behind a word that joins requests, with a verb: "turn it off and add milk". */
export function goesOn(
  pack: Pack,
  { sentence: { tokens, resolved } }: Interpretation,
  start = 0,
  end = tokens.length,
): boolean {
  return tokens
    .slice(0, end)
    .some(
      ({ norm }, at) =>
        isVerb(pack, norm, resolved.locale) &&
        pack.joining?.words.some(
          (words) => at > start + words.length && startsWith(tokens, at - words.length, words),
        ),
    );
}

/** Whether a request may begin with a word, which is no small one: "and now the lamp off" is one request. */
export function isVerb(pack: Pack, norm: string, { openWords, numbers }: Locale): boolean {
  const isFiller = pack.fillers.get(norm)?.some(({ length }) => length === 1);
  return pack.begins(norm) && !openWords.includes(norm) && !isNumberWord(norm, numbers) && !isFiller;
}
