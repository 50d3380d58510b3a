import type { AudioFormat, ContainerFormat } from './audio-format.js';
import { containerBytes, containerOf } from './container-of.js';
import { aac, foreignFormat, howToConvert } from './foreign-format.js';
import { framedBytes, framedFormat, isAdts } from './framed-format.js';
import { invalidAudio, type SampleSink, type SampleSource } from './sample-source.js';
import { WavSource } from './wav-source.js';

type Container = ContainerFormat['container'];

const descriptions: Record<Container, string> = {
  wav: 'a WAV file; send it as audio/wav',
  webm: 'WebM; send it as audio/webm',
  ogg: 'an Ogg stream; send it as audio/ogg',
  flac: 'a FLAC file; send it as audio/flac',
  mpeg: 'an MP3 file; send it as audio/mpeg',
};

/**
 * Looks at the first bytes before a source does. What is plainly another format than was declared is refused with the
 * right name: as PCM it would only be noise, in which nobody says anything. A WAV file sent as PCM is read as
 * what it is, since many programs call their files so.
 */
export class CheckedSource implements SampleSource {
  readonly #declared: AudioFormat['container'];
  #source: SampleSource;
  /** The first bytes, until there are enough. */
  #head: Uint8Array | undefined = new Uint8Array(0);

  constructor(declared: AudioFormat['container'], source: SampleSource) {
    this.#declared = declared;
    this.#source = source;
  }

  get isComplete(): boolean {
    return this.#source.isComplete ?? false;
  }

  decode(chunk: Uint8Array, emit: SampleSink): void | Promise<void> {
    if (!this.#head) return this.#source.decode(chunk, emit);
    this.#head = Buffer.concat([this.#head, chunk]);
    return this.#needsMore(this.#head) ? undefined : this.#begin(this.#head, emit);
  }

  flush(emit: SampleSink): void | Promise<void> {
    const pending = this.#head && this.#begin(this.#head, emit);
    return pending ? pending.then(() => this.#source.flush(emit)) : this.#source.flush(emit);
  }

  free(): void {
    this.#source.free?.();
  }

  #begin(head: Uint8Array, emit: SampleSink): void | Promise<void> {
    this.#head = undefined;
    const framed = this.#isFramed(head) ? framedFormat(head) : undefined;
    const found = containerOf(head) ?? (framed === 'mpeg' ? framed : undefined);
    if (found === 'wav' && this.#declared === 'pcm') this.#source = new WavSource();
    // FLAC files may have ID3 tags in front, too.
    else if (found && found !== this.#declared && !(found === 'mpeg' && this.#declared === 'flac')) {
      throw invalidAudio(`The audio was declared as ${this.#declared}, but is ${descriptions[found]}.`);
    }
    const foreign = framed === 'aac' ? aac : foreignFormat(head);
    if (foreign) {
      throw invalidAudio(
        `The audio was declared as ${this.#declared}, but is ${foreign.name}, which is not supported; ${howToConvert(foreign)}`,
      );
    }
    return this.#source.decode(head, emit);
  }

  #needsMore(head: Uint8Array): boolean {
    if (head.length < containerBytes) return true;
    return head.length < framedBytes && this.#isFramed(head) && framedFormat(head) === undefined;
  }

  /** Whether it could be audio without a container that is not what was declared. */
  #isFramed(head: Uint8Array): boolean {
    return this.#declared === 'pcm' || (this.#declared === 'mpeg' && isAdts(head));
  }
}
