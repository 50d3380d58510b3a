import { readFileSync } from 'node:fs';

/**
 * The text of a file. What another encoding means by its bytes would come out as broken letters, which nobody would find
 * by saying them.
 * @throws Error where it is in another encoding; what the file system throws
 */
export function readUtf8(path: string): string {
  const bytes = readFileSync(path);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new Error(`it is not in UTF-8 (from line ${lineOfFault(bytes)} on); save it as UTF-8`, { cause });
  }
}

function lineOfFault(bytes: Buffer): number {
  // what cannot be read becomes this sign
  return bytes.toString('utf8').split('\uFFFD')[0].split('\n').length;
}
