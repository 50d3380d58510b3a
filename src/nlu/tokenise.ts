import { commonCharacters } from './common-characters.js';
import type { Locale } from './locales/locale.js';
import { oncePer } from './once-per.js';

/** One word of a sentence in normal form. */
export interface Token {
  /** As it stands in the text, in characters of common use. */
  text: string;
  /** Lower case, without apostrophes; contractions are taken apart. */
  norm: string;
  /** Offset of the first character in the text. */
  start: number;
  /** Offset behind the last character. */
  end: number;
  /** 0..1, from the recogniser; 1 for typed text. */
  confidence: number;
  /** Whether a hyphen joins it with the word before it: the shirt of "t-shirt". */
  isHyphened?: boolean;
}

/** Whether these words, in normal form, stand at a place. */
export function startsWith(tokens: readonly Token[], at: number, words: readonly string[]): boolean {
  for (let offset = 0; offset < words.length; offset++)
    if (tokens[at + offset]?.norm !== words[offset]) return false;
  return true;
}

/** Whether a noun is written together with its verb, "the baby's asleep", or is that of an owner, "the baby's room". */
export function hasApostropheS({ norm, text }: Token): boolean {
  return /['’]s$/.test(text) && norm === text.replace(/['’]/, '').toLowerCase();
}

/** Whether a word is in the plural, or has another ending that its stem has not. */
export function isInflected({ norm }: Token, { stem }: Locale): boolean {
  return stem(norm) !== norm;
}

/** Whether one of these words stands between two places: a separator between values, for example. */
export function hasWord(
  tokens: readonly Token[],
  from: number,
  to: number,
  words: ReadonlySet<string>,
): boolean {
  return tokens.slice(from, to).some(({ norm }) => words.has(norm));
}

/** Whether a comma, or another sign, stands between words right behind each other; nobody says one. */
export function hasComma(tokens: readonly Token[]): boolean {
  return tokens.some(({ end }, at) => tokens[at + 1] !== undefined && tokens[at + 1].start - end > 1);
}

/** What a table of the locale has for a word. */
export function lookup<Value>(
  words: Readonly<Record<string, Value>>,
  token: Token | undefined,
): Value | undefined {
  return token !== undefined && Object.hasOwn(words, token.norm) ? words[token.norm] : undefined;
}

/** More words than this are not looked at: the work per query stays bounded whatever is sent. */
const maxTokens = 120;
/** The same for UTF-16 code units. */
const mostCharacters = 4000;

const wordPattern =
  /[$£€¥₹]|\bw\/o?(?=\s)|#(?=\d)|(?<=[$£€¥₹] ?[\d.,]{1,12} ?)[-–](?= ?[$£€¥₹]?\d)|(?:(?<=[$£€¥₹] ?)\d+(?:\.\d{3})*,\d{2}(?!\d)|\d+(?:\.\d{3})*,\d{2}(?= ?(?:[$£€¥₹]|eur))|(?<=€ ?)\d{1,3}(?:\.\d{3})+(?!\d)|\d{1,3}(?:\.\d{3})+(?= ?(?:€|eur)))|\d+(?:,\d{3})+(?:\.\d+)?|\b\p{L}\.\d+\b|\d{1,2}:\d{2}|(?!(?:2[6-9]|[3-5]\d)\/(?:2[6-9]|3\d)\b|\d{3}\/\d\d(?!\d))\d+\/\d+|\d*\.?\d+(?:st|nd|rd|th)\b|(?!(?<=\p{L})\.)\d*\.?\d+|[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*|(?<=\d ?)"|%|°(?:[CFcf]\b)?|(?<=\s)&(?=\s)|(?<=\s)(?:@(?=\s?\d)|(?:[-=]>|→)(?=\s))|(?<=\p{L}{3}\s)-(?=\p{L}{3})|(?:[<>]=?|[≤≥~≈])(?=\s*[$£€¥₹]?\s*\d)|(?<=\d[a-z]{0,3})\+(?![^\s?!.,;])|(?<=^|\s)[-+](?=\d+\.\d{2}(?!\d)|\d+ ?(?:°|degrees?\b))/gu;

/**
 * Splits a text into words; punctuation falls away, digits and letters written together are taken apart, and what is
 * written in other characters than those of common use is read as these.
 */
export function tokenise(text: string, locale: Locale, confidences?: readonly number[]): Token[] {
  const tokens: Token[] = [];
  // Bounded before the search: a text of megabytes costs no more than one of a few thousand characters.
  const { text: common, place: placeIn } = commonCharacters(text.slice(0, mostCharacters));
  // One character can become many.
  const bounded = common.slice(0, mostCharacters);
  // What a recogniser writes is plain words and spaces; other text is taken apart with care, which costs more.
  const words = [...(/^[a-z' ]*$/.test(bounded) ? plainWords(bounded) : bounded.matchAll(wordPattern))];
  let written = 0;
  for (const [index, match] of words.entries()) {
    if (tokens.length >= maxTokens) break;
    const raw = plainQuotes(match[0]);
    const confidence = confidences?.[Math.min(written++, confidences.length - 1)] ?? 1;
    const isHyphened = /^[\p{L}\d]-[\p{L}\d]$/u.test(bounded.slice(match.index - 2, match.index + 1));
    const place = {
      text: match[0].replaceAll('’', "'"),
      start: match.index,
      end: match.index + match[0].length,
      confidence,
      ...(isHyphened && { isHyphened }),
    };
    const around = {
      before: words[index - 1]?.[0],
      next: words[index + 1]?.[0],
      isLastNext: index + 2 >= words.length,
    };
    const sign = signOf(raw, bounded, place, locale);
    const expansion = sign === undefined ? expansionOf(raw, around, locale) : undefined;
    if (expansion !== undefined) {
      const parts = expansion.split(' ');
      const [first] = parts;
      // "the lid's got to fit" names a lid
      if (parts.length === 2 && !Object.hasOwn(locale.contractions, raw) && raw.startsWith(`${first}'`)) {
        const middle = place.start + first.length;
        tokens.push({ ...place, text: match[0].slice(0, first.length), end: middle, norm: first });
        tokens.push({ ...place, text: match[0].slice(first.length), start: middle, norm: parts[1] });
      } else for (const word of parts) tokens.push({ ...place, norm: word });
      continue;
    }
    const plain = raw.replaceAll("'", '').replace('–', '-');
    // as in the box of a search engine: "shoes -nike"
    const refusal = plain === '-' && /\p{L}/u.test(bounded.charAt(place.end)) && locale.negations[0];
    const norm = sign ?? (refusal || plainFigure(plain, bounded, place));
    if (norm === '' || joinApart(tokens, norm, place, locale)) continue;
    if (moneyWordsOf(locale).has(norm)) joinFigures(tokens, bounded, '-');
    else if (unitWordsOf(locale).has(norm)) joinFigures(tokens, bounded, 'to');
    tokens.push({ ...place, norm });
  }
  joinRoundFigures(tokens, bounded);
  const kept = tokens.slice(0, maxTokens);
  return placeIn ? kept.map((token) => ({ ...token, ...placeIn(token.start, token.end) })) : kept;
}

/** "Per cent" is one word; whether this is the second of its parts. */
function joinApart(
  tokens: Token[],
  norm: string,
  { text, end }: Omit<Token, 'norm'>,
  { writtenApart }: Locale,
): boolean {
  const first = tokens.at(-1);
  const whole = lookup(writtenApart, first);
  if (first === undefined || whole?.next !== norm) return false;
  tokens[tokens.length - 1] = { ...first, text: `${first.text} ${text}`, norm: whole.meant, end };
  return true;
}

/** Where a word stands in a text. */
type Place = Pick<Token, 'start' | 'end'>;

/** The sign of a figure, as it is said: "-2.75", "+20°". */
function signOf(word: string, text: string, { start, end }: Place, { numbers }: Locale): string | undefined {
  if (!/^[-+]$/.test(word) || !/^(?:^|\s)\d$/.test((text[start - 1] ?? '') + text[end])) return undefined;
  return (word === '-' ? numbers.minus : numbers.plus)[0];
}

/** "1,299.00", and beside a currency "1.299,00" and "1.299 €", as 1299.00. */
function plainFigure(word: string, text: string, { start, end }: Place): string {
  if (!/^\d/.test(word)) return word;
  if (/^\d+(?:,\d{3})+/.test(word))
    return word.replace(/^\d+(?:,\d{3})+/, (figure) => figure.replaceAll(',', ''));
  if (/^\d+(?:\.\d{3})*,\d{2}$/.test(word)) return word.replaceAll('.', '').replace(',', '.');
  const isGrouped =
    /^\d{1,3}(?:\.\d{3})+$/.test(word) &&
    (/^ ?(?:€|eur)/i.test(text.slice(end)) || /€ ?$/.test(text.slice(0, start)));
  return isGrouped ? word.replaceAll('.', '') : word;
}

function plainQuotes(word: string): string {
  return word.toLowerCase().replaceAll('’', "'");
}

/** The words that a shortened one stands for: "the kitchen's too dark" is no kitchen's dark. */
function expansionOf(
  word: string,
  { before: wordBefore, next, isLastNext }: { before?: string; next?: string; isLastNext: boolean },
  locale: Locale,
): string | undefined {
  const follower = plainQuotes(next ?? '');
  if (Object.hasOwn(locale.contractions, word))
    return beforePerfect(locale.contractions[word], follower, locale);
  const { shortenedVerbs, unmarked, statements } = locale;
  const isKnown = statements.determiners.includes(plainQuotes(wordBefore ?? ''));
  if (Object.hasOwn(unmarked, word)) {
    const { meant, before } = unmarked[word];
    return before.includes(follower) ? meant : undefined;
  }
  const shortened = shortenedVerbs.find(
    ({ ending, before, last, end, open }) =>
      word.endsWith(ending) &&
      ((before?.includes(follower) ?? true) ||
        (isLastNext && (end.includes(follower) || (isKnown && last.includes(follower))))) &&
      !(isLastNext && open.includes(follower)),
  );
  const whole = shortened && `${word.slice(0, -shortened.ending.length)} ${shortened.verb}`;
  return whole && beforePerfect(whole, follower, locale);
}

/** Two verbs that are shortened alike are told apart by what follows: "it's got", "the rain's been" is a "has". */
function beforePerfect(expansion: string, follower: string, { perfect }: Locale): string {
  return perfect?.before.includes(follower) && expansion.endsWith(` ${perfect.short}`)
    ? `${expansion.slice(0, -perfect.short.length)}${perfect.meant}`
    : expansion;
}

/**
 * "50-100" becomes "50 - 100" where money follows, and "5-6" becomes "5 to 6" where a unit does; elsewhere the sign says
 * nothing ("1-2 years", "wd-40"), and "2-1/2 inch" is no span.
 */
function joinFigures(tokens: Token[], text: string, norm: '-' | 'to'): void {
  const [from, to] = tokens.slice(-2);
  if (to === undefined || !/^\d/.test(from.norm) || !/^\d/.test(to.norm)) return;
  if (!/^ ?[-–] ?$/.test(text.slice(from.end, to.start))) return;
  if (norm === 'to' && !(Number(from.norm) < Number(to.norm))) return;
  const place = { text: '-', start: from.end, end: to.start, confidence: from.confidence };
  tokens.splice(-1, 1, { ...place, norm }, { ...to, isHyphened: false });
}

/** "Headphones 50-100" is a span as well: figures so round, at the end, are hardly a size or a part of a name. */
function joinRoundFigures(tokens: Token[], text: string): void {
  const [from, to] = tokens.slice(-2).map(({ norm }) => Number(norm));
  if (from % 10 === 0 && to % 50 === 0 && from > 0) joinFigures(tokens, text, 'to');
}

const moneyWordsOf = oncePer(({ money, regions }: Locale): ReadonlySet<string> => {
  const { major, multiples, symbols } = money;
  const regional = Object.values(regions).map(({ moneyUnits }) => moneyUnits);
  return new Set([major, multiples, symbols, ...regional].flatMap(Object.keys));
});

/** Of units that are no other words: "in" is one as well. */
const unitWordsOf = oncePer(
  ({ units }: Locale): ReadonlySet<string> =>
    new Set(units.flatMap(({ words, typed }) => [...words, ...typed])),
);

function* plainWords(text: string): Generator<{ 0: string; index: number }> {
  let index = 0;
  for (const word of text.split(' ')) {
    if (word !== '') yield { 0: word, index };
    index += word.length + 1;
  }
}

/** Normal form of a phrase, as lists and templates are stored. */
export function normalWords(text: string, locale: Locale): string[] {
  // Most list values are plain lower-case words; the full reading costs ten times as much.
  if (/^[a-z]+(?: [a-z]+)*$/.test(text)) {
    const words = text.split(' ');
    if (!words.some((word) => Object.hasOwn(locale.contractions, word))) return words;
  }
  return tokenise(text, locale).map((token) => token.norm);
}
