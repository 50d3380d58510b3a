/** The words that a language counts with. */
export interface NumberData {
  /** zero to nineteen, and whatever else is one word below twenty */
  units: Readonly<Record<string, number>>;
  tens: Readonly<Record<string, number>>;
  /** hundred, thousand, million */
  scales: Readonly<Record<string, number>>;
  /** Counting nouns that multiply: dozen */
  collectives: Readonly<Record<string, number>>;
  /** What may stand between a counting noun and a scale: a couple of hundred */
  of?: readonly string[];
  /** half, quarter, third */
  fractions: Readonly<Record<string, number>>;
  /**
   * What there are never more of than so many: of "fifty four stars", four are stars. Where a number never ends so unless
   * that is a number of its own, `last` holds these ends: of "eight hundred sixteen gigs", sixteen are gigabytes.
   */
  few?: readonly FewOf[];
  ordinals: Readonly<Record<string, number>>;
  and: readonly string[];
  /** Articles that mean one before a scale: a hundred */
  articles: readonly string[];
  point: readonly string[];
  minus: readonly string[];
  /** What says the same behind a number, and what may stand before that: twenty degrees below zero */
  belowZero?: { readonly degrees: readonly string[]; readonly phrases: readonly (readonly string[])[] };
  /** Words that may stand before a number that can be below zero: plus */
  plus?: readonly string[];
  /** What says both of a number behind it, and so is no sign of it: plus or minus */
  eitherSign?: readonly (readonly string[])[];
  /** Words for zero inside digit strings: oh */
  zeroDigits: readonly string[];
  /** `last` counts from the end. */
  last: readonly string[];
  /** Other places that are counted from the end: `second to last` is -2 */
  fromEnd?: readonly { readonly words: readonly string[]; readonly value: number }[];
}

/** What there are only few of. */
export interface FewOf {
  readonly words: readonly string[];
  readonly most: number;
  readonly last?: readonly number[];
}
