import type { Price } from '../understanding.js';
import type { ComparisonData, MoneyData, UnitData } from './amount-words.js';
import type { NumberData } from './number-words.js';
import type { TimeData } from './time-words.js';

/**
 * Everything that is bound to a language and not to a domain, as its author writes it: another language is one more
 * object of this shape. What it has no words for is left out; the engine sees it as a `Locale`, where such lists are
 * empty.
 */
export interface LanguageData {
  /** Language subtag, such as `en`. */
  readonly language: string;
  /**
   * Words written together, shortened or otherwise than elsewhere, and the words they stand for (`i'm` -> `i am`); keys
   * keep apostrophes.
   */
  readonly contractions: Readonly<Record<string, string>>;
  /** Those of them that are one word in another spelling (`colour` -> `color`). */
  readonly respelled?: Readonly<Record<string, string>>;
  /**
   * Verbs that are shortened behind any word, where one of these words follows (`the green's better`) or, without a list,
   * whatever follows (`nineteen'll do`).
   */
  readonly shortenedVerbs?: readonly {
    readonly ending: string;
    readonly verb: string;
    readonly before?: readonly string[];
    /** Words that it stands before only at the end, of what is known: "the oven's on", but "take Kim's off". */
    readonly last?: readonly string[];
    /** Words that it stands before only at the end, whoever or whatever is spoken of: "walnut's nice". */
    readonly end?: readonly string[];
    /** Those of them that say nothing where nothing follows: "women's too" is no "women is". */
    readonly open?: readonly string[];
  }[];
  /** A verb that a contraction stands for, and which other one it is before these words: "it's got" is "it has got". */
  readonly perfect?: { readonly short: string; readonly meant: string; readonly before: readonly string[] };
  /**
   * Words that are often written for a contraction, and what they stand for before these words: `id like` is `i would
   * like`, an id is none.
   */
  readonly unmarked?: Readonly<
    Record<string, { readonly meant: string; readonly before: readonly string[] }>
  >;
  /** Words and phrases that carry no meaning and may be skipped anywhere. */
  readonly fillers: readonly string[];
  /** Those that carry none at the end of a sentence: "the fan too". */
  readonly lastFillers?: readonly string[];
  /** Words behind which something always follows: "except" */
  readonly neverLast?: readonly string[];
  /** Words before a number, a time or a day that say how exact it is: "at about seven". */
  readonly hedges?: readonly string[];
  /** Words that change nothing before some: "a little bit" is "a bit". */
  readonly diminutives?: { readonly words: readonly string[]; readonly before: readonly string[] };
  /**
   * Words around a request that means as much without them: openings (`can you`), closings (`if you could`), and
   * prefaces (`can i`, `sure`), which may as well be part of what it says.
   */
  readonly courtesies?: Readonly<
    Record<'openings' | 'closings' | 'prefaces', readonly (readonly string[])[]>
  > & {
    /** Openings that are never a part of what is asked for: `in that case`. */
    readonly concluding?: readonly (readonly string[])[];
    /** Openings before what is asked for as a deed: `would you mind` turning it off. */
    readonly beforeDeeds?: readonly (readonly string[])[];
    /** What is said without any request: `hello`. */
    readonly alone: readonly (readonly string[])[];
  };
  /** What stands before a thing that is known, and is often not said, or not heard: "turn on kitchen light". */
  readonly definiteArticles?: readonly string[];
  /** What may stand before anything that is known, and says no more of it: "their" is of others. */
  readonly determiners?: readonly string[];
  /** What stands before a noun in the singular that means all of them: "every light". */
  readonly everyOne?: readonly string[];
  /** What says that something is to be done now, and not at the time of what is said beside it. */
  readonly atOnce?: readonly (readonly string[])[];
  /** Words of two that are written apart, by the first of them, and what both are: "per cent". */
  readonly writtenApart?: Readonly<Record<string, { readonly next: string; readonly meant: string }>>;
  /** Words of someone who is still thinking. */
  readonly hesitations: readonly string[];
  /** Words that a request hardly ends with: articles, prepositions, conjunctions, possessives. */
  readonly openWords: readonly string[];
  /** Words with which someone goes on after a pause with what he has begun. */
  readonly continuations?: readonly string[];
  /** Those of them behind which it is told what something is like, or for: `with`, `for`. */
  readonly prepositions?: readonly string[];
  /** Those behind which a part or a quality of it is named. */
  readonly having?: readonly string[];
  /** Those before a count that stands behind what it counts: "latte x 2". */
  readonly times?: readonly string[];
  /** What adds another thing to what is ordered: "a coke, also a water". */
  readonly adding?: readonly string[];
  /** Those in the place of a thing that was named before, behind what is said of it: "two soft ones". */
  readonly standIns?: readonly string[];
  /** Those behind an article, for what is left where some of several were told: "one with oat, the other with soy". */
  readonly others?: readonly string[];
  /** Those behind what there is to be less of: "one tea less". */
  readonly lessening?: readonly string[];
  /** Those by which there is to be no more than what is named: "only one tea". */
  readonly restricting?: readonly string[];
  /** Verbs by which one thing takes the place of another: "swap the coke for a water". */
  readonly exchanging?: readonly string[];
  /** Words between things that are named one after the other: "a latte and a latte". */
  readonly conjunctions?: readonly string[];
  /** Those between the sides of what is measured: "70 by 55 inch". */
  readonly sides?: readonly string[];
  /**
   * What someone says who corrects himself: behind `instead` the new value follows the old one ("a latte, I mean a
   * mocha"), behind `except` what is not wanted ("shoes but not Nike"). The words in `between` correct only where they
   * stand between two values of one kind ("ten no fifteen minutes"), those in `alternatives` join another value to one
   * that is not wanted ("not from Sony or Bose").
   */
  readonly corrections?: {
    readonly instead: readonly string[];
    /** Of these, what also says nothing at the beginning of a sentence that puts right the one before: "no wait". */
    readonly takenBack?: readonly string[];
    readonly except: readonly string[];
    /** What stands before that which a request for all leaves out. */
    readonly sparing?: readonly string[];
    readonly between?: readonly string[];
    /** What may as well stand behind all that puts something right: my dog, my cat, sorry */
    readonly behind?: readonly string[];
    readonly alternatives?: readonly string[];
    /** Behind these, what would refuse something names what will do as well: "black, if not navy". */
    readonly reserving?: readonly string[];
  };
  /**
   * How a thing that is asked for is named: behind an article, or right behind a word that joins it to others ("and",
   * "with"). Without such words nothing is told that is on no list. Behind a word of `aside` it is somebody, or
   * somewhere: "for a friend".
   */
  readonly asking?: {
    readonly articles: readonly string[];
    readonly joining: readonly string[];
    readonly aside: readonly string[];
    /** Of these, those behind which it is told who gets it: "a tea for him". */
    readonly receiving: readonly string[];
    /** Words that a verb stands behind, or what is somebody's own, and nothing that is asked for. */
    readonly before: readonly string[];
  };
  /**
   * What a statement besides a request is made of: "it is freezing in here, so turn the heating up". The verbs are
   * those that say how things are, and without any there are no statements; nobody wishes or asks for anything with them.
   * Those of `being` do so even behind a noun without an article: "dinner is ready".
   */
  readonly statements?: {
    readonly pronouns: readonly string[];
    readonly determiners: readonly string[];
    readonly verbs: readonly string[];
    readonly being: readonly string[];
    /** What a statement begins with that does not say what it is about: "too loud". */
    readonly tooMuch: readonly string[];
    /** What may stand before that: "way too loud", "a bit too dark". */
    readonly degrees: readonly string[];
    readonly because: readonly string[];
    /** Of these, those behind which a reason follows whoever it is about: "because mum says so". */
    readonly surely: readonly string[];
    readonly therefore: readonly string[];
    readonly however: readonly string[];
    /** Behind what is not to be done they begin what is: "don't pause it, just mute it". */
    readonly instead?: readonly string[];
    /** What a statement that is told of may begin with: "so that I can read". */
    readonly that?: readonly string[];
    /** Verbs of which an object follows, so that no statement ends on them: "i do not have | a fever". */
    readonly having?: readonly string[];
    /** Verbs by which a statement asks for something: "I want". */
    readonly wishes?: readonly string[];
    /** What stands before a verb whose object follows: `to`. */
    readonly infinitive?: readonly string[];
    /** Pronouns that are a subject and never an object: `we`. */
    readonly subjects?: readonly string[];
    /** Verbs by which a clause with a subject says more of a thing before it: "gloves I can wear". */
    readonly abilities?: readonly string[];
  };
  /**
   * How a question opens: with a word that asks by itself ("where"), or with a verb before a pronoun, a noun's article or
   * another word for whom it is said of ("is it", "are these").
   */
  readonly questions?: {
    readonly words: readonly string[];
    readonly verbs: readonly string[];
    readonly subjects: readonly string[];
  };
  /** Words that make a sentence rather than a search: pronouns, auxiliaries, question words. */
  readonly functionWords: readonly string[];
  /**
   * Words of somebody who speaks for several, and what one who speaks for himself says instead: `our` and `my`. The verbs
   * are those that go with the subject: `we are` and `I am`.
   */
  readonly ofSeveral?: {
    readonly subject: string;
    readonly pronouns: Readonly<Record<string, string>>;
    readonly verbs: Readonly<Record<string, string>>;
  };
  /** Words that say that something is not so, which are not lightly left out. */
  readonly negations?: readonly string[];
  /** What says of a request behind it that it is none: "no need to open the window". */
  readonly refusals?: readonly (readonly string[])[];
  /**
   * Words with which somebody tells what others do, or what is usual. They are not left out before a request: without
   * them it would be one.
   */
  readonly tellings?: readonly string[];
  /**
   * Words of a search: those that say nothing of a product, those that do where they join two qualities ("shoes for
   * running"), and those that do right behind one only ("a pair of boots", but "made of wool").
   */
  readonly search?: {
    readonly stopWords: readonly string[];
    readonly joining: readonly string[];
    readonly joiningRightBehind: readonly string[];
  };
  /** Groups of words that sound alike; a recogniser may write one for another. */
  readonly homophones: readonly (readonly string[])[];
  /** A word that a recogniser writes for others, which it does not write for that one. */
  readonly misheard?: Readonly<Record<string, readonly string[]>>;
  readonly numbers: NumberData;
  readonly money: MoneyData;
  readonly comparisons: ComparisonData;
  readonly units: readonly UnitData[];
  readonly time: TimeData;
  readonly spelling: SpellingData;
  /** Region subtag -> what differs there. */
  readonly regions: Readonly<Record<string, RegionData>>;
  /** One phrase of each kind, for sample sentences. */
  readonly examples: Readonly<
    Record<
      | 'number'
      | 'money'
      | 'price'
      | 'range'
      | 'ordinal'
      | 'quantity'
      | 'time'
      | 'duration'
      | 'date'
      | 'text'
      | 'name'
      | 'spelled'
      | 'code',
      string
    >
  >;
  /** The form that singular and plural share; equal for words that differ only in number. */
  stem(word: string): string;
  /** Words that another may be a form of: chop of chopped, small of smallest. */
  bases?(word: string): readonly string[];
  /** Adjectives that a word may be the comparative of: quiet of quieter. */
  positives?(word: string): readonly string[];
  /** Words for what has much of a thing: glittery of glitter, spotted of spots. */
  adjectives?(noun: string): readonly string[];
  /** Words that sound alike share a key. Empty when the word has no sound of its own (digits). */
  soundKey(word: string): string;
  /** The plural of a noun. */
  plural(word: string): string;
  /** `under $50`, in words for a reply. */
  describePrice(price: Price, symbol: string): string;
  /** `in the kitchen`, `upstairs`: where something is done, for a reply. */
  inPlace?(place: string): string;
  /** `a` or `an`, by the word behind it. */
  article?(next: string): string;
  /** `a, b and c` */
  joinList(items: readonly string[], conjunction?: 'and' | 'or'): string;
}

/** What differs from one country to another where the same language is spoken. */
export interface RegionData {
  /** ISO 4217 code of the currency that a bare amount means. */
  currency: string;
  currencySymbol: string;
  /** Canonical spelling -> the one used in this region. */
  spelling?: Readonly<Record<string, string>>;
  /** Unit words that mean money here (`pounds` in en-GB). */
  moneyUnits?: Readonly<Record<string, string>>;
  /** Words that mean hundredths of it here, besides those of the language (`p` in en-GB). */
  minorUnits?: readonly string[];
  /** Whether the month is the first of a day's figures: 12/24. */
  monthFirst?: boolean;
}

export interface SpellingData {
  /** Letter names and spelling-alphabet words -> character. */
  letters: Readonly<Record<string, string>>;
  /** Of these and of `phrases` those that sound as the letter itself does (`bee`, `double you`). */
  soundAlike: readonly string[];
  /** Characters whose names are several words (`x ray`), or are written only between others (`dash`). */
  phrases?: readonly { readonly words: readonly string[]; readonly character: string }[];
  marks?: Readonly<Record<string, string>>;
  /** The same for one that a code may begin with: plus four nine */
  openings?: Readonly<Record<string, string>>;
  /** `as in`, `for`, `like` */
  asIn: readonly string[];
  /** double -> 2 */
  repeats: Readonly<Record<string, number>>;
  /** How the character in some place of a code is told: "the last | digit | is | nine" */
  places?: {
    readonly of: readonly { readonly words: readonly string[]; readonly kind: RegExp }[];
    readonly is: readonly (readonly string[])[];
  };
}
