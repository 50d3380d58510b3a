import type { Locale } from './locale.js';

/** What a word may stand for that sounds like others. */
export interface Homophones {
  /** Where a recogniser wrote it. */
  spoken: ReadonlyMap<string, readonly string[]>;
  /** Where a person did: who writes "to read on the plane" means neither red nor plain, but may well mean two by "to". */
  written: ReadonlyMap<string, readonly string[]>;
}

/** The words of a language by those that sound like them, or that are often heard in their place. */
export function indexHomophones({ homophones, misheard, numbers }: Locale): Homophones {
  const spoken = new Map<string, string[]>();
  const written = new Map<string, string[]>();
  const add = (into: Map<string, string[]>, word: string, meant: readonly string[]) =>
    into.set(word, [...(into.get(word) ?? []), ...meant]);
  for (const group of homophones) {
    const hasNumber = group.some((word) => word in numbers.units);
    for (const word of group) {
      const others = group.filter((other) => other !== word);
      add(spoken, word, others);
      if (hasNumber) add(written, word, others);
    }
  }
  // A text may come from another recogniser: what makes no sense is read as what it was heard for there, too.
  for (const [word, meant] of Object.entries(misheard)) {
    add(spoken, word, meant);
    add(written, word, meant);
  }
  return { spoken, written };
}
