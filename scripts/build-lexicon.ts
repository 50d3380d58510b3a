/**
 * Builds the lexicon: the words of the text data and of prose (extract-prose), then the other words of the CMU
 * dictionary, by falling frequency; with regional-pronunciations.txt.
 *
 *     node build/scripts/build-lexicon.js [--data ../shared/data/text] [--prose FILE]... [--out models/default]
 *
 * Needs g2p.bin in the same folder (train-g2p) for words that the dictionary lacks. Writes lexicon.bin and units.txt.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine } from '../bench/command-line.js';
import { defaultTextFolder, readTextCorpus } from '../bench/text-corpus.js';
import { GraphemeToPhone } from '../src/stt/lexicon/grapheme-to-phone.js';
import { Lexicon, type LexiconEntry } from '../src/stt/lexicon/lexicon.js';
import { PhonePronouncer, spelledOut } from '../src/stt/lexicon/phone-pronouncer.js';
import { withPossessive } from '../src/with-possessive.js';
import { readCmuDictionary } from './cmu-dictionary.js';
import { readProse } from './language-lines.js';
import { readRegionalPronunciations } from './regional-pronunciations.js';

const { values: options } = commandLine(import.meta.url, {
  options: {
    data: { type: 'string', default: defaultTextFolder },
    prose: { type: 'string', multiple: true, default: [] },
    out: { type: 'string', default: 'models/default' },
  },
});

const dictionary = readCmuDictionary();
const regional = readRegionalPronunciations();
const phones = [...new Set([...dictionary.values()].flat(2))].sort();
const units = ['<blank>', ...phones];
const unitOf = new Map(units.map((name, index) => [name, index]));
const g2p = GraphemeToPhone.open(readFileSync(join(options.out, 'g2p.bin')));
const empty = Lexicon.open(Lexicon.pack([], units));
const pronouncer = new PhonePronouncer(empty, g2p);

const frequency = new Map<string, number>();
for (const { words, set } of [...readTextCorpus(options.data), ...readProse(options.prose)]) {
  // Templates repeat a taxonomy's words many times over.
  const weight = set === 'queries_templated' ? 0.1 : 1;
  for (const word of words) frequency.set(word, (frequency.get(word) ?? 0) + weight);
}
for (const letter of 'abcdefghijklmnopqrstuvwxyz') frequency.set(letter, (frequency.get(letter) ?? 0) + 1);

function pronunciationsOf(word: string): string[][] {
  const known = dictionary.get(word);
  if (word.length === 1)
    return word === 'a'
      ? [['AH'], ['EY']]
      : [spelledOut(word), ...(word === 'w' ? [['D', 'AH', 'B', 'Y', 'UW']] : [])];
  if (known) return known;
  const base = /[^s]'s$/.test(word) ? dictionary.get(word.slice(0, -2)) : undefined;
  return base ? base.map(withPossessive) : pronouncer.ofToken(word);
}

// Words that the dictionary lacks and that occur once are mostly misspellings.
const spoken = [...frequency].filter(
  ([word, count]) => dictionary.has(word) || count >= 1.5 || word.length === 1,
);
spoken.sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
const entries: LexiconEntry[] = [];
const taken = new Set<string>();
let guessed = 0;
for (const [word] of spoken) {
  const ways = pronunciationsOf(word);
  if (ways.length === 0) continue;
  if (!dictionary.has(word)) guessed++;
  for (const way of ways) taken.add(way.join(' '));
  entries.push(entry(word, ways));
}
const fromText = entries.length;
for (const [word, ways] of [...dictionary].sort((a, b) => (a[0] < b[0] ? -1 : 1))) {
  // A rare word that sounds like one of the text could never win against it.
  if (frequency.has(word) || word.length === 1 || ways.every((way) => taken.has(way.join(' ')))) continue;
  entries.push(entry(word, ways));
}
function entry(word: string, ways: string[][]): LexiconEntry {
  const all = [...ways, ...(regional.get(word) ?? [])];
  return { word, pronunciations: all.map((way) => way.map((phone) => unitOf.get(phone)!)) };
}

const bytes = Lexicon.pack(entries, units);
writeFileSync(join(options.out, 'lexicon.bin'), bytes);
writeFileSync(join(options.out, 'units.txt'), `${units.join('\n')}\n`);
const started = performance.now();
const lexicon = Lexicon.open(bytes);
console.log({
  words: entries.length,
  fromText,
  byGraphemeToPhone: guessed,
  pronunciations: entries.reduce((sum, item) => sum + item.pronunciations.length, 0),
  nodes: lexicon.nodeCount,
  bytes: bytes.length,
  loadMs: Math.round(performance.now() - started),
});
