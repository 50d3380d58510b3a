const sibilants = new Set(['S', 'Z', 'SH', 'ZH', 'CH', 'JH']);
const voiceless = new Set(['P', 'T', 'K', 'F', 'TH']);

/** English possessive (and plural) ending by the last phone. */
export function withPossessive(phones: readonly string[]): string[] {
  const last = phones[phones.length - 1];
  if (sibilants.has(last)) return [...phones, 'AH', 'Z'];
  return [...phones, voiceless.has(last) ? 'S' : 'Z'];
}
