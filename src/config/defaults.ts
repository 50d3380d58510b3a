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
} as const;
