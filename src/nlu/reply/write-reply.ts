import type { Product } from '../catalogue/catalogue.js';
import { isMet } from '../context/conditions.js';
import type { ContextChange } from '../context/context-change.js';
import { isEmpty } from '../context/fields.js';
import { type Memory, sameContext } from '../context/memory.js';
import { present, pricesIn } from '../context/said-values.js';
import { toExactPrice, toWirePrice } from '../entities/wire-price.js';
import { itemField } from '../items/item-field.js';
import { isWhole } from '../items/items.js';
import type { ResolvedLocale } from '../locales/index.js';
import type { Parse } from '../matching/matcher.js';
import type { AnalysedSentence } from '../matching/sentence.js';
import type { Capture } from '../matching/thread.js';
import type { Pack } from '../pack/pack.js';
import { isInflected } from '../tokenise.js';
import type { Context, Entities } from '../understanding.js';
import { choose } from './choose.js';
import { capitalised, type ReplyValues, renderNaming } from './reply.js';
import { countedFields, sayFields, sayItems } from './say-fields.js';

/** What a reply can speak of. */
export interface ReplyTurn {
  pack: Pack;
  parse: Parse;
  entities: Entities;
  change: ContextChange;
  memory: Memory;
  /** The context before the turn. */
  before: Context;
  resolved: ResolvedLocale;
  /** What was said. */
  text: string;
  sentence: AnalysedSentence;
  now: Date;
  /** All that was named is on no list. */
  namesNothing: boolean;
}

/** What replies can name besides the fields of the context and what was said. */
export const turnValues = [
  'said',
  'plurals',
  'counted',
  'listed',
  'before',
  'total',
  'page',
  'nothing',
  'partial',
  'selected',
  'removed',
  'excluded',
  'priceCurrency',
  'unmatched',
  'strangers',
  'unknown',
  'failed',
  'unchanged',
  'specified',
  'items',
  'incomplete',
  'replies',
  'request',
  'when',
  'now',
] as const;

/** A text without words that something was to follow: "a pup cup for", of which "the dog" was left out. */
function withoutOpenEnd(text: string, { locale }: ResolvedLocale): string {
  const words = text.split(' ');
  while (words.length > 1 && locale.openWords.includes(words.at(-1)!)) words.pop();
  return words.join(' ');
}

/** A product that was chosen, of which replies name a quality as any other of its fields: `selected.color`. */
function withAttributes(selected: unknown): unknown {
  if (selected === undefined) return undefined;
  return { ...(selected as Product).attributes, ...(selected as Product) };
}

/** The reply to a turn. */
export function writeReply(turn: ReplyTurn): string {
  const { pack, parse, entities, change, memory, before, sentence, namesNothing } = turn;
  const { intent } = parse.sentence;
  const definition = pack.definition.intents[intent];
  if (definition.repeat && memory.reply !== '') return memory.reply;
  const { context } = change;
  const { said, kept, plurals, unknown } = saidNow(turn);
  const isUnchanged = sameContext(before, context);
  const ofTurn: Partial<Record<(typeof turnValues)[number], unknown>> = {
    said: entities,
    plurals,
    counted: countedFields(turn, context),
    listed: (list: string, value: string) => pack.isOnList(list, value),
    before: { ...before, ...sayFields(turn, before) },
    ...(entities.total === undefined ? {} : { total: entities.total }),
    page: change.page,
    nothing: entities.total === 0 ? true : undefined,
    partial: entities.partial,
    // of what was searched just now, the first that was found
    selected: withAttributes(
      entities.selected ?? (entities.total === undefined ? undefined : entities.products?.[0]),
    ),
    removed: [...new Set(change.removed.map(({ value }) => value))],
    excluded: entities.excluded,
    priceCurrency: change.currency,
    unmatched: entities.unmatched,
    strangers: parse.strangers.map(({ start, end }) => sentence.text(start, end)),
    unknown: namesNothing && unknown.length === 0 ? entities.unmatched : unknown,
    failed: change.isDone ? undefined : true,
    unchanged: isUnchanged ? true : undefined,
    specified: change.isSpecified,
    now: turn.now,
  };
  const fields = sayFields(turn, context);
  const ofNow = { ...said, ...ofTurn, ...changedItems(turn) };
  const values: ReplyValues = { ...context, ...ofNow, ...kept, ...fields, ...sayPrice(turn) };
  return pickReply(turn, intent, { values, said: ofNow, context, before, namesNothing });
}

/** What the turn said, by slot, and what is said in its place as a field of that name holds it. */
function saidNow(turn: ReplyTurn) {
  const { pack, parse, change, resolved, sentence } = turn;
  const said: ReplyValues = {};
  const kept: ReplyValues = {};
  const plurals: string[] = [];
  const unknown: string[] = [];
  for (const capture of parse.captures) {
    const { name, entity, value, end, isUnknown, parts } = capture;
    if (isUnknown) {
      unknown.push(withoutOpenEnd(String(value), resolved));
      continue;
    }
    const values = parts?.map((part) => present(part.value, resolved));
    said[name] = values !== undefined && isPlainList(pack, entity) ? values : present(value, resolved);
    // a field of that name may hold more than was said just now, or what is left
    const held: unknown[] = [change.context[name] ?? []].flat();
    const known = [...held, ...change.removed.map((one) => one.value)];
    const isList = pack.definition.fields[name]?.kind === 'list';
    if ((held.length > 0 || isList) && (values ?? [said[name]]).every((one) => known.includes(one)))
      kept[name] = change.context[name];
    const word = sentence.tokens[end - 1];
    if (word !== undefined && (isInflected(word, resolved.locale) || isOfEvery(capture, turn)))
      plurals.push(name);
  }
  for (const [name, value] of Object.entries(parse.sentence.slots)) said[name] = value;
  return { said, kept, plurals, unknown };
}

/** Whether a phrase lists values, and is no order and no search, which are said as they were put. */
function isPlainList({ entities }: Pack, phrase: string): boolean {
  const { rest, into = [] } = entities.get(phrase) ?? {};
  return rest === undefined && into.length === 0;
}

/** Whether "every" stands before a value, or before one that stands before it: of "every kitchen light" all are meant. */
function isOfEvery({ start }: Capture, turn: ReplyTurn): boolean {
  const { everyOne } = turn.resolved.locale;
  const before = turn.parse.captures.find(({ end }) => end === start);
  const word = turn.sentence.tokens[start - 1]?.norm;
  return everyOne.includes(word) || (before !== undefined && isOfEvery(before, turn));
}

/** Of an order, the items that the turn added or changed, and those of them of which nobody said what they are. */
function changedItems({ pack, change, resolved }: ReplyTurn): ReplyValues {
  const field = itemField(pack);
  if (field === undefined) return {};
  const { say, heads } = field;
  const incomplete = change.items.filter((item) => heads.length > 0 && !isWhole(item, heads));
  return {
    items: sayItems(change.items, say, resolved),
    incomplete: sayItems(incomplete, say, resolved),
  };
}

/** The reply to requests that were answered, of the intent that joins or defers them. */
export function writeAnswersReply(
  turn: Pick<ReplyTurn, 'pack' | 'memory' | 'resolved' | 'text' | 'before'>,
  intent: string,
  context: Context,
  said: ReplyValues,
): string {
  const { before } = turn;
  const values = {
    ...context,
    ...said,
    before: { ...before, ...sayFields(turn, before) },
    ...sayFields(turn, context),
  };
  return pickReply(turn, intent, { values, said, context, before });
}

/**
 * The price that holds now, which may be more than was said: "and over five hundred" makes a range. Where it is what
 * was said, it has its cents.
 */
function sayPrice({ pack, parse, change: { context } }: ReplyTurn): ReplyValues {
  const { price } = pack.definition.retrieval ?? {};
  if (price === undefined || isEmpty(context[price])) return {};
  const said = pricesIn(parse.captures).find(({ range }) =>
    sameContext({ said: toWirePrice(range) }, { said: context[price] }),
  );
  return { [price]: said === undefined ? context[price] : toExactPrice(said.range) };
}

/** What a reply can be made of. */
interface Sayable {
  /** All that it can name. */
  values: ReplyValues;
  /** What of it is of this turn, for `said` in a condition. */
  said: ReplyValues;
  context: Context;
  /** The context before the turn. */
  before: Context;
  /** All that was named is on no list: what was there before is no answer to it. */
  namesNothing?: boolean;
}

/**
 * The first group of an intent's replies whose condition holds and whose values are all there. Where there is none, that
 * nothing was understood is better than silence; and than what confirms a change that was not made.
 */
function pickReply(
  { pack, memory, resolved, text }: Pick<ReplyTurn, 'pack' | 'memory' | 'resolved' | 'text'>,
  intent: string,
  { values, said, context, before, namesNothing = false }: Sayable,
): string {
  const groups = pack.definition.intents[intent].replies ?? [];
  const plain = groups.filter((group) => typeof group === 'string');
  const { partial, unknown, none } = pack.definition.fallback;
  const own = groups.filter((group) => typeof group !== 'string');
  // of "two tickets to the moon" the two is known
  const hasUnknown = namesNothing || [said.unknown ?? []].flat().length > 0;
  const candidates = [
    ...(namesNothing ? own.filter(({ when }) => when?.said !== undefined) : own),
    ...(plain.length > 0 && !namesNothing ? [{ when: undefined, say: plain }] : []),
    { when: { said: ['unmatched'] }, say: partial ?? (hasUnknown ? unknown : undefined) ?? none },
    ...(groups.length > 0 ? [{ when: undefined, say: none }] : []),
  ];
  const held = { ...context, before };
  for (const { when, say } of candidates) {
    if (when !== undefined && !isMet(when, held, memory, said)) continue;
    const sayable = say.flatMap((template) => {
      const reply = renderNaming(template, values, resolved);
      return reply === undefined || reply.text === '' ? [] : [reply];
    });
    // a text that says more of what is meant is no other way to say what one says that leaves it open
    const most = Math.max(...sayable.map(({ named }) => named.size));
    const fullest = sayable.filter(({ named }) => named.size === most);
    if (fullest.length > 0) return capitalised(choose(fullest, `${text} ${memory.turn}`).text);
  }
  return '';
}
