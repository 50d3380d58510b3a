import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ModelFile } from './model-manifest.js';

/** A file of a model folder as its `model.json` names it. */
export function describeFile(directory: string, name: string): ModelFile {
  const content = readFileSync(join(directory, name));
  return { name, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
}
