import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { decodedToPcm, readPcm } from './speech-set.js';

/** Mixes recorded background into speech at a given ratio; where it is cut from depends on the seed alone. */
export class NoiseMixer {
  private readonly path: string;
  private readonly samples: number;

  /** @param folder Holds background.opus (or background.pcm). */
  constructor(folder: string) {
    const plain = join(folder, 'background.pcm');
    this.path = existsSync(plain) ? plain : decodedToPcm(join(folder, 'background.opus'));
    this.samples = statSync(this.path).size / 2;
  }

  /** @param snrDb Power of the speech over that of the noise. */
  mix(speech: Float32Array, snrDb: number, seed: number): Float32Array {
    const position = (Math.imul(seed + 1, 0x9e3779b1) >>> 0) / 2 ** 32;
    const noise = readPcm(this.path, Math.floor(position * (this.samples - speech.length)), speech.length);
    const gain = Math.sqrt(power(speech) / Math.max(power(noise), 1e-10) / 10 ** (snrDb / 10));
    return speech.map((sample, index) => Math.max(-1, Math.min(1, sample + gain * noise[index])));
  }
}

function power(samples: Float32Array) {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return sum / samples.length;
}
