/**
 * What has a form of common use: letters and digits of full width, ligatures, letters apart from their accents, spaces of
 * any width, degrees of one sign, and fractions. Left alone is what NFKC would make another thing of: "m²" is not "m2",
 * nor "…" a decimal point, and a "™" is no part of a name.
 */
const written = /[\p{L}\p{M}\p{Nd}\p{Zs}\uFF01-\uFFE6\u2103\u2109¼-¾⅐-⅞⁄]/u;
/** Often meant for a degree sign. */
const alone = /[ªº]/;
const fraction = /[¼-¾⅐-⅞]/;

export interface CommonText {
  text: string;
  /**
   * Where a part of it stands in the text as it was written, in UTF-16 code units, the end behind the last; absent where
   * nothing was written otherwise.
   */
  place?(start: number, end: number): { start: number; end: number };
}

/** A text in characters of common use (NFKC), in which "1½" is "1 1/2". */
export function commonCharacters(text: string): CommonText {
  if (text.normalize('NFKC') === text && !text.includes('⁄')) return { text };
  let common = '';
  // For each code unit of what comes out, the character with its accents that it comes from.
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { 0: character, index } of text.matchAll(/\P{M}\p{M}*|\p{M}+/gsu)) {
    const made = commonOf(character, common);
    common += made;
    for (let unit = 0; unit < made.length; unit++) {
      starts.push(index);
      ends.push(index + character.length);
    }
  }
  return { text: common, place: (start, end) => ({ start: starts[start], end: ends[end - 1] }) };
}

function commonOf(character: string, before: string): string {
  if (!written.test(character) || alone.test(character)) return character;
  const common = character.normalize('NFKC').replaceAll('⁄', '/');
  return fraction.test(character) && /\d$/.test(before) ? ` ${common}` : common;
}
