/**
 * Adds the pronunciations of regional-pronunciations.txt to the lexicon of a model, and takes away those of abbreviations
 * that are read in full. Its words stay what they are, so that the language models fit it still; build-lexicon, which
 * needs all the texts, does both by itself.
 *
 *     node build/scripts/add-regional-pronunciations.js [--out models/default]
 *
 * Then seal-model.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine } from '../bench/command-line.js';
import { Lexicon } from '../src/stt/lexicon/lexicon.js';
import { readInFull } from './cmu-dictionary.js';
import { readRegionalPronunciations } from './regional-pronunciations.js';

const { values: options } = commandLine(import.meta.url, {
  options: { out: { type: 'string', default: 'models/default' } },
});
const path = join(options.out, 'lexicon.bin');
const lexicon = Lexicon.open(readFileSync(path));
const regional = readRegionalPronunciations();
const unknown = [...regional.keys()].filter((word) => lexicon.idOf(word) < 0);
if (unknown.length > 0) console.warn(`not in the lexicon: ${unknown.join(', ')}`);
let added = 0;
const entries = Array.from({ length: lexicon.wordCount - Lexicon.firstWord }, (_, index) => {
  const word = lexicon.word(Lexicon.firstWord + index);
  const inFull = readInFull.get(word);
  const pronunciations = lexicon
    .pronunciations(Lexicon.firstWord + index)
    .filter((way) => way.map((unit) => lexicon.units[unit]).join(' ') !== inFull);
  for (const phones of regional.get(word) ?? []) {
    const way = phones.map((phone) => lexicon.units.indexOf(phone));
    if (way.includes(-1)) throw new Error(`${word}: there is no such phone in ${phones.join(' ')}`);
    if (pronunciations.some((known) => known.join() === way.join())) continue;
    pronunciations.push(way);
    added++;
  }
  return { word, pronunciations };
});
writeFileSync(path, Lexicon.pack(entries, lexicon.units));
console.log({ words: entries.length, added });
