import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rounded } from '../bench/statistics.js';

/** Digits behind the point that tuned values have. */
export const tunedDigits = 3;

/** Puts tuned values into `model.json` of a model folder, rounded; values of other names stay. */
export function writeTuned(
  directory: string,
  section: 'search' | 'confidence',
  values: Readonly<Record<string, number>>,
): void {
  const path = join(directory, 'model.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8'));
  const tuned = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, rounded(value, tunedDigits)]),
  );
  manifest[section] = { ...manifest[section], ...tuned };
  writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`);
  console.log(`${path}: ${section} = ${JSON.stringify(manifest[section])}`);
}
