import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../src/config/package-root.js';

/** Words with the pronunciations that they have outside America, as CMU phones. */
export function readRegionalPronunciations(): Map<string, string[][]> {
  const found = new Map<string, string[][]>();
  const text = readFileSync(join(packageRoot(), 'scripts', 'regional-pronunciations.txt'), 'utf8');
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const [word, ...phones] = line.split(' ');
    found.set(word, [...(found.get(word) ?? []), phones]);
  }
  return found;
}
