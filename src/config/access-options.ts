import { defaults } from './defaults.js';
import { choice, duration, integer, listenAddress, optional, origins, path } from './option-types.js';

/** Tokens and how long they are good for. */
export const auth = {
  issuerListen: optional(
    listenAddress({
      description:
        'Separate listener for the token issuer; without it, the issuer is at /auth on the main one',
    }),
  ),
  sessionTokenLifetime: duration({
    description: 'How long a session token is valid',
    default: 'PT15M',
    atLeastMs: 1000,
  }),
  refreshTokenLifetime: duration({
    description: 'How long a refresh token is valid if the request does not say',
    default: 'P90D',
    atLeastMs: 1000,
  }),
  refreshTokenMaxLifetime: duration({
    description: 'Longest validity that may be requested for a refresh token',
    default: 'P365D',
    atLeastMs: 1000,
  }),
};

/** How much an end-user may ask for. */
export const rateLimit = {
  window: duration({ description: 'Length of the sliding window', default: 'PT15M', atLeastMs: 1000 }),
  apiCalls: integer({
    description: 'API calls that one end-user may make in a window',
    default: defaults.apiCalls,
    min: 1,
    max: 1_000_000,
  }),
  sessionTokens: integer({
    description: 'Session tokens that one refresh token may obtain in a window',
    default: defaults.sessionTokens,
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
};

/** The page that is served at /. */
export const kiosk = {
  access: choice({
    description:
      'Who may use the kiosk page at / without a sign-in: browsers on this device (auto), everyone who can reach it (on), nobody (off)',
    among: ['auto', 'on', 'off'],
    default: 'auto',
  }),
  folder: optional(
    path({
      description: 'Folder of a kiosk page of your own',
      what: 'folder',
      defaultText: 'the page that ships',
    }),
  ),
};

/** Pages of other origins. */
export const cors = {
  origins: origins({
    description: 'Web origins that may use the service from a browser, besides its own',
    default: [],
  }),
};
