import { oncePer } from '../once-per.js';
import type { Token } from '../tokenise.js';

/**
 * Letters and figures written as one word: "s9", "5w30", "1000xm5". What is said aloud has no such words. Hyphens are
 * part of one that begins with letters and has figures behind each of them: "lp-e6nh", "bn59-01315a".
 *
 * @returns Where it ends, and the word as it was written in lower case.
 */
export function readCode(
  tokens: readonly Token[],
  start: number,
): { end: number; value: string } | undefined {
  if (isJoined(tokens[start - 1], tokens[start]) || tokens[start].isHyphened) return undefined;
  let end = partEnd(tokens, start);
  const hasFigures = end > start + 1;
  if (isLetters(tokens[start].norm) && (hasFigures || tokens[start].norm.length <= mostLetters))
    while (
      tokens[end]?.isHyphened &&
      tokens.slice(end, partEnd(tokens, end)).some(({ norm }) => isFigures(norm))
    )
      end = partEnd(tokens, end);
  if (end === start + 1) return undefined;
  const value = tokens
    .slice(start, end)
    .map(({ text, isHyphened }) => (isHyphened ? '-' : '') + text.toLowerCase())
    .join('');
  return { end, value };
}

/** More letters than this in front of a hyphen are a word: "size-10". */
const mostLetters = 3;

/** Where a part of a code ends that is written without hyphens. */
function partEnd(tokens: readonly Token[], start: number): number {
  let end = start + 1;
  while (isJoined(tokens[end - 1], tokens[end])) end++;
  return end;
}

/** Whether words are a part of a code with hyphens: of "lp-e6nh", which is no lp. */
export function isPartOfCode(tokens: readonly Token[], start: number, end: number): boolean {
  return hyphenedCodes(tokens).some(
    (code) => code.start <= start && end <= code.end && end - start < code.end - code.start,
  );
}

const hyphenedCodes = oncePer((tokens: readonly Token[]) =>
  tokens.flatMap((_, start) => {
    const end = readCode(tokens, start)?.end ?? start;
    return tokens.slice(start, end).some(({ isHyphened }) => isHyphened) ? [{ start, end }] : [];
  }),
);

/** Whether a word goes on in the next one: letters with figures behind them, or the other way round. */
export function isJoined(one: Token | undefined, other: Token | undefined): boolean {
  if (one === undefined || other === undefined || one.end !== other.start) return false;
  const [first, second] = [one.norm, other.norm];
  return (isFigures(first) && isLetters(second)) || (isLetters(first) && isFigures(second));
}

const isFigures = (word: string) => /^\d+$/.test(word);
const isLetters = (word: string) => /^\p{L}+$/u.test(word);
