import { readFileSync } from 'node:fs';
import { createAudioDecoder } from '../../src/audio/audio-decoder.js';
import type { ContainerFormat } from '../../src/audio/audio-format.js';
import { decodeWith } from './decode-with.js';

export type Container = ContainerFormat['container'];

export const fixture = (name: string): Buffer => readFileSync(`test/fixtures/audio/${name}`);

/** Samples of a whole file, by {@link decodeWith}. */
export async function decode(
  container: Container,
  bytes: Uint8Array,
  pieces: number[] = [],
  maxAudioSeconds?: number,
): Promise<Float32Array> {
  return decodeWith(await createAudioDecoder({ container }, { maxAudioSeconds }), bytes, pieces);
}

/** What all files below hold, or parts of it. */
export const reference = await decode('wav', fixture('speech.wav'));

/** Forms of the recording, how much each must be like it (correlation), and which part of it it holds. */
export const files: [file: string, container: Container, similarity: number, expected: Float32Array][] = [
  ['speech.flac', 'flac', 1, reference],
  ['stereo-44100.flac', 'flac', 0.98, reference.subarray(11_200, 11_200 + 9_600)],
  ['speech.ogg', 'ogg', 0.9, reference],
  // in the centre alone, the second of six channels
  ['surround.ogg', 'ogg', 0.8, reference.subarray(6_400, 14_400)],
  ['right-only.flac', 'flac', 0.999, reference],
  ['right-only.mp3', 'mpeg', 0.9, reference],
  ['speech.webm', 'webm', 0.9, reference],
  ['speech-live.webm', 'webm', 0.9, reference],
  ['pcm-float-44100.webm', 'webm', 0.98, reference.subarray(11_200, 11_200 + 3_200)],
  ['speech.mp3', 'mpeg', 0.9, reference],
];
