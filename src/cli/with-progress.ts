import { basename, extname } from 'node:path';
import { SingleBar } from 'cli-progress';
import type { AudioInput } from './audio-input.js';

/** What stands beside name and bar, at its longest. */
const besides = ' [] 100% | 99h59m left';
const longestBar = 40;

/** The input, while a bar on standard error, if that is a terminal, shows how much of it was read. */
export async function* withProgress(input: AudioInput, { isWanted = true } = {}): AsyncGenerator<Uint8Array> {
  if (!isWanted || !process.stderr.isTTY || input.totalBytes === undefined) {
    yield* input.chunks;
    return;
  }
  // Some terminals do not say how wide they are.
  const { name, barSize } = progressLine(input.name, process.stderr.columns || 80);
  const bar = new SingleBar({
    format: '{name} [{bar}] {percentage}% | {eta_formatted} left',
    barsize: barSize,
    stream: process.stderr,
    clearOnComplete: true,
  });
  bar.start(input.totalBytes, 0, { name });
  try {
    for await (const chunk of input.chunks) {
      yield chunk;
      bar.increment(chunk.length);
    }
  } finally {
    bar.stop();
  }
}

/** What of a file's name, and how long a bar, have room in a line of a terminal. */
export function progressLine(path: string, columns: number): { name: string; barSize: number } {
  const room = Math.max(2, columns - besides.length);
  const name = shortened(basename(path), Math.floor(room / 2));
  return { name, barSize: Math.min(longestBar, room - [...name].length) };
}

/** Its beginning and its extension, by which files are told apart. */
function shortened(name: string, length: number): string {
  const characters = [...name];
  if (characters.length <= length) return name;
  const ending = [...extname(name)];
  const kept = ending.length < length / 2 ? ending : [];
  return [...characters.slice(0, length - 1 - kept.length), '…', ...kept].join('');
}
