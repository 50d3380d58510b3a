import { EarshotError } from '../errors.js';
import { type OggPage, OggReader } from './ogg-reader.js';
import { OpusPackets, opusClockHz } from './opus-packets.js';
import { invalidAudio, type SampleSink, type SampleSource } from './sample-source.js';

/** How other codecs begin in Ogg, for the message. */
const otherCodecs: [magic: string, name: string][] = [
  ['\x01vorbis', 'Vorbis'],
  ['\x7fFLAC', 'FLAC'],
  ['Speex   ', 'Speex'],
];

interface OpusStream {
  serial: number;
  packets: OpusPackets;
  hasTags: boolean;
  /** Granule position before the first sample; not 0 where a recorder joined a running stream. */
  firstGranule: number | undefined;
  /** Samples emitted, pre-skip not counted. */
  emitted: number;
}

/**
 * Opus in Ogg (RFC 7845): pre-skip dropped, cut to the sample by the last granule position, one stream after another
 * when files were chained. Other logical streams beside it are passed over.
 */
export class OggSource implements SampleSource {
  readonly #reader = new OggReader();
  readonly #wantedRateHz: number;
  #stream: OpusStream | undefined;
  #codecSeen: string | undefined;
  #bytes = 0;

  constructor(wantedRateHz: number) {
    this.#wantedRateHz = wantedRateHz;
  }

  async decode(chunk: Uint8Array, emit: SampleSink): Promise<void> {
    this.#bytes += chunk.length;
    for (const page of this.#reader.read(chunk)) {
      if (page.isFirst) await this.#begin(page);
      else if (page.serial === this.#stream?.serial) this.#decodePage(this.#stream, page, emit);
    }
  }

  flush(): void {
    if (this.#bytes > 0 && !this.#stream && this.#codecSeen === undefined) {
      throw invalidAudio('The Ogg stream ends before its samples begin.');
    }
    if (!this.#stream) this.#refuse();
  }

  free(): void {
    this.#stream?.packets.free();
    this.#stream = undefined;
  }

  async #begin(page: OggPage): Promise<void> {
    const head = page.packets[0];
    const magic = Buffer.from(head?.subarray(0, 8) ?? []).toString('latin1');
    if (magic !== 'OpusHead') {
      this.#codecSeen ??= otherCodecs.find(([start]) => magic.startsWith(start))?.[1] ?? 'an unknown codec';
      return;
    }
    this.free();
    const packets = await OpusPackets.create(head, this.#wantedRateHz);
    this.#stream = { serial: page.serial, packets, hasTags: false, firstGranule: undefined, emitted: 0 };
  }

  #decodePage(stream: OpusStream, page: OggPage, emit: SampleSink): void {
    const { packets } = stream;
    const decoded = [];
    for (const packet of page.packets) {
      if (stream.hasTags) decoded.push(packets.decode(packet));
      stream.hasTags = true;
    }
    let count = decoded.reduce((sum, samples) => sum + samples.length, 0);
    if (page.granule !== undefined && count > 0) {
      const granuleScale = opusClockHz / packets.sampleRateHz;
      stream.firstGranule ??= Math.max(0, page.granule - packets.preSkip - count * granuleScale);
      if (page.isLast) {
        const total = Math.round((page.granule - packets.preSkip - stream.firstGranule) / granuleScale);
        count = Math.max(0, Math.min(count, total - stream.emitted));
      }
    }
    for (const samples of decoded) {
      const kept = samples.subarray(0, count);
      count -= kept.length;
      stream.emitted += kept.length;
      if (kept.length > 0) emit(kept, packets.sampleRateHz);
    }
  }

  #refuse(): void {
    if (this.#codecSeen === undefined) return;
    throw new EarshotError(
      'unsupported_media_type',
      `The Ogg stream contains ${this.#codecSeen}, which is not supported in Ogg; send Opus.`,
    );
  }
}
