import { withPossessive } from '../../with-possessive.js';
import type { GraphemeToPhone } from './grapheme-to-phone.js';
import type { Lexicon } from './lexicon.js';
import { type Pronouncer, pronounceTokens } from './pronouncer.js';

const letterNames: Record<string, string> = {
  a: 'EY', b: 'B IY', c: 'S IY', d: 'D IY', e: 'IY', f: 'EH F', g: 'JH IY', h: 'EY CH', i: 'AY', j: 'JH EY',
  k: 'K EY', l: 'EH L', m: 'EH M', n: 'EH N', o: 'OW', p: 'P IY', q: 'K Y UW', r: 'AA R', s: 'EH S', t: 'T IY',
  u: 'Y UW', v: 'V IY', w: 'D AH B AH L Y UW', x: 'EH K S', y: 'W AY', z: 'Z IY',
}; // biome-ignore format: a table

/** Share of the probability that a second guess must have. */
const leastShare = 0.2;
const longestAcronym = 5;
/** Letters of words that may as well be an acronym in lower case. */
const shortWord = 4;
/** Words whose guesses are kept. */
const mostGuesses = 20_000;

/**
 * Says any text: words of the lexicon as it has them; acronyms, single letters and digits by name or as a number;
 * everything else by grapheme-to-phone.
 */
export class PhonePronouncer implements Pronouncer {
  readonly units = 'phones';
  private readonly guesses = new Map<string, string[][]>();

  constructor(
    private readonly lexicon: Lexicon,
    private readonly g2p: GraphemeToPhone,
  ) {}

  pronounce(text: string, most = 4): string[][] {
    return pronounceTokens(text, most, (token) => this.ofToken(token));
  }

  ofToken(token: string): string[][] {
    const word = token.toLowerCase();
    const id = this.lexicon.idOf(word);
    if (id >= 0) {
      const known = this.lexicon.pronunciations(id);
      const ways = known.map((units) => units.map((unit) => this.lexicon.units[unit]));
      if (ways.length > 0) return mayBeAcronym(token) ? [...ways, spelledOut(word)] : ways;
    }
    const letters = word.replace(/[^a-z]/g, '');
    if (letters === '') return [];
    const possessive = /[^s]'s$/.test(word) ? this.ofToken(word.slice(0, -2)) : [];
    if (possessive.length > 0) return possessive.map(withPossessive);
    const singular = singulars(word).find((one) => this.lexicon.idOf(one) >= 0);
    if (singular !== undefined && !mayBeAcronym(token)) return this.ofToken(singular).map(withPossessive);
    const known = this.guesses.get(token);
    if (known) return known;
    const ways = this.guess(word, letters, mayBeAcronym(token));
    if (this.guesses.size >= mostGuesses) this.guesses.clear();
    this.guesses.set(token, ways);
    return ways;
  }

  private guess(word: string, letters: string, isAcronym: boolean): string[][] {
    const guessed = this.g2p
      .pronounce(word)
      .filter(({ probability }, rank) => rank === 0 || probability > leastShare);
    const ways = guessed.map(({ phones }) => phones);
    const hasVowel = /[aeiouy]/.test(letters);
    if (isAcronym || (letters.length <= longestAcronym && !hasVowel))
      return [spelledOut(letters), ...ways.slice(0, 1)];
    // Short words that no dictionary has are as often said letter by letter: sfo, hdmi, nyc.
    return letters.length <= shortWord ? [...ways.slice(0, 1), spelledOut(letters)] : ways;
  }
}

function mayBeAcronym(token: string) {
  return /^[A-Z]{2,}$/.test(token) && token.length <= longestAcronym;
}

/** Phones of a word by the names of its letters. */
export function spelledOut(letters: string): string[] {
  return [...letters].flatMap((letter) => letterNames[letter].split(' '));
}

/** What a word may be the plural of: wolves' endings are left to guessing. */
function singulars(word: string): string[] {
  const [, stem] = /^([a-z]{3,}[^su'])s$/.exec(word) ?? [];
  if (stem === undefined) return [];
  if (/[^aeiou]ie$/.test(stem)) return [stem, `${stem.slice(0, -2)}y`];
  return /(s|x|z|ch|sh)e$/.test(stem) ? [stem, stem.slice(0, -1)] : [stem];
}
