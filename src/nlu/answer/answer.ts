import { isDeepStrictEqual } from 'node:util';
import { withoutAbsent } from '../../without-absent.js';
import type { CatalogueSearch } from '../catalogue/catalogue.js';
import type { ContextChange, Turn } from '../context/context-change.js';
import { type Memory, sameContext } from '../context/memory.js';
import { amountsIn, fieldValues, saidCurrency, saidEntities, unwantedIn } from '../context/said-values.js';
import { askedItem, otherAsked } from '../items/meant/item-meant.js';
import { isStatement } from '../matching/asides.js';
import { isBegun } from '../matching/is-begun.js';
import type { Parse } from '../matching/matcher.js';
import { questionStart } from '../matching/question.js';
import type { AnalysedSentence } from '../matching/sentence.js';
import { strangerAlone } from '../matching/stranger-alone.js';
import { isChoice, searchesLike } from '../pack/compile/chosen-value.js';
import type { Pack } from '../pack/pack.js';
import { choose } from '../reply/choose.js';
import { renderReply } from '../reply/reply.js';
import { writeReply } from '../reply/write-reply.js';
import { applyRules } from '../rules/context-rules.js';
import { referBack } from '../rules/refer-back.js';
import type { Entities, UnderstandResult } from '../understanding.js';
import { isNoRequest } from './is-no-request.js';
import { queryString } from './query-string.js';
import { namesNothingKnown, rulesNow, searches } from './rules-now.js';
import { searchCatalogue } from './search-catalogue.js';
import type { Interpretation, Setting } from './setting.js';
import { allowedNow } from './setting.js';

/** Products that are remembered, of those that were found. */
const mostResults = 20;

/** The results that the next request may be about: a page of so many. */
type Found = Pick<Memory, 'results' | 'page' | 'pages'>;

/** A request that was answered. */
interface Said {
  parse: Parse;
  text: string;
  turn: Turn;
  change: ContextChange;
  found: Found | undefined;
  reply: string;
}

/** An answer, with the memory that the next turn continues from. */
export interface Answer extends UnderstandResult {
  memory: Memory;
}

/** The conversation as it stands behind an answer. */
export function settingBehind({ memory, context }: Answer, setting: Setting): Setting {
  return { ...setting, memory, before: context };
}

/** The answer to what was not understood, or not heard. */
export function answerNothing(best: Interpretation | undefined, setting: Setting): Answer {
  const { pack, memory, before, resolved, now } = setting;
  const { fallback } = pack.definition;
  const text = best?.reading.text ?? '';
  const unknown = best && fallback.unknown && strangerAlone(best.sentence);
  const isAsked = best && questionStart(best.sentence) >= 0;
  const asked = isAsked ? fallback.question : undefined;
  const told = best && tellsOnly(best.sentence) ? fallback.told : undefined;
  const begun = best && isBegun(best.sentence, allowedNow(setting)) ? fallback.begun : undefined;
  const other = told ?? begun ?? asked ?? fallback.none;
  const misunderstood = unknown === undefined ? other : fallback.unknown!;
  const options = best === undefined ? fallback.silence : misunderstood;
  const values = { ...before, unknown };
  const reply = renderReply(choose(options, `${text} ${memory.turn}`), values, resolved) ?? '';
  const entities: Entities = {};
  if (pack.definition.retrieval !== undefined)
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

/** Whether a sentence says how something is, and not what somebody wants: "there is rice under the table". */
function tellsOnly(sentence: AnalysedSentence): boolean {
  const { tokens, resolved } = sentence;
  const { pronouns, wishes, therefore } = resolved.locale.statements;
  return (
    isStatement(sentence, 0, tokens.length, pronouns.includes(tokens[0].norm)) &&
    !tokens.some(({ norm }) => [...wishes, ...therefore].includes(norm))
  );
}

/** What a request means as it is understood best: what it does to the context, what is found, and what is said to it. */
export function answer(best: Interpretation, setting: Setting): Answer {
  const { pack, memory, before, resolved, now, inSentence } = setting;
  const {
    sentence,
    reading,
    parses: [parse],
  } = best;
  const { tokens } = sentence;
  const { intent } = parse.sentence;
  const { text } = reading;
  const values = referBack(fieldValues(pack, parse, resolved), before, setting.whole ?? sentence);
  const unwanted = unwantedIn(parse, resolved);
  const currency = saidCurrency(parse);
  const turn = { pack, tokens, captures: parse.captures, values, unwanted, currency, memory, inSentence };
  const namesNothing = namesNothingKnown(pack, parse);
  const change = applyRules(before, rulesNow(pack, parse), turn);
  // With what the catalogue has besides what is remembered of it, such as its description.
  const whole = setting.catalogue?.product(String(change.selected?.result?.id));
  if (whole !== undefined) change.selected!.result = { ...whole };
  // a number is in what the products cost, unless somebody said otherwise
  change.currency ??= setting.catalogue?.currency;
  if (parse.unmatched.length > 0 && isNoRequest(parse, sentence, before, change.isDone))
    return answerNothing(best, setting);
  const entities = saidEntities(parse, sentence, values, change, before);
  const found = addFound(entities, parse, sentence, change, setting.catalogue);
  const reply = writeReply({
    ...{ pack, parse, entities, change, memory, before, resolved, text, sentence, now, namesNothing },
  });
  return {
    intent,
    reply: { text: reply },
    context: change.context,
    entities,
    confidence: Math.min(1, parse.quality) * reading.confidence,
    text,
    memory: memoryAfter({ parse, text, turn, change, found, reply }, setting),
  };
}

/**
 * Adds what was searched for, and what was found, to the entities of a request, where the pack searches products.
 *
 * @returns undefined where nothing was searched.
 */
function addFound(
  entities: Entities,
  parse: Parse,
  sentence: AnalysedSentence,
  change: ContextChange,
  catalogue: CatalogueSearch | undefined,
): Found | undefined {
  const { pack } = sentence;
  const { retrieval } = pack.definition;
  if (retrieval === undefined) return undefined;
  const { context, excluded, selected, page } = change;
  const { intent, rules } = parse.sentence;
  // what chooses among the results is about these, unless others like it are searched for
  const isOfResults = rules.some(isChoice) && !(change.isDone && searchesLike(rules));
  const isOther = searches(pack, intent) && !namesNothingKnown(pack, parse);
  const isSearch = page !== undefined || (!isOfResults && isOther);
  entities.keywords ??= [];
  entities.queryString = isSearch ? queryString(parse, sentence, retrieval, change) : '';
  entities.products = [];
  const query = { context, retrieval, excluded, page };
  const hits = isSearch && catalogue ? searchCatalogue(catalogue, query, pack) : undefined;
  if (page !== undefined) entities.page = page;
  if (hits !== undefined) {
    entities.products = hits.products;
    entities.total = hits.total;
    if (hits.isPartial || parse.captures.some(({ isUnknown }) => isUnknown)) entities.partial = true;
  }
  if (selected?.result !== undefined && entities.products.length === 0) entities.products = [selected.result];
  if (hits === undefined) return page === undefined ? undefined : { results: [], page };
  const results = hits.products
    .slice(0, mostResults)
    .map(({ id, title, price, currency, brand, category, attributes }) =>
      withoutAbsent({ id, title, price, currency, brand, category, attributes }),
    );
  return { results, page, pages: hits.pages };
}

/** What the next request continues from. */
function memoryAfter({ parse, text, turn, change, found, reply }: Said, setting: Setting): Memory {
  const { pack, memory } = turn;
  const { intent } = parse.sentence;
  const { keepsTopic } = pack.definition.intents[intent];
  const isQuestion = parse.sentence.rules.length === 0;
  return withoutAbsent({
    v: 2,
    turn: memory.turn + 1,
    at: setting.now.getTime(),
    intent: keepsTopic ? memory.intent : intent,
    reply,
    history: historyAfter(setting, change),
    context: change.context,
    results: found?.results ?? memory.results,
    ...(found === undefined
      ? { page: memory.page, pages: memory.pages, focus: change.focus }
      : { page: found.page, pages: found.pages }),
    // "what kinds", behind "do you have muffins", is asked of these
    asked: askedItem(turn, isQuestion) ?? (isQuestion && intent === memory.intent ? memory.asked : undefined),
    told: keepsTopic ? { ...memory.told, ...toldBy(pack, parse) } : toldBy(pack, parse),
    askedOther: isQuestion ? otherAsked(turn) : undefined,
    excluded: change.excluded,
    request: requestSaid(pack, intent, text, memory) ?? (keepsTopic ? memory.request : undefined),
    lasting: change.lasting.length > 0 ? [...change.lasting] : undefined,
    time: lastSaid('time', pack, parse) ?? memory.time,
    duration: lastSaid('duration', pack, parse) ?? memory.duration,
    currency: change.currency,
    owners: change.owners,
    missing: parse.strangers.length > 0 || undefined,
  });
}

/** The slots that hold without being said, and what was said of lists and goes to no field: "all but the hall". */
function toldBy(pack: Pack, { captures, sentence }: Parse): Memory['told'] {
  const said = captures.filter(({ entity, isUnknown }) => {
    const { kind, into } = pack.entities.get(entity)!;
    return kind === 'list' && into.length === 0 && !isUnknown;
  });
  return { ...sentence.slots, ...Object.fromEntries(said.map(({ name, value }) => [name, value])) };
}

/** What can be taken back from now on. */
function historyAfter({ pack, memory, before }: Setting, change: ContextChange): Memory['history'] {
  const { undo } = pack.definition.conversation;
  const excluded = memory.excluded ?? [];
  const isChanged = !sameContext(before, change.context) || !isDeepStrictEqual(excluded, change.excluded);
  const isUndone = change.history !== memory.history;
  if (undo === 0) return [];
  if (!isChanged || isUndone) return change.history;
  const { currency } = memory;
  return [...change.history, withoutAbsent({ context: before, excluded, currency })].slice(-undo);
}

/** What "do it now" is about from now on, and "the other way round". */
function requestSaid(
  { deferring, joining }: Pack,
  intent: string,
  text: string,
  { request }: Memory,
): Memory['request'] {
  return (deferring ?? joining)?.intents.has(intent) ? { text, before: request?.text } : undefined;
}

/** The time of day, or the span of time, that a sentence speaks of. */
function lastSaid(kind: 'time' | 'duration', pack: Pack, { captures }: Parse): string | undefined {
  const said = captures.findLast(({ entity }) => pack.entities.get(entity)?.kind === kind);
  return said === undefined ? undefined : String(said.value);
}
