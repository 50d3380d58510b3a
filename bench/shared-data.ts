import { join } from 'node:path';

/** Data for benches and scripts that is not part of the repository; the folder is set by `EARSHOT_SHARED`. */
export function sharedData(name: 'noise' | 'nlu' | 'text' | 'speech/sentences.tsv'): string {
  return join(process.env.EARSHOT_SHARED ?? '../shared', 'data', name);
}
