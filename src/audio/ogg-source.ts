import { EarshotError } from '../errors.js';
import { type OggPage, OggReader } from './ogg-reader.js';
import { OpusPackets, opusClockHz } from './opus-packets.js';
import { invalidAudio, type SampleSink, type SampleSource } from './sample-source.js';
import { Timeline } from './timeline.js';

/** How other codecs begin in Ogg, for the message. */
const otherCodecs: [magic: string, name: string][] = [
  ['\x01vorbis', 'Vorbis'],
  ['\x7fFLAC', 'FLAC'],
  ['Speex   ', 'Speex'],
];

/** How the second packet of a stream begins. */
const tagsMagic = 'OpusTags';
/** Positions count samples; half of the shortest packet that is usual. */
const minGapSeconds = 0.01;

interface OpusStream {
  serial: number;
  packets: OpusPackets;
}

/**
 * Opus in Ogg (RFC 7845): pre-skip dropped, cut to the sample by the last granule position, one stream after another
 * when files were chained. Where pages are damaged or lost, silence takes their place. Other logical streams beside it
 * are passed over.
 */
export class OggSource implements SampleSource {
  readonly #reader = new OggReader();
  readonly #wantedRateHz: number;
  #stream: OpusStream | undefined;
  readonly #timeline = new Timeline(minGapSeconds, true);
  #codecSeen: string | undefined;
  #bytes = 0;
  #hasSamples = false;

  constructor(wantedRateHz: number) {
    this.#wantedRateHz = wantedRateHz;
  }

  async decode(chunk: Uint8Array, emit: SampleSink): Promise<void> {
    this.#bytes += chunk.length;
    for (const page of this.#reader.read(chunk)) await this.#readPage(page, emit);
  }

  async flush(emit: SampleSink): Promise<void> {
    for (const page of this.#reader.finish()) await this.#readPage(page, emit);
    if (this.#reader.lostBytes > 0 && (this.#reader.isMostlyLost || !this.#hasSamples))
      throw invalidAudio('The Ogg stream is damaged: too little of it can be read.');
    if (this.#bytes > 0 && !this.#stream && this.#codecSeen === undefined) {
      throw invalidAudio('The Ogg stream ends before its samples begin.');
    }
    if (!this.#stream) this.#refuse();
  }

  free(): void {
    this.#stream?.packets.free();
    this.#stream = undefined;
  }

  async #readPage(page: OggPage, emit: SampleSink): Promise<void> {
    if (page.isFirst) await this.#begin(page);
    else if (page.serial === this.#stream?.serial) this.#decodePage(this.#stream, page, emit);
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
    this.#stream = { serial: page.serial, packets };
    this.#timeline.restart();
  }

  #decodePage({ packets }: OpusStream, page: OggPage, emit: SampleSink): void {
    const { sampleRateHz, preSkip } = packets;
    const decoded = page.packets
      .filter((packet) => !Buffer.from(packet.subarray(0, tagsMagic.length)).equals(Buffer.from(tagsMagic)))
      .map((packet) => packets.decode(packet));
    let count = decoded.reduce((sum, samples) => sum + samples.length, 0);
    if (page.granule !== undefined && count > 0) {
      const end = (page.granule - preSkip) / opusClockHz;
      this.#timeline.reach(end - count / sampleRateHz, sampleRateHz, emit);
      if (page.isLast) count = Math.max(0, Math.min(count, this.#timeline.samplesUntil(end, sampleRateHz)));
    }
    for (const samples of decoded) {
      const kept = samples.subarray(0, count);
      count -= kept.length;
      if (kept.length === 0) continue;
      this.#hasSamples = true;
      this.#timeline.advance(kept.length, sampleRateHz);
      emit(kept, sampleRateHz);
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
