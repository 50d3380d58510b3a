import { dictionary } from 'cmu-pronouncing-dictionary';

/**
 * Abbreviations that the dictionary has said as letters, and also as what they stand for: who says that word means it, and
 * would otherwise read "tv" for "television".
 */
export const readInFull: ReadonlyMap<string, string> = new Map([
  ['bbq', 'B AA R B IH K Y UW'],
  ['ltd', 'L IH M IH T IH D'],
  ['tv', 'T EH L AH V IH ZH AH N'],
]);

/**
 * The CMU Pronouncing Dictionary: words of letters and apostrophes with their pronunciations, without stress marks and
 * without doubles, the usual one first.
 */
export function readCmuDictionary(): Map<string, string[][]> {
  const found = new Map<string, string[][]>();
  for (const [key, value] of Object.entries(dictionary)) {
    const word = key.replace(/\(\d+\)$/, '');
    if (!/^[a-z']*[a-z][a-z']*$/.test(word)) continue;
    const phones = value.replace(/#.*/, '').replace(/[0-9]/g, '').trim().split(/\s+/);
    if (readInFull.get(word) === phones.join(' ')) continue;
    const list = found.get(word) ?? [];
    if (!list.some((other) => other.join(' ') === phones.join(' '))) list.push(phones);
    found.set(word, list);
  }
  return found;
}
