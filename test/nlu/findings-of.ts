import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Test } from 'tap';
import { checkPack } from '../../src/cli/check/check-pack.js';
import { loadPack } from '../../src/nlu/index.js';
import { newPack } from '../../src/nlu/tools/new-pack.js';
import { openPronouncer } from '../../src/stt/lexicon/open-pronouncer.js';

const speech = openPronouncer('models/default');

/** The pack that people start from, with each text replaced by another one. @returns Its folder. */
export function changedPack(t: Test, ...changes: readonly (readonly [string, string])[]): string {
  const folder = join(t.testdir({}), 'tickets');
  const [file, tests] = newPack(folder);
  for (const [from, to] of changes) {
    const isInPack = readFileSync(file, 'utf8').includes(from);
    const text = readFileSync(isInPack ? file : tests, 'utf8');
    if (!text.includes(from)) throw new Error(`"${from}" is not there`);
    writeFileSync(isInPack ? file : tests, text.replace(from, to));
  }
  return folder;
}

/** What is found odd in it, but for words in no dictionary, as `kind line: message`. */
export function findingsOf(t: Test, ...changes: readonly (readonly [string, string])[]): string[] {
  return findingsIn(changedPack(t, ...changes));
}

/** The same of the pack in a folder. */
export function findingsIn(folder: string): string[] {
  return checkPack(loadPack(folder, { tests: true }), speech)
    .findings.filter(({ kind }) => kind !== 'guessed')
    .map(({ kind, where, message }) => `${kind} ${/\d+$/.exec(where)?.[0] ?? '-'}: ${message}`);
}
