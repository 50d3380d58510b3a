import { isDeepStrictEqual } from 'node:util';
import type { CatalogueSearch } from './catalogue/catalogue.js';
import { completenessOf } from './completeness.js';
import { isMet } from './conversation/conditions.js';
import { applyRules } from './conversation/context-rules.js';
import { normaliseContext } from './conversation/fields.js';
import { type Memory, readMemory, sameContext } from './conversation/memory.js';
import { choose, renderReply } from './conversation/reply.js';
import { writeReply } from './conversation/write-reply.js';
import type { ResolvedLocale } from './locales/index.js';
import { matchSentence, type Parse } from './matching/matcher.js';
import { leastQuality } from './matching/scores.js';
import { AnalysedSentence } from './matching/sentence.js';
import type { Sentence } from './pack/compile-sentences.js';
import type { Pack } from './pack/pack.js';
import type { When } from './pack/pack-schema.js';
import { queryString } from './query-string.js';
import { amountsIn, fieldValues, saidCurrency, saidEntities, unwantedIn } from './said-values.js';
import { tokenise } from './tokenise.js';
import type {
  Completeness,
  Context,
  Entities,
  Reading,
  Understander,
  UnderstandRequest,
  UnderstandResult,
} from './understanding.js';

export interface UnderstanderOptions {
  /** Products to search; without one `entities.products` stays empty. */
  catalogue?: CatalogueSearch;
  /** The clock, for dates and for how long a conversation is remembered. @default the system's */
  now?: () => Date;
  /** How many readings of the n-best list are looked at. @default 5 */
  maxReadings?: number;
}

/** A reading and what was made of it. */
export interface Interpretation {
  reading: Reading;
  sentence: AnalysedSentence;
  /** Best first. */
  parses: Parse[];
  /** What decides between readings: how well the words are explained, and how sure the recogniser was. */
  merit: number;
}

export interface Explanation {
  /** Best first. */
  readings: Interpretation[];
  sentence: AnalysedSentence | undefined;
  /** Absent when nothing was understood. */
  parse: Parse | undefined;
}

/** The conversation that a request continues, the language it is in, and the time. */
interface Setting {
  now: Date;
  memory: Memory;
  before: Context;
  resolved: ResolvedLocale;
}

/** How much a reading's own confidence counts against how well it is understood. */
const readingWeight = 1;

/** Rules over a compiled pack. Holds no state between calls: all of it is in the request. */
export class RuleUnderstander implements Understander {
  readonly pack: Pack;
  readonly locales: readonly string[];
  readonly #options: Required<Pick<UnderstanderOptions, 'now' | 'maxReadings'>> & UnderstanderOptions;

  constructor(pack: Pack, options: UnderstanderOptions = {}) {
    this.pack = pack;
    this.#options = { now: () => new Date(), maxReadings: 5, ...options };
    this.locales = pack.definition.locales.flatMap((tag) =>
      tag.includes('-')
        ? [tag]
        : Object.keys(pack.resolve(tag).locale.regions).map((region) => `${tag}-${region}`),
    );
  }

  understand(request: UnderstandRequest): UnderstandResult {
    const setting = this.#settingOf(request);
    const best = this.#interpret(request.readings, setting, 1)[0];
    const parse = best?.parses[0];
    if (best === undefined || parse === undefined || parse.quality < leastQuality) {
      return this.#nothing(best, setting);
    }
    return this.#answer(best, parse, setting);
  }

  completeness(request: UnderstandRequest): Completeness {
    const { sentence, readings, parse } = this.explain(
      { ...request, readings: request.readings.slice(0, 1) },
      1,
    );
    if (sentence === undefined || readings.length === 0) return 'unknown';
    return completenessOf(sentence, parse, this.pack.resolve(request.locale));
  }

  /** How a request would be understood: the reading that was chosen, its best parse and the ones it won against. */
  explain(request: UnderstandRequest, limit = 8): Explanation {
    const readings = this.#interpret(request.readings, this.#settingOf(request), limit);
    const best = readings[0];
    const parse = best?.parses[0];
    const isUnderstood = parse !== undefined && parse.quality >= leastQuality;
    return { readings, sentence: best?.sentence, parse: isUnderstood ? parse : undefined };
  }

  #settingOf(request: UnderstandRequest): Setting {
    const { conversation, fields } = this.pack.definition;
    const now = this.#options.now();
    return {
      now,
      memory: readMemory(request.memory, now.getTime(), conversation.expireAfterSeconds),
      before: normaliseContext(request.context, fields),
      resolved: this.pack.resolve(request.locale),
    };
  }

  /** What could be made of each reading, best first; at most `limit` parses of each. */
  #interpret(readings: readonly Reading[], setting: Setting, limit: number): Interpretation[] {
    const { memory, before, resolved, now } = setting;
    const allowed = new Map<When, boolean>();
    let key = '';
    for (const when of this.pack.conditions) {
      const holds = isMet(when, before, memory);
      allowed.set(when, holds);
      key += holds ? '1' : '0';
    }
    const accepts = ({ when }: Sentence) => when === undefined || allowed.get(when) === true;
    const interpretations = readings.slice(0, this.#options.maxReadings).flatMap((reading, rank) => {
      const confidences = alignConfidences(reading);
      const tokens = tokenise(reading.text, resolved.locale, confidences);
      if (tokens.length === 0) return [];
      const sentence = new AnalysedSentence(this.pack, tokens, resolved, {
        today: now,
        lastTime: memory.time,
      });
      const parses = matchSentence(sentence, accepts, limit, key);
      const quality = parses[0]?.quality ?? 0;
      const merit = quality + readingWeight * reading.confidence - rank * 0.01;
      return [{ reading, sentence, parses, merit }];
    });
    return interpretations.sort((a, b) => b.merit - a.merit);
  }

  #nothing(best: Interpretation | undefined, setting: Setting): UnderstandResult {
    const { memory, before, resolved, now } = setting;
    const { fallback } = this.pack.definition;
    const text = best?.reading.text ?? '';
    const options = best === undefined ? fallback.silence : fallback.none;
    const reply = renderReply(choose(options, `${text} ${memory.turn}`), { ...before }, resolved) ?? '';
    const entities: Entities = {};
    if (this.pack.definition.retrieval !== undefined)
      Object.assign(entities, { keywords: [], products: [], queryString: '' });
    if (best !== undefined) {
      entities.unmatched = [best.sentence.text(0, best.sentence.tokens.length)];
      Object.assign(entities, amountsIn(best.sentence));
    }
    return {
      intent: 'none',
      reply: { text: reply },
      context: before,
      entities,
      confidence: best === undefined ? 1 : Math.max(0, 1 - (best.parses[0]?.quality ?? 0)),
      text,
      // what was spoken of before stays: who was not understood says it in other words
      memory: { ...memory, turn: memory.turn + 1, at: now.getTime(), context: before },
    };
  }

  #answer(best: Interpretation, parse: Parse, setting: Setting): UnderstandResult {
    const { memory, before, resolved, now } = setting;
    const { definition } = this.pack;
    const { sentence } = best;
    const { intent } = parse.sentence;
    const values = fieldValues(this.pack, parse, resolved);
    const unwanted = unwantedIn(parse, resolved);
    const { tokens } = sentence;
    const currency = saidCurrency(parse);
    const turn = { pack: this.pack, tokens, captures: parse.captures, values, unwanted, currency, memory };
    const change = applyRules(before, parse.sentence.rules, turn);
    // "what's two plus two" orders nothing
    const isOrder = parse.sentence.rules.includes('addItems') && parse.strangers.length === 0;
    if (isOrder && !change.isDone && parse.unmatched.length > 0) return this.#nothing(best, setting);
    const { context } = change;
    const entities = saidEntities(parse, sentence, values, change, resolved);
    let results = memory.results;
    const { retrieval } = definition;
    if (retrieval !== undefined) {
      const searches = retrieval.intents === undefined || retrieval.intents.includes(intent);
      entities.keywords ??= [];
      entities.queryString = searches ? queryString(parse, sentence, context, this.pack, change.base) : '';
      entities.products = [];
      if (searches && this.#options.catalogue !== undefined) {
        const hits = this.#options.catalogue.search({
          context,
          retrieval,
          excluded: change.excluded,
          locale: resolved,
        });
        entities.products = hits.products;
        entities.total = hits.total;
        if (hits.isPartial) entities.partial = true;
        results = hits.products.slice(0, 20).map(({ id, title, price, currency }) => ({
          id,
          title,
          ...(price === undefined ? {} : { price }),
          ...(currency === undefined ? {} : { currency }),
        }));
      }
      if (change.selected?.result !== undefined && entities.products.length === 0) {
        entities.products = [change.selected.result];
      }
    }
    const unwantedBefore = memory.excluded ?? [];
    const isChanged = !sameContext(before, context) || !isDeepStrictEqual(unwantedBefore, change.excluded);
    const undone = change.history !== memory.history;
    const history =
      isChanged && !undone
        ? [...change.history, { context: before, excluded: unwantedBefore, ...named(memory.currency) }].slice(
            -definition.conversation.undo,
          )
        : change.history;
    const isNewList = results !== memory.results;
    const { text } = best.reading;
    const reply = writeReply({
      ...{ pack: this.pack, parse, entities, change, memory, before, resolved, text },
      sentence,
    });
    const focus = isNewList || change.focus === undefined ? {} : { focus: change.focus };
    const next: Memory = {
      v: 2,
      turn: memory.turn + 1,
      at: now.getTime(),
      intent: definition.intents[intent].keepsTopic ? memory.intent : intent,
      reply,
      history: definition.conversation.undo === 0 ? [] : history,
      context,
      results,
      excluded: change.excluded,
      ...timeSaid(this.pack, parse, memory),
      ...named(change.currency),
      ...focus,
    };
    const confidence = Math.min(1, parse.quality) * best.reading.confidence;
    return {
      intent,
      reply: { text: reply },
      context,
      entities,
      confidence,
      text,
      memory: next,
    };
  }
}

/** The time of day that is spoken of from now on. */
function timeSaid(pack: Pack, { captures }: Parse, memory: Memory): Pick<Memory, 'time'> {
  const said = captures.findLast(({ entity }) => pack.entities.get(entity)?.kind === 'time');
  const time = said === undefined ? memory.time : String(said.value);
  return time === undefined ? {} : { time };
}

function named(currency: string | undefined): { currency?: string } {
  return currency === undefined ? {} : { currency };
}

/** The recogniser's word confidences, one per written word; typed text has none. */
function alignConfidences(reading: Reading): number[] | undefined {
  return reading.words?.map(({ confidence }) => confidence);
}
