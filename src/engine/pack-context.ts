import { type Pack, packBias, packSentences } from '../nlu/index.js';
import type { SpeechContext, WordClass } from '../stt/speech-context.js';

/** Words of a catalogue, the most frequent first. */
export interface CatalogueWords {
  words(limit?: number): readonly { text: string; weight: number }[];
}

/** What recognition is told of a domain: phrases of a pack by weight, its sentences, and the words of a catalogue. */
export function packContext(pack: Pack, catalogue?: CatalogueWords): SpeechContext {
  const classes: Record<string, WordClass & { phrases: string[] }> = {};
  const add = (name: string, text: string, weight: number) => {
    classes[name] ??= { weight, phrases: [] };
    classes[name].phrases.push(text);
  };
  const phrases = packBias(pack);
  for (const { text, weight, pronunciations } of phrases) {
    if (pronunciations === undefined) add(`pack ${weight}`, text, weight);
  }
  for (const { text, weight } of catalogue?.words() ?? []) add(`catalogue ${weight}`, text, weight);
  const own = phrases.filter(({ pronunciations }) => pronunciations !== undefined);
  return { phrases: own, classes, sentences: packSentences(pack) };
}
