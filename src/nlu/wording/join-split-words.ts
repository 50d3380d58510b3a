import { readNumber } from '../entities/number.js';
import type { Pack } from '../pack/pack.js';
import type { TrieMatch } from '../pack/word-trie.js';
import type { Token } from '../tokenise.js';
import { asOne, fieldsOf, isLittle, type ListWords, listWordsOf, valuesAt } from './joined-words.js';

/** Parts of fewer letters are articles and the like. */
const shortestPart = 2;

/**
 * Two words in a row that are one word of a list, read as that: "note books", "head phones", "a back pack". Not where the
 * pack knows them as two words as well ("coffee table"), nor where the first is a value of another kind: "black board".
 */
export function joinSplitWords(tokens: Token[], text: string, pack: Pack): Token[] {
  const joined: Token[] = [];
  const words = listWordsOf(tokens, pack);
  for (let at = 0; at < tokens.length; at++) {
    const between = text.slice(tokens[at].end, tokens[at + 1]?.start ?? tokens[at].end);
    const isSplit = between === ' ' && isSplitAt(tokens, words, at, pack);
    joined.push(isSplit ? asOne(tokens.slice(at, at + 2)) : tokens[at]);
    if (isSplit) at++;
  }
  return joined;
}

function isSplitAt(tokens: Token[], words: ListWords, at: number, pack: Pack): boolean {
  const first = tokens[at];
  const second = tokens[at + 1];
  if ([first, second].some((token) => !mayBePart(token, pack)) || isCounted(tokens, at, pack)) return false;
  if (pack.beginsWithBoth(first.norm, second.norm)) return false;
  const meant = valuesAt(behind(asOne([first, second]), words, at + 2, pack), 0, pack);
  if (meant.length === 0 || isNamedApart(words, at, pack)) return false;
  const fields = new Set(meant.flatMap((match) => fieldsOf(match, pack)));
  const isOther = (match: TrieMatch) => {
    const own = match.end === at + 1 ? fieldsOf(match, pack) : [];
    return own.length > 0 && !own.some((field) => fields.has(field));
  };
  return !valuesAt(words, at, pack).some(isOther);
}

function mayBePart({ norm, text }: Token, pack: Pack): boolean {
  return (
    !isLittle(norm, pack) &&
    norm.length >= shortestPart &&
    /^\p{L}+$/u.test(norm) &&
    text.toLowerCase() === norm
  );
}

/** A number is no part of a name, nor is the unit behind one: "ten foot poles". */
function isCounted(tokens: Token[], at: number, { locale }: Pack): boolean {
  const isNumber = (place: number) => place >= 0 && readNumber(tokens, place, locale.numbers) !== undefined;
  const isUnit = locale.units.some(({ words }) => words.includes(tokens[at].norm));
  return isNumber(at) || isNumber(at + 1) || (isUnit && isNumber(at - 1));
}

/** Whether one of the two is part of a value of several words. */
function isNamedApart(words: ListWords, at: number, pack: Pack): boolean {
  return [at - 1, at, at + 1].some((from) =>
    valuesAt(words, from, pack).some(({ end }) => end > Math.max(at, from + 1)),
  );
}

/** A word before those from a place on. */
function behind(first: Token, words: ListWords, at: number, pack: Pack): ListWords {
  const own = listWordsOf([first], pack);
  return {
    exact: [...own.exact, ...words.exact.slice(at)],
    stems: [...own.stems, ...words.stems.slice(at)],
  };
}
