import type { Locale } from '../locales/locale.js';
import { normalWords } from '../tokenise.js';

const word = /[\p{L}\p{M}]+(?:'[\p{L}\p{M}]+)*/gu;

/**
 * How words are written that stand in a pack with an apostrophe, which understanding does without: `childrens` is
 * written "children's". One that the pack writes either way, or says in the plural, is written in both.
 */
export class Spellings {
  readonly #locale: Locale;
  readonly #marked = new Map<string, Set<string>>();
  readonly #plain = new Set<string>();

  constructor(locale: Locale) {
    this.#locale = locale;
  }

  /** Takes in a text of the pack. */
  note(text: string): void {
    for (const [written] of text.toLowerCase().replaceAll('’', "'").matchAll(word)) {
      const plain = written.replaceAll("'", '');
      if (plain === written) this.#plain.add(plain);
      // "it's" is two words, and written as it is said
      else if (normalWords(written, this.#locale).join(' ') === plain)
        this.#marked.set(plain, (this.#marked.get(plain) ?? new Set()).add(written));
    }
  }

  /** By word without apostrophes. */
  ways(): ReadonlyMap<string, readonly string[]> {
    return new Map(
      [...this.#marked].map(([plain, written]) => [
        plain,
        this.#plain.has(plain) ? [plain, ...written] : [...written],
      ]),
    );
  }
}
