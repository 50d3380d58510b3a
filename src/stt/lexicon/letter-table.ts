import { z } from 'zod';
import { wordMark } from './piece-pronouncer.js';

const table = z.record(z.string(), z.int().nonnegative());

/** What stands between words, and the blank of CTC. */
const delimiter = '|';
const blank = '<pad>';
/** Marks are written in either way: `<pad>`, `[PAD]`. */
const bracketed = /^\[(.+)\]$/;

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
  for (const [name, id] of entries)
    units[id] = name === delimiter ? wordMark : name.replace(bracketed, '<$1>');
  if (units.length !== entries.length || Object.keys(units).length !== units.length)
    throw new RangeError('its numbers do not run from 0 on without a gap');
  if (units[0]?.toLowerCase() !== blank)
    throw new RangeError(`its first unit is ${units[0]} and not ${blank}`);
  if (!units.includes(wordMark)) throw new RangeError(`it has no ${delimiter} between words`);
  return units;
}
