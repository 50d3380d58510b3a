import type { NumberWords } from '../locales/locale.js';
import { lookup, startsWith, type Token } from '../tokenise.js';

/** "second", "2nd", "last" (-1), "second to last" (-2), "last but one" (-2). */
export function readOrdinal(
  tokens: readonly Token[],
  at: number,
  words: NumberWords,
): { end: number; value: number } | undefined {
  const token = tokens[at];
  if (token === undefined) return undefined;
  const place = words.fromEnd.find((one) => startsWith(tokens, at, one.words));
  if (place !== undefined) return { end: at + place.words.length, value: place.value };
  const direct = lookup(words.ordinals, token);
  if (direct !== undefined) return { end: at + 1, value: direct };
  if (words.last.includes(token.norm)) return { end: at + 1, value: -1 };
  const digits = /^(\d{1,3})(?:st|nd|rd|th)$/.exec(token.norm);
  if (digits !== null) return { end: at + 1, value: Number(digits[1]) };
  const ten = lookup(words.tens, token);
  const unit = lookup(words.ordinals, tokens[at + 1]);
  if (ten !== undefined && unit !== undefined && unit < 10) return { end: at + 2, value: ten + unit };
  return undefined;
}
