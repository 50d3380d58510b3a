import { join } from 'node:path';
import { logFormats, logLevels } from '../log.js';
import {
  boolean,
  bytes,
  choice,
  duration,
  fraction,
  httpUrl,
  integer,
  listenAddress,
  type OptionSpec,
  optional,
  origins,
  path,
  text,
} from './option-types.js';

/** Who the kiosk page lets in without a sign-in; see `KioskAccess`. */
export const kioskModes = ['auto', 'on', 'off'] as const;

/**
 * The table of options. The configuration's type, its validation, the names of the environment variables and flags,
 * `--help` and the README's table all come from here.
 */
const table = {
  host: text({
    description: 'Address to listen on; 0.0.0.0 or :: for every interface',
    default: '127.0.0.1',
    pattern: /^[^\s/]+$/,
    allowed: 'a host name or IP address',
    placeholder: 'host',
  }),
  port: integer({ description: 'TCP port; 0 takes any free one', default: 8080, min: 0, max: 65_535 }),
  data: path({
    description: 'Folder of the store; made when missing',
    what: 'folder',
    default: (context) => join(context.cwd, 'data'),
    defaultText: './data',
  }),
  model: path({
    description: 'Folder of the recogniser model',
    what: 'folder',
    default: (context) => join(context.packageRoot, 'models', 'default'),
    defaultText: 'the model that ships with Earshot',
  }),
  pack: optional(
    text({
      description:
        'Domain pack: the name of one that ships (product-search, coffee-bar, home-control), or a folder',
      defaultText: 'none (product-search)',
    }),
  ),
  publicUrl: optional(
    httpUrl({
      description: 'Address under which clients reach the service, for links; else taken from each request',
    }),
  ),
  basePath: text({
    description: 'Path prefix under which everything is served',
    default: '',
    pattern: /^$|^(\/[A-Za-z0-9._~-]+)+$/,
    allowed: 'empty or a path such as /voice, without a closing slash',
    placeholder: 'path',
  }),
  trustProxy: boolean({
    description: 'Believe X-Forwarded-For, -Proto and -Host; only behind a proxy that sets them',
    default: false,
  }),
  auth: {
    issuerListen: optional(
      listenAddress({
        description: 'Listener of its own for the token issuer; else it is /auth on the main one',
      }),
    ),
    sessionTokenLifetime: duration({
      description: 'How long a session token is valid',
      default: 'PT15M',
      atLeastMs: 1000,
    }),
    refreshTokenLifetime: duration({
      description: 'How long a refresh token is valid when its request does not say',
      default: 'P90D',
      atLeastMs: 1000,
    }),
    refreshTokenMaxLifetime: duration({
      description: 'Longest validity that may be asked for a refresh token',
      default: 'P365D',
      atLeastMs: 1000,
    }),
  },
  rateLimit: {
    window: duration({ description: 'Length of the sliding window', default: 'PT15M', atLeastMs: 1000 }),
    apiCalls: integer({
      description: 'API calls of one end-user in a window',
      default: 1000,
      min: 1,
      max: 1_000_000,
    }),
    sessionTokens: integer({
      description: 'Session tokens from one refresh token in a window',
      default: 30,
      min: 1,
      max: 1_000_000,
    }),
    revokeAfter: optional(
      integer({
        description: 'Refused calls in a window after which all refresh tokens of the end-user are revoked',
        min: 1,
        max: 1_000_000,
      }),
    ),
  },
  limits: {
    maxConnections: integer({
      description: 'Connections at a time, sockets included; further ones are closed at once',
      default: 4096,
      min: 1,
      max: 1_000_000,
    }),
    maxAudioSeconds: fraction({
      description: 'Longest audio of one query, in seconds',
      default: 120,
      min: 1,
      max: 3600,
    }),
    maxUploadBytes: bytes({
      description: 'Largest audio upload',
      default: 64 * 2 ** 20,
      min: 1024,
      max: 4 * 2 ** 30,
    }),
    maxBodyBytes: bytes({ description: 'Largest JSON body', default: 65_536, min: 1024, max: 16 * 2 ** 20 }),
    maxEntityHeaderBytes: bytes({
      description: 'Largest X-Service-Entity header',
      default: 65_536,
      min: 1024,
      max: 2 ** 20,
    }),
    idleGapMs: integer({
      description: 'Longest pause between two chunks of an upload, in milliseconds',
      default: 10_000,
      min: 100,
      max: 600_000,
    }),
    drainBytes: bytes({
      description: 'What is still read of an upload that was answered early, before its connection is closed',
      default: 4 * 2 ** 20,
      min: 0,
      max: 2 ** 30,
    }),
    drainMs: integer({
      description: 'How long an upload that was answered early may go on, in milliseconds',
      default: 10_000,
      min: 0,
      max: 600_000,
    }),
  },
  retention: {
    results: duration({
      description: 'How long a result is kept after completion',
      default: 'PT24H',
      atLeastMs: 1000,
    }),
    conversations: duration({
      description: 'How long a conversation is kept after its last turn',
      default: 'PT24H',
      atLeastMs: 1000,
    }),
    unfinished: duration({
      description: 'How long a query waits for its audio',
      default: 'PT10M',
      atLeastMs: 1000,
    }),
    sweepInterval: duration({
      description: 'How often expired rows are removed from disk; they are invisible from their expiry on',
      default: 'PT1M',
      atLeastMs: 1000,
    }),
  },
  inference: {
    provider: choice({
      description: 'ONNX Runtime execution provider',
      among: ['cpu', 'auto', 'cuda', 'webgpu', 'coreml', 'dml'],
      default: 'cpu',
    }),
    intraOpThreads: integer({
      description: 'Threads inside one model run',
      default: 1,
      min: 1,
      max: 256,
    }),
    workers: integer({
      description: 'Worker threads that run models; times intraOpThreads at most the cores',
      default: ({ cores, values }) =>
        Math.max(1, Math.floor(cores / (values['inference.intraOpThreads'] as number))),
      defaultText: 'cores / intraOpThreads',
      min: 1,
      max: 256,
    }),
    maxStreams: integer({
      description: 'Queries recognised at the same time, however much room there is; more are answered 503',
      default: ({ cores }) => 64 * cores,
      defaultText: '64 a core',
      min: 1,
      max: 100_000,
    }),
    targetLoad: fraction({
      description:
        'Share of the worker threads that queries may take, by what audio was measured to cost; more are answered 503',
      default: 0.8,
      min: 0.05,
      max: 100,
    }),
  },
  vad: {
    speechThreshold: fraction({
      description: 'Speech probability from which a frame is speech',
      default: 0.5,
      min: 0,
      max: 1,
    }),
    silenceThreshold: fraction({
      description: 'Speech probability under which a frame is silence again',
      default: 0.35,
      min: 0,
      max: 1,
    }),
  },
  endpointing: {
    minSpeechMs: integer({
      description: 'Shortest sound that counts as speech, in milliseconds',
      default: 128,
      min: 0,
      max: 10_000,
    }),
    trailingSilenceMs: integer({
      description: 'Silence that ends an utterance of which nothing is known, in milliseconds',
      default: 500,
      min: 50,
      max: 10_000,
    }),
    completeSilenceMs: integer({
      description: 'Silence that ends a complete request, in milliseconds; at most trailingSilenceMs',
      default: ({ values }) => Math.min(240, values['endpointing.trailingSilenceMs'] as number),
      defaultText: '240',
      min: 50,
      max: 10_000,
    }),
    incompleteSilenceMs: integer({
      description:
        'Silence that ends a request that breaks off ("under ..."), in milliseconds; at least trailingSilenceMs',
      default: ({ values }) => Math.max(1000, values['endpointing.trailingSilenceMs'] as number),
      defaultText: '1000',
      min: 50,
      max: 30_000,
    }),
    wordlessMs: integer({
      description: 'Sound without words that does not count as silence yet, in milliseconds',
      default: 600,
      min: 0,
      max: 60_000,
    }),
    backgroundDb: fraction({
      description: 'Decibels below the speaker at which a voice belongs to the background',
      default: 20,
      min: 1,
      max: 100,
    }),
    maxUtteranceMs: integer({
      description: 'Longest utterance, in milliseconds',
      default: 30_000,
      min: 1000,
      max: 3_600_000,
    }),
    noSpeechMs: integer({
      description: 'Silence from the start on after which the utterance ends empty, in milliseconds',
      default: 10_000,
      min: 500,
      max: 600_000,
    }),
  },
  log: {
    level: choice({ description: 'Least level that is logged', among: logLevels, default: 'info' }),
    format: choice({
      description: 'JSON lines, readable lines, or the latter on a terminal only (auto)',
      among: logFormats,
      default: 'auto',
    }),
  },
  cors: {
    origins: origins({
      description: 'Web origins that may use the service from a browser, besides its own',
      default: [],
    }),
  },
  socket: {
    maxConnections: integer({
      description: 'WebSocket connections that may be open; more are answered 503',
      default: 2000,
      min: 1,
      max: 1_000_000,
    }),
    maxMessageBytes: bytes({
      description: 'Largest WebSocket message; a larger one closes the connection with 1009',
      default: 2 ** 20,
      min: 1024,
      max: 64 * 2 ** 20,
    }),
    idleMs: integer({
      description: 'Silence after which a WebSocket connection is closed with 1001, in milliseconds',
      default: 300_000,
      min: 1000,
      max: 86_400_000,
    }),
    pingMs: integer({
      description: 'Pause between the pings that tell whether a client is still there, in milliseconds',
      default: 30_000,
      min: 1000,
      max: 3_600_000,
    }),
  },
  kiosk: {
    access: choice({
      description:
        'Who may use the page at / without a sign-in: browsers on this device (auto), everyone who can reach it (on), nobody (off)',
      among: kioskModes,
      default: 'auto',
    }),
    folder: optional(
      path({
        description: 'Folder of a kiosk page of your own',
        what: 'folder',
        defaultText: 'the page that ships',
      }),
    ),
  },
  tls: {
    cert: optional(
      path({
        description: 'PEM certificate chain; with tls.key the service speaks HTTPS',
        what: 'file',
      }),
    ),
    key: optional(
      path({
        description: 'PEM private key of tls.cert',
        what: 'file',
      }),
    ),
    passphrase: optional(text({ description: 'Passphrase of tls.key', secret: true })),
    selfSigned: boolean({ description: 'Speak HTTPS with a certificate made at start', default: false }),
  },
} as const;

type Values<Section> = {
  readonly [Key in keyof Section]: Section[Key] extends OptionSpec<infer Value>
    ? Value
    : Values<Section[Key]>;
};

/** The validated configuration. Durations carry their milliseconds in `.ms`; paths are absolute. */
export type Config = Values<typeof table>;

/** One row of the table with its names. */
export interface Option extends OptionSpec<unknown> {
  /** Dotted name, as in the file: `auth.sessionTokenLifetime`. */
  readonly name: string;
  /** `EARSHOT_AUTH_SESSION_TOKEN_LIFETIME` */
  readonly env: string;
  /** `--auth-session-token-lifetime` */
  readonly flag: string;
  /** `authSessionTokenLifetime`: the property under which a command line's flags carry it. */
  readonly attribute: string;
}

function flatten(section: object, prefix: string): Option[] {
  return Object.entries(section).flatMap(([key, entry]) => {
    const name = prefix ? `${prefix}.${key}` : key;
    if ((entry as Option).kind !== 'option') return flatten(entry as object, name);
    const words = name
      .split('.')
      .flatMap((part) => part.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).split(' '));
    return [
      {
        ...(entry as OptionSpec<unknown>),
        name,
        env: `EARSHOT_${words.join('_').toUpperCase()}`,
        flag: `--${words.join('-')}`,
        attribute: words.map((word, i) => (i ? word[0].toUpperCase() + word.slice(1) : word)).join(''),
      },
    ];
  });
}

/** Every option, in the order of the documentation. */
export const options: readonly Option[] = flatten(table, '');
