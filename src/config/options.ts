import { join } from 'node:path';
import { logFormats, logLevels } from '../log.js';
import { auth, cors, kiosk, rateLimit } from './access-options.js';
import { limits, socket, tls } from './connection-options.js';
import { defaults } from './defaults.js';
import {
  boolean,
  choice,
  duration,
  httpUrl,
  integer,
  type OptionSpec,
  optional,
  path,
  text,
} from './option-types.js';
import { endpointing, inference, vad } from './recognition-options.js';

/** A name, or an address; one with colons has at least two, so that a port behind a name is no part of it. */
const hostPattern = /^(?:[\p{L}\p{N}._-]+|(?=[^:]*:[^:]*:)[0-9A-Fa-f:.]+(?:%[\w.-]+)?)$/u;

/**
 * The table of options. The configuration's type, its validation, the names of the environment variables and flags,
 * `--help` and the README's table all come from here.
 */
const table = {
  host: text({
    description: 'Address to listen on; 0.0.0.0 or :: for every interface',
    default: '127.0.0.1',
    pattern: hostPattern,
    allowed: 'a host name or IP address, without port and brackets',
    placeholder: 'host',
  }),
  port: integer({ description: 'TCP port; 0 takes any free one', default: 8080, min: 0, max: 65_535 }),
  data: path({
    description: 'Folder of the store; created when missing',
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
  pack: text({
    description:
      'Domain pack: the name of one that ships (product-search, coffee-bar, home-control), or the folder of your own',
    default: defaults.pack,
    allowed: 'a name or the path of a folder',
    placeholder: 'name|folder',
  }),
  publicUrl: optional(
    httpUrl({
      description:
        'Address at which clients reach the service, for links; without it, taken from each request',
    }),
  ),
  basePath: text({
    description:
      'Path prefix under which everything is served; paths without it are answered too, for proxies that take it off',
    default: '',
    pattern: /^$|^(\/[A-Za-z0-9._~-]+)+$/,
    allowed: 'empty or a path such as /voice, without a closing slash',
    placeholder: 'path',
  }),
  trustProxy: boolean({
    description: 'Trust X-Forwarded-For, -Proto, -Host and -Prefix; only behind a proxy that sets them',
    default: false,
  }),
  auth,
  rateLimit,
  limits,
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
  inference,
  vad,
  endpointing,
  log: {
    level: choice({ description: 'Lowest level that is logged', among: logLevels, default: 'info' }),
    format: choice({
      description: 'JSON lines, readable lines, or readable on a terminal and JSON elsewhere (auto)',
      among: logFormats,
      default: 'auto',
    }),
  },
  cors,
  socket,
  kiosk,
  tls,
};

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
