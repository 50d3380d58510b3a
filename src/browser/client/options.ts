import { ServiceError } from './service-error.js';

export interface SessionOptions {
  /**
   * Host name of the service endpoint, with port and path prefix where there are any: `kiosk.local:8443`,
   * `shop.example/voice`. A scheme in front (`http://localhost:8080`) decides between ws and wss; without one it is
   * wss, or ws when the page itself was loaded over plain http.
   */
  host: string;
  /** A UUID that stands for this device and its user. */
  audioProfileId: string;
  /**
   * The refresh token that session tokens are obtained with, or a function that fetches one. The function is called
   * again, with the error, when the service refuses what it gave (`token_refused`) or has given too many session tokens
   * for it (`rate_limited`). Where it returns the same one again, the call that needed it rejects with that error. What
   * the function throws is handed on as it is.
   */
  refreshToken?: string | ((refusal?: ServiceError) => string | Promise<string>);
  /** Any stable value of yours for the user; it is kept with each query. */
  userId?: string;
  /** Writes debug messages to the browser console, and properties that are not known. Tokens are left out. @default false */
  debugEnabled?: boolean;
  /**
   * Milliseconds within which a valid response must come: to a request, and to an audio query once all of its audio was
   * sent. For as long, what was said waits for a service that is away. Of someone who speaks, a service that tells
   * partial results may say nothing for as long, and for 10 seconds at least. @default 20000
   */
  streamingAudioDeadline?: number;
  /**
   * A request made within this many milliseconds before the session token expires first obtains a new one.
   * @default 30000
   */
  tokenExpiryMargin?: number;
  /** Bytes of audio in one frame to the service: at most 1048576 (1 MiB), which is the most that it takes. @default 4096 */
  audioBufferSize?: number;

  // Beyond the specified properties:

  /** Turns the service's end-of-speech detection off: only `finishStreaming()` ends a query. @default false */
  ignoreVad?: boolean;
  /** `float` sends 32-bit floating-point samples, `signed-int` 16-bit ones: half the bytes. @default 'float' */
  audioEncoding?: 'float' | 'signed-int';
  /** Milliseconds of sound from before a query that are sent with it while the microphone is held open. @default 500 */
  preRollMs?: number;
  /** What to ask of the microphone; see MediaTrackConstraints. @default true: what the browser thinks best */
  audioConstraints?: MediaTrackConstraints;
  /** Called when the connection to the service was opened or lost. A lost one is opened again by the next call. */
  onConnectionChange?: (isOpen: boolean) => void;
  /** Where `service-worklet.js` is served, for pages whose Content-Security-Policy refuses blob: scripts. */
  workletUrl?: string;
}

export type ResolvedOptions = Required<
  Omit<SessionOptions, 'refreshToken' | 'userId' | 'workletUrl' | 'audioConstraints' | 'onConnectionChange'>
> &
  Pick<SessionOptions, 'refreshToken' | 'userId' | 'workletUrl' | 'audioConstraints' | 'onConnectionChange'>;

const defaults = {
  debugEnabled: false,
  streamingAudioDeadline: 20000,
  tokenExpiryMargin: 30000,
  audioBufferSize: 4096,
  ignoreVad: false,
  audioEncoding: 'float' as const,
  preRollMs: 500,
};

/** What the service takes in one message where its `socket.maxMessageBytes` was not changed. */
const mostBufferBytes = 2 ** 20;

/** Every property that a session has, for what is misspelt. */
const names: Record<keyof SessionOptions, true> = {
  host: true,
  audioProfileId: true,
  refreshToken: true,
  userId: true,
  debugEnabled: true,
  streamingAudioDeadline: true,
  tokenExpiryMargin: true,
  audioBufferSize: true,
  ignoreVad: true,
  audioEncoding: true,
  preRollMs: true,
  audioConstraints: true,
  onConnectionChange: true,
  workletUrl: true,
};

/** @throws ServiceError `invalid_argument` */
export function resolveOptions(given: SessionOptions): ResolvedOptions {
  const present = Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => value != null));
  const options = { ...defaults, ...present } as ResolvedOptions;
  for (const name of ['host', 'audioProfileId'] as const) {
    if (typeof options[name] !== 'string' || options[name] === '') {
      throw new ServiceError('invalid_argument', `The property "${name}" is missing: it must be a string.`);
    }
  }
  if (!/^(undefined|string|function)$/.test(typeof options.refreshToken)) {
    throw new ServiceError(
      'invalid_argument',
      'The property "refreshToken" must be a string, or a function that gives one.',
    );
  }
  for (const name of [
    'streamingAudioDeadline',
    'tokenExpiryMargin',
    'audioBufferSize',
    'preRollMs',
  ] as const) {
    if (!Number.isFinite(options[name]) || options[name] < 0) {
      throw new ServiceError('invalid_argument', `The property "${name}" must be a number and not negative.`);
    }
  }
  if (options.audioBufferSize > mostBufferBytes) {
    throw new ServiceError(
      'invalid_argument',
      `The property "audioBufferSize" must be at most ${mostBufferBytes}: the service takes no larger frames.`,
    );
  }
  if (options.audioEncoding !== 'float' && options.audioEncoding !== 'signed-int') {
    throw new ServiceError(
      'invalid_argument',
      'The property "audioEncoding" must be "float" or "signed-int".',
    );
  }
  const unknown = Object.keys(present).filter((name) => !(name in names));
  if (options.debugEnabled && unknown.length > 0) {
    console.warn('[service]', `A session has no property ${unknown.join(', ')}; it is ignored.`);
  }
  return options;
}

/** The address of the WebSocket API on `host`. */
export function socketUrl(host: string, pageProtocol: string): string {
  const [, scheme, rest] = /^(?:(https?|wss?):\/\/)?(.*?)\/*$/i.exec(host) as RegExpExecArray;
  const secure = scheme ? /^(https|wss)$/i.test(scheme) : pageProtocol !== 'http:';
  return `${secure ? 'wss' : 'ws'}://${rest}/websocketapi`;
}
