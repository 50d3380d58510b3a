import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';

/**
 * Writes a file whole or not at all: on a full disk, one that was there before stays as it was. It keeps its permissions, and
 * a link stays one.
 * @throws what the file system throws, with the `path` of the file
 */
export function replaceFile(path: string, content: string | Uint8Array): void {
  const before = statSync(path, { throwIfNoEntry: false });
  let draft: string | undefined;
  try {
    // what is only read is not written to by another way
    if (before) accessSync(path, constants.W_OK);
    const target = before ? realpathSync(path) : path;
    draft = `${target}.new`;
    writeFlushed(draft, content, before && before.mode & 0o7777);
    renameSync(draft, target);
  } catch (error) {
    if (draft !== undefined) rmSync(draft, { force: true });
    throw Object.assign(error as Error, { path });
  }
}

function writeFlushed(path: string, content: string | Uint8Array, mode: number | undefined): void {
  const file = openSync(path, 'w', mode);
  try {
    // not for the umask to take any of it
    if (mode !== undefined) fchmodSync(file, mode);
    writeFileSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
