import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { EarshotError } from '../errors.js';
import { readShared } from '../files/read-shared.js';
import type { ModelFile } from './model-manifest.js';
import { restoreModel } from './restore-model.js';

/**
 * Reads one file of a model into shared memory and checks it against the manifest.
 *
 * @throws EarshotError `model_missing`, `model_corrupt`; the message names the file and how to restore it.
 */
export function readModelFile(directory: string, { name, bytes, sha256 }: ModelFile): Uint8Array {
  const path = join(directory, name);
  let content: Uint8Array;
  try {
    content = readShared(path);
  } catch (cause) {
    throw new EarshotError(
      'model_missing',
      `The model file ${path} is missing or cannot be read. ${restoreModel}`,
      { cause },
    );
  }
  if (content.length !== bytes) {
    throw new EarshotError(
      'model_corrupt',
      `The model file ${path} has ${content.length} bytes instead of ${bytes}. ${restoreModel}`,
    );
  }
  const digest = createHash('sha256').update(content).digest('hex');
  if (digest !== sha256) {
    throw new EarshotError(
      'model_corrupt',
      `The model file ${path} does not have the checksum of model.json (SHA-256 ${digest} instead of ${sha256}). ${restoreModel}`,
    );
  }
  return content;
}

/** The same for a file of text, UTF-8. @throws EarshotError as {@link readModelFile} does */
export function readModelText(directory: string, file: ModelFile): string {
  // Not decoded where it lies: decoders refuse shared memory.
  return new TextDecoder().decode(readModelFile(directory, file).slice());
}
