/**
 * Writes the text of the language models for scripts/training/train_lm.py: one sentence a line in `train.txt`, and the
 * held-out lines, each behind its domain and a tab, in `heldout.tsv`.
 *
 *     node build/scripts/write-lm-text.js --out FOLDER [--data ../shared/data/text] [--prose FILE]...
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CannotRun } from '../bench/cannot-run.js';
import { commandLine } from '../bench/command-line.js';
import { defaultTextFolder, readTextCorpus, splitCorpus } from '../bench/text-corpus.js';
import { languageLines, readProse } from './language-lines.js';

const { values: options } = commandLine(import.meta.url, {
  options: {
    data: { type: 'string', default: defaultTextFolder },
    prose: { type: 'string', multiple: true, default: [] },
    out: { type: 'string' },
  },
});
if (options.out === undefined) throw new CannotRun('Name the folder to write to with --out.');
const { training, heldOut } = splitCorpus(readTextCorpus(options.data));
const lines = [...languageLines(training, readProse(options.prose))].map((words) => words.join(' '));
mkdirSync(options.out, { recursive: true });
writeFileSync(join(options.out, 'train.txt'), `${lines.join('\n')}\n`);
writeFileSync(
  join(options.out, 'heldout.tsv'),
  heldOut.map(({ domain, words }) => `${domain}\t${words.join(' ')}\n`).join(''),
);
console.log({ lines: lines.length, heldOut: heldOut.length });
