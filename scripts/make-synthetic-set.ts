/**
 * Makes a test set of synthetic voices that training holds out (scripts/training/synthesise.py) speaking sentences that
 * the language model did not see.
 *
 *     node build/scripts/make-synthetic-set.js --out DIR [--count 300] [--data ../shared/data/text]
 *
 * Needs espeak-ng and flite. Writes WAV files and manifest.tsv.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { defaultTextFolder, readTextCorpus, splitCorpus } from './text-corpus.js';

const { values: options } = parseArgs({
  options: {
    out: { type: 'string' },
    count: { type: 'string', default: '300' },
    data: { type: 'string', default: defaultTextFolder },
  },
});
if (options.out === undefined) throw new Error('Name the folder to write to with --out.');

const variants = ['f4', 'm6', 'belinda', 'quincy', 'Andrea', 'zac', 'edward2', 'steph3'];
const accents = ['en-us', 'en-us', 'en-us', 'en-gb', 'en-gb-x-rp', 'en-gb-scotland'];
const { heldOut } = splitCorpus(readTextCorpus(options.data));
const sentences = heldOut.filter(({ words }) => words.length >= 3 && words.length <= 14);
const count = Math.min(Number(options.count), sentences.length);
mkdirSync(options.out, { recursive: true });
const rows = ['file\tset\tgroup\tspeaker\tsplit\ttranscript'];
for (let index = 0; index < count; index++) {
  const { words } = sentences[Math.floor((index * sentences.length) / count)];
  const text = words
    .map((word) => (word.length === 1 && word !== 'a' && word !== 'i' ? word.toUpperCase() : word))
    .join(' ');
  const file = `${String(index).padStart(4, '0')}.wav`;
  const path = join(options.out, file);
  const accent = accents[(index >> 1) % accents.length];
  let speaker: string;
  if (index % 2 === 0) {
    speaker = 'flite_awb';
    const stretch = (0.85 + ((index * 7) % 10) * 0.04).toFixed(2);
    execFileSync('flite', ['-voice', 'awb', '--setf', `duration_stretch=${stretch}`, '-t', text, '-o', path]);
  } else {
    const variant = variants[(index >> 1) % variants.length];
    speaker = `espeak_${variant}`;
    const rate = String(125 + ((index * 13) % 80));
    execFileSync('espeak-ng', ['-v', `${accent}+${variant}`, '-s', rate, '-w', path, text]);
  }
  rows.push(
    [
      file,
      index % 2 === 0 ? 'synthetic_flite' : 'synthetic_espeak',
      index % 2 === 0 ? 'synthetic, en-scotland' : `synthetic, ${accent}`,
      speaker,
      'test',
      words.join(' '),
    ].join('\t'),
  );
}
writeFileSync(join(options.out, 'manifest.tsv'), `${rows.join('\n')}\n`);
console.log(`${count} recordings in ${options.out}`);
