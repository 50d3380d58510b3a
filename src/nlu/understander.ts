import type { Fault } from '../errors.js';
import { type Answer, answer, answerNothing } from './answer/answer.js';
import { asksBack, completenessOf, isReadToTheEnd, isUnderstood } from './answer/completeness.js';
import { meritOf, readerOf, understood } from './answer/reader-of.js';
import { SentenceReadings } from './answer/sentence-readings.js';
import type { Interpretation, Setting } from './answer/setting.js';
import { allowedNow } from './answer/setting.js';
import type { CatalogueSearch } from './catalogue/catalogue.js';
import { contextFaults } from './context/context-faults.js';
import { readMemory } from './context/memory.js';
import { normaliseContext } from './context/normalise-context.js';
import { isBegun, namesStrangers } from './matching/is-begun.js';
import type { Parse } from './matching/matcher.js';
import type { AnalysedSentence } from './matching/sentence.js';
import type { Pack } from './pack/pack.js';
import { answerApart } from './requests/answer-apart.js';
import { answerClauses } from './requests/answer-clauses.js';
import { answerExchanged } from './requests/answer-exchanged.js';
import { answerInTurn } from './requests/answer-in-turn.js';
import { answerLater } from './requests/answer-later.js';
import { requestsIn } from './requests/requests-in.js';
import { tokenise } from './tokenise.js';
import type {
  Completeness,
  Context,
  Reading,
  Understander,
  UnderstandRequest,
  UnderstandResult,
} from './understanding.js';
import { joinSpelled } from './wording/join-spelled.js';
import { joinSplitWords } from './wording/join-split-words.js';
import { mendLittleWords } from './wording/mend-little-words.js';
import { putSorryFirst } from './wording/put-sorry-first.js';
import { withoutConcluding } from './wording/without-courtesies.js';
import { withoutHesitations } from './wording/without-hesitations.js';

/** What an understander takes besides a pack. */
export interface UnderstanderOptions {
  /** Products to search; without one `entities.products` stays empty. */
  catalogue?: CatalogueSearch;
  /** The clock, for dates and for how long a conversation is remembered. @default the system's */
  now?: () => Date;
}

/** How a request was understood, for tools that show it. */
export interface Explanation {
  /** Best first. */
  readings: Interpretation[];
  sentence: AnalysedSentence | undefined;
  /** Absent when nothing was understood. */
  parse: Parse | undefined;
}

/** Of several requests the last. */
type LastRequest = Pick<Explanation, 'parse'> & Pick<Interpretation, 'sentence'>;

/** Readings of an n-best list that are looked at. */
const mostReadings = 5;
/**
 * How likely beside the best one they have to be. Less likely ones make requests of what is none ("and so boot" of "and so
 * be it"): of 172 sentences that people read out, 17 were taken for something to do at home with all of the five, and 7
 * with these; of 261 coffee orders, in noise as well, 221 are understood and with all of them 223.
 */
const leastShare = 0.5;

/** Rules over a compiled pack. Holds no state between calls: all of it is in the request. */
export class RuleUnderstander implements Understander {
  readonly pack: Pack;
  readonly locales: readonly string[];
  readonly #catalogue: CatalogueSearch | undefined;
  readonly #now: () => Date;

  constructor(pack: Pack, { catalogue, now = () => new Date() }: UnderstanderOptions = {}) {
    this.pack = pack;
    this.#catalogue = catalogue;
    this.#now = now;
    this.locales = pack.definition.locales.flatMap((tag) =>
      tag.includes('-')
        ? [tag]
        : Object.keys(pack.resolve(tag).locale.regions).map((region) => `${tag}-${region}`),
    );
  }

  understand(request: UnderstandRequest): UnderstandResult {
    const result = this.#understand(request);
    const whole = resumedRequest(request, result.intent, this.pack);
    if (whole === undefined || !isUnderstood(this.#lastRequest(whole)?.parse)) return result;
    const both = this.#understand(whole);
    // Of several requests the first was answered and acted upon: nobody wants a second timer.
    return both.intent === this.pack.joining?.intent ? result : { ...both, isResumed: true };
  }

  #understand(request: UnderstandRequest): Answer {
    const setting = this.#settingOf(request);
    return this.#respond(this.#interpret(request.readings, setting, 1)[0], setting);
  }

  #respond(best: Interpretation | undefined, setting: Setting): Answer {
    if (best === undefined) return answerNothing(best, setting);
    return (
      answerExchanged(best, setting) ??
      answerInTurn(best, setting) ??
      answerApart(best, setting) ??
      answerLater(best, setting) ??
      answerClauses(best, setting) ??
      this.#answerTo(best, setting)
    );
  }

  #answerTo(best: Interpretation, setting: Setting): Answer {
    const parse = understood(best);
    if (parse === undefined) return answerNothing(best, setting);
    const found = answer(best, setting);
    // of "show me" that "me" is no yes; of "turn on the" it is asked what is meant
    const isOpen = this.#isBegun({ sentence: best.sentence, parse }, setting) && !asksBack(found.reply.text);
    return isOpen ? answerNothing(best, setting) : found;
  }

  /** Whether a request is begun, and was not understood without what is to come. */
  #isBegun({ sentence, parse }: LastRequest, setting: Setting) {
    const isRead = isReadToTheEnd(parse) && !namesStrangers(this.pack, parse);
    return !isRead && isBegun(sentence, allowedNow(setting));
  }

  completeness(request: UnderstandRequest): Completeness {
    const setting = this.#settingOf(request);
    const best = this.#first(request, setting);
    if (best === undefined) return 'unknown';
    const last = this.#lastOf(best, setting);
    if (this.#isBegun(last, setting)) return 'incomplete';
    const judged = completenessOf(last.sentence, last.parse, this.pack.resolve(request.locale));
    // What would be asked for may be on the speaker's lips.
    return judged === 'complete' && asksBack(this.#respond(best, setting).reply.text) ? 'incomplete' : judged;
  }

  contextFaults(context: Context): Fault[] {
    return contextFaults(this.pack, context);
  }

  #lastRequest(request: UnderstandRequest): LastRequest | undefined {
    const setting = this.#settingOf(request);
    const best = this.#first(request, setting);
    return best && this.#lastOf(best, setting);
  }

  /** What could be made of the best reading. */
  #first({ readings }: UnderstandRequest, setting: Setting): Interpretation | undefined {
    return this.#interpret(readings.slice(0, 1), setting, 1)[0];
  }

  /** Of several requests the last, which may lack something. */
  #lastOf(best: Interpretation, setting: Setting): LastRequest {
    const last = requestsIn(best, setting)?.at(-1)?.read ?? best;
    const parse = understood(last);
    // One of several requests was not understood: the sentence does not say what is wanted.
    const isPartly = parse?.sentence.intent === this.pack.joining?.intent;
    return { sentence: last.sentence, parse: isPartly ? undefined : parse };
  }

  /** How a request would be understood: the reading that was chosen, its best parse and the ones it won against. */
  explain(request: UnderstandRequest, limit = 8): Explanation {
    const readings = this.#interpret(request.readings, this.#settingOf(request), limit);
    return { readings, sentence: readings[0]?.sentence, parse: understood(readings[0]) };
  }

  #settingOf(request: UnderstandRequest): Setting {
    const { conversation, fields } = this.pack.definition;
    const now = this.#now();
    return {
      pack: this.pack,
      now,
      memory: readMemory(request.memory, now.getTime(), conversation.expireAfterSeconds),
      before: normaliseContext(request.context, fields),
      resolved: this.pack.resolve(request.locale),
      catalogue: this.#catalogue,
      readings: new SentenceReadings(this.pack, now),
    };
  }

  /** What could be made of each reading, best first; at most `limit` parses of each. */
  #interpret(readings: readonly Reading[], setting: Setting, limit: number): Interpretation[] {
    const read = readerOf(setting, limit);
    const found: Interpretation[] = [];
    const likely = readings.filter(({ confidence }) => confidence >= leastShare * readings[0].confidence);
    for (const [rank, reading] of likely.slice(0, mostReadings).entries()) {
      // Where only the best is wanted: what cannot be it, however well it is understood, is not read.
      if (limit === 1 && found.some(({ merit }) => merit >= meritOf(1, reading, rank))) continue;
      const { locale } = setting.resolved;
      const said = tokenise(reading.text, locale, alignConfidences(reading));
      const plain = withoutConcluding(withoutHesitations(said, locale), locale);
      const spelled = joinSpelled(plain, reading.text, this.pack);
      const mended = mendLittleWords(joinSplitWords(spelled, reading.text, this.pack), this.pack);
      const tokens = putSorryFirst(mended, this.pack, setting.resolved, setting.now);
      if (tokens.length > 0 && (found.length === 0 || setting.readings.mayGoOn))
        found.push(read(tokens, reading, rank));
    }
    return found.sort((a, b) => b.merit - a.merit);
  }
}

/** The understander of a pack. It holds no state of its own; one serves all conversations at once. */
export function createUnderstander(pack: Pack, options: UnderstanderOptions = {}): RuleUnderstander {
  return new RuleUnderstander(pack, options);
}

/** The recogniser's word confidences, one per written word; typed text has none. */
function alignConfidences(reading: Reading): number[] | undefined {
  return reading.words?.map(({ confidence }) => confidence);
}

/**
 * The request that two turns are the halves of, where the second goes on with the first: it begins with a word that
 * continues something, or means nothing by itself.
 *
 * @param intent Of the second by itself.
 */
function resumedRequest(
  { resumes, ...request }: UnderstandRequest,
  intent: string,
  pack: Pack,
): UnderstandRequest | undefined {
  const [best] = request.readings;
  if (resumes === undefined || best === undefined || best.text === '') return undefined;
  const { continuations } = pack.resolve(request.locale).locale;
  const [first] = best.text.toLowerCase().split(' ');
  if (!continuations.includes(first) && intent !== 'none') return undefined;
  const { text, context, memory } = resumes;
  const readings = request.readings.map((reading) => ({
    text: `${text} ${reading.text}`,
    confidence: reading.confidence,
  }));
  return { ...request, readings, context, memory };
}
