import type { ComparisonData, MoneyData, UnitData } from './amount-words.js';
import type { LanguageData, RegionData, SpellingData } from './language-data.js';
import type { NumberData } from './number-words.js';
import type { TimeData } from './time-words.js';

/** What the groups may lack that every language has. */
interface GroupsLacking {
  numbers: Partial<NumberData>;
  money: Partial<MoneyData>;
  comparisons: Partial<ComparisonData>;
  time: Partial<TimeData>;
  spelling: Partial<SpellingData>;
}

/**
 * What a language has of all that its author may leave out. `perfect`, `ofSeveral`, `article` and `inPlace` are not among
 * it: no words stand in for theirs, so they may be absent.
 */
const nothing = {
  respelled: {},
  unmarked: {},
  lastFillers: [],
  neverLast: [],
  hedges: [],
  diminutives: { words: [], before: [] },
  courtesies: { openings: [], closings: [], prefaces: [], concluding: [], beforeDeeds: [], alone: [] },
  definiteArticles: [],
  determiners: [],
  everyOne: [],
  atOnce: [],
  writtenApart: {},
  continuations: [],
  prepositions: [],
  having: [],
  times: [],
  adding: [],
  standIns: [],
  others: [],
  lessening: [],
  restricting: [],
  exchanging: [],
  conjunctions: [],
  sides: [],
  corrections: {
    instead: [],
    takenBack: [],
    except: [],
    sparing: [],
    between: [],
    behind: [],
    alternatives: [],
    reserving: [],
  },
  asking: { articles: [], joining: [], aside: [], receiving: [], before: [] },
  statements: {
    pronouns: [],
    determiners: [],
    verbs: [],
    being: [],
    tooMuch: [],
    degrees: [],
    because: [],
    surely: [],
    therefore: [],
    however: [],
    instead: [],
    that: [],
    having: [],
    wishes: [],
    infinitive: [],
    subjects: [],
    abilities: [],
  },
  questions: { words: [], verbs: [], subjects: [] },
  negations: [],
  refusals: [],
  tellings: [],
  search: { stopWords: [], joining: [], joiningRightBehind: [] },
  misheard: {},
  numbers: {
    of: [],
    few: [],
    belowZero: { degrees: [], phrases: [] },
    plus: [],
    eitherSign: [],
    fromEnd: [],
  },
  money: { foreign: {}, spending: [], weighing: [], unnamed: [] },
  comparisons: { sureAfter: [], bounds: {}, alternatives: [], limits: [] },
  time: {
    shortMonths: {},
    night: [],
    late: [],
    hourAfter: [],
    spanAfter: [],
    minutes: [],
    partsOfDay: [],
    dayBefore: [],
    wholeHour: [],
    namedDays: [],
    from: [],
    now: [],
    dayBehind: [],
    dayAhead: [],
    last: [],
    ago: [],
    spansDays: { until: [], between: [], and: [], moves: [] },
    on: [],
    before: { date: [], time: [] },
    monthSpans: {},
    monthNames: [],
    weekAfter: [],
    weekAfterNext: [],
    weekLater: [],
    time: [],
    another: [],
    edges: { start: [], end: [], present: [], following: [] },
  },
  spelling: { phrases: [], marks: {}, openings: {}, places: { of: [], is: [] } },
  bases: () => [],
  positives: () => [],
  adjectives: () => [],
} satisfies Partial<Omit<LanguageData, keyof GroupsLacking>> & GroupsLacking;

/** `Data` with all that is in `Nothing`, and so are its groups; lists and records of words are empty there. */
type Completed<Data, Nothing> = {
  [Name in keyof Data as Exclude<Name, keyof Nothing>]: Data[Name];
} & {
  [Name in keyof Data as Name & keyof Nothing]-?: Name extends keyof Nothing
    ? Nothing[Name] extends readonly unknown[] | Record<string, never> | (() => unknown)
      ? NonNullable<Data[Name]>
      : Completed<NonNullable<Data[Name]>, Nothing[Name]>
    : never;
};

/**
 * The same of each of several things. Verbs shortened before any word have no list `before`, which is another thing than
 * an empty one; so it is with the ends that few things have in numbers.
 */
const nothingOfEach = {
  shortenedVerbs: { last: [], end: [], open: [] },
  units: { typed: [], written: [], attached: [] },
  regions: { spelling: {}, moneyUnits: {}, minorUnits: [] },
} satisfies {
  shortenedVerbs: Partial<NonNullable<LanguageData['shortenedVerbs']>[number]>;
  units: Partial<UnitData>;
  regions: Partial<RegionData>;
};

type EachCompleted<All, Nothing> = { [Key in keyof All]: Completed<All[Key], Nothing> };

/** A language in which each list is there, empty where its author left it out. */
export type CompleteData = Omit<Completed<LanguageData, typeof nothing>, keyof typeof nothingOfEach> & {
  readonly [Name in keyof typeof nothingOfEach]: EachCompleted<
    NonNullable<LanguageData[Name]>,
    (typeof nothingOfEach)[Name]
  >;
};

const complete = new WeakMap<object, CompleteData>();

/** A language with all that its author left out: one and the same whenever it is asked for. */
export function completeLocale(data: LanguageData): CompleteData {
  let locale = complete.get(data);
  if (locale === undefined) {
    const { units, regions, shortenedVerbs = [] } = data;
    locale = {
      ...filledUp(data, nothing),
      shortenedVerbs: shortenedVerbs.map((verb) => filledUp(verb, nothingOfEach.shortenedVerbs)),
      units: units.map((unit) => filledUp(unit, nothingOfEach.units)),
      regions: Object.fromEntries(
        Object.entries(regions).map(([tag, region]) => [tag, filledUp(region, nothingOfEach.regions)]),
      ),
    };
    complete.set(data, locale);
    // what is complete already, as the built-in languages are, stays what it is
    complete.set(locale, locale);
  }
  return locale;
}

function filledUp<Data extends object, Nothing extends object>(
  data: Data | undefined,
  empty: Nothing,
): Completed<Data, Nothing> {
  const filled: Record<string, unknown> = { ...data };
  for (const [name, value] of Object.entries(empty))
    filled[name] =
      // only a group names what may be lacking in it
      Object.keys(value).length > 0
        ? filledUp(filled[name] as object | undefined, value)
        : (filled[name] ?? value);
  return filled as Completed<Data, Nothing>;
}
