/** Why a file could not be read, for a message that names the file: without the system's call and the path once more. */
export function whyUnreadable(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EISDIR') return 'it is a folder';
  if (code === 'EACCES' || code === 'EPERM') return 'permission is denied';
  if (code === 'ESPIPE') return 'it is a pipe; name it -, and give it as standard input';
  return message;
}
