import { pcmBytes, writers } from './pcm-samples.js';

/** What a WAV file is to be like; it holds {@link pcmBytes} of its kind unless told otherwise. */
export interface WavOptions {
  /** Of the format: 1 is integers, 3 is floating point. */
  tag: number;
  /** One of {@link writers}. */
  kind: string;
  channels?: number;
  rate?: number;
  extensible?: boolean;
  /** Chunks in front of the format and behind the samples. */
  before?: Buffer[];
  after?: Buffer[];
  dataLength?: number;
  riff?: string;
  body?: Buffer;
  bits?: number;
}

/** A chunk with its padding; `length` is what it claims to have. */
export function chunk(id: string, body: Buffer, length = body.length): Buffer {
  const head = Buffer.alloc(8);
  head.write(id, 'latin1');
  head.writeUInt32LE(length, 4);
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
}

/** The format chunk. */
export function formatChunk(options: WavOptions): Buffer {
  const { tag, channels = 1, rate = 16_000, extensible = false } = options;
  const bytes = writers[options.kind].bytes;
  const format = Buffer.alloc(extensible ? 40 : 16);
  format.writeUInt16LE(extensible ? 0xfffe : tag, 0);
  format.writeUInt16LE(channels, 2);
  format.writeUInt32LE(rate, 4);
  format.writeUInt32LE(rate * channels * bytes, 8);
  format.writeUInt16LE(channels * bytes, 12);
  format.writeUInt16LE(options.bits ?? bytes * 8, 14);
  if (extensible) {
    format.writeUInt16LE(22, 16);
    format.writeUInt16LE(bytes * 8, 18);
    format.writeUInt16LE(tag, 24);
    Buffer.from('000000001000800000aa00389b71', 'hex').copy(format, 26);
  }
  return chunk('fmt ', format);
}

/** A whole file. */
export function wav(options: WavOptions): Buffer {
  const body = options.body ?? pcmBytes(options.kind, options.channels);
  const inner = Buffer.concat([
    Buffer.from('WAVE'),
    ...(options.before ?? []),
    formatChunk(options),
    chunk('fact', Buffer.alloc(4)),
    chunk('data', body, options.dataLength),
    ...(options.after ?? []),
  ]);
  const head = Buffer.from(`${options.riff ?? 'RIFF'}----`);
  head.writeUInt32LE(inner.length, 4);
  return Buffer.concat([head, inner]);
}
