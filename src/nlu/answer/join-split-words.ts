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
  for (let at = 0; at < tokens.length; at++) {
    const between = text.slice(tokens[at].end, tokens[at + 1]?.start ?? tokens[at].end);
    const isSplit = between === ' ' && isSplitAt(tokens, at, pack);
    joined.push(isSplit ? joinedWith(tokens[at], tokens[at + 1]) : tokens[at]);
    if (isSplit) at++;
  }
  return joined;
}

function isSplitAt(tokens: Token[], at: number, pack: Pack): boolean {
  const first = tokens[at];
  const second = tokens[at + 1];
  if ([first, second].some((token) => !mayBePart(token, pack)) || isCounted(tokens, at, pack)) return false;
  if (pack.beginsWithBoth(first.norm, second.norm)) return false;
  const meant = valuesAt([joinedWith(first, second), ...tokens.slice(at + 2)], 0, pack);
  if (meant.length === 0 || isNamedApart(tokens, at, pack)) return false;
  const fields = new Set(meant.flatMap((match) => fieldsOf(match, pack)));
  const isOther = (match: TrieMatch) => {
    const own = match.end === at + 1 ? fieldsOf(match, pack) : [];
    return own.length > 0 && !own.some((field) => fields.has(field));
  };
  return !valuesAt(tokens, at, pack).some(isOther);
}

/** Where the values of a list go. */
function fieldsOf({ list }: TrieMatch, { entities, lists }: Pack): readonly string[] {
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
function isNamedApart(tokens: Token[], at: number, pack: Pack): boolean {
  return [at - 1, at, at + 1].some((from) =>
    valuesAt(tokens, from, pack).some(({ end }) => end > Math.max(at, from + 1)),
  );
}

function valuesAt(tokens: readonly Token[], at: number, { exact, stems, locale }: Pack): TrieMatch[] {
  const found: TrieMatch[] = [];
  const read = (word: string): WordReading[] => [{ word, cost: 0 }];
  exact.matches(
    tokens.map(({ norm }) => read(norm)),
    at,
    found,
  );
  stems.matches(
    tokens.map(({ norm }) => read(locale.stem(norm))),
    at,
    found,
  );
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
