/** The same text at the same turn always gets the same choice (FNV-1a). */
export function choose<T>(options: readonly T[], seed: string): T {
  let hash = 0x811c9dc5;
  for (let at = 0; at < seed.length; at++) {
    hash ^= seed.charCodeAt(at);
    hash = Math.imul(hash, 0x01000193);
  }
  return options[(hash >>> 0) % options.length];
}
