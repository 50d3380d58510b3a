import { Lexicon, type LexiconEntry } from '../lexicon/lexicon.js';
import type { Pronouncer } from '../lexicon/pronouncer.js';

/**
 * The words of a lexicon spelled in the units of another model, in the same order, so that a language model over them
 * can be used as it is.
 *
 * @returns The lexicon's file, and the share of the words that can be spelled.
 */
export function spellLexicon(
  lexicon: Lexicon,
  units: readonly string[],
  pronouncer: Pronouncer,
): { bytes: Uint8Array; share: number } {
  const unitOf = new Map(units.map((name, index) => [name, index]));
  const entries: LexiconEntry[] = [];
  let spelled = 0;
  for (let id = Lexicon.firstWord; id < lexicon.wordCount; id++) {
    const word = lexicon.word(id);
    const ways = pronouncer.ofToken(word);
    if (ways.length > 0) spelled++;
    entries.push({
      word,
      pronunciations: ways.map((pieces) => pieces.map((piece) => unitOf.get(piece)!)),
    });
  }
  return { bytes: Lexicon.pack(entries, units), share: spelled / entries.length };
}
