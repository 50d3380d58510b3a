import type { Locale } from '../locales/locale.js';
import { oncePer } from '../once-per.js';
import type { Token } from '../tokenise.js';

/** Hesitations of a locale that are nothing else: "mm" is a unit as well. */
const hesitationsOf = oncePer((locale: Locale): ReadonlySet<string> => {
  const units = new Set(locale.units.flatMap(({ words, typed }) => [...words, ...typed]));
  return new Set(locale.hesitations.filter((word) => !units.has(word)));
});

/**
 * The words of a sentence without those said while thinking, which may stand inside of anything: "under, uh, fifty
 * dollars". At the beginning and at the end they stay, where they tell that somebody begins, or goes on.
 */
export function withoutHesitations(tokens: Token[], locale: Locale): Token[] {
  const hesitations = hesitationsOf(locale);
  const isSaid = ({ norm }: Token) => !hesitations.has(norm);
  const first = tokens.findIndex(isSaid);
  const last = tokens.findLastIndex(isSaid);
  // "100ah" is a unit
  const isAttached = (token: Token, at: number) => tokens[at - 1].end === token.start;
  const isKept = (token: Token, at: number) =>
    at < first || at > last || isSaid(token) || isAttached(token, at);
  return first < 0 ? tokens : tokens.filter(isKept);
}
