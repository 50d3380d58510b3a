import { spellNumber } from './spell-number.js';

/** Tells by what units of a model any text is said. */
export interface Pronouncer {
  /** What the units are: sounds, or word pieces, which say a word by how it is written. */
  readonly units: 'phones' | 'pieces';
  /**
   * @param text One word or several; case tells acronyms (`LG`) from words.
   * @param most Most pronunciations of the whole text. @default 4
   * @returns Units of the acoustic model, the likeliest way first; empty when nothing in the text can be said.
   */
  pronounce(text: string, most?: number): string[][];
  /** Pronunciations of a single lower- or upper-case token without digits. */
  ofToken(token: string): string[][];
}

/** Pronunciations of a text by those of its tokens. */
export function pronounceTokens(
  text: string,
  most: number,
  ofToken: (token: string) => string[][],
): string[][] {
  let whole: string[][] = [[]];
  for (const token of spokenTokens(text)) {
    const ways = ofToken(token);
    if (ways.length === 0) continue;
    whole = whole.flatMap((before) => ways.map((way) => [...before, ...way])).slice(0, most);
  }
  return whole.filter((units) => units.length > 0);
}

const signs = new Map([
  ['&', 'and'],
  ['+', 'plus'],
  ['%', 'percent'],
  ['@', 'at'],
  ['°', 'degrees'],
  ['#', 'number'],
]);

/**
 * The tokens that stand for words in a text, digits spoken out: `iPhone 15 Pro` -> iphone fifteen Pro. Mixed tokens
 * are taken apart where letters and digits meet.
 */
export function spokenTokens(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/[’‘`]/g, "'");
  const tokens = plain.match(/[a-zA-Z]+(?:'[a-zA-Z]+)*'?|\d+(?:[.,]\d+)*|[&+%@°#]/g) ?? [];
  return tokens.flatMap((token) => {
    if (/^\d/.test(token)) return spellNumber(token).split(' ');
    return signs.get(token) ?? token;
  });
}
