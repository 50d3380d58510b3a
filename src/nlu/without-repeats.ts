import { isNumberWord } from './entities/number.js';
import type { Pack } from './pack/pack.js';
import type { Token } from './tokenise.js';

/** Nobody repeats more words than these where he begins anew. */
const mostRepeated = 4;

/**
 * The words of somebody who begins anew, said once: "i'd like a i'd like a latte", "the black the black one". Longer
 * repetitions come first, as a shorter one may be a part of them. What begins with a number is kept ("one tea, one tea
 * with milk"), and a word alone that the pack does not know ("bora bora"), or knows twice in a row ("tom tom").
 *
 * @returns undefined where nothing is said twice in a row; `isNumber` where a number is, which may as well be meant.
 */
export function withoutRepeats(
  tokens: readonly Token[],
  pack: Pack,
): { words: Token[]; isNumber: boolean } | undefined {
  const said: Token[] = [];
  let isNumber = false;
  for (const token of tokens) {
    said.push(token);
    for (let length = mostRepeated; length > 0; length--)
      if (endsOnRepeat(said, length) && isSlip(said.slice(-length), pack)) {
        isNumber ||= isNumberWord(said.at(-length)!.norm, pack.locale.numbers);
        said.splice(-length);
      }
  }
  return said.length < tokens.length ? { words: said, isNumber } : undefined;
}

function endsOnRepeat(tokens: readonly Token[], length: number): boolean {
  const second = tokens.length - length;
  if (second < length) return false;
  return tokens.slice(second).every(({ norm }, at) => norm === tokens[second - length + at].norm);
}

function isSlip([{ norm }, ...more]: readonly Token[], pack: Pack): boolean {
  if (isNumberWord(norm, pack.locale.numbers)) return more.length === 0;
  if (/^\d/.test(norm)) return false;
  if (more.length > 0) return true;
  const { known, twice } = listWordsOf(pack);
  return (known.has(norm) || pack.automaton.words.numbers.has(norm)) && !twice.has(norm);
}

const listWords = new WeakMap<Pack, Record<'known' | 'twice', ReadonlySet<string>>>();

/** The words of a pack's lists, and those that stand in them twice in a row. */
function listWordsOf(pack: Pack): Record<'known' | 'twice', ReadonlySet<string>> {
  const seen = listWords.get(pack);
  if (seen !== undefined) return seen;
  const [known, twice] = [new Set<string>(), new Set<string>()];
  for (const values of pack.lists.values()) {
    for (const phrase of values.keys()) {
      const words = phrase.split(' ');
      for (const [at, word] of words.entries()) {
        known.add(word);
        if (word === words[at - 1]) twice.add(word);
      }
    }
  }
  const found = { known, twice };
  listWords.set(pack, found);
  return found;
}
