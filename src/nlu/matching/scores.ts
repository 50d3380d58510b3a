/**
 * What a reading of a sentence is worth. The reading with the highest sum wins, which makes these figures the stated
 * rules: a word that a template names counts most, then a word of a known value, so the longest and most specific
 * match wins; words that nothing explains lose points, so a reading that leaves out less wins.
 */
export const scores = {
  /** A word that the sentence template names. */
  literal: 15,
  /** A word of a value: list entry, number, amount, date. */
  value: 10,
  /** Each word of a value after its first: long values beat the same words as several short ones. */
  valueJoined: 4,
  /** A word of free text that a template asks for. */
  text: 5,
  /** Free text in which something seems to be put right. */
  textPutRight: -8,
  /** A word inside a phrase that joins values (`with`, `and`). */
  glue: 4,
  /** A word inside a phrase that no list knows and the phrase keeps anyway. */
  rest: 3,
  /** Opening a run of such words. */
  restRun: -1,
  /** The same, when the word belongs to talk rather than to a search (`you`, `what`). */
  restFunction: -4,
  /** A word before, behind or inside a sentence that nothing explains. */
  skipped: -7,
  /** The same where the word says that something is not so: without it the opposite would be understood. */
  skippedNegation: -25,
  /** The same where the word begins a thing that can be ordered. */
  skippedThing: -12,
  /** The same where the word says how many things are ordered. */
  skippedAmount: -20,
  /** The same right before such a thing: rather nothing is understood than another number of them. */
  skippedCount: -60,
  /** What was said and then taken back, where it is not the whole sentence. */
  takenBack: -2,
  /** A statement besides a request, however long. */
  aside: -7,
  /** The same behind a word such as "because". */
  reason: -3,
  /** A word in the place of a value that is on no list. */
  unknownValue: -4,
  /** The same, where the words are on another list: of "and a child" a child is no drink that nobody knows. */
  unknownListed: -12,
  /** An article that a template has and nobody said: "add milk to shopping list". */
  unsaid: -12,
  /** The "on" before a day or the "at" before a time that a template has and nobody said: "yoga tomorrow". */
  unsaidBefore: -3,
  /** An article before a value of a list, where neither template nor list have one: "to the old town". */
  article: -3,
  /** A word that means nothing: `um`, `please`. */
  filler: 0,
} as const;

/** What it costs to leave a word out. */
export function skipScore(word: string, negations: ReadonlySet<string>): number {
  return negations.has(word) ? scores.skippedNegation : scores.skipped;
}

/** Below this share of the best possible score a sentence is not understood, where the pack gives no other. */
export const leastQuality = 0.15;
