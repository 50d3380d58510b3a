import { defaults } from './defaults.js';
import { boolean, bytes, fraction, integer, optional, path, text } from './option-types.js';

/** What is taken over one connection, and for how long. */
export const limits = {
  maxConnections: integer({
    description: 'Most connections at a time, WebSockets included; further ones are closed at once',
    default: defaults.connections,
    min: 1,
    max: 1_000_000,
  }),
  maxAudioSeconds: fraction({
    description: 'Longest audio of one query, in seconds',
    default: defaults.audioSeconds,
    min: 1,
    max: 3600,
  }),
  maxUploadBytes: bytes({
    description: 'Largest audio upload',
    default: defaults.uploadBytes,
    min: 1024,
    max: 4 * 2 ** 30,
  }),
  maxBodyBytes: bytes({
    description: 'Largest JSON body',
    default: defaults.entityBytes,
    min: 1024,
    max: 16 * 2 ** 20,
  }),
  maxEntityHeaderBytes: bytes({
    description: 'Largest JSON entity in the X-Service-Entity header, as decoded',
    default: defaults.entityBytes,
    min: 1024,
    max: 2 ** 20,
  }),
  idleGapMs: integer({
    description: 'Longest pause between two chunks of an upload, in milliseconds',
    default: defaults.idleGapMs,
    min: 100,
    max: 600_000,
  }),
  drainBytes: bytes({
    description:
      'Most bytes still read from an upload that was answered early, before its connection is closed',
    default: defaults.drainBytes,
    min: 0,
    max: 2 ** 30,
  }),
  drainMs: integer({
    description: 'How long an upload that was answered early may go on, in milliseconds',
    default: defaults.drainMs,
    min: 0,
    max: 600_000,
  }),
};

/** WebSocket connections. */
export const socket = {
  maxConnections: integer({
    description: 'Most WebSocket connections at a time; more are answered 503',
    default: defaults.socketConnections,
    min: 1,
    max: 1_000_000,
  }),
  maxMessageBytes: bytes({
    description: 'Largest WebSocket message; a larger one closes the connection with 1009',
    default: defaults.socketMessageBytes,
    min: 1024,
    max: 64 * 2 ** 20,
  }),
  idleMs: integer({
    description:
      'Silence after which a WebSocket connection is closed with 1001, in milliseconds; without a token shown, whatever is sent',
    default: defaults.socketIdleMs,
    min: 1000,
    max: 86_400_000,
  }),
  pingMs: integer({
    description: 'Time between the pings that tell whether a client is still there, in milliseconds',
    default: defaults.socketPingMs,
    min: 1000,
    max: 3_600_000,
  }),
};

/** HTTPS. */
export const tls = {
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
  selfSigned: boolean({
    description: 'Speak HTTPS with a certificate that is made at the start',
    default: false,
  }),
};
