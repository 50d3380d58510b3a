import { isNumberOrFigure, isNumberWord } from '../entities/number.js';
import { oncePer } from '../once-per.js';
import type { Pack } from '../pack/pack.js';
import { hasComma, lookup, type Token } from '../tokenise.js';

/** Nobody repeats more words than these where he begins anew. */
const mostRepeated = 4;

/**
 * The words of somebody who begins anew, said once: "i'd like a i'd like a latte", "the black the black one". Longer
 * repetitions come first, as a shorter one may be a part of them. What begins with a number is kept ("one tea, one tea
 * with milk"), and so is a word alone that the pack does not know ("bora bora"), or knows twice in a row ("tom tom"), and
 * more where the pack knows them so: of "half and half and half a sugar" nothing is said twice. Nor is a thing that is
 * named once more: "a latte and a latte and a mocha", "a latte, a latte and a mocha". In a pack in which something is spelled
 * out, letters beside others are: "one a two a a".
 *
 * @returns undefined where nothing is said twice in a row; `isNumber` where a number is, which may as well be meant,
 *   or what sounds like one before another: "for for thirty"; `isValue` where one word of a list is: "a medium medium roast".
 */
export function withoutRepeats(
  tokens: readonly Token[],
  pack: Pack,
): { words: Token[]; isNumber: boolean; isValue: boolean } | undefined {
  const said: Token[] = [];
  let isNumber = false;
  let isValue = false;
  for (const [at, token] of tokens.entries()) {
    said.push(token);
    for (let length = mostRepeated; length > 0; length--)
      if (
        endsOnRepeat(said, length) &&
        isSlip(said.slice(-length), pack) &&
        !isSpelled(said, length, tokens[at + 1], pack) &&
        !isListed(said, length, tokens[at + 1], pack)
      ) {
        const { norm } = said.at(-length)!;
        isNumber ||= mayBeNumber(norm, tokens[at + 1]?.norm ?? '', pack);
        isValue ||=
          length === 1 && listWordsOf(pack).known.has(norm) && !pack.locale.openWords.includes(norm);
        said.splice(-length);
      }
  }
  return said.length < tokens.length ? { words: said, isNumber, isValue } : undefined;
}

function mayBeNumber(word: string, next: string, { locale, homophones }: Pack): boolean {
  const isNumber = (one: string) => isNumberWord(one, locale.numbers);
  return isNumber(word) || (isNumber(next) && homophones.spoken.get(word)?.some(isNumber) === true);
}

function endsOnRepeat(tokens: readonly Token[], length: number): boolean {
  const second = tokens.length - length;
  if (second < length) return false;
  return tokens.slice(second).every(({ norm }, at) => norm === tokens[second - length + at].norm);
}

function isSlip(words: readonly Token[], pack: Pack): boolean {
  const [{ norm }, ...more] = words;
  if (isNumberWord(norm, pack.locale.numbers)) return more.length === 0;
  if (/^\d/.test(norm)) return false;
  const { known, twice, between } = listWordsOf(pack);
  if (more.length > 0) {
    const norms = words.map((token) => token.norm);
    const isNamedAgain =
      norms.some((word) => pack.locale.conjunctions.includes(word)) && norms.some((word) => known.has(word));
    return !isNamedAgain && !between.has(inAnyOrder(norms));
  }
  return (known.has(norm) || pack.automaton.words.numbers.has(norm)) && !twice.has(norm);
}

/**
 * Whether somebody who types lists things, two of which are alike: a comma stands behind the first one, and behind the
 * other another comma, or a word such as "and". The words said twice are then those of "a latte, A LATTE and a tea", or
 * begin in the midst of a thing: "a latte, a LATTE, A tea".
 */
function isListed(said: readonly Token[], length: number, next: Token | undefined, pack: Pack): boolean {
  if (length === 1) return false;
  const { known } = listWordsOf(pack);
  const { openWords, conjunctions } = pack.locale;
  return said.slice(-length).some((last, index) => {
    const first = said.slice(index - 2 * length);
    const behind = index + 1 < length ? said.at(index + 1 - length) : next;
    return (
      behind !== undefined &&
      known.has(last.norm) &&
      !openWords.includes(last.norm) &&
      hasComma(first.slice(0, 2)) &&
      (hasComma([last, behind]) || conjunctions.includes(behind.norm))
    );
  });
}

/**
 * Whether letters and figures come again within what somebody spells out: of "b a a" the second "a" is a letter. A number
 * that counts nothing, "check seven seven and go on", may be all of it.
 */
function isSpelled(said: readonly Token[], length: number, next: Token | undefined, pack: Pack): boolean {
  if (!spells(pack).isMeant) return false;
  const { numbers, spelling } = pack.locale;
  const isCharacter = (token: Token | undefined) =>
    token !== undefined &&
    (lookup(spelling.letters, token) !== undefined || isNumberOrFigure(token.norm, numbers));
  if (!said.slice(-length).every(isCharacter)) return false;
  const isAlone = next === undefined || pack.locale.conjunctions.includes(next.norm);
  const isNumber = isNumberOrFigure(said.at(-1)!.norm, numbers);
  return length > 1 || (isNumber && isAlone) || isCharacter(said.at(-3)) || isCharacter(next);
}

const spells = oncePer((pack: Pack) => ({
  isMeant: [...pack.entities.values()].some(({ kind }) => kind === 'spelled'),
}));

function inAnyOrder(words: readonly string[]): string {
  return words.toSorted().join(' ');
}

interface ListWords {
  known: ReadonlySet<string>;
  /** Those that stand twice in a row. */
  twice: ReadonlySet<string>;
  /** A word that comes again, and what stands before it does: "half and". */
  between: ReadonlySet<string>;
}

/** The words of a pack's lists. */
const listWordsOf = oncePer((pack: Pack): ListWords => {
  const found = { known: new Set<string>(), twice: new Set<string>(), between: new Set<string>() };
  for (const values of pack.lists.values()) {
    for (const phrase of values.keys()) {
      const words = phrase.split(' ');
      for (const [at, word] of words.entries()) {
        found.known.add(word);
        if (word === words[at - 1]) found.twice.add(word);
        const again = words.indexOf(word, at + 1);
        if (again > at + 1) found.between.add(inAnyOrder(words.slice(at, again)));
      }
    }
  }
  return found;
});
