import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** Reads a whole file into memory that threads can share, without a copy. */
export function readShared(path: string): Uint8Array {
  const descriptor = openSync(path, 'r');
  try {
    const content = new Uint8Array(new SharedArrayBuffer(fstatSync(descriptor).size));
    let at = 0;
    while (at < content.length) {
      const count = readSync(descriptor, content, at, content.length - at, at);
      if (count === 0) break;
      at += count;
    }
    return content;
  } finally {
    closeSync(descriptor);
  }
}
