/** Makes feature frames of samples as they come. How the samples are cut into calls changes no frame. */
export interface FrontEnd {
  /** Frames that {@link read} can give. */
  readonly numFramesReady: number;
  /** Takes mono samples; they are copied. */
  acceptWaveform(samples: Float32Array): void;
  /** Tells that no more samples come. */
  finish(): void;
  /**
   * Writes the frames that are ready, or as many as there is room for.
   *
   * @param offset Where in `into` the first one goes.
   * @returns Frames written.
   */
  read(into: Float32Array, offset: number): number;
}

/** For networks that take the sound as it is: a frame is one sample. */
export class SampleFrontEnd implements FrontEnd {
  #waiting: Float32Array[] = [];
  numFramesReady = 0;

  acceptWaveform(samples: Float32Array): void {
    this.#waiting.push(samples.slice());
    this.numFramesReady += samples.length;
  }

  finish(): void {}

  read(into: Float32Array, offset: number): number {
    const room = into.length - offset;
    let written = 0;
    while (this.#waiting.length > 0 && written < room) {
      const [first] = this.#waiting;
      const part = first.subarray(0, room - written);
      into.set(part, offset + written);
      written += part.length;
      if (part.length < first.length) this.#waiting[0] = first.subarray(part.length);
      else this.#waiting.shift();
    }
    this.numFramesReady -= written;
    return written;
  }
}
