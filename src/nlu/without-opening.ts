import type { Locale } from './locales/locale.js';
import { startsWith, type Token } from './tokenise.js';

/** One of several words stands behind so many others at most: "hi could you", "okay and can you". */
const mostBefore = 2;

/**
 * The words of a request without the polite opening that it has: "can you make it large" asks for the same as "make it
 * large".
 *
 * @returns undefined where there is no opening, or nothing behind it.
 */
export function withoutOpening(tokens: readonly Token[], { openings = [] }: Locale): Token[] | undefined {
  for (let at = 0; at <= mostBefore; at++) {
    const opening = openings.find((words) => (at === 0 || words.length > 1) && startsWith(tokens, at, words));
    if (opening === undefined) continue;
    const end = at + opening.length;
    return end < tokens.length ? [...tokens.slice(0, at), ...tokens.slice(end)] : undefined;
  }
  return undefined;
}
