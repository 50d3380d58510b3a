import type { CatalogueSearch } from './catalogue/catalogue.js';
import { completenessOf } from './completeness.js';
import { applyRules, type ContextChange } from './conversation/context-rules.js';
import { type FieldValue, isEmpty, normaliseContext } from './conversation/fields.js';
import type { Item } from './conversation/items.js';
import { type Memory, readMemory, sameContext } from './conversation/memory.js';
import { choose, type ReplyValues, renderPart, renderReply } from './conversation/reply.js';
import { toWirePrice } from './entities/amount-range.js';
import { decimalString } from './entities/money.js';
import type { ResolvedLocale } from './locales/index.js';
import { type Capture, matchSentence, type Parse } from './matching/matcher.js';
import { leastQuality } from './matching/scores.js';
import { AnalysedSentence, type Mention, type PriceValue } from './matching/sentence.js';
import type { Pack, Sentence } from './pack/pack.js';
import type { When } from './pack/pack-schema.js';
import { queryString } from './query-string.js';
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

/** How much a reading's own confidence counts against how well it is understood. */
const readingWeight = 0.35;

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
    const now = this.#options.now();
    const { definition } = this.pack;
    const memory = readMemory(request.memory, now.getTime(), definition.conversation.expireAfterSeconds);
    const before = normaliseContext(request.context, definition.fields);
    const resolved = this.pack.resolve(request.locale);
    const interpretations = this.interpret(request, 1, memory, before, resolved, now);
    const best = interpretations[0];
    const parse = best?.parses[0];
    if (best === undefined || parse === undefined || parse.quality < leastQuality) {
      return this.#nothing(best, memory, before, resolved, now);
    }
    return this.#answer(best, parse, memory, before, resolved, now);
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
    const now = this.#options.now();
    const memory = readMemory(
      request.memory,
      now.getTime(),
      this.pack.definition.conversation.expireAfterSeconds,
    );
    const before = normaliseContext(request.context, this.pack.definition.fields);
    const resolved = this.pack.resolve(request.locale);
    const readings = this.interpret(request, limit, memory, before, resolved, now);
    const best = readings[0];
    const parse = best?.parses[0];
    const isUnderstood = parse !== undefined && parse.quality >= leastQuality;
    return { readings, sentence: best?.sentence, parse: isUnderstood ? parse : undefined };
  }

  /** What could be made of each reading, best first; `limit` parses each. For `explain`, and for {@link understand}. */
  interpret(
    request: Pick<UnderstandRequest, 'readings'>,
    limit: number,
    memory: Memory,
    before: Context,
    resolved: ResolvedLocale,
    now: Date,
  ): Interpretation[] {
    const allowed = new Map<When, boolean>();
    let key = '';
    for (const when of this.pack.conditions) {
      const holds = isMet(when, before, memory);
      allowed.set(when, holds);
      key += holds ? '1' : '0';
    }
    const accepts = ({ when }: Sentence) => when === undefined || allowed.get(when) === true;
    const interpretations = request.readings.slice(0, this.#options.maxReadings).flatMap((reading, rank) => {
      const confidences = alignConfidences(reading);
      const tokens = tokenise(reading.text, resolved.locale, confidences);
      if (tokens.length === 0) return [];
      const sentence = new AnalysedSentence(this.pack, tokens, resolved, now);
      const parses = matchSentence(sentence, accepts, limit, key);
      const quality = parses[0]?.quality ?? 0;
      const merit = quality + readingWeight * reading.confidence - rank * 0.01;
      return [{ reading, sentence, parses, merit }];
    });
    return interpretations.sort((a, b) => b.merit - a.merit);
  }

  #nothing(
    best: Interpretation | undefined,
    memory: Memory,
    before: Context,
    resolved: ResolvedLocale,
    now: Date,
  ): UnderstandResult {
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
      memory: { ...memory, turn: memory.turn + 1, at: now.getTime(), intent: 'none', context: before },
    };
  }

  #answer(
    best: Interpretation,
    parse: Parse,
    memory: Memory,
    before: Context,
    resolved: ResolvedLocale,
    now: Date,
  ): UnderstandResult {
    const { definition } = this.pack;
    const { sentence } = best;
    const { intent } = parse.sentence;
    const values = this.#values(parse, resolved);
    const turn = { pack: this.pack, tokens: sentence.tokens, captures: parse.captures, values, memory };
    const change = applyRules(before, parse.sentence.rules, turn);
    const { context } = change;
    const entities = this.#entities(parse, sentence, values, change, resolved);
    let results = memory.results;
    const { retrieval } = definition;
    if (retrieval !== undefined) {
      const searches = retrieval.intents === undefined || retrieval.intents.includes(intent);
      entities.keywords ??= [];
      entities.queryString = searches ? queryString(parse, sentence, context, this.pack, before) : '';
      entities.products = [];
      if (searches && this.#options.catalogue !== undefined) {
        const hits = this.#options.catalogue.search({ context, retrieval, locale: resolved });
        entities.products = hits.products;
        entities.total = hits.total;
        results = hits.products
          .slice(0, 20)
          .map(({ id, title, price }) => ({ id, title, ...(price === undefined ? {} : { price }) }));
      }
      if (change.selected?.result !== undefined && entities.products.length === 0) {
        entities.products = [change.selected.result];
      }
    }
    const isChanged = !sameContext(before, context);
    const undone = change.history !== memory.history;
    const history =
      isChanged && !undone
        ? [...change.history, before].slice(-definition.conversation.undo)
        : change.history;
    const isNewList = results !== memory.results;
    const reply = this.#reply(intent, parse, entities, change, memory, before, resolved, best.reading.text);
    const focus = isNewList || change.focus === undefined ? (isNewList ? {} : {}) : { focus: change.focus };
    const next: Memory = {
      v: 1,
      turn: memory.turn + 1,
      at: now.getTime(),
      intent,
      reply,
      history: definition.conversation.undo === 0 ? [] : history,
      context,
      results,
      ...focus,
    };
    const confidence = Math.min(1, parse.quality) * best.reading.confidence;
    return {
      intent,
      reply: { text: reply },
      context,
      entities,
      confidence,
      text: best.reading.text,
      memory: next,
    };
  }

  /** Every captured value that has a field to go to. */
  #values(parse: Parse, resolved: ResolvedLocale): FieldValue[] {
    const values: FieldValue[] = [];
    const put = (entity: string, value: unknown, slot?: string) => {
      for (const path of this.pack.entities.get(entity)?.into ?? []) {
        const [field, key] = path.split('.');
        values.push({ field, key, value: present(value, resolved), slot });
      }
    };
    for (const capture of parse.captures) {
      if (capture.isUnknown) continue;
      if (capture.parts === undefined) put(capture.entity, capture.value, capture.name);
      for (const part of capture.parts ?? []) put(part.entity, part.value, capture.name);
    }
    for (const [name, value] of Object.entries(parse.sentence.slots)) put(name, value);
    return mergeBounds(values, parse, resolved);
  }

  #entities(
    parse: Parse,
    sentence: AnalysedSentence,
    values: readonly FieldValue[],
    change: ContextChange,
    resolved: ResolvedLocale,
  ): Entities {
    const { fields } = this.pack.definition;
    const entities: Entities = {};
    for (const { field, key, value } of values) {
      const kind = fields[field]?.kind;
      if (kind === 'value') entities[field] = value;
      else if (kind === 'list') entities[field] = unique([...((entities[field] as unknown[]) ?? []), value]);
      else if (kind === 'map' && key !== undefined) {
        const map = (entities[field] as Record<string, unknown[]>) ?? {};
        entities[field] = { ...map, [key]: unique([...(map[key] ?? []), value]) };
      }
    }
    for (const capture of parse.captures) {
      const definition = this.pack.entities.get(capture.entity);
      if (capture.parts !== undefined || (definition?.into.length ?? 0) > 0 || capture.isUnknown) continue;
      entities[capture.name] = present(capture.value, resolved);
    }
    for (const [name, value] of Object.entries(parse.sentence.slots)) {
      if ((this.pack.entities.get(name)?.into.length ?? 0) === 0) entities[name] = value;
    }
    if (change.items.length > 0) entities.items = change.items;
    if (change.selected !== undefined)
      entities.selected = { position: change.selected.index + 1, ...change.selected.result };
    Object.assign(entities, amountsIn(sentence, parse));
    const unmatched = parse.unmatched.map(({ start, end }) => sentence.text(start, end));
    if (unmatched.length > 0) entities.unmatched = unmatched;
    return entities;
  }

  #reply(
    intent: string,
    parse: Parse,
    entities: Entities,
    change: ContextChange,
    memory: Memory,
    before: Context,
    resolved: ResolvedLocale,
    text: string,
  ): string {
    const definition = this.pack.definition.intents[intent];
    if (definition.repeat && memory.reply !== '') return memory.reply;
    const { context } = change;
    const said: ReplyValues = {};
    for (const capture of parse.captures) {
      if (!capture.isUnknown) said[capture.name] = present(capture.value, resolved);
    }
    for (const [name, value] of Object.entries(parse.sentence.slots)) said[name] = value;
    const values: ReplyValues = {
      ...context,
      ...said,
      said: entities,
      before,
      ...(entities.total === undefined ? {} : { total: entities.total }),
      selected: entities.selected,
      removed: change.removed.map(({ value }) => value),
      unmatched: entities.unmatched,
      failed: change.isDone ? undefined : true,
    };
    for (const [name, field] of Object.entries(this.pack.definition.fields)) {
      if (field.kind !== 'items' || field.say === undefined) continue;
      const say = (items: unknown) =>
        ((items as Item[] | undefined) ?? []).map(
          (item) => renderPart(field.say!, { ...item }, resolved) ?? '',
        );
      values[name] = say(context[name]);
      values.items = say(change.items);
    }
    const groups = definition.replies ?? [];
    const plain = groups.filter((group) => typeof group === 'string');
    const { partial, none } = this.pack.definition.fallback;
    const candidates = [
      ...groups.filter((group) => typeof group !== 'string'),
      ...(plain.length > 0 ? [{ when: undefined, say: plain }] : []),
      { when: { said: ['unmatched'] }, say: partial ?? none },
    ];
    for (const { when, say } of candidates) {
      if (when !== undefined && !isMet(when, context, memory, values)) continue;
      const rendered = say
        .map((template) => renderReply(template, values, resolved))
        .filter((reply) => reply !== undefined && reply !== '');
      if (rendered.length > 0) return choose(rendered, `${text} ${memory.turn}`)!;
    }
    return '';
  }
}

function isMet(when: When, context: Context, memory: Memory, said?: ReplyValues): boolean {
  const at = (path: string): unknown => {
    const [name, key] = path.split('.');
    const value = context[name];
    return key === undefined ? value : (value as Record<string, unknown> | undefined)?.[key];
  };
  if (when.filled?.some((path) => isEmpty(at(path)))) return false;
  if (when.empty?.some((path) => !isEmpty(at(path)))) return false;
  if (when.results !== undefined && when.results !== memory.results.length > 0) return false;
  if (when.after !== undefined && !when.after.includes(memory.intent)) return false;
  return !when.said?.some((name) => said === undefined || isEmpty(said[name]));
}

/** The recogniser's word confidences, one per written word; typed text has none. */
function alignConfidences(reading: Reading): number[] | undefined {
  return reading.words?.map(({ confidence }) => confidence);
}

/** A value as it goes out: prices in the wire's form, spelling as in the request's region. */
function present(value: unknown, resolved: ResolvedLocale): unknown {
  if (typeof value === 'object' && value !== null && 'range' in value)
    return toWirePrice((value as PriceValue).range);
  if (typeof value !== 'string') return value;
  const spelling = resolved.region.spelling;
  if (spelling === undefined) return value;
  return value
    .split(' ')
    .map((word) => (Object.hasOwn(spelling, word) ? spelling[word] : word))
    .join(' ');
}

/** "over fifty but under a hundred" said as two bounds is one range. */
function mergeBounds(values: FieldValue[], parse: Parse, resolved: ResolvedLocale): FieldValue[] {
  const ranges = parse.captures
    .flatMap(({ parts, value }) => [value, ...(parts ?? []).map((part) => part.value)])
    .filter((value): value is PriceValue => typeof value === 'object' && value !== null && 'range' in value)
    .map(({ range }) => range);
  const low = ranges.find(({ type }) => type === 'greaterThan');
  const high = ranges.find(({ type }) => type === 'lessThan');
  if (low === undefined || high === undefined || low.from.minor >= high.from.minor) return values;
  const merged = toWirePrice({ type: 'range', from: low.from, to: high.from });
  const first = values.find(({ value }) => typeof value === 'object');
  return values
    .filter((entry) => typeof entry.value !== 'object' || entry === first)
    .map((entry) => (entry === first ? { ...entry, value: present(merged, resolved) } : entry));
}

/** Exact amounts: the wire's price is in whole units, this keeps what was said. */
function amountsIn(sentence: AnalysedSentence, parse?: Parse): { amounts?: unknown[] } {
  const amounts: unknown[] = [];
  const add = (mention: Pick<Mention | Capture, 'value' | 'start' | 'end'>) => {
    const { value } = mention;
    if (typeof value !== 'object' || value === null || !('range' in value)) return;
    const { from, to } = (value as PriceValue).range;
    const text = sentence.text(mention.start, mention.end);
    for (const money of to === undefined ? [from] : [from, to]) {
      amounts.push({ amount: decimalString(money), currency: money.currency, text });
    }
  };
  if (parse !== undefined) {
    for (const capture of parse.captures) {
      add(capture);
      for (const part of capture.parts ?? []) add(part);
    }
  } else {
    const price = [...sentence.pack.entities.values()].find(({ kind }) => kind === 'price');
    for (let at = 0; price !== undefined && at < sentence.tokens.length; at++) {
      const mention = sentence.mentions(price, at).at(-1);
      if (mention === undefined) continue;
      add(mention);
      at = mention.end - 1;
    }
  }
  return amounts.length > 0 ? { amounts } : {};
}

function unique(values: readonly unknown[]): unknown[] {
  return [...new Set(values)];
}
