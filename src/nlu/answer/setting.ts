import type { CatalogueSearch } from '../catalogue/catalogue.js';
import type { Memory } from '../context/memory.js';
import type { ResolvedLocale } from '../locales/index.js';
import type { Parse } from '../matching/matcher.js';
import type { AnalysedSentence } from '../matching/sentence.js';
import type { Pack } from '../pack/pack.js';
import type { Context, Reading } from '../understanding.js';
import type { SentenceReadings } from './sentence-readings.js';

/** The conversation that a request continues, the language it is in, and the time. */
export interface Setting {
  pack: Pack;
  now: Date;
  memory: Memory;
  before: Context;
  resolved: ResolvedLocale;
  /** What was read for the request. */
  readings: SentenceReadings;
  /** The sentence that this is a clause of. */
  whole?: AnalysedSentence;
  /** What is asked for is so for a time that is said besides, or at one. */
  isTimed?: boolean;
  /** What was said before was said in the same sentence. */
  inSentence?: boolean;
  /** Products to search. */
  catalogue: CatalogueSearch | undefined;
}

/** A reading and what was made of it. */
export interface Interpretation {
  reading: Reading;
  sentence: AnalysedSentence;
  /** Best first. */
  parses: Parse[];
  /** What decides between readings: how well the words are explained, and how sure the recogniser was. */
  merit: number;
}
