import type { Locale } from '../locales/locale.js';
import type { WordReading } from './word-trie.js';

const shortest = 4;
/** Shorter ones in the plural are mostly other words. */
const shortestStem = 6;
const longest = 20;
/** Of a word of which the recogniser was sure, or that was typed: "headfones" are headphones. */
const fewestSoundsTyped = 5;
const keyLength = 3;
/** What it costs that a word was meant for another one, of 1 for what can be no such word. */
const costs = { swapped: 0.45, oneEdit: 0.45, oneEditAlike: 0.3, soundsLike: 0.5 } as const;
/** Below this confidence the recogniser was in doubt about a word. */
const surely = 0.9;
/** More words that sound alike are not looked at. */
const mostAlike = 64;
/** A word of fewer letters that is one letter off is another word. */
const fewestLettersOff = 6;

/**
 * Words of closed lists by their near misses: one edit away, or sounding alike. A word one edit away keeps its first
 * or its last letters, so two keys a word find it. Bounded: at most {@link maxReadings} words come back for any input.
 */
export class NearMissIndex {
  readonly #locale: Locale;
  readonly #words = new Set<string>();
  readonly #known = new Set<string>();
  readonly #keys = new Map<string, string[]>();
  readonly #misses = new Map<string, readonly WordReading[]>();
  readonly #typed = new Map<string, readonly WordReading[]>();
  #sounds: Map<string, string[]> | undefined;

  constructor(locale: Locale) {
    this.#locale = locale;
  }

  /** A word that is right as it stands, and that no other word is taken for. */
  know(word: string): void {
    this.#known.add(word);
  }

  /** Whether a word is right as it stands, in the singular or the plural. */
  knows(word: string): boolean {
    const stem = this.#locale.stem(word);
    return [word, stem].some((form) => this.#words.has(form) || this.#known.has(form));
  }

  add(word: string): void {
    if (this.#words.has(word)) return;
    this.#words.add(word);
    if (word.length < shortest || word.length > longest) return;
    push(this.#keys, word.slice(0, keyLength), word);
    push(this.#keys, `-${word.slice(-keyLength)}`, word);
  }

  /**
   * Known words that an unknown one may have been meant for, cheapest first.
   *
   * @param confidence The recogniser's confidence in the word: the surer it was, the more a change costs.
   */
  readings(word: string, confidence: number): readonly WordReading[] {
    if (confidence < 1) return this.#find(word, confidence);
    const before = this.#typed.get(word);
    if (before !== undefined) return before;
    const found = this.#find(word, confidence);
    if (this.#typed.size >= maxRemembered) this.#typed.clear();
    this.#typed.set(word, found);
    return found;
  }

  #find(word: string, confidence: number): WordReading[] {
    const stem = this.#locale.stem(word);
    if (this.#words.has(word) || this.#known.has(word) || this.#known.has(stem)) return [];
    if (word.length > longest || /\d/.test(word)) return [];
    if (this.#isForm(word)) return [];
    const swapped = confidence === 1 ? this.#swapped(word, stem) : [];
    if (word.length < shortest) return swapped.map((candidate) => ({ word: candidate, cost: costs.swapped }));
    const trust = 0.5 + 0.5 * confidence;
    const found = new Map<string, number>(swapped.map((candidate) => [candidate, costs.swapped]));
    for (const { word: candidate, cost } of this.#oneEditAway(word)) found.set(candidate, cost * trust);
    // "curtians" is the plural of a word that a list may have in the singular only; "winders" are no windows
    if (stem !== word && stem.length >= shortestStem)
      for (const { word: candidate, cost } of this.#oneEditAway(stem))
        if (isSlip(candidate, stem) || this.#locale.soundKey(candidate) === this.#locale.soundKey(stem))
          found.set(candidate, cost * trust);
    const sound = this.#locale.soundKey(word);
    // By sound alone only where the recogniser itself was in doubt, or where so much sounds alike that it is no chance.
    const inDoubt = confidence < surely;
    const fewestSounds = inDoubt ? 2 : fewestSoundsTyped;
    const sounds = new Set([sound, this.#locale.soundKey(stem)]);
    for (const key of sounds) {
      if (key.length < fewestSounds) continue;
      for (const candidate of this.#soundsLike(key)) {
        const difference = Math.abs(candidate.length - word.length);
        if (found.has(candidate) || candidate[0] !== word[0] || difference > (inDoubt ? 2 : 1)) continue;
        found.set(candidate, costs.soundsLike * trust);
      }
    }
    return [...found]
      .map(([candidate, cost]) => ({ word: candidate, cost }))
      .sort((a, b) => a.cost - b.cost || (a.word < b.word ? -1 : 1))
      .slice(0, maxReadings);
  }

  /** "bending" is no "bedding"; but a letter is easily doubled: "stripped shirts" are striped. */
  #isForm(word: string): boolean {
    const bases = this.#locale.bases(word);
    return bases.some((base) => {
      const isDoubled = word[base.length] === base.at(-1);
      return base.length >= shortest && !isDoubled && this.#known.has(base);
    });
  }

  /** Remembered, because people say the same names again and again. */
  #oneEditAway(word: string): readonly WordReading[] {
    const known = this.#misses.get(word);
    if (known !== undefined) return known;
    const found = new Map<string, number>();
    const sound = this.#locale.soundKey(word);
    for (const key of [word.slice(0, keyLength), `-${word.slice(-keyLength)}`]) {
      for (const candidate of this.#keys.get(key) ?? []) {
        if (found.has(candidate) || !withinOneEdit(candidate, word)) continue;
        const sameSound = this.#locale.soundKey(candidate) === sound;
        // A short word one letter off is another word; one that also sounds the same is a misspelling.
        const isShort = Math.min(candidate.length, word.length) < fewestLettersOff;
        if (!sameSound && (candidate[0] !== word[0] || isShort)) continue;
        found.set(candidate, sameSound ? costs.oneEditAlike : costs.oneEdit);
      }
    }
    const readings = [...found].map(([candidate, cost]) => ({ word: candidate, cost }));
    if (this.#misses.size >= maxRemembered) this.#misses.clear();
    this.#misses.set(word, readings);
    return readings;
  }

  /** Words with two neighbouring letters the other way round: fingers swap them in short words as well, "teh", "trun". */
  #swapped(word: string, stem: string): string[] {
    return [...new Set([word, stem])].flatMap((typed) =>
      [...typed.slice(0, -1)]
        .map((_, at) => typed.slice(0, at) + typed[at + 1] + typed[at] + typed.slice(at + 2))
        .filter((meant) => meant !== typed && meant[0] === word[0] && this.#words.has(meant)),
    );
  }

  #soundsLike(sound: string): readonly string[] {
    if (this.#sounds === undefined) {
      this.#sounds = new Map();
      for (const word of this.#words) {
        if (word.length < shortest || word.length > longest) continue;
        const key = this.#locale.soundKey(word);
        if (key.length >= 2) push(this.#sounds, key, word);
      }
    }
    return this.#sounds.get(sound)?.slice(0, mostAlike) ?? [];
  }
}

const maxReadings = 4;
const maxRemembered = 20_000;

function push(map: Map<string, string[]>, key: string, word: string): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [word]);
  else known.push(word);
}

/** Whether the letters of a word are all there in the other, or are but swapped: no letter stands for another one. */
function isSlip(a: string, b: string): boolean {
  return a.length !== b.length || [...a].sort().join('') === [...b].sort().join('');
}

/** One insertion, deletion, substitution or swap of neighbours (optimal string alignment). */
function withinOneEdit(a: string, b: string): boolean {
  if (a === b) return true;
  if (Math.abs(a.length - b.length) > 1) return false;
  let from = 0;
  while (from < a.length && from < b.length && a[from] === b[from]) from++;
  let aEnd = a.length;
  let bEnd = b.length;
  while (aEnd > from && bEnd > from && a[aEnd - 1] === b[bEnd - 1]) {
    aEnd--;
    bEnd--;
  }
  const aLength = aEnd - from;
  const bLength = bEnd - from;
  if (aLength <= 1 && bLength <= 1) return true;
  return aLength === 2 && bLength === 2 && a[from] === b[from + 1] && a[from + 1] === b[from];
}
