import { audioLevel, chunkSamples } from './audio-encoding.js';
import { contextClosed, Microphone, startAudioContext } from './microphone.js';
import type { ResolvedOptions } from './options.js';
import type { ServiceError } from './service-error.js';
import { tell } from './tell.js';

/** Loudness and failure of a microphone that is held open. */
export interface OpenMicrophoneOptions {
  /** Loudness 0..1, about 50 times a second, whether or not a query runs. */
  onLevel?: (level: number) => void;
  /** At each change: it has given nothing at all for 5 s, as one does that is muted, or gives sound again. */
  onMuted?: (isMuted: boolean) => void;
  onError?: (error: ServiceError) => void;
  audioContext?: AudioContext;
}

/** Who hears the microphone of a session. */
export interface MicrophoneListener {
  /** @returns false for a chunk that no query takes: it is kept as pre-roll. */
  chunk(samples: Float32Array): boolean;
  failed(error: ServiceError): void;
}

/**
 * Browsers keep what a recording was made with, a processor and its nodes, until its audio context is closed, however it
 * is let go. So the session's own context is replaced after this many openings; with every one, each query would wait for
 * a new context.
 */
const openingsPerContext = 25;

/** Some headsets give nothing between two words; a quiet room is not as quiet as this. */
const mutedAfterSeconds = 5;

/** The one microphone of a session: opened for a query, or held open between queries with what was said last. */
export class SessionMicrophone {
  /** The audio context that was made here, and not the caller's. */
  private ownContext: AudioContext | undefined;
  /** Openings with {@link ownContext}. */
  private openings = 0;
  private opened: Promise<Microphone> | null = null;
  /** The context that this microphone records with. */
  private openedWith: AudioContext | undefined;
  private held: OpenMicrophoneOptions | null = null;
  /** How long it has given nothing but zeros. */
  private silentSeconds = 0;
  /** Chunks heard while no query runs, newest last. */
  private preRoll: Float32Array[] = [];

  constructor(
    private readonly options: ResolvedOptions,
    private readonly listener: MicrophoneListener,
  ) {}

  /** The context to record with, running: that of the microphone that is open, the caller's own, or the session's. */
  audioContext(given: AudioContext | null | undefined): AudioContext {
    // The browser tells it a little later.
    if (this.openedWith?.state === 'closed') this.lose(contextClosed());
    // A closed one is closed for good.
    const usable = [this.openedWith, given, this.ownContext].find((one) => one && one.state !== 'closed');
    const context = startAudioContext(usable ?? undefined);
    if (!usable) {
      this.close();
      this.ownContext = context;
    }
    return context;
  }

  /** Opens the microphone and keeps it open until {@link letGo}. */
  async hold(options: OpenMicrophoneOptions): Promise<void> {
    const context = this.audioContext(options.audioContext);
    this.held = options;
    this.silentSeconds = 0;
    try {
      await this.open(context);
    } catch (error) {
      if (this.held === options) this.held = null;
      throw error;
    }
  }

  letGo(): void {
    this.held = null;
  }

  /** The microphone, opened if it is not; shared by all who ask. */
  open(context: AudioContext): Promise<Microphone> {
    if (this.opened) return this.opened;
    this.openedWith = context;
    if (context === this.ownContext) this.openings++;
    const opened = Microphone.open(context, {
      chunkSamples: chunkSamples(this.options.audioEncoding, this.options.audioBufferSize),
      workletUrl: this.options.workletUrl,
      constraints: this.options.audioConstraints,
    }).then(
      (microphone) => {
        microphone.listener = {
          chunk: (samples) => this.hear(samples, microphone.context.sampleRate),
          failed: (error) => this.lose(error),
        };
        return microphone;
      },
      (error) => {
        // Another one may be open by now, if this one was let go of before.
        if (this.opened === opened) this.forget();
        throw error;
      },
    );
    this.opened = opened;
    return opened;
  }

  /** What was heard last before a query; it is handed out once. */
  takePreRoll(): Float32Array[] {
    const taken = this.preRoll;
    this.preRoll = [];
    return taken;
  }

  /** Lets it go, unless it is held open. */
  release(): void {
    if (this.held) return;
    this.preRoll = [];
    const { opened } = this;
    const spent = this.openings >= openingsPerContext ? this.takeOwnContext() : undefined;
    this.forget();
    const released = opened?.then(
      (microphone) => microphone.release(),
      () => {},
    );
    Promise.resolve(released).then(() => closeContext(spent));
  }

  private lose(error: ServiceError): void {
    const { held } = this;
    this.held = null;
    this.listener.failed(error);
    this.release();
    tell(held?.onError, error);
  }

  /** An audio context that nobody closes runs for as long as the page is there. */
  close(): void {
    closeContext(this.takeOwnContext());
  }

  /** The session's own context, which no further query gets. */
  private takeOwnContext(): AudioContext | undefined {
    const taken = this.ownContext;
    this.ownContext = undefined;
    this.openings = 0;
    return taken;
  }

  private forget(): void {
    this.opened = null;
    this.openedWith = undefined;
  }

  private hear(samples: Float32Array, sampleRateHz: number): void {
    tell(this.held?.onLevel, audioLevel(samples));
    this.watchForMute(samples, sampleRateHz);
    if (this.listener.chunk(samples)) return;
    this.preRoll.push(samples);
    const wanted = (this.options.preRollMs / 1000) * sampleRateHz;
    let kept = this.preRoll.reduce((sum, chunk) => sum + chunk.length, 0);
    while (this.preRoll.length > 0 && kept - this.preRoll[0].length >= wanted) {
      kept -= (this.preRoll.shift() as Float32Array).length;
    }
  }

  private watchForMute(samples: Float32Array, sampleRateHz: number): void {
    const wasMuted = this.silentSeconds >= mutedAfterSeconds;
    const isSilent = samples.every((sample) => sample === 0);
    this.silentSeconds = isSilent ? this.silentSeconds + samples.length / sampleRateHz : 0;
    const isMuted = this.silentSeconds >= mutedAfterSeconds;
    if (isMuted !== wasMuted) tell(this.held?.onMuted, isMuted);
  }
}

function closeContext(context: AudioContext | undefined): void {
  context?.close().catch(() => {});
}
