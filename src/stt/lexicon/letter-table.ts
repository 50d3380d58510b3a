import { z } from 'zod';
import { wordMark } from './piece-pronouncer.js';

const table = z.record(z.string(), z.int().nonnegative());

/** What stands between words. */
const delimiter = '|';
/** What such tables call the blank of CTC. */
const blanks = ['<pad>', '[PAD]'];

/**
 * Units of a CTC network over letters by `vocab.json` of Hugging Face's Wav2Vec2CTCTokenizer: names by number, `|`
 * between words, which becomes the mark that word pieces have in front of a word.
 *
 * @throws RangeError that says what is wrong.
 */
export function readLetterTable(json: string): string[] {
  let entries: [string, number][];
  try {
    entries = Object.entries(table.parse(JSON.parse(json)));
  } catch (cause) {
    throw new RangeError('it is not a table of letters and their numbers', { cause });
  }
  const units: string[] = [];
  for (const [name, id] of entries) units[id] = name === delimiter ? wordMark : name;
  if (units.length !== entries.length || Object.keys(units).length !== units.length)
    throw new RangeError('its numbers do not run from 0 on without a gap');
  if (!blanks.includes(units[0])) throw new RangeError(`its first unit is ${units[0]} and not ${blanks[0]}`);
  if (!units.includes(wordMark)) throw new RangeError(`it has no ${delimiter} between words`);
  return units;
}
