import type { Locale } from '../locales/index.js';
import type { ListValues } from './compile/compile-lists.js';

/** What is said for the values of one list, with the last word in the singular. */
interface Phrases {
  stems: ReadonlySet<string>;
  /** Words of the longest one. */
  longest: number;
}

/** Whether words are on a list, or end on what is; each list is prepared when it is first asked for. */
export class ListPhrases {
  readonly #lists: ReadonlyMap<string, ListValues>;
  readonly #locale: Locale;
  readonly #known = new Map<string, Phrases>();

  constructor(lists: ReadonlyMap<string, ListValues>, locale: Locale) {
    this.#lists = lists;
    this.#locale = locale;
  }

  /** Whether a text, its last word in singular or plural, is on a list. */
  isOn(list: string, text: string): boolean {
    return this.#phrasesOf(list).stems.has(this.#locale.stem(text));
  }

  /** Whether words, those before `end`, end on what is on a list: "camping tents" where "tent" is. */
  isAtEnd(list: string, words: readonly string[], end = words.length): boolean {
    const last = words.slice(Math.max(0, end - this.#phrasesOf(list).longest), end);
    return last.some((_, from) => this.isOn(list, last.slice(from).join(' ')));
  }

  #phrasesOf(list: string): Phrases {
    const known = this.#known.get(list);
    if (known !== undefined) return known;
    const stem = (phrase: string) => this.#locale.stem(phrase);
    const stems = new Set([...(this.#lists.get(list)?.keys() ?? [])].map(stem));
    let longest = 0;
    for (const phrase of stems) longest = Math.max(longest, phrase.split(' ').length);
    const made = { stems, longest };
    this.#known.set(list, made);
    return made;
  }
}
