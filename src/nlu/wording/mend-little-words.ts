import type { Locale } from '../locales/locale.js';
import { oncePer } from '../once-per.js';
import type { Pack } from '../pack/pack.js';
import type { Token } from '../tokenise.js';

/**
 * Typed words that nobody knows, and that are a letter off a little word of the language that the pack knows, read as that:
 * "unnder 50 dolars", "earbuds wihtout a wire". Amounts, measures and the words between values are compared letter by
 * letter, while the values themselves have near misses of their own. The text stays as it was typed.
 */
export function mendLittleWords(tokens: Token[], pack: Pack): Token[] {
  const little = littleWordsOf(pack.locale);
  const meantBy = ({ norm, confidence }: Token): string => {
    if (confidence < 1 || little.has(norm)) return norm;
    const [nearest, ...others] = pack.nearMisses.readings(norm, confidence);
    if (nearest === undefined) return norm;
    const near = [nearest, ...others.filter(({ cost }) => cost === nearest.cost)];
    return near.find(({ word }) => little.has(word))?.word ?? norm;
  };
  const mended = tokens.map(meantBy);
  return mended.every((norm, at) => norm === tokens[at].norm)
    ? tokens
    : tokens.map((token, at) => ({ ...token, norm: mended[at] }));
}

const littleWordsOf = oncePer((locale: Locale): ReadonlySet<string> => {
  const { openWords, comparisons, money, numbers, units } = locale;
  // Of money that is foreign everywhere, "forint" is as near to "fornt" as "front" is.
  const ownMoney = Object.keys(money.major).filter((word) => money.major[word] === '');
  const compared = [...Object.values(comparisons.before), ...Object.values(comparisons.after)].flat();
  return new Set([
    ...openWords,
    ...numbers.point,
    ...compared.flatMap((phrase) => phrase.split(' ')),
    ...comparisons.ranges.map(({ open }) => open),
    ...ownMoney,
    ...money.minor,
    ...money.unnamed,
    ...units.flatMap(({ words }) => words.flatMap((word) => word.split(' '))),
  ]);
});
