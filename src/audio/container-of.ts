import type { ContainerFormat } from './audio-format.js';

/** How many bytes tell a container. */
export const containerBytes = 12;

/** What a recording is by its first {@link containerBytes}; undefined where they do not tell, as with bare MPEG audio. */
export function containerOf(head: Uint8Array): ContainerFormat['container'] | undefined {
  const text = Buffer.from(head.subarray(0, containerBytes)).toString('latin1');
  if (/^(RIFF|RIFX|RF64|BW64).{4}WAVE/s.test(text)) return 'wav';
  if (text.startsWith('\x1a\x45\xdf\xa3')) return 'webm';
  if (text.startsWith('OggS')) return 'ogg';
  if (text.startsWith('fLaC')) return 'flac';
  if (text.startsWith('ID3')) return 'mpeg';
  return undefined;
}
