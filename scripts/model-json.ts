import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Puts tuned values into `model.json` of a model folder, rounded; values of other names stay. */
export function writeTuned(
  directory: string,
  section: 'search' | 'confidence',
  values: Readonly<Record<string, number>>,
): void {
  const path = join(directory, 'model.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8'));
  const rounded = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, Math.round(value * 1000) / 1000]),
  );
  manifest[section] = { ...manifest[section], ...rounded };
  writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`);
  console.log(`${path}: ${section} = ${JSON.stringify(manifest[section])}`);
}
