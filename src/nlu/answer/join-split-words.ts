import { readNumber } from '../entities/number.js';
import type { Pack } from '../pack/pack.js';
import type { TrieMatch, WordReading } from '../pack/word-trie.js';
import type { Token } from '../tokenise.js';

/** Parts of fewer letters are articles and the like. */
const shortestPart = 2;

/**
 * Two words in a row that are one word of a list, read as that: "note books", "head phones", "a back pack". Not where the
 * pack knows them as two words as well ("coffee table"), nor where the first is a value of another kind: "black board".
 */
export function joinSplitWords(tokens: Token[], text: string, pack: Pack): Token[] {
  const joined: Token[] = [];
  const words = wordsOf(tokens, pack);
  for (let at = 0; at < tokens.length; at++) {
    const between = text.slice(tokens[at].end, tokens[at + 1]?.start ?? tokens[at].end);
    const isSplit = between === ' ' && isSplitAt(tokens, words, at, pack);
    joined.push(isSplit ? joinedWith(tokens[at], tokens[at + 1]) : tokens[at]);
    if (isSplit) at++;
  }
  return joined;
}

function isSplitAt(tokens: Token[], words: Words, at: number, pack: Pack): boolean {
  const first = tokens[at];
  const second = tokens[at + 1];
  if ([first, second].some((token) => !mayBePart(token, pack)) || isCounted(tokens, at, pack)) return false;
  if (pack.beginsWithBoth(first.norm, second.norm)) return false;
  const meant = valuesAt(behind(joinedWith(first, second), words, at + 2, pack), 0, pack);
  if (meant.length === 0 || isNamedApart(words, at, pack)) return false;
  const fields = new Set(meant.flatMap((match) => fieldsOf(match, pack)));
  const isOther = (match: TrieMatch) => {
    const own = match.end === at + 1 ? fieldsOf(match, pack) : [];
    return own.length > 0 && !own.some((field) => fields.has(field));
  };
  return !valuesAt(words, at, pack).some(isOther);
}

/** Where the values of a list go. */
export function fieldsOf({ list }: TrieMatch, { entities, lists }: Pack): readonly string[] {
  const name = [...lists.keys()][list];
  return [...entities.values()].flatMap((entity) =>
    entity.kind === 'list' && (entity.list ?? entity.name) === name ? entity.into : [],
  );
}

function mayBePart({ norm, text }: Token, pack: Pack): boolean {
  const { locale, functionWords, negations } = pack;
  const isLittle = functionWords.has(norm) || negations.has(norm) || locale.openWords.includes(norm);
  return !isLittle && norm.length >= shortestPart && /^\p{L}+$/u.test(norm) && text.toLowerCase() === norm;
}

/** A number is no part of a name, nor is the unit behind one: "ten foot poles". */
function isCounted(tokens: Token[], at: number, { locale }: Pack): boolean {
  const isNumber = (place: number) => place >= 0 && readNumber(tokens, place, locale.numbers) !== undefined;
  const isUnit = locale.units.some(({ words }) => words.includes(tokens[at].norm));
  return isNumber(at) || isNumber(at + 1) || (isUnit && isNumber(at - 1));
}

/** Whether one of the two is part of a value of several words. */
function isNamedApart(words: Words, at: number, pack: Pack): boolean {
  return [at - 1, at, at + 1].some((from) =>
    valuesAt(words, from, pack).some(({ end }) => end > Math.max(at, from + 1)),
  );
}

/** Each word as it is, and in the singular. */
interface Words {
  exact: WordReading[][];
  stems: WordReading[][];
}

function wordsOf(tokens: readonly Token[], { locale }: Pack): Words {
  const read = (word: string): WordReading[] => [{ word, cost: 0 }];
  return {
    exact: tokens.map(({ norm }) => read(norm)),
    stems: tokens.map(({ norm }) => read(locale.stem(norm))),
  };
}

/** A word before those from a place on. */
function behind(first: Token, words: Words, at: number, pack: Pack): Words {
  const own = wordsOf([first], pack);
  return {
    exact: [...own.exact, ...words.exact.slice(at)],
    stems: [...own.stems, ...words.stems.slice(at)],
  };
}

function valuesAt(words: Words, at: number, { exact, stems }: Pack): TrieMatch[] {
  const found: TrieMatch[] = [];
  exact.matches(words.exact, at, found);
  stems.matches(words.stems, at, found);
  return found;
}

function joinedWith(first: Token, second: Token): Token {
  return {
    text: first.text + second.text,
    norm: first.norm + second.norm,
    start: first.start,
    end: second.end,
    confidence: Math.min(first.confidence, second.confidence),
  };
}
