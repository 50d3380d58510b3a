import { execFileSync } from 'node:child_process';
import { CannotRun } from './cannot-run.js';
import { fromPcm16, sampleRateHz, toPcm16 } from './pcm16.js';

/** Raw 16-bit samples, mono, at the rate of the benches. */
const raw = ['-f', 's16le', '-ar', String(sampleRateHz), '-ac', '1'];
/** An hour of samples. */
const maxBuffer = 2 * sampleRateHz * 3600;

function ffmpeg(args: readonly string[], purpose: string, input?: Uint8Array): Buffer {
  try {
    return execFileSync('ffmpeg', ['-v', 'error', '-y', ...args], { input, maxBuffer });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new CannotRun(`ffmpeg, which ${purpose}, is not installed (Debian: apt-get install ffmpeg).`);
  }
}

/** Writes a sound file of any format as raw 16-bit samples. */
export function decodeToPcm(path: string, target: string): void {
  ffmpeg(['-i', path, ...raw, target], `reads ${path}`);
}

/** Samples played so many times as fast, at the same pitch. */
export function playedFaster(samples: Float32Array, tempo: number): Float32Array {
  const filter = ['-filter:a', `atempo=${tempo}`];
  const args = [...raw, '-i', 'pipe:0', ...filter, ...raw, 'pipe:1'];
  return fromPcm16(ffmpeg(args, 'plays recordings faster', toPcm16(samples)));
}
