import type { Recogniser } from '../src/stt/recogniser.js';
import type { RecogniserStream } from '../src/stt/recogniser-stream.js';

/**
 * Where it is time, lets a live stream hear the chunk under way before it is full, as a speech worker does.
 *
 * @param look What is done while the stream knows what it heard there.
 */
export async function hearAhead(
  recogniser: Recogniser,
  stream: RecogniserStream,
  { words, look }: { words: boolean; look?: () => void },
): Promise<void> {
  if (!stream.isAheadDue) return;
  stream.tryAhead({ words });
  await recogniser.decode([stream]);
  look?.();
  stream.goOn();
}
