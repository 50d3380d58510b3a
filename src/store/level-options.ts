/**
 * What LevelDB may hold in memory of blocks it has read, and of rows not yet sorted into a file. Its own 8 and 4 MiB fill
 * up over hours: 24,000 text queries left 4 to 7 MiB more in use. What is asked for often is kept decoded anyway.
 */
const levelBytes = 2 ** 20;
/**
 * LevelDB maps the files that it has open into memory, 1,000 of 2 MiB as it comes: after a day of queries all that was
 * read of them counts as resident. 74 and 1 MiB are the least it takes, ten of them for files other than tables. From
 * 270 MB of rows, read at random, 50 instead of 180 MiB are then mapped, and 7,500 instead of 15,000 rows a second read.
 */
const openFiles = 74;
const tableBytes = 2 ** 20;

/** How the store's files are opened. */
export const levelOptions = {
  keyEncoding: 'utf8',
  valueEncoding: 'utf8',
  cacheSize: levelBytes,
  writeBufferSize: levelBytes,
  maxOpenFiles: openFiles,
  maxFileSize: tableBytes,
} as const;
