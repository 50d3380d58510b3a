import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** One line of the text data with the file that it came from. */
export interface TextLine {
  words: string[];
  set: 'queries' | 'queries_templated' | 'sentences';
  domain: string;
}

/**
 * Reads the text data (`<folder>/{queries,queries_templated,sentences}.tsv.gz`; columns text, source, licence, domain).
 *
 * @throws Error that names the folder when a file is missing.
 */
export function readTextCorpus(folder: string): TextLine[] {
  const sets = ['queries', 'queries_templated', 'sentences'] as const;
  return sets.flatMap((set) => {
    const path = join(folder, `${set}.tsv.gz`);
    if (!existsSync(path)) throw new Error(`${path} is missing; name the folder of the text data with --data.`);
    const lines = gunzipSync(readFileSync(path)).toString('utf8').split('\n').slice(1);
    return lines.flatMap((line) => {
      const [text, , , domain] = line.split('\t');
      const words = text.split(' ').filter((word) => /^[a-z']+$/.test(word));
      return words.length > 0 ? [{ words, set, domain }] : [];
    });
  });
}

export const defaultTextFolder = join(process.env.EARSHOT_SHARED ?? '../shared', 'data/text');
