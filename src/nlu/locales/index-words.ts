/** The place of each word in a list, counted from `from`. */
export function indexWords(words: readonly string[], from = 0): Record<string, number> {
  return Object.fromEntries(words.map((word, position) => [word, position + from]));
}
