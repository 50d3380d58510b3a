import type { ComparisonData, MoneyData } from './amount-words.js';
import type { LanguageData, SpellingData } from './language-data.js';
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

/** What a language has of all that its author may leave out. */
const nothing = {
  respelled: {},
  shortenedVerbs: [],
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
} satisfies Partial<Omit<LanguageData, keyof GroupsLacking>> & GroupsLacking;

/** `Data` with all that is in `Nothing`, in its groups too; lists and plain records have no members of their own there. */
type Completed<Data, Nothing> = {
  [Name in keyof Data as Exclude<Name, keyof Nothing>]: Data[Name];
} & {
  [Name in keyof Data as Name & keyof Nothing]-?: Name extends keyof Nothing
    ? Nothing[Name] extends readonly unknown[] | Record<string, never>
      ? NonNullable<Data[Name]>
      : Completed<NonNullable<Data[Name]>, Nothing[Name]>
    : never;
};

/** A language in which each list is there, empty where its author left it out. */
export type CompleteData = Completed<LanguageData, typeof nothing>;

const complete = new WeakMap<LanguageData, CompleteData>();

/** A language with all that its author left out: one and the same whenever it is asked for. */
export function completeLocale(data: LanguageData): CompleteData {
  let locale = complete.get(data);
  if (locale === undefined) {
    locale = filledUp(data, nothing) as CompleteData;
    complete.set(data, locale);
    // one that is complete already, as the built-in ones are, stays what it is
    complete.set(locale as LanguageData, locale);
  }
  return locale;
}

function filledUp(data: object | undefined, empty: object): object {
  const filled: Record<string, unknown> = { ...data };
  for (const [name, value] of Object.entries(empty))
    filled[name] =
      Array.isArray(value) || Object.keys(value).length === 0
        ? (filled[name] ?? value)
        : filledUp(filled[name] as object | undefined, value);
  return filled;
}
