import workletSource from 'worklet:./capture-worklet.ts';
import { ServiceError } from './service-error.js';

export interface MicrophoneOptions {
  /** Samples in one chunk. */
  chunkSamples: number;
  workletUrl?: string;
  constraints?: MediaTrackConstraints;
}

export interface MicrophoneListener {
  /** Mono samples at the rate of the audio context, nominal range +-1. */
  chunk(samples: Float32Array): void;
  failed(error: ServiceError): void;
}

type AudioContextClass = typeof AudioContext;

function audioContextClass(): AudioContextClass | undefined {
  const scope = globalThis as unknown as Record<string, AudioContextClass | undefined>;
  return scope.AudioContext ?? scope.webkitAudioContext;
}

/** Whether this browser can stream the microphone at all; permission is another matter. */
export function isMicrophoneSupported(): boolean {
  return !!(
    audioContextClass() &&
    typeof WebSocket === 'function' &&
    typeof navigator !== 'undefined' &&
    navigator.mediaDevices?.getUserMedia
  );
}

/** @throws ServiceError `insecure_page`, `not_supported` */
export function assertMicrophoneSupported(): void {
  if (isMicrophoneSupported()) return;
  if (globalThis.isSecureContext === false) {
    throw new ServiceError('insecure_page', 'Browsers give the microphone to secure pages only.');
  }
  throw new ServiceError('not_supported', 'This browser cannot stream the microphone.');
}

/** Made or resumed within the user's gesture, where browsers demand one. */
export function startAudioContext(context: AudioContext | undefined): AudioContext {
  const AudioContextHere = audioContextClass() as AudioContextClass;
  const running = context ?? new AudioContextHere();
  if (running.state !== 'running') running.resume().catch(() => {});
  return running;
}

function microphoneError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  const { name, message } = error as DOMException;
  const details = { cause: error };
  switch (name) {
    case 'NotAllowedError':
    case 'SecurityError':
      return new ServiceError('permission_denied', 'The microphone was not permitted.', details);
    case 'NotFoundError':
    case 'OverconstrainedError':
      return new ServiceError('no_microphone', 'No microphone was found.', details);
    default:
      return new ServiceError(
        'microphone_failed',
        `The microphone cannot be used (${name}: ${message}).`,
        details,
      );
  }
}

/** No sound comes from a microphone any more whose audio context the page has closed. */
export function contextClosed(): ServiceError {
  return new ServiceError('microphone_failed', 'The audio context was closed.', {
    advice: 'Close the one that you give only when the microphone is no longer needed.',
  });
}

/** Undefined where the browser does not say. Some say no of a permission for the moment, while it holds. */
async function isPermitted(): Promise<boolean | undefined> {
  try {
    return (await navigator.permissions.query({ name: 'microphone' as PermissionName })).state === 'granted';
  } catch {
    return undefined;
  }
}

/** Waits for sound to flow: a context stays suspended until the user touches the page. */
async function untilRunning(context: AudioContext): Promise<void> {
  if (context.state === 'running') return;
  await Promise.race([context.resume(), new Promise((resolve) => setTimeout(resolve, 2000))]);
  if ((context.state as AudioContextState) !== 'running') {
    throw new ServiceError('audio_blocked', 'The browser blocks sound until the user acts on the page.');
  }
}

/** Where this library was loaded from, if it was a script of its own. */
const scriptUrl =
  typeof document !== 'undefined' && (document.currentScript as HTMLScriptElement | null)?.src;

const loadedWorklets = new WeakMap<AudioContext, Promise<void>>();

const failedLoads = new WeakMap<AudioContext, number>();

/** @throws ServiceError `connection_failed` */
async function addModule(context: AudioContext, url: string): Promise<void> {
  const failures = failedLoads.get(context) ?? 0;
  // Browsers keep a failed load under its address, so that every further attempt needs another one.
  const attempt = failures === 0 ? url : `${url}${url.includes('?') ? '&' : '?'}attempt=${failures}`;
  try {
    await context.audioWorklet.addModule(attempt);
  } catch (cause) {
    failedLoads.set(context, failures + 1);
    throw new ServiceError('connection_failed', `The script ${url} cannot be loaded.`, { cause });
  }
}

function loadWorklet(context: AudioContext, workletUrl: string | undefined): Promise<void> {
  let loaded = loadedWorklets.get(context);
  if (!loaded) {
    if (workletUrl) {
      loaded = addModule(context, workletUrl);
    } else {
      const url = URL.createObjectURL(new Blob([workletSource], { type: 'text/javascript' }));
      loaded = context.audioWorklet
        .addModule(url)
        .catch((error) => {
          // A Content-Security-Policy that refuses blob: scripts; one that allows this script allows its neighbour.
          if (!scriptUrl) throw error;
          return addModule(context, new URL('service-worklet.js', scriptUrl).href);
        })
        .finally(() => URL.revokeObjectURL(url));
    }
    loaded.catch(() => loadedWorklets.delete(context));
    loadedWorklets.set(context, loaded);
  }
  return loaded;
}

/** Longest wait for what was heard last: a suspended audio thread never answers. */
const flushMs = 250;

/** An open microphone. It hears until `release`, whether or not anyone listens. */
export class Microphone {
  listener: MicrophoneListener | null = null;
  private readonly cleanups: (() => void)[] = [];
  private flushed: (() => void) | null = null;
  private port: MessagePort | null = null;

  private constructor(readonly context: AudioContext) {}

  /**
   * Asks for permission and starts to hear.
   * @throws ServiceError `permission_denied`, `no_microphone`, `microphone_failed`, `audio_blocked`, `connection_failed`
   * (the worklet cannot be loaded)
   */
  static async open(context: AudioContext, options: MicrophoneOptions): Promise<Microphone> {
    const microphone = new Microphone(context);
    try {
      const useWorklet = !!context.audioWorklet && typeof AudioWorkletNode === 'function';
      const worklet = useWorklet ? loadWorklet(context, options.workletUrl) : undefined;
      worklet?.catch(() => {});
      const stream = await navigator.mediaDevices.getUserMedia({ audio: options.constraints ?? true });
      microphone.cleanups.push(() => {
        for (const track of stream.getTracks()) track.stop();
      });
      await worklet;
      await untilRunning(context);
      const [track] = stream.getAudioTracks();
      const permitted = isPermitted();
      const ended = async () => {
        const isWithdrawn = (await permitted) && (await isPermitted()) === false;
        const error = isWithdrawn
          ? new ServiceError('permission_denied', 'The microphone is not permitted any more.')
          : new ServiceError('microphone_failed', 'The microphone stopped.');
        microphone.listener?.failed(error);
      };
      track.addEventListener('ended', ended);
      microphone.cleanups.push(() => track.removeEventListener('ended', ended));
      const stateChanged = () => {
        if (context.state === 'closed') microphone.listener?.failed(contextClosed());
        // A telephone call, a device that slept: without a word, no sound would come any more.
        else untilRunning(context).catch((error) => microphone.listener?.failed(microphoneError(error)));
      };
      context.addEventListener('statechange', stateChanged);
      microphone.cleanups.push(() => context.removeEventListener('statechange', stateChanged));
      const source = context.createMediaStreamSource(stream);
      const node = useWorklet
        ? microphone.workletNode(options.chunkSamples)
        : microphone.scriptNode(options.chunkSamples);
      source.connect(node);
      // Some browsers only run what leads to an output; the node's own output is silence.
      node.connect(context.destination);
      microphone.cleanups.push(() => {
        source.disconnect();
        node.disconnect();
      });
      return microphone;
    } catch (error) {
      microphone.release();
      throw microphoneError(error);
    }
  }

  private workletNode(chunkSamples: number): AudioNode {
    const node = new AudioWorkletNode(this.context, 'service-capture', {
      channelCount: 1,
      channelCountMode: 'explicit',
      processorOptions: { chunkSamples },
    });
    this.port = node.port;
    node.port.onmessage = ({ data }) => {
      if (typeof data === 'string') this.flushed?.();
      else this.listener?.chunk(data);
    };
    this.cleanups.push(() => node.port.postMessage('stop'));
    return node;
  }

  /** For browsers without AudioWorklet (Safari before 14.1). */
  private scriptNode(chunkSamples: number): AudioNode {
    const size = 2 ** Math.min(14, Math.max(8, Math.round(Math.log2(chunkSamples))));
    const node = this.context.createScriptProcessor(size, 1, 1);
    node.onaudioprocess = ({ inputBuffer }) => this.listener?.chunk(inputBuffer.getChannelData(0).slice());
    return node;
  }

  /** Resolves when everything heard so far has been handed to the listener. */
  flush(): Promise<void> {
    const port = this.port;
    if (!port) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, flushMs);
      this.flushed = () => {
        clearTimeout(timer);
        resolve();
      };
      port.postMessage('flush');
    });
  }

  /** Lets the microphone go: the browser's recording sign goes out. */
  release(): void {
    this.listener = null;
    for (const cleanup of this.cleanups.splice(0)) cleanup();
  }
}
