import type { CatalogueSearch } from '../catalogue/catalogue.js';
import { isMet } from '../context/conditions.js';
import { canonical, type Memory } from '../context/memory.js';
import { itemHeads } from '../items/item-field.js';
import type { ResolvedLocale } from '../locales/index.js';
import { type Allowed, allowedWhere } from '../matching/allowed.js';
import type { Parse } from '../matching/matcher.js';
import type { AnalysedSentence } from '../matching/sentence.js';
import { oncePer } from '../once-per.js';
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
  /** The same with the words before it that it is better explained without, and that one of several requests may need. */
  asPut?: Interpretation;
}

/** The templates of a pack that may match in a conversation that stands like this. */
export const allowedNow = oncePer(({ pack, memory, before, isTimed = false }: Setting): Allowed => {
  const heads = itemHeads(pack);
  return allowedWhere(
    pack,
    (when) => (isTimed || when.timed !== true) && isMet(when, before, memory, undefined, heads),
    changedLast(memory),
  );
});

/** The fields that the last turn changed which changed anything. */
function changedLast({ context, history }: Memory): Set<string> {
  const before = history.at(-1)?.context;
  const fields = before === undefined ? [] : [...new Set([...Object.keys(before), ...Object.keys(context)])];
  return new Set(fields.filter((field) => canonical(context[field]) !== canonical(before?.[field])));
}
