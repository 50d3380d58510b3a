/**
 * Makes a test set of synthetic voices that training holds out (scripts/training/synthesise.py) speaking sentences that
 * the language model did not see.
 *
 *     node build/scripts/make-synthetic-set.js --out DIR [--count 300] [--data ../shared/data/text]
 *
 * Needs espeak-ng and flite. Writes WAV files and manifest.tsv.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CannotRun } from '../bench/cannot-run.js';
import { commandLine } from '../bench/command-line.js';
import { defaultTextFolder, readTextCorpus, splitCorpus } from '../bench/text-corpus.js';
import { speakUnseen } from '../bench/unseen-voices.js';

const { values: options } = commandLine(import.meta.url, {
  options: {
    out: { type: 'string' },
    count: { type: 'string', default: '300' },
    data: { type: 'string', default: defaultTextFolder },
  },
});
if (options.out === undefined) throw new CannotRun('Name the folder to write to with --out.');

const { heldOut } = splitCorpus(readTextCorpus(options.data));
const sentences = heldOut.filter(({ words }) => words.length >= 3 && words.length <= 14);
const count = Math.min(Number(options.count), sentences.length);
mkdirSync(options.out, { recursive: true });
const rows = ['file\tset\tgroup\tspeaker\tsplit\ttranscript'];
for (let index = 0; index < count; index++) {
  const { words } = sentences[Math.floor((index * sentences.length) / count)];
  const file = `${String(index).padStart(4, '0')}.wav`;
  const text = words.join(' ');
  const { speaker, group } = speakUnseen(text, index, join(options.out, file));
  const set = index % 2 === 0 ? 'synthetic_flite' : 'synthetic_espeak';
  rows.push([file, set, group, speaker, 'test', text].join('\t'));
}
writeFileSync(join(options.out, 'manifest.tsv'), `${rows.join('\n')}\n`);
console.log(`${count} recordings in ${options.out}`);
