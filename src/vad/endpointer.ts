import { type EndpointerOptions, endpointerOptions } from './endpointer-options.js';
import { type Outlook, silenceFor } from './patience.js';

export type EndpointEvent =
  | { type: 'speechStart'; startSeconds: number }
  /** The speaker is silent: {@link Endpointer.judge} wants to know what the words so far are. */
  | { type: 'pause' }
  | { type: 'speechEnd'; endSeconds: number; reason: 'trailing-silence' | 'max-utterance' }
  | { type: 'noSpeech' };

/** What is known of a frame beside its speech probability. */
export interface FrameCues {
  /** Level of the frame, in any decibels. */
  levelDb?: number;
  /** Position of the end of the last phone that the decoder heard, from the start of the stream. */
  lastPhoneMs?: number;
}

type State = 'waiting' | 'rising' | 'speaking' | 'ended';

/** A decoder names a phone this long after it was over, at the latest. */
const phoneLagMs = 120;
/** How much longer than the longest pause so far the next one may be. */
const pauseMargin = 1.3;
/** Quiet speech for so long is no soft last sound any more but a voice in the background. */
const softSoundMs = 250;
/** Sound without words that lasts less than this is a cough or a knock, and speech is waited for as before. */
const shortestWordMs = 256;

/**
 * Finds the start and the end of ONE utterance in the speech probabilities of equally long frames. A pure state
 * machine: the same frames and judgements give the same events, whenever they come. Two thresholds give hysteresis, as
 * in Silero's own iterator.
 *
 * waiting -> rising (a speech frame) -> speaking (enough of them; `speechStart`) -> ended (`speechEnd`);
 * rising -> waiting when the noise stops first; waiting -> ended (`noSpeech`). While speaking, a `pause` asks for a
 * judgement of the words, which sets how much silence ends the utterance; it holds until speech goes on. Where a short
 * sound turns out to have none, speaking -> waiting; `speechStart` is not told a second time.
 *
 * Silence is what the detector calls so, counted from the last phone where the decoder heard one later (the detector
 * misses soft speech); and sound without phones, beyond `wordlessMs` (the detector hears noise as speech).
 */
export class Endpointer {
  readonly options: Readonly<Required<EndpointerOptions>>;
  readonly #frameMs: number;
  #state: State = 'waiting';
  #frames = 0;
  #neededSilenceMs: number;
  #isJudged = false;
  /** How long the silence lasts, and the longest after which speech went on. */
  #pauseMs = 0;
  #longestPauseMs = 0;
  /** Start of the first speech frame. */
  #riseMs = 0;
  #speechMs = 0;
  /** Where the silence began that lasts until now. */
  #silenceStartMs: number | undefined;
  /** End of the last speech frame. */
  #lastSpeechMs = 0;
  #lastPhoneMs: number | undefined;
  #loudestDb = Number.NEGATIVE_INFINITY;
  /** End of the last frame that was as loud as the speaker. */
  #lastNearMs = 0;
  #hasSpoken = false;

  /**
   * @param frameMs Length of a frame.
   * @throws EarshotError `invalid_config`.
   */
  constructor(frameMs: number, options: EndpointerOptions = {}) {
    this.options = endpointerOptions(options);
    this.#frameMs = frameMs;
    this.#neededSilenceMs = this.options.trailingSilenceMs;
  }

  /** Where speech began (pre-roll included) and last was heard, in seconds; undefined before `speechStart`. */
  get speech(): { start: number; end: number } | undefined {
    if (!this.#hasSpoken) return undefined;
    return { start: this.#startMs() / 1000, end: this.#lastSpeechMs / 1000 };
  }

  /** Whether a `pause` was announced and speech has not gone on since. */
  get isPaused(): boolean {
    return this.#isJudged;
  }

  /** Whether silence lasts that may end the utterance. */
  get isSilent(): boolean {
    return this.#state === 'speaking' && (this.#silenceStartMs !== undefined || this.#pauseMs > 0);
  }

  /**
   * What the words before the pause make likely; without a judgement `trailingSilenceMs` holds.
   * @returns The end, if the silence has been long enough for these words.
   */
  judge(outlook: Outlook): EndpointEvent | undefined {
    if (this.#state !== 'speaking') return undefined;
    if (outlook === 'wordless' && this.#speechMs < shortestWordMs) {
      this.#state = 'waiting';
      this.#isJudged = false;
      this.#pauseMs = 0;
      return undefined;
    }
    const silenceMs = silenceFor(outlook, this.options);
    this.#neededSilenceMs = outlook === 'complete' ? silenceMs : Math.max(silenceMs, this.#usualPauseMs());
    return this.#pauseMs >= this.#neededSilenceMs ? this.#end() : undefined;
  }

  /** Takes the next frame. After the end nothing happens any more. */
  accept(speechProbability: number, cues: FrameCues = {}): EndpointEvent | undefined {
    if (this.#state === 'ended') return undefined;
    const startMs = this.#frames * this.#frameMs;
    this.#frames += 1;
    const endMs = this.#frames * this.#frameMs;
    if (cues.lastPhoneMs !== undefined) this.#lastPhoneMs = cues.lastPhoneMs;
    const isVoice = speechProbability >= this.options.positiveThreshold;
    const isSpeech = isVoice && this.#isNear(cues.levelDb, endMs);
    if (isSpeech) this.#silenceStartMs = undefined;
    else if (isVoice || speechProbability < this.options.negativeThreshold) this.#silenceStartMs ??= startMs;

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

  /** Who has paused before will pause as long again: waited for, up to the longest silence that is. */
  #usualPauseMs(): number {
    return Math.min(this.options.incompleteSilenceMs, this.#longestPauseMs * pauseMargin);
  }

  /** Whether a voice is the speaker's, by its level. */
  #isNear(levelDb: number | undefined, endMs: number): boolean {
    if (levelDb === undefined) return true;
    this.#loudestDb = Math.max(this.#loudestDb, levelDb);
    if (levelDb >= this.#loudestDb - this.options.backgroundDb) this.#lastNearMs = endMs;
    return endMs - this.#lastNearMs <= softSoundMs;
  }

  #rising(nowMs: number): EndpointEvent | undefined {
    if (this.#speechMs >= this.options.minSpeechMs) {
      this.#state = 'speaking';
      if (this.#hasSpoken) return undefined;
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
    const silenceMs = this.#silenceMs(nowMs);
    if (silenceMs >= this.#neededSilenceMs) return this.#end();
    if (nowMs - this.#startMs() >= this.options.maxUtteranceMs) {
      this.#state = 'ended';
      return { type: 'speechEnd', endSeconds: nowMs / 1000, reason: 'max-utterance' };
    }
    if (silenceMs === 0) {
      this.#isJudged = false;
      this.#longestPauseMs = Math.max(this.#longestPauseMs, this.#pauseMs);
      this.#neededSilenceMs = Math.max(this.options.trailingSilenceMs, this.#usualPauseMs());
    }
    this.#pauseMs = silenceMs;
    if (!this.#isJudged && silenceMs > 0 && silenceMs >= this.options.judgeAfterMs) {
      this.#isJudged = true;
      return { type: 'pause' };
    }
    return undefined;
  }

  #end(): EndpointEvent {
    this.#state = 'ended';
    return { type: 'speechEnd', endSeconds: this.#lastSpeechMs / 1000, reason: 'trailing-silence' };
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
    const lastPhoneMs = this.#lastPhoneMs ?? Number.NEGATIVE_INFINITY;
    const quietMs =
      this.#silenceStartMs === undefined
        ? 0
        : nowMs - Math.max(this.#silenceStartMs, lastPhoneMs - phoneLagMs);
    if (this.#lastPhoneMs === undefined) return Math.max(0, quietMs);
    const wordlessMs = nowMs - Math.max(lastPhoneMs, this.#riseMs) - this.options.wordlessMs;
    return Math.max(0, quietMs, wordlessMs);
  }
}
