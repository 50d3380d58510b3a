import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** A query with its meaning, as people who read it wrote that down. */
export interface QueryRow {
  id: string;
  text: string;
  gold: {
    product?: string[];
    keywords?: string[] | string;
    attributes?: Record<string, string[]>;
    amount?: number;
    queryStrings?: string[];
    price?: { min?: number; max?: number };
    sortBy?: string;
  };
  labels?: string[];
}

/** The queries of `<folder>/<name>.jsonl.gz`. */
export function readQuerySet(folder: string, name: string): QueryRow[] {
  return gunzipSync(readFileSync(join(folder, `${name}.jsonl.gz`)))
    .toString('utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as QueryRow);
}
