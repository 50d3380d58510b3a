/**
 * Keys of several parts. Parts are joined by U+0000, which no part holds after escaping, so that all keys with a
 * given beginning lie in one range and sort part by part.
 */
export function joinKey(parts: readonly string[]): string {
  return parts.map((part) => part.replaceAll('%', '%25').replaceAll('\0', '%00')).join('\0');
}

/** The inverse of {@link joinKey}. */
export function splitKey(key: string): string[] {
  return key.split('\0').map((part) => part.replaceAll('%00', '\0').replaceAll('%25', '%'));
}

/** The range of all longer keys that begin with these parts. */
export function rangeBelow(parts: readonly string[]): { gte: string; lt: string } {
  const prefix = joinKey(parts);
  return parts.length === 0 ? { gte: '', lt: '\u{10FFFF}' } : { gte: `${prefix}\0`, lt: `${prefix}\u0001` };
}

/** Milliseconds since 1970 as text that sorts by time. */
export function timeKey(timeMs: number): string {
  return String(Math.max(0, Math.floor(timeMs))).padStart(16, '0');
}
