import { heldOutSounds, type Sound } from './held-out.js';
import { readPcm, recordingBeside } from './speech-set.js';

/** Mixes recorded background that no training has heard into speech; where it is cut from depends on the seed alone. */
export class NoiseMixer {
  private readonly path: string;
  private readonly sounds: Sound[];
  private readonly total: number;

  /**
   * @param folder Holds background.opus (or background.pcm) and background.tsv.
   * @param half As in {@link heldOutSounds}. @default both
   */
  constructor(folder: string, half?: 'dev' | 'test') {
    this.path = recordingBeside(folder, 'background');
    this.sounds = heldOutSounds(folder, { half });
    this.total = this.sounds.reduce((sum, { samples }) => sum + samples, 0);
  }

  /** @param snrDb Power of the speech over that of the noise, both over the whole recording. */
  mix(speech: Float32Array, snrDb: number, seed: number): Float32Array {
    const noise = this.cut(speech.length, seed);
    const gain = Math.sqrt(power(speech) / Math.max(power(noise), 1e-10) / 10 ** (snrDb / 10));
    return speech.map((sample, index) => Math.max(-1, Math.min(1, sample + gain * noise[index])));
  }

  /** So many samples of one sound, repeated where it is shorter; long sounds are drawn more often. */
  private cut(length: number, seed: number): Float32Array {
    let position = Math.floor(((Math.imul(seed + 1, 0x9e3779b1) >>> 0) / 2 ** 32) * this.total);
    const sound = this.sounds.find(({ samples }) => {
      position -= samples;
      return position < 0;
    })!;
    const offset = Math.max(0, Math.min(sound.samples + position, sound.samples - length));
    const piece = readPcm(this.path, sound.start + offset, Math.min(length, sound.samples));
    return Float32Array.from({ length }, (_, index) => piece[index % piece.length]);
  }
}

/** Mean square of the samples; 0 where there are none. */
export function power(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return sum / Math.max(1, samples.length);
}
