import type { Recogniser } from '../src/stt/recogniser.js';
import type { RecogniserStream } from '../src/stt/recogniser-stream.js';

/**
 * Where it is time, lets a live stream hear the chunk under way before it is full, as a speech worker does.
 *
 * @param look What is done while the stream knows what it heard there.
 * @param isSpeech Whether somebody has begun to speak; before that nothing is heard ahead. @default true
 */
export async function hearAhead(
  recogniser: Recogniser,
  stream: RecogniserStream,
  { words, look, isSpeech = true }: { words: boolean; look?: () => void; isSpeech?: boolean },
): Promise<void> {
  if (!stream.isAheadDue) return;
  if (!isSpeech) {
    stream.skipAhead();
    return;
  }
  stream.tryAhead({ words });
  await recogniser.decode([stream]);
  look?.();
  stream.goOn();
}
