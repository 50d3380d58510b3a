import type { Locale } from '../../locales/locale.js';
import { normalWords } from '../../tokenise.js';

const word = /[\p{L}\p{M}]+(?:'[\p{L}\p{M}]+)*/gu;

/**
 * How words are written that stand in a pack with an apostrophe, or in another spelling, which understanding does without:
 * `childrens` is written "children's", and `aluminum` "aluminium". One that the pack writes either way, or says in the
 * plural, is written in both.
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
    const { respelled } = this.#locale;
    for (const [written] of text.toLowerCase().replaceAll('’', "'").matchAll(word)) {
      const plain = Object.hasOwn(respelled, written) ? respelled[written] : written.replaceAll("'", '');
      if (plain === written) this.#plain.add(plain);
      // "it's" is two words, and written as it is said
      else if (normalWords(written, this.#locale).join(' ') === plain)
        this.#marked.set(plain, (this.#marked.get(plain) ?? new Set()).add(written));
    }
  }

  /** By word as it is understood. */
  ways(): ReadonlyMap<string, readonly string[]> {
    return new Map(
      [...this.#marked].map(([plain, written]) => [
        plain,
        this.#plain.has(plain) ? [plain, ...written] : [...written],
      ]),
    );
  }
}
