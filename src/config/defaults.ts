/** What options and the parts that they configure both fall back to. */
export const defaults = {
  pack: 'product-search',
  connections: 4096,
  audioSeconds: 120,
  uploadBytes: 64 * 2 ** 20,
  /** Of a JSON entity, and of the one in `X-Service-Entity`. */
  entityBytes: 64 * 2 ** 10,
  idleGapMs: 10_000,
  /** As much as may be uploaded: only who has sent it all reads an early answer. */
  drainBytes: 64 * 2 ** 20,
  drainMs: 10_000,
  socketConnections: 2000,
  socketMessageBytes: 2 ** 20,
  socketIdleMs: 300_000,
  socketPingMs: 30_000,
  /** Calls of one end-user, and session tokens from one refresh token, in a window. */
  apiCalls: 1000,
  sessionTokens: 30,
  /** Probabilities of speech. */
  speechThreshold: 0.5,
  silenceThreshold: 0.35,
  minSpeechMs: 128,
  completeSilenceMs: 128,
  trailingSilenceMs: 1000,
  incompleteSilenceMs: 1500,
  wordlessMs: 600,
  backgroundDb: 20,
  maxUtteranceMs: 30_000,
  noSpeechMs: 10_000,
} as const;
