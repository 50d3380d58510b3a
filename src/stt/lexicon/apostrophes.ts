const contractions = /^(.+?)(d|ll|re|ve|m)$/;

/**
 * Spellings with an apostrophe of a word that was written without one, as in plain forms of text: `id` -> i'd,
 * `dont` -> don't, `mens` -> men's.
 *
 * @param isKnown Whether the lexicon has a spelling. Possessives stand only for words that it lacks.
 */
export function withApostrophe(word: string, isKnown: (spelling: string) => boolean): string[] {
  const candidates: string[] = [];
  const contraction = contractions.exec(word);
  if (contraction) candidates.push(`${contraction[1]}'${contraction[2]}`);
  if (/nt$/.test(word)) candidates.push(`${word.slice(0, -1)}'t`);
  if (/s$/.test(word) && (!isKnown(word) || word === 'its' || word === 'lets'))
    candidates.push(`${word.slice(0, -1)}'s`);
  return candidates.filter(isKnown);
}
