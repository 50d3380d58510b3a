export interface HeadroomOptions {
  /** Threads that share the work. */
  workers: number;
  /** Share of the threads' time that may be planned for; the rest takes up what comes at the same moment. */
  targetLoad: number;
  /** The most places. */
  maxStreams: number;
  /** Time that the threads were busy before, all together: loading is no cost of audio. @default 0 */
  activeSeconds?: number;
  /** Thread seconds for a second of audio before anything was measured. @default 0.03 */
  initialCost?: number;
}

/**
 * Places for each thread that are given whatever was measured: a short jam must not close a small service, and fifty
 * microphones on two cores are served, if need be a second later.
 */
const leastPlaces = 25;
/** Audio over which the cost is averaged. */
const memorySeconds = 30;
/** Wait of audio from which on the streams are late, about a third of the silence that ends an utterance. */
const lateSeconds = 0.15;

/**
 * How many streams, each a second of audio a second, the threads can bear, by what the latest audio cost on this
 * machine at its load. Streams that share runs of the network cost less, so places grow as they fill; as soon as audio
 * has to wait, whatever the reason, only the least are given.
 */
export class Headroom {
  readonly #options: HeadroomOptions;
  #cost: number;
  #audioSeconds = 0;
  #activeSeconds: number;
  #isLate = false;

  constructor(options: HeadroomOptions) {
    this.#options = options;
    this.#activeSeconds = options.activeSeconds ?? 0;
    this.#cost = options.initialCost ?? 0.03;
  }

  /** Thread seconds for a second of audio. */
  get cost(): number {
    return this.#cost;
  }

  /** Streams that may be open. */
  get places(): number {
    const { workers, targetLoad, maxStreams } = this.#options;
    const least = leastPlaces * workers;
    const bearable = this.#isLate ? least : Math.floor((workers * targetLoad) / this.#cost);
    return Math.min(maxStreams, Math.max(least, bearable));
  }

  /**
   * @param audioSeconds Audio that was worked through since the start, all streams together.
   * @param activeSeconds Time that the threads were busy since the start, all together.
   * @param waitSeconds How long pieces of audio lately took from arrival until they were worked through, on average.
   */
  update(audioSeconds: number, activeSeconds: number, waitSeconds: number): void {
    this.#isLate = waitSeconds >= lateSeconds;
    const audio = audioSeconds - this.#audioSeconds;
    const active = activeSeconds - this.#activeSeconds;
    if (audio <= 0) return;
    this.#audioSeconds = audioSeconds;
    this.#activeSeconds = activeSeconds;
    // A thread that was replaced starts to count anew.
    if (active < 0) return;
    const weight = Math.min(1, audio / memorySeconds);
    this.#cost += weight * (active / audio - this.#cost);
  }
}
