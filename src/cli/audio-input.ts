import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { decode as decodeWav } from 'wav-decoder';
import { containerBytes, containerOf } from '../audio/container-of.js';
import { aac, foreignFormat, howToConvert } from '../audio/foreign-format.js';
import { isAdts } from '../audio/framed-format.js';
import { WavSource } from '../audio/wav-source.js';
import { EarshotError } from '../errors.js';
import { whyUnreadable } from '../files/why-unreadable.js';

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
/** WAV files that are read at once: four minutes and a half of 16 kHz. */
const mostWholeBytes = 8 * 1024 * 1024;
/** Bytes per sample that wav-decoder reads as the service does: its 8 bits have no zero, the lowest of 24 is its highest. */
const alikeBytes = [2, 4, 8];

/**
 * @param path a file, or `-` for standard input.
 * @param type media type that overrides what first bytes and name say; needed for headerless PCM.
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
      mimeType: type ?? typeOf(head, path),
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
  return { size, mimeType: type ?? typeOf(head, path) };
}

/**
 * @returns undefined for what wav-decoder does not know, or does not read as the service does: headers that no file of
 * such samples has, or that are streamed, samples of 8 and 24 bits, several channels, and several files in one. The streaming reader takes
 * those.
 */
async function readWholeWav(path: string): Promise<Omit<AudioInput, 'name'> | undefined> {
  try {
    const file = await readFile(path);
    const wav = new WavSource();
    wav.decode(file.subarray(0, chunkBytes), () => {});
    const isAlone = file.length <= 8 + file.readUInt32LE(4) + 1;
    if (!isAlone || !alikeBytes.includes(wav.bytesPerSample ?? 0)) return undefined;
    const { sampleRate, channelData } = await decodeWav(file, { symmetric: true });
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
  while (head.length < containerBytes) {
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
      const { bytesRead, buffer } = await file.read(Buffer.alloc(containerBytes), 0, containerBytes, 0);
      return { size, head: buffer.subarray(0, bytesRead) };
    } finally {
      await file.close();
    }
  } catch (cause) {
    throw new EarshotError('not_found', `Cannot read ${path}: ${whyUnreadable(cause)}.`, { cause });
  }
}

/**
 * The first bytes say more than a name that anybody may have given; it is for what they do not tell.
 * @throws EarshotError `unsupported_media_type`
 */
function typeOf(head: Uint8Array, path: string): string {
  const name = nameOf(path);
  const named = path === '-' ? undefined : typeByExtension[extname(path).toLowerCase()];
  const container = containerOf(head);
  // FLAC files may have the tags of MP3 files in front.
  if (container) return container === 'mpeg' && named === 'audio/flac' ? named : `audio/${container}`;
  const foreign = foreignFormat(head) ?? (isAdts(head) ? aac : undefined);
  if (foreign) {
    throw new EarshotError(
      'unsupported_media_type',
      `In ${name} is ${foreign.name}, which is not supported; ${howToConvert(foreign, path === '-' ? undefined : path)}`,
    );
  }
  if (head[0] === 0xff && (head[1] & 0xe0) === 0xe0) return 'audio/mpeg';
  if (named) return named;
  throw new EarshotError(
    'unsupported_media_type',
    `Cannot tell the audio format of ${name}; say it with --type, for example --type "audio/pcm;rate=16000".`,
  );
}
