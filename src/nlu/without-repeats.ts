import type { Pack } from './pack/pack.js';
import type { Token } from './tokenise.js';

/** Nobody repeats more words than these where he begins anew. */
const mostRepeated = 4;

/**
 * The words of somebody who begins anew, said once: "i'd like a i'd like a latte", "the black the black one". Longer
 * repetitions come first, as a shorter one may be a part of them. A word alone is kept where it may be meant twice: a
 * number, a word that the pack does not know ("bora bora"), and one that it knows twice in a row ("tom tom").
 *
 * @returns undefined where nothing is said twice in a row.
 */
export function withoutRepeats(tokens: readonly Token[], pack: Pack): Token[] | undefined {
  const said: Token[] = [];
  for (const token of tokens) {
    said.push(token);
    for (let length = mostRepeated; length > 0; length--)
      if (endsOnRepeat(said, length) && (length > 1 || isSlip(token.norm, pack))) said.splice(-length);
  }
  return said.length < tokens.length ? said : undefined;
}

function endsOnRepeat(tokens: readonly Token[], length: number): boolean {
  const second = tokens.length - length;
  if (second < length) return false;
  return tokens.slice(second).every(({ norm }, at) => norm === tokens[second - length + at].norm);
}

function isSlip(word: string, pack: Pack): boolean {
  const { units, tens } = pack.locale.numbers;
  if (/^\d/.test(word) || Object.hasOwn(units, word) || Object.hasOwn(tens, word)) return false;
  const { known, twice } = listWordsOf(pack);
  return (known.has(word) || pack.automaton.words.numbers.has(word)) && !twice.has(word);
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
