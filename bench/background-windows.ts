import { heldOutSounds, type SoundChoice } from './held-out.js';
import { readPcm, recordingBeside } from './speech-set.js';

/** A piece of background sound. */
export interface BackgroundWindow {
  /** The sound that it was cut from. */
  file: string;
  samples: number;
  /** Mono samples at 16 kHz. */
  read(): Float32Array;
}

/**
 * Sounds cut into windows, each sound's first before any sound's second, so that a limit leaves no sound out; the last
 * window of a sound is as long as what is left.
 *
 * @param folder Holds background.opus (or background.pcm) and background.tsv.
 * @param size Samples of a window.
 */
export function backgroundWindows(folder: string, choice: SoundChoice, size: number): BackgroundWindow[] {
  const recording = recordingBeside(folder, 'background');
  return heldOutSounds(folder, choice)
    .flatMap(({ file, start, samples: total }) =>
      Array.from({ length: Math.ceil(total / size) }, (_, turn) => {
        const samples = Math.min(size, total - turn * size);
        return { file, samples, turn, read: () => readPcm(recording, start + turn * size, samples) };
      }),
    )
    .sort((a, b) => a.turn - b.turn);
}
