import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { decode as decodeWav } from 'wav-decoder';
import { foreignFormat, howToConvert } from '../audio/foreign-format.js';
import { WavSource } from '../audio/wav-source.js';
import { EarshotError } from '../errors.js';
import { whyUnreadable } from '../why-unreadable.js';

/** Audio from a file or standard input, as the engine takes it. */
export interface AudioInput {
  name: string;
  mimeType: string;
  chunks: AsyncIterable<Uint8Array>;
  /** Absent for standard input. */
  totalBytes?: number;
}

const typeByExtension: Record<string, string> = {
  '.wav': 'audio/wav',
  '.webm': 'audio/webm',
  '.ogg': 'audio/ogg',
  '.oga': 'audio/ogg',
  '.opus': 'audio/ogg',
  '.flac': 'audio/flac',
  '.mp3': 'audio/mpeg',
};
const chunkBytes = 64 * 1024;
/** As many of the first bytes as tell the format. */
const headBytes = 16;
/** WAV files that are read at once: four minutes and a half of 16 kHz. */
const mostWholeBytes = 8 * 1024 * 1024;

/**
 * @param path a file, or `-` for standard input.
 * @param type media type that overrides what name and first bytes say; needed for headerless PCM.
 * @throws EarshotError `not_found`, `empty_audio`, `unsupported_media_type`
 */
export async function openAudioInput(path: string, type?: string): Promise<AudioInput> {
  if (path === '-') {
    const stream = process.stdin[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    const head = await takeHead(stream);
    const name = nameOf(path);
    if (head.length === 0) throw isEmpty(name);
    return {
      name,
      mimeType: type ?? sniff(head, path),
      chunks: chain(head, stream),
    };
  }
  const { size, mimeType } = await identify(path, type);
  if (mimeType === 'audio/wav' && size <= mostWholeBytes) {
    const wav = await readWholeWav(path);
    if (wav) return { name: path, ...wav };
  }
  return {
    name: path,
    mimeType,
    chunks: createReadStream(path, { highWaterMark: chunkBytes }),
    totalBytes: size,
  };
}

/** Finds faults with a file before anything that takes long. @throws EarshotError as {@link openAudioInput} */
export async function checkAudioInput(path: string, type?: string): Promise<void> {
  if (path !== '-') await identify(path, type);
}

/** How messages name an input. */
export function nameOf(path: string): string {
  return path === '-' ? 'standard input' : path;
}

function isEmpty(name: string): EarshotError {
  return new EarshotError('empty_audio', `There is nothing in ${name}.`);
}

async function identify(path: string, type?: string): Promise<{ size: number; mimeType: string }> {
  const { size, head } = await readHead(path);
  if (head.length === 0) throw isEmpty(path);
  return { size, mimeType: type ?? typeByExtension[extname(path).toLowerCase()] ?? sniff(head, path) };
}

/**
 * @returns undefined for what wav-decoder does not know, or does not read as the service does: headers that no file of
 * such samples has, or that are streamed, and several channels. The streaming reader takes those.
 */
async function readWholeWav(path: string): Promise<Omit<AudioInput, 'name'> | undefined> {
  try {
    const file = await readFile(path);
    new WavSource().decode(file.subarray(0, chunkBytes), () => {});
    const { sampleRate, channelData } = await decodeWav(file);
    const [samples] = channelData;
    if (channelData.length > 1 || samples.length === 0) return undefined;
    const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
    return {
      mimeType: `audio/pcm;encoding=float;bits=32;rate=${sampleRate}`,
      chunks: slices(bytes),
      totalBytes: bytes.length,
    };
  } catch {
    return undefined;
  }
}

async function* slices(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
}

/** The first bytes of a stream, which may come one by one; fewer than it takes to tell the format only at its end. */
async function takeHead(stream: AsyncIterator<Buffer>): Promise<Buffer> {
  let head: Buffer = Buffer.alloc(0);
  while (head.length < headBytes) {
    const next = await stream.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
  }
  return head;
}

async function* chain(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (first.length > 0) yield first;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

async function readHead(path: string): Promise<{ size: number; head: Buffer }> {
  try {
    const file = await open(path);
    try {
      const { size } = await file.stat();
      const { bytesRead, buffer } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
      return { size, head: buffer.subarray(0, bytesRead) };
    } finally {
      await file.close();
    }
  } catch (cause) {
    throw new EarshotError('not_found', `Cannot read ${path}: ${whyUnreadable(cause)}.`, { cause });
  }
}

const adts = { name: 'AAC', extension: 'aac' };

/** Frames of AAC begin like those of MPEG audio, but with layer 0, which that does not have. */
function isAdts(head: Uint8Array): boolean {
  return head[0] === 0xff && (head[1] & 0xf6) === 0xf0;
}

/** Tells a container by its signature. @throws EarshotError `unsupported_media_type` */
function sniff(head: Uint8Array, path: string): string {
  const name = nameOf(path);
  const ascii = Buffer.from(head.subarray(0, 12)).toString('latin1');
  if (/^(RIFF|RIFX|RF64|BW64)/.test(ascii)) return 'audio/wav';
  if (ascii.startsWith('OggS')) return 'audio/ogg';
  if (ascii.startsWith('fLaC')) return 'audio/flac';
  if (ascii.startsWith('\x1aE\xdf\xa3')) return 'audio/webm';
  const foreign = foreignFormat(head) ?? (isAdts(head) ? adts : undefined);
  if (foreign) {
    throw new EarshotError(
      'unsupported_media_type',
      `In ${name} is ${foreign.name}, which is not supported; ${howToConvert(foreign, path === '-' ? undefined : path)}`,
    );
  }
  if (ascii.startsWith('ID3') || (head[0] === 0xff && (head[1] & 0xe0) === 0xe0)) return 'audio/mpeg';
  throw new EarshotError(
    'unsupported_media_type',
    `Cannot tell the audio format of ${name}; say it with --type, for example --type "audio/pcm;rate=16000".`,
  );
}
