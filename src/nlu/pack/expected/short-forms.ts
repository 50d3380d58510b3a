import type { Locale } from '../../locales/locale.js';
import { hasWord, targetsOf, type WordArcs } from '../../template/word-arcs.js';

/** Two words in a row and how they are said in one: "it is" as "it's". */
export class ShortForms {
  /** First word -> second word -> the forms. */
  readonly #forms = new Map<string, Map<string, string[]>>();

  constructor(private readonly locale: Locale) {
    const { contractions } = locale;
    const written = new Set(Object.keys(contractions).filter((word) => word.includes("'")));
    const plain = new Set([...written].map((word) => word.replace("'", '')));
    for (const [word, words] of Object.entries(contractions)) {
      const [first, second, ...more] = words.split(' ');
      if (second === undefined || more.length > 0 || plain.has(word)) continue;
      // signs, and two words that somebody typed as one: nobody says these
      if (!/^[\p{L}']+$/u.test(word) || word === first + second) continue;
      const seconds = this.#forms.get(first) ?? new Map<string, string[]>();
      this.#forms.set(first, seconds.set(second, [...(seconds.get(second) ?? []), word]));
    }
  }

  /** Forms of a word and whichever follows it in an automaton, from the state on that it leads to, and where that ends. */
  *of(word: string, words: WordArcs, state: number): Generator<{ short: string; end: number }> {
    for (const [second, forms] of this.#forms.get(word) ?? []) {
      const ends = [...targetsOf(words, state, second), ...this.#perfectEnds(words, state, second)];
      for (const end of ends) for (const short of forms) yield { short, end };
    }
  }

  /** Where the other verb ends that is shortened alike, "it has" before "got". */
  #perfectEnds(words: WordArcs, state: number, verb: string): number[] {
    const { perfect } = this.locale;
    if (verb !== perfect?.short) return [];
    return [...targetsOf(words, state, perfect.meant)].filter((end) =>
      perfect.before.some((next) => hasWord(words, end, next)),
    );
  }
}
