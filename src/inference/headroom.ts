export interface HeadroomOptions {
  /** Threads that share the work. */
  workers: number;
  /** Share of the threads' time that may be planned for; the rest takes up what comes at the same moment. */
  targetLoad: number;
  /** The most places. */
  maxStreams: number;
}

/** What was measured up to now. */
export interface LoadMeasurement {
  /** Audio that was worked through since the start, all streams together. */
  audioSeconds: number;
  /** Time that the threads were busy since the start, all together. */
  activeSeconds: number;
  /**
   * How long pieces of audio that came at the pace of speech lately took from arrival until they were worked through,
   * on average.
   */
  waitSeconds: number;
  openStreams: number;
  /**
   * Whether the threads did nothing but work on audio since the last call; else this does not tell what audio costs.
   * @default true
   */
  isAudioAlone?: boolean;
}

/** Places for each thread that are given whatever was measured: a short jam must not close a small service. */
const leastPlaces = 12;
/** Thread seconds for a second of audio, until some was measured. */
const usualCost = 0.03;
/** Audio over which the cost is averaged. */
const memorySeconds = 30;
/** Wait of audio from which on the streams are late: about the silence that ends a complete request. */
const lateSeconds = 0.15;
/** Places when streams are late, as a share of those that are open: until some have ended none is opened. */
const decrease = 0.9;
/** Places more at each measurement at which they are not. */
const increase = 1;

/**
 * Admission control: how many streams, each a second of audio a second, the threads can bear. What the latest audio
 * cost on this machine at its load says how many could be; as streams that share runs of the network cost less, these
 * grow as they fill. What else the machine does shows only in how long audio waits: while it is late there are fewer
 * places than open streams, and when it is not they come back one by one (additive increase, multiplicative decrease:
 * Chiu and Jain, 1989).
 */
export class Headroom {
  readonly #options: HeadroomOptions;
  #cost = usualCost;
  #audioSeconds = 0;
  #activeSeconds = 0;
  /** Places that lateness has left. */
  #left = Infinity;

  constructor(options: HeadroomOptions) {
    this.#options = options;
  }

  /** Thread seconds for a second of audio. */
  get cost(): number {
    return this.#cost;
  }

  /** Streams that may be open. */
  get places(): number {
    const { workers, targetLoad, maxStreams } = this.#options;
    const bearable = Math.min((workers * targetLoad) / this.#cost, this.#left);
    return Math.min(maxStreams, Math.max(leastPlaces * workers, Math.floor(bearable)));
  }

  update(measurement: LoadMeasurement): void {
    const { audioSeconds, activeSeconds, waitSeconds, openStreams, isAudioAlone = true } = measurement;
    this.#left =
      waitSeconds >= lateSeconds
        ? openStreams * decrease
        : Math.min(this.#left + increase, this.#options.maxStreams);
    const audio = audioSeconds - this.#audioSeconds;
    const active = activeSeconds - this.#activeSeconds;
    if (audio <= 0) return;
    this.#audioSeconds = audioSeconds;
    this.#activeSeconds = activeSeconds;
    // A thread that was replaced starts to count anew.
    if (active < 0 || !isAudioAlone) return;
    const weight = Math.min(1, audio / memorySeconds);
    this.#cost += weight * (active / audio - this.#cost);
  }
}
