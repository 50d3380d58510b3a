import { EarshotError } from '../errors.js';
import { checkChannels, checkSampleRate } from './audio-format.js';
import { ByteQueue } from './byte-queue.js';
import * as ebml from './ebml.js';
import { elements } from './ebml.js';
import { lacedFrames } from './laced-frames.js';
import { OpusPackets, opusClockHz } from './opus-packets.js';
import { PcmSource, type SampleLayout } from './pcm-source.js';
import { invalidAudio, type SampleSink, type SampleSource } from './sample-source.js';
import { Timeline } from './timeline.js';

/** A block or a track description that is longer is refused; a block of a browser is some kilobytes. */
const maxElementBytes = 1_048_576;
/** All that may come before the first block, tags and pictures included. */
const maxHeaderBytes = 4_194_304;
/** Of the types of tracks (RFC 9559 section 5.1.4.1.3). */
const audioTrack = 2;

/** Masters whose elements are read one by one; their own sizes, often unknown in a live stream, do not matter. */
const entered = new Set<number>([
  elements.ebml,
  elements.segment,
  elements.info,
  elements.tracks,
  elements.cluster,
]);
const buffered = new Set<number>([
  elements.docType,
  elements.timestampScale,
  elements.timestamp,
  elements.trackEntry,
  elements.simpleBlock,
  elements.blockGroup,
]);

/** Of timestamps, in nanoseconds, where the file does not tell it. */
const usualTimestampScale = 1_000_000;
/** Recorders take times from a clock beside the samples': what is shorter is no gap. FFmpeg fills gaps from here on, too. */
const minGapSeconds = 0.1;

interface Track {
  number: number;
  sampleRateHz: number;
  /** What an encoder put in front of the first sample, and the timestamps count. */
  delaySeconds: number;
  /** @param discardNs Nanoseconds to drop at the end. */
  decode(frame: Uint8Array, emit: SampleSink, discardNs: number): void;
  free(): void;
}

/**
 * Streaming WebM and Matroska with one audio track of Opus or of PCM samples (float, or integers of either byte order),
 * as browsers' MediaRecorder and client libraries stream it: clusters and segment of unknown size, SimpleBlocks and
 * block groups, all kinds of lacing. Where timestamps run ahead of the samples, as after a pause, is silence. Other tracks,
 * cues and tags are passed over.
 */
export class WebmSource implements SampleSource {
  readonly #queue = new ByteQueue();
  readonly #wantedRateHz: number;
  readonly #timeline = new Timeline(minGapSeconds, false);
  #timestampScale = usualTimestampScale;
  #clusterTimestamp = 0;
  #track: Track | undefined;
  #codecSeen: string | undefined;
  #skipBytes = 0;
  #bytes = 0;
  #hasBegun = false;
  #hasBlocks = false;

  constructor(wantedRateHz: number) {
    this.#wantedRateHz = wantedRateHz;
  }

  async decode(chunk: Uint8Array, emit: SampleSink): Promise<void> {
    this.#bytes += chunk.length;
    let rest = chunk;
    if (this.#skipBytes > 0) {
      const skipped = Math.min(this.#skipBytes, rest.length);
      this.#skipBytes -= skipped;
      rest = rest.subarray(skipped);
    }
    this.#queue.push(rest);
    while (await this.#readElement(emit));
    if (!this.#hasBlocks && this.#bytes > maxHeaderBytes) {
      throw invalidAudio(`The WebM stream has no audio in its first ${maxHeaderBytes} bytes.`);
    }
  }

  flush(): void {
    if (this.#track || this.#bytes === 0) return;
    this.#refuse();
  }

  free(): void {
    this.#track?.free();
    this.#track = undefined;
  }

  /** False when more bytes are needed. */
  async #readElement(emit: SampleSink): Promise<boolean> {
    const queue = this.#queue;
    const header = ebml.elementHeader(queue.peek(12));
    if (!header) return false;
    const { id, size, headerBytes } = header;
    if (!this.#hasBegun && id !== elements.ebml) {
      throw invalidAudio('The audio is not WebM: it does not begin with an EBML header.');
    }
    this.#hasBegun = true;
    if (entered.has(id)) {
      if (id === elements.cluster && !this.#track) this.#refuse();
      // Another file behind the first has times of its own.
      if (id === elements.ebml) this.#timeline.restart();
      queue.take(headerBytes);
      return true;
    }
    if (size === undefined) throw invalidAudio('The WebM stream is damaged (an element without a size).');
    if (!buffered.has(id)) {
      queue.take(headerBytes);
      return this.#skip(size);
    }
    if (size > maxElementBytes) return this.#passOver(header);
    if (queue.length < headerBytes + size) return false;
    queue.take(headerBytes);
    // A copy, because what follows may wait while more bytes come.
    await this.#readBody(id, queue.take(size).slice(), emit);
    return true;
  }

  /** Of what is too long to be held only blocks of other tracks, as pictures can be. False when more bytes are needed. */
  #passOver({ id, size, headerBytes }: ebml.ElementHeader): boolean {
    const start = this.#queue.peek(headerBytes + 32).subarray(headerBytes);
    if (start.length < 32) return false;
    const inner = id === elements.blockGroup ? ebml.elementHeader(start) : undefined;
    const isBlock = id === elements.simpleBlock || inner?.id === elements.block;
    const track = ebml.variableInteger(start, inner?.headerBytes ?? 0)?.value;
    if (!isBlock || track === this.#track?.number)
      throw invalidAudio(`The WebM stream has an element of ${size} bytes.`);
    this.#queue.take(headerBytes);
    return this.#skip(size!);
  }

  #skip(size: number): boolean {
    this.#skipBytes = size - this.#queue.take(size).length;
    if (this.#skipBytes > maxHeaderBytes)
      throw invalidAudio(`The WebM stream has an element of ${size} bytes.`);
    return this.#skipBytes === 0;
  }

  async #readBody(id: number, body: Uint8Array, emit: SampleSink): Promise<void> {
    if (id === elements.docType) {
      const docType = ebml.ascii(body);
      if (docType !== 'webm' && docType !== 'matroska')
        throw invalidAudio(`"${ebml.shown(docType)}" is not WebM.`);
    } else if (id === elements.timestampScale) {
      this.#timestampScale = ebml.unsignedInteger(body) || usualTimestampScale;
    } else if (id === elements.timestamp) this.#clusterTimestamp = ebml.unsignedInteger(body);
    else if (id === elements.trackEntry) await this.#readTrack(body);
    else if (id === elements.simpleBlock) this.#readBlock(body, emit, 0);
    else this.#readBlockGroup(body, emit);
  }

  async #readTrack(body: Uint8Array): Promise<void> {
    const fields = new Map(ebml.childElements(body));
    const type = ebml.unsignedInteger(fields.get(elements.trackType) ?? new Uint8Array());
    if (type !== audioTrack || this.#track) return;
    const codec = ebml.ascii(fields.get(elements.codecId) ?? new Uint8Array());
    const number = ebml.unsignedInteger(fields.get(elements.trackNumber) ?? Uint8Array.of(1));
    if (codec === 'A_OPUS') {
      this.#track = await opusTrack(number, fields.get(elements.codecPrivate), this.#wantedRateHz);
    } else if (codec.startsWith('A_PCM/')) {
      this.#track = pcmTrack(number, codec, fields.get(elements.audio) ?? new Uint8Array());
    } else this.#codecSeen ??= codec;
  }

  #readBlockGroup(body: Uint8Array, emit: SampleSink): void {
    const fields = new Map(ebml.childElements(body));
    const block = fields.get(elements.block);
    if (!block) return;
    const padding = ebml.signedInteger(fields.get(elements.discardPadding) ?? new Uint8Array());
    this.#readBlock(block, emit, Math.max(0, padding));
  }

  #readBlock(block: Uint8Array, emit: SampleSink, discardNs: number): void {
    const number = ebml.variableInteger(block, 0);
    if (!number || block.length < number.length + 3) throw invalidAudio('A WebM block is cut short.');
    if (number.value !== this.#track?.number) return;
    this.#hasBlocks = true;
    this.#reach(new DataView(block.buffer, block.byteOffset).getInt16(number.length), emit);
    const heard: SampleSink = (samples, sampleRateHz) => {
      this.#timeline.advance(samples.length, sampleRateHz);
      emit(samples, sampleRateHz);
    };
    const flags = block[number.length + 2];
    const frames = [...lacedFrames(block.subarray(number.length + 3), (flags >> 1) & 3)];
    for (const [i, frame] of frames.entries()) {
      this.#track.decode(frame, heard, i === frames.length - 1 ? discardNs : 0);
    }
  }

  /** @param timestamp Of a block, from that of its cluster on. */
  #reach(timestamp: number, emit: SampleSink): void {
    const { sampleRateHz, delaySeconds } = this.#track!;
    const seconds = ((this.#clusterTimestamp + timestamp) * this.#timestampScale) / 1e9;
    this.#timeline.reach(seconds - delaySeconds, sampleRateHz, emit);
  }

  #refuse(): never {
    if (this.#codecSeen === undefined) throw invalidAudio('The WebM stream has no audio track.');
    throw new EarshotError(
      'unsupported_media_type',
      `The WebM stream contains ${ebml.shown(this.#codecSeen)}, which is not supported; use Opus or PCM.`,
    );
  }
}

async function opusTrack(number: number, head: Uint8Array | undefined, wantedRateHz: number): Promise<Track> {
  const packets = await OpusPackets.create(head ?? new Uint8Array(), wantedRateHz);
  return {
    number,
    sampleRateHz: packets.sampleRateHz,
    delaySeconds: packets.preSkip / opusClockHz,
    decode: (frame, emit, discardNs) => {
      const samples = packets.decode(frame);
      const discarded = Math.round((discardNs * packets.sampleRateHz) / 1e9);
      const kept = samples.subarray(0, Math.max(0, samples.length - discarded));
      if (kept.length > 0) emit(kept, packets.sampleRateHz);
    },
    free: () => packets.free(),
  };
}

function pcmTrack(number: number, codec: string, audio: Uint8Array): Track {
  const fields = new Map(ebml.childElements(audio));
  const numberOf = (id: number): number | undefined => {
    const body = fields.get(id);
    return body && ebml.unsignedInteger(body);
  };
  const frequency = fields.get(elements.samplingFrequency);
  const sampleRateHz = Math.round(frequency ? ebml.float(frequency) : 8_000);
  const channels = numberOf(elements.channels) ?? 1;
  const isFloat = codec === 'A_PCM/FLOAT/IEEE';
  const bits = numberOf(elements.bitDepth) ?? (isFloat ? 32 : 16);
  checkSampleRate(sampleRateHz);
  checkChannels(channels);
  if (
    !['A_PCM/FLOAT/IEEE', 'A_PCM/INT/LIT', 'A_PCM/INT/BIG'].includes(codec) ||
    !(isFloat ? [32, 64] : [8, 16, 24, 32]).includes(bits)
  ) {
    throw new EarshotError(
      'unsupported_media_type',
      `The WebM stream contains ${ebml.shown(codec)} of ${bits} bits, which is not supported.`,
    );
  }
  const source = new PcmSource(
    {
      encoding: isFloat ? 'float' : bits === 8 ? 'unsigned-int' : 'signed-int',
      bytesPerSample: (bits / 8) as SampleLayout['bytesPerSample'],
      channels,
      bigEndian: codec === 'A_PCM/INT/BIG',
    },
    sampleRateHz,
  );
  return {
    number,
    sampleRateHz,
    delaySeconds: 0,
    decode: (frame, emit) => source.decode(frame, emit),
    free: () => {},
  };
}
