import { EarshotError } from '../errors.js';

export interface EndpointerOptions {
  /** A frame with at least this speech probability is speech. @default 0.5 */
  positiveThreshold?: number;
  /** Speech is interrupted by a frame below this one. @default 0.35 */
  negativeThreshold?: number;
  /** Less speech than this is a noise. @default 128 */
  minSpeechMs?: number;
  /** How much before the first speech frame belongs to the utterance: soft first sounds. @default 300 */
  preRollMs?: number;
  /** Silence after speech that ends the utterance. {@link Endpointer.hint} changes it while it runs. @default 500 */
  trailingSilenceMs?: number;
  /** Longest utterance, from its start; `Infinity` for no limit. @default 30000 */
  maxUtteranceMs?: number;
  /** How long speech is waited for at all; `Infinity` for ever. @default 10000 */
  noSpeechTimeoutMs?: number;
}

export const endpointerDefaults: Required<EndpointerOptions> = {
  positiveThreshold: 0.5,
  negativeThreshold: 0.35,
  minSpeechMs: 128,
  preRollMs: 300,
  trailingSilenceMs: 500,
  maxUtteranceMs: 30_000,
  noSpeechTimeoutMs: 10_000,
};

export type EndpointEvent =
  | { type: 'speechStart'; startSeconds: number }
  | { type: 'speechEnd'; endSeconds: number; reason: 'trailing-silence' | 'max-utterance' }
  | { type: 'noSpeech' };

type State = 'waiting' | 'rising' | 'speaking' | 'ended';

/**
 * Finds the start and the end of ONE utterance in the speech probabilities of equally long frames. A pure state
 * machine: the same frames give the same events, whenever they come. Two thresholds give hysteresis, as in Silero's own
 * iterator.
 *
 * waiting -> rising (a speech frame) -> speaking (enough of them; `speechStart`) -> ended (`speechEnd`);
 * rising -> waiting when the noise stops first; waiting -> ended (`noSpeech`).
 */
export class Endpointer {
  readonly options: Readonly<Required<EndpointerOptions>>;
  readonly #frameMs: number;
  #state: State = 'waiting';
  #frames = 0;
  #trailingSilenceMs: number;
  /** Start of the first speech frame. */
  #riseMs = 0;
  #speechMs = 0;
  /** Where the silence began that lasts until now. */
  #silenceStartMs: number | undefined;
  /** End of the last speech frame. */
  #lastSpeechMs = 0;
  #hasSpoken = false;

  /**
   * @param frameMs Length of a frame.
   * @throws EarshotError `invalid_config`.
   */
  constructor(frameMs: number, options: EndpointerOptions = {}) {
    this.options = endpointerOptions(options);
    this.#frameMs = frameMs;
    this.#trailingSilenceMs = this.options.trailingSilenceMs;
  }

  get state(): State {
    return this.#state;
  }

  /** Where speech began (pre-roll included) and last was heard, in seconds; undefined before `speechStart`. */
  get speech(): { start: number; end: number } | undefined {
    if (!this.#hasSpoken) return undefined;
    return { start: this.#startMs() / 1000, end: this.#lastSpeechMs / 1000 };
  }

  /**
   * What the decoder knows about the words so far: a complete command may end sooner, half a phrase later. Holds until
   * the next hint; without a value the option holds again.
   */
  hint(trailingSilenceMs?: number): void {
    this.#trailingSilenceMs = trailingSilenceMs ?? this.options.trailingSilenceMs;
  }

  /** Takes the speech probability of the next frame. After the end nothing happens any more. */
  accept(speechProbability: number): EndpointEvent | undefined {
    if (this.#state === 'ended') return undefined;
    const startMs = this.#frames * this.#frameMs;
    this.#frames += 1;
    const endMs = this.#frames * this.#frameMs;
    const isSpeech = speechProbability >= this.options.positiveThreshold;
    if (isSpeech) this.#silenceStartMs = undefined;
    else if (speechProbability < this.options.negativeThreshold) this.#silenceStartMs ??= startMs;

    if (this.#state === 'waiting') {
      if (!isSpeech) return this.#checkTimeout(endMs);
      this.#state = 'rising';
      this.#riseMs = startMs;
      this.#speechMs = 0;
    }
    if (isSpeech) {
      this.#speechMs += this.#frameMs;
      this.#lastSpeechMs = endMs;
    }
    return this.#state === 'rising' ? this.#rising(endMs) : this.#speaking(endMs);
  }

  #rising(nowMs: number): EndpointEvent | undefined {
    if (this.#speechMs >= this.options.minSpeechMs) {
      this.#state = 'speaking';
      this.#hasSpoken = true;
      return { type: 'speechStart', startSeconds: this.#startMs() / 1000 };
    }
    // Frames between the thresholds count here too, or one click in a murmur would wait for ever.
    if (nowMs - this.#lastSpeechMs >= this.options.minSpeechMs) {
      this.#state = 'waiting';
      return this.#checkTimeout(nowMs);
    }
    return undefined;
  }

  #speaking(nowMs: number): EndpointEvent | undefined {
    if (this.#silenceMs(nowMs) >= this.#trailingSilenceMs) {
      this.#state = 'ended';
      return { type: 'speechEnd', endSeconds: this.#lastSpeechMs / 1000, reason: 'trailing-silence' };
    }
    if (nowMs - this.#startMs() >= this.options.maxUtteranceMs) {
      this.#state = 'ended';
      return { type: 'speechEnd', endSeconds: nowMs / 1000, reason: 'max-utterance' };
    }
    return undefined;
  }

  #checkTimeout(nowMs: number): EndpointEvent | undefined {
    if (nowMs < this.options.noSpeechTimeoutMs) return undefined;
    this.#state = 'ended';
    return { type: 'noSpeech' };
  }

  #startMs(): number {
    return Math.max(0, this.#riseMs - this.options.preRollMs);
  }

  #silenceMs(nowMs: number): number {
    return this.#silenceStartMs === undefined ? 0 : nowMs - this.#silenceStartMs;
  }
}

/** The options with their defaults. @throws EarshotError `invalid_config` naming the option. */
export function endpointerOptions(options: EndpointerOptions): Required<EndpointerOptions> {
  const settings = { ...endpointerDefaults, ...options };
  const check = (name: keyof EndpointerOptions, isValid: boolean, allowed: string): void => {
    if (isValid) return;
    throw new EarshotError('invalid_config', `${name} must be ${allowed}; ${settings[name]} came.`);
  };
  const { positiveThreshold, negativeThreshold, minSpeechMs } = settings;
  check('positiveThreshold', positiveThreshold > 0 && positiveThreshold <= 1, 'above 0 and at most 1');
  check(
    'negativeThreshold',
    negativeThreshold >= 0 && negativeThreshold <= positiveThreshold,
    `0 to positiveThreshold (${positiveThreshold})`,
  );
  for (const name of ['minSpeechMs', 'preRollMs', 'trailingSilenceMs', 'noSpeechTimeoutMs'] as const) {
    check(name, settings[name] >= 0, 'a number of milliseconds, not negative');
  }
  check('maxUtteranceMs', settings.maxUtteranceMs > minSpeechMs, `more than minSpeechMs (${minSpeechMs})`);
  return settings;
}
