import { EarshotError } from '../errors.js';
import type { AudioUpload, QueryRecord, TranscriptionEvents } from '../query/index.js';
import { waitingCost } from './socket-options.js';

type PartialHypothesis = Parameters<NonNullable<TranscriptionEvents['partial']>>[0];

/** What is told of a turn. `completed` or `failed` comes last, and one of them always comes unless it is abandoned. */
export interface AudioTurnEvents {
  /** @param seconds from the first sample */
  speechStart(seconds: number): void;
  partial(hypothesis: PartialHypothesis): void;
  speechEnd(seconds: number): void;
  completed(record: QueryRecord): void;
  failed(error: EarshotError): void;
  /** Frames that cost so many bytes more wait now; negative when fewer do. */
  queued(change: number): void;
}

const nothing = (): void => {};
const untold = {
  speechStart: nothing,
  partial: nothing,
  speechEnd: nothing,
  completed: nothing,
  failed: nothing,
};

/**
 * - `created`: the query is there, no audio yet
 * - `streaming`: frames go to the upload
 * - `ended`: the audio is over, by the client's word, by its own header, or the end of speech; the result is under way
 * - `closed`: all was told
 */
export type AudioTurnState = 'created' | 'streaming' | 'ended' | 'closed';

/**
 * The audio of one query on a socket. The upload is opened by the first frame: only then does its idle time run. Frames
 * that come while it is at work are joined, so tiny ones cost little. Audio in the states `ended` and `closed` is
 * ignored in silence.
 */
export class AudioTurn {
  readonly #open: (events: TranscriptionEvents) => Promise<AudioUpload>;
  #events: AudioTurnEvents;
  #state: AudioTurnState = 'created';
  #upload: AudioUpload | undefined;
  #queue: Uint8Array[] = [];
  #queuedCost = 0;
  #clientEnded = false;
  #abortReason: EarshotError | undefined;
  #wake: (() => void) | undefined;

  /** @param open opens the upload of the query */
  constructor(open: (events: TranscriptionEvents) => Promise<AudioUpload>, events: AudioTurnEvents) {
    this.#open = open;
    this.#events = events;
  }

  get state(): AudioTurnState {
    return this.#state;
  }

  /** Whether the client may still send audio that counts. */
  get takesAudio(): boolean {
    return !this.#clientEnded && this.#state !== 'ended' && this.#state !== 'closed';
  }

  /** Whether all audio was sent for what its header tells, though the client has not said so. */
  get isWhole(): boolean {
    return this.#queue.length === 0 && this.#upload?.isWhole === true;
  }

  push(bytes: Uint8Array): void {
    if (!this.takesAudio) return;
    if (bytes.length > 0) {
      this.#queue.push(bytes);
      this.#count(waitingCost(bytes));
    }
    this.#go();
  }

  /** All audio was sent. */
  end(): void {
    this.#clientEnded = true;
    this.#go();
  }

  /** Gives the turn up; the query is left failed with this reason, which is told. */
  async abort(reason: EarshotError): Promise<void> {
    if (this.#state === 'closed') return;
    this.#abortReason = reason;
    this.#clearQueue();
    this.#wake?.();
    if (this.#upload) await this.#upload.abort(reason);
    else if (this.#state !== 'streaming') this.#close(() => this.#events.failed(reason));
  }

  /** Gives the turn up without a word; when all audio was sent the result is still made and kept, but not told. */
  async abandon(reason: EarshotError): Promise<void> {
    if (this.#state === 'closed') return;
    if (this.#state === 'streaming' && this.#clientEnded) {
      this.#events = { ...untold, queued: this.#events.queued };
      return;
    }
    const isEnded = this.#state === 'ended';
    this.#close(() => {});
    this.#abortReason = reason;
    if (!isEnded) await this.#upload?.abort(reason);
  }

  #go(): void {
    if (this.#state === 'created') void this.#stream();
    else this.#wake?.();
  }

  async #stream(): Promise<void> {
    this.#state = 'streaming';
    try {
      const upload = await this.#open({
        speechStart: (seconds) => this.#tell(() => this.#events.speechStart(seconds)),
        partial: (hypothesis) => this.#tell(() => this.#events.partial(hypothesis)),
        speechEnd: (seconds) => this.#endOfSpeech(seconds),
      });
      this.#upload = upload;
      upload.result.then(
        (record) => this.#close(() => this.#events.completed(record)),
        (error) => this.#close(() => this.#events.failed(EarshotError.from(error))),
      );
      await this.#feed(upload);
    } catch (error) {
      this.#close(() => this.#events.failed(EarshotError.from(error)));
    }
  }

  async #feed(upload: AudioUpload): Promise<void> {
    // Set while the upload was being opened.
    if (this.#abortReason) return upload.abort(this.#abortReason);
    while (this.#state === 'streaming') {
      if (this.#queue.length > 0) {
        const frames = this.#queue;
        const cost = this.#queuedCost;
        this.#queue = [];
        await upload.write(frames.length === 1 ? frames[0] : Buffer.concat(frames));
        this.#count(-Math.min(cost, this.#queuedCost));
        if (upload.isOver) this.#endAudio();
      } else if (this.#clientEnded) {
        this.#state = 'ended';
        // Its outcome is told through `result`.
        upload.end().catch(() => {});
      } else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    }
  }

  #endOfSpeech(seconds: number): void {
    this.#tell(() => {
      this.#endAudio();
      this.#events.speechEnd(seconds);
    });
  }

  /** The audio is over before the client has said so. */
  #endAudio(): void {
    if (this.#state === 'closed') return;
    this.#state = 'ended';
    this.#clearQueue();
    this.#wake?.();
  }

  #tell(event: () => void): void {
    if (this.#state !== 'closed') event();
  }

  #close(lastEvent: () => void): void {
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    this.#clearQueue();
    this.#wake?.();
    lastEvent();
  }

  #count(change: number): void {
    this.#queuedCost += change;
    this.#events.queued(change);
  }

  #clearQueue(): void {
    this.#queue = [];
    if (this.#queuedCost > 0) this.#count(-this.#queuedCost);
  }
}
