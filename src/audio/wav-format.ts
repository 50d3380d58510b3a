import { EarshotError } from '../errors.js';
import { checkChannels, checkSampleRate, type SampleEncoding } from './audio-format.js';
import type { SampleLayout } from './pcm-source.js';
import { invalidAudio } from './sample-source.js';

/** Codecs by their tag in the `fmt ` chunk that are not decoded, for the message. */
const formatTags: Record<number, string> = {
  2: 'Microsoft ADPCM',
  17: 'IMA ADPCM',
  49: 'GSM 6.10',
  80: 'MPEG',
  85: 'MP3',
  255: 'AAC',
};

/** How the samples of a WAV file are written. */
export interface WavFormat {
  layout: SampleLayout;
  sampleRateHz: number;
}

/**
 * Reads a `fmt ` chunk.
 * @param isLittle Whether the less significant byte comes first, in the chunk and in the samples.
 * @throws EarshotError `invalid_audio`, `unsupported_media_type`
 */
export function parseWavFormat(body: Uint8Array, isLittle: boolean): WavFormat {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  if (body.length < 16) {
    throw invalidAudio(`The "fmt " chunk is ${body.length} bytes long; it must have at least 16.`);
  }
  let tag = view.getUint16(0, isLittle);
  const channels = view.getUint16(2, isLittle);
  const sampleRateHz = view.getUint32(4, isLittle);
  const blockAlign = view.getUint16(12, isLittle);
  const bits = view.getUint16(14, isLittle);
  if (tag === 0xfffe) {
    if (body.length < 40) throw invalidAudio('The WAVE_EXTENSIBLE header is cut short.');
    // The sub-format is a GUID whose first two bytes are the format tag.
    tag = view.getUint16(24, isLittle);
  }
  checkChannels(channels);
  checkSampleRate(sampleRateHz);
  return { layout: { ...sampleLayout(tag, bits, channels, blockAlign), bigEndian: !isLittle }, sampleRateHz };
}

/** Samples are left-justified in whole bytes, so that 20 bits in 3 bytes read as 24, and 24 bits in 4 bytes as 32. */
function sampleLayout(
  tag: number,
  bits: number,
  channels: number,
  blockAlign: number,
): Omit<SampleLayout, 'bigEndian'> {
  const encoding = sampleEncoding(tag, bits);
  const fewestBytes = Math.ceil(bits / 8);
  const bytesPerSample = encoding === 'signed-int' ? blockAlign / channels : fewestBytes;
  if (blockAlign !== bytesPerSample * channels || bytesPerSample < fewestBytes) {
    throw invalidAudio(`A frame of ${channels} times ${bits} bits cannot be ${blockAlign} bytes long.`);
  }
  const allowed: Record<SampleEncoding, number[]> = {
    'unsigned-int': [1],
    'signed-int': [2, 3, 4],
    float: [4, 8],
    'a-law': [1],
    'mu-law': [1],
  };
  if (!allowed[encoding].includes(bytesPerSample)) {
    throw unsupportedCodec(`${bits} bits of ${encoding}`);
  }
  return {
    encoding,
    bytesPerSample: bytesPerSample as SampleLayout['bytesPerSample'],
    channels,
  };
}

function sampleEncoding(tag: number, bits: number): SampleEncoding {
  switch (tag) {
    case 1:
      return bits <= 8 ? 'unsigned-int' : 'signed-int';
    case 3:
      return 'float';
    case 6:
      return 'a-law';
    case 7:
      return 'mu-law';
    default:
      throw unsupportedCodec(formatTags[tag] ?? `format tag 0x${tag.toString(16).padStart(4, '0')}`);
  }
}

function unsupportedCodec(what: string): EarshotError {
  return new EarshotError(
    'unsupported_media_type',
    `The WAV file contains ${what}, which is not supported; use PCM of 8 to 32 bits, float, A-law or mu-law.`,
  );
}
