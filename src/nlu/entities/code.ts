import type { Token } from '../tokenise.js';

/**
 * Letters and figures written as one word: "s9", "5w30", "1000xm5". What is said aloud has no such words.
 *
 * @returns Where it ends, and the word as it was written in lower case.
 */
export function readCode(
  tokens: readonly Token[],
  start: number,
): { end: number; value: string } | undefined {
  if (isJoined(tokens[start - 1], tokens[start])) return undefined;
  let end = start + 1;
  while (isJoined(tokens[end - 1], tokens[end])) end++;
  if (end === start + 1) return undefined;
  return {
    end,
    value: tokens
      .slice(start, end)
      .map(({ text }) => text.toLowerCase())
      .join(''),
  };
}

/** Whether a word goes on in the next one: letters with figures behind them, or the other way round. */
export function isJoined(one: Token | undefined, other: Token | undefined): boolean {
  if (one === undefined || other === undefined || one.end !== other.start) return false;
  const [first, second] = [one.norm, other.norm];
  return (isFigures(first) && isLetters(second)) || (isLetters(first) && isFigures(second));
}

const isFigures = (word: string) => /^\d+$/.test(word);
const isLetters = (word: string) => /^\p{L}+$/u.test(word);
