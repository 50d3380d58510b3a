import { OpusDecoder, type OpusDecoderSampleRate } from 'opus-decoder';
import { EarshotError } from '../errors.js';
import { invalidAudio } from './sample-source.js';
import { SoundingChannel } from './sounding-channel.js';
import { callDecoder } from './wasm-decoder.js';

/** Pre-skip and positions count samples at this rate, whatever a stream is decoded to (RFC 7845 section 4). */
export const opusClockHz = 48_000;
const opusRatesHz = [8_000, 12_000, 16_000, 24_000, opusClockHz] as const;
/** What the decoder's input buffer holds for each channel. */
const maxPacketBytesPerChannel = 3_840;

interface OpusHead {
  channels: number;
  preSkip: number;
  gain: number;
  streamCount?: number;
  coupledStreamCount?: number;
  channelMappingTable?: number[];
}

/** Opus packets of one stream to mono samples, as RFC 7845 describes for Ogg, and WebM likewise. */
export class OpusPackets {
  readonly sampleRateHz: OpusDecoderSampleRate;
  /** Samples at {@link opusClockHz} that the encoder put before the first real one. */
  readonly preSkip: number;
  readonly #decoder: OpusDecoder<OpusDecoderSampleRate>;
  readonly #maxPacketBytes: number;
  readonly #gain: number;
  readonly #sounding = new SoundingChannel();
  #toSkip: number;
  #heard = 0;
  #damaged = 0;

  private constructor(head: OpusHead, sampleRateHz: OpusDecoderSampleRate) {
    const { channels, streamCount, coupledStreamCount, channelMappingTable } = head;
    this.sampleRateHz = sampleRateHz;
    this.preSkip = head.preSkip;
    this.#toSkip = Math.round((head.preSkip * sampleRateHz) / opusClockHz);
    this.#gain = head.gain;
    this.#maxPacketBytes = maxPacketBytesPerChannel * channels;
    this.#decoder = new OpusDecoder({
      sampleRate: sampleRateHz,
      channels,
      streamCount,
      coupledStreamCount,
      channelMappingTable,
    });
  }

  /**
   * @param head The identification header, `OpusHead`.
   * @param wantedRateHz Opus decodes to this rate itself when it is one of its own, and to 48 kHz otherwise.
   * @throws EarshotError `invalid_audio`, `unsupported_media_type`.
   */
  static async create(head: Uint8Array, wantedRateHz: number): Promise<OpusPackets> {
    const sampleRateHz = opusRatesHz.find((rate) => rate === wantedRateHz) ?? opusClockHz;
    const packets = new OpusPackets(parseOpusHead(head), sampleRateHz);
    await packets.#decoder.ready;
    return packets;
  }

  /**
   * The samples of one packet, without what the encoder put in front; none of one that is damaged.
   * @throws EarshotError `invalid_audio` when more are damaged than not.
   */
  decode(packet: Uint8Array): Float32Array {
    if (packet.length === 0) return new Float32Array(0);
    if (packet.length > this.#maxPacketBytes) {
      throw invalidAudio(`An Opus packet of ${packet.length} bytes is longer than any encoder makes.`);
    }
    const channelData = this.#decodeFrame(packet);
    const picked = this.#sounding.pick(channelData);
    const skipped = Math.min(this.#toSkip, picked.length);
    this.#toSkip -= skipped;
    const samples = picked.subarray(skipped);
    if (this.#gain !== 1) for (let i = 0; i < samples.length; i++) samples[i] *= this.#gain;
    return samples;
  }

  #decodeFrame(packet: Uint8Array): Float32Array[] {
    try {
      const { channelData } = callDecoder('Opus', () => this.#decoder.decodeFrame(packet));
      this.#heard++;
      return channelData;
    } catch (error) {
      if (++this.#damaged > this.#heard) throw error;
      return [new Float32Array(0)];
    }
  }

  free(): void {
    this.#decoder.free();
  }
}

/** RFC 7845 section 5.1. */
function parseOpusHead(bytes: Uint8Array): OpusHead {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 19 || Buffer.from(bytes.subarray(0, 8)).toString('latin1') !== 'OpusHead') {
    throw invalidAudio('The Opus header is malformed.');
  }
  const version = view.getUint8(8);
  const channels = view.getUint8(9);
  const family = view.getUint8(18);
  if (version > 15) throw unsupported(`Opus encapsulation of version ${version} is not supported.`);
  // The output gain is in 1/256 dB.
  const head: OpusHead = {
    channels,
    preSkip: view.getUint16(10, true),
    gain: 10 ** (view.getInt16(16, true) / 256 / 20),
  };
  if (family === 0) {
    if (channels !== 1 && channels !== 2) throw invalidAudio(`An Opus header with ${channels} channels.`);
    return head;
  }
  if (family !== 1 || channels < 1 || channels > 8) {
    throw unsupported(`Opus channel mapping ${family} with ${channels} channels is not supported.`);
  }
  const streamCount = bytes[19];
  const coupledStreamCount = bytes[20];
  const channelMappingTable = [...bytes.subarray(21, 21 + channels)];
  const decodedChannels = streamCount + coupledStreamCount;
  if (
    channelMappingTable.length !== channels ||
    streamCount < 1 ||
    coupledStreamCount > streamCount ||
    decodedChannels > 255 ||
    channelMappingTable.some((index) => index !== 255 && index >= decodedChannels)
  ) {
    throw invalidAudio('The channel mapping of the Opus header is malformed.');
  }
  return { ...head, streamCount, coupledStreamCount, channelMappingTable };
}

function unsupported(detail: string): EarshotError {
  return new EarshotError('unsupported_media_type', detail);
}
