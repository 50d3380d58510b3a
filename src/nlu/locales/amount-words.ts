/** How a language says amounts: of money, in units, and compared with others. */

/** How a language names currencies and amounts of them. */
export interface MoneyData {
  /** Word -> ISO 4217 code of the major unit. An empty code means the region's own. */
  major: Readonly<Record<string, string>>;
  /** The same for names of several words, up to three: canadian dollars. */
  foreign?: Readonly<Record<string, string>>;
  /** Word -> hundredths of the major unit. */
  minor: readonly string[];
  /** Slang multiples: grand. */
  multiples: Readonly<Record<string, number>>;
  symbols: Readonly<Record<string, string>>;
  /** Words behind which a unit that is money elsewhere is money here too, and those that say it is a weight. */
  spending?: readonly string[];
  weighing?: readonly string[];
  /** Words for what is not named: a bound that follows one is of its price, for what weighs is named. */
  unnamed?: readonly string[];
}

/** Phrases around an amount, each in normal form. */
export interface ComparisonData {
  before: { lessThan: string[]; greaterThan: string[]; approx: string[]; exact: string[] };
  after: { lessThan: string[]; greaterThan: string[]; approx: string[] };
  /** Those of `after` that make even a bare number an amount: `fifty or less`, but not `five and up` */
  sureAfter?: readonly string[];
  /** `between X and Y`: opening phrase -> joining words */
  ranges: readonly { open: string; join: readonly string[] }[];
  /** What the values of a pack begin with that are a bound of an amount, `over 50 inch`; whether it holds for the amount itself. */
  bounds?: Readonly<Record<string, { end: 'lower' | 'upper'; isInclusive: boolean }>>;
  /** `X to Y` without an opening phrase */
  bareJoin: readonly string[];
  /** `around X or Y`, `X or Y dollars`; the longer ones first */
  alternatives?: readonly string[];
  /** Words before any of these that make even a bare number an amount: `priced at ten` */
  pricing: readonly string[];
  /** Those of them behind which an amount is the most that is to be spent: a budget of fifty. */
  limits?: readonly string[];
  /** Other words that may stand before any of these: `that is` */
  lead: readonly string[];
}

/** A unit of measure, and the words for it. */
export interface UnitData {
  /** Canonical name. */
  unit: string;
  /** What is measured in it, where several units measure the same: a length in inches takes the place of one in feet. */
  of?: string;
  /** How much one of it is in the smallest unit, or the base unit, of what is measured; amounts are compared by it. */
  per?: number;
  words: readonly string[];
  /** Short forms that are written, but that recognition is not to expect: nobody says "mm". */
  typed?: readonly string[];
  /** Short forms that are a unit only behind figures: `10 in`, but not "ten in". */
  written?: readonly string[];
  /** The shortest forms, which are a unit only where no space stands before them: `30m`. */
  attached?: readonly string[];
  /** Two figures behind it are hundredths: one meter eighty */
  hundredths?: boolean;
}
