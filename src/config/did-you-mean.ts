/**
 * The candidate that a mistyped word most likely stands for; undefined when none is near. Letter case is ignored. The only
 * one that the word begins with, or that begins with it, comes first: "coffee" for "coffee-bar".
 */
export function didYouMean(word: string, candidates: readonly string[]): string | undefined {
  const wanted = word.toLowerCase();
  const [begun, ...others] = candidates.filter((candidate) =>
    sharesBeginning(wanted, candidate.toLowerCase()),
  );
  if (begun !== undefined && others.length === 0) return begun;
  let best: string | undefined;
  // A third of the letters wrong is still a typing mistake; more is another word. Two that change places count twice.
  let bestDistance = Math.max(word.length > 3 ? 2 : 1, Math.floor(word.length / 3)) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(wanted, candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/**
 * {@link didYouMean} as the end of a sentence, behind a semicolon or in brackets: the one place that words it.
 * @returns undefined when none is near
 */
export function didYouMeanHint(word: string, candidates: Iterable<string>): string | undefined {
  const near = didYouMean(word, [...candidates]);
  return near === undefined ? undefined : `did you mean "${near}"?`;
}

/** Whether one is the other's beginning, up to where a word in it ends. */
function sharesBeginning(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= 3 && long.startsWith(short) && /[^a-z0-9]/.test(long[short.length] ?? '');
}

/** Levenshtein distance by one row of the table (Wagner and Fischer 1974). */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length];
}
