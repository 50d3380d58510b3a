import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { CannotRun } from './cannot-run.js';
import { sharedData } from './shared-data.js';

/** One line of the text data with the file that it came from. */
export interface TextLine {
  words: string[];
  set: 'queries' | 'queries_templated' | 'sentences' | 'prose';
  domain: string;
}

/**
 * Reads the text data (`<folder>/{queries,queries_templated,sentences}.tsv.gz`; columns text, source, licence, domain).
 *
 * @throws CannotRun that names the folder when a file is missing.
 */
export function readTextCorpus(folder: string): TextLine[] {
  const sets = ['queries', 'queries_templated', 'sentences'] as const;
  return sets.flatMap((set) => {
    const path = join(folder, `${set}.tsv.gz`);
    if (!existsSync(path))
      throw new CannotRun(`${path} is missing; name the folder of the text data with --data.`);
    const lines = gunzipSync(readFileSync(path)).toString('utf8').split('\n').slice(1);
    return lines.flatMap((line) => {
      const [text, , , domain] = line.split('\t');
      const words = text.split(' ').filter((word) => /^[a-z']+$/.test(word));
      return words.length > 0 ? [{ words, set, domain }] : [];
    });
  });
}

export const defaultTextFolder = sharedData('text');

/**
 * Splits off one line in fifty for measuring; templates are never among them, nor lines whose text occurs elsewhere.
 * The shipped language model does not see them, so that test sets can be made from them.
 */
export function splitCorpus(lines: readonly TextLine[]): { training: TextLine[]; heldOut: TextLine[] } {
  const uses = new Map<string, number>();
  const textOf = (line: TextLine) => line.words.join(' ');
  for (const line of lines) uses.set(textOf(line), (uses.get(textOf(line)) ?? 0) + 1);
  const heldOut: TextLine[] = [];
  const training: TextLine[] = [];
  lines.forEach((line, index) => {
    const isHeldOut = index % 50 === 13 && uses.get(textOf(line)) === 1 && line.set !== 'queries_templated';
    (isHeldOut ? heldOut : training).push(line);
  });
  return { training, heldOut };
}
