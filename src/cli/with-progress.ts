import { SingleBar } from 'cli-progress';
import type { AudioInput } from './audio-input.js';

/** The input, while a bar on standard error, if that is a terminal, shows how much of it was read. */
export async function* withProgress(input: AudioInput, { isWanted = true } = {}): AsyncGenerator<Uint8Array> {
  if (!isWanted || !process.stderr.isTTY || input.totalBytes === undefined) {
    yield* input.chunks;
    return;
  }
  const bar = new SingleBar({
    format: `${input.name} [{bar}] {percentage}% | {eta_formatted} left`,
    stream: process.stderr,
    clearOnComplete: true,
  });
  bar.start(input.totalBytes, 0);
  try {
    for await (const chunk of input.chunks) {
      yield chunk;
      bar.increment(chunk.length);
    }
  } finally {
    bar.stop();
  }
}
