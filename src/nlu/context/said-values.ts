import { isDeepStrictEqual } from 'node:util';
import { withoutAbsent } from '../../without-absent.js';
import { decimalString } from '../entities/money.js';
import { toWirePrice } from '../entities/wire-price.js';
import { otherBound } from '../entities/wished-amount.js';
import { articlesOf } from '../locales/articles.js';
import type { ResolvedLocale } from '../locales/index.js';
import type { Parse } from '../matching/matcher.js';
import { isPrice, type Mention, type PriceValue } from '../matching/mention.js';
import type { AnalysedSentence } from '../matching/sentence.js';
import type { Capture } from '../matching/thread.js';
import type { Pack } from '../pack/pack.js';
import type { Context, Entities } from '../understanding.js';
import type { ContextChange } from './context-change.js';
import { type Fields, type FieldValue, isEmpty } from './fields.js';

/** Every captured value that has a field to go to. */
export function fieldValues(pack: Pack, parse: Parse, resolved: ResolvedLocale): FieldValue[] {
  const values: FieldValue[] = [];
  const put = (entity: string, value: unknown, slot?: string) => {
    const { into = [], adds, settled, refersTo } = pack.entities.get(entity) ?? {};
    for (const path of into) {
      const [field, key] = path.split('.');
      for (const one of alternativesIn(value)) {
        const said = { field, key, value: present(one, resolved), slot, adds, settled };
        values.push(withoutAbsent({ ...said, refersTo: refersTo?.[String(one)] }));
      }
    }
  };
  for (const capture of parse.captures) {
    if (capture.isUnknown) continue;
    if (capture.parts === undefined) put(capture.entity, capture.value, capture.name);
    for (const part of capture.parts ?? []) put(part.entity, part.value, capture.name);
    for (const part of capture.excluded ?? []) {
      const bound = isPrice(part.value) ? otherSide(part.value) : otherBound(part.value, resolved.locale);
      if (bound !== undefined) put(part.entity, bound, capture.name);
    }
  }
  for (const [name, value] of Object.entries(parse.sentence.slots)) put(name, value);
  return mergeBounds(values, parse);
}

/** "Nothing over two hundred" is up to two hundred. */
function otherSide({ range, ...rest }: PriceValue): PriceValue | undefined {
  if (range.type === 'greaterThan') return { ...rest, range: { ...range, type: 'lessThan' } };
  return range.type === 'lessThan' ? { ...rest, range: { ...range, type: 'greaterThan' } } : undefined;
}

/** The currency that was said with a price, if any was. */
export function saidCurrency({ captures }: Parse): string | undefined {
  const refused = captures.flatMap(({ excluded = [] }) => excluded.map(({ value }) => value)).filter(isPrice);
  return [...pricesIn(captures), ...refused].find(({ currency }) => currency !== undefined)?.currency;
}

/** The prices that a sentence names. */
export function pricesIn(captures: readonly Capture[]): PriceValue[] {
  return captures
    .flatMap(({ parts = [], value }) => [value, ...parts.map((part) => part.value)])
    .filter(isPrice);
}

/** Values that a sentence names as not wanted: "shoes but not Nike". */
export function unwantedIn(parse: Parse, resolved: ResolvedLocale): unknown[] {
  return parse.captures
    .flatMap((capture) => capture.excluded ?? [])
    .filter(({ value }) => !isPrice(value) && otherBound(value, resolved.locale) === undefined)
    .flatMap(({ value, ...rest }) => alternativesIn(value).map((one) => ({ ...rest, value: one })))
    .map(({ value }) => present(value, resolved));
}

/** What goes out as `entities`: what was said, what it did to the context, exact amounts, and what was not understood. */
export function saidEntities(
  parse: Parse,
  sentence: AnalysedSentence,
  values: readonly FieldValue[],
  change: ContextChange,
  before: Context,
): Entities {
  const { fields } = sentence.pack.definition;
  const isKept = (value: FieldValue) => !change.refused.includes(value) && !change.ofEach.includes(value);
  const entities: Entities = { ...byField(values.filter(isKept), fields), ...withoutField(parse, sentence) };
  if (change.excluded.length > 0) entities.excluded = change.excluded;
  if (change.items.length > 0) entities.items = change.items;
  if (change.selected !== undefined)
    entities.selected = { position: change.selected.index + 1, ...change.selected.result };
  Object.assign(entities, amountsIn(sentence, parse, change.currency));
  const isArticle = (at: number) => articlesOf(sentence.resolved.locale).has(sentence.tokens[at].norm);
  // "no, eight f" behind a seat
  const isPutRight = values.some(
    ({ field, value }) =>
      fields[field].kind === 'value' && !isEmpty(before[field]) && !isDeepStrictEqual(before[field], value),
  );
  const unmatched = parse.unmatched
    .filter(
      ({ start, end }) => end - start > 1 || !(isArticle(start) || (isNo(sentence, start) && isPutRight)),
    )
    .map(({ start, end }) => sentence.text(start, end));
  if (unmatched.length > 0) entities.unmatched = unmatched;
  return entities;
}

/** Whether a sentence begins with a "no" at a place. */
function isNo(sentence: AnalysedSentence, at: number): boolean {
  return sentence.pack.isNo(sentence.tokens[at].norm) && (at === 0 || sentence.fillerEnds(0).includes(at));
}

/** Values as their fields would hold them. */
function byField(values: readonly FieldValue[], fields: Fields): Entities {
  const entities: Entities = {};
  for (const { field, key, value } of values) {
    const { kind } = fields[field];
    if (kind === 'value') entities[field] = value;
    else if (kind === 'list') entities[field] = unique([...((entities[field] as unknown[]) ?? []), value]);
    else if (kind === 'map' && key !== undefined) {
      const map = (entities[field] as Record<string, unknown[]>) ?? {};
      entities[field] = { ...map, [key]: unique([...(map[key] ?? []), value]) };
    }
  }
  return entities;
}

/** What was said, or holds unsaid, and has no field to go to, by the name of its slot. */
function withoutField(
  { captures, sentence: { slots } }: Parse,
  { pack, resolved }: AnalysedSentence,
): Entities {
  const hasField = (entity: string) => (pack.entities.get(entity)?.into.length ?? 0) > 0;
  const said = captures
    .filter(({ parts, entity, isUnknown }) => parts === undefined && !hasField(entity) && !isUnknown)
    .map(({ name, value }) => [name, present(value, resolved)] as const);
  const unsaid = Object.entries(slots).filter(([name]) => !hasField(name));
  return Object.fromEntries([...said, ...unsaid]);
}

/** A value as it goes out: prices in the wire's form, spelling as in the request's region. */
export function present(value: unknown, resolved: ResolvedLocale): unknown {
  if (isPrice(value)) return toWirePrice(value.range);
  if (typeof value !== 'string') return value;
  const { spelling } = resolved.region;
  return value
    .split(' ')
    .map((word) => (Object.hasOwn(spelling, word) ? spelling[word] : word))
    .join(' ');
}

/** "over fifty but under a hundred" said as two bounds is one range. */
function mergeBounds(values: FieldValue[], parse: Parse): FieldValue[] {
  const ranges = pricesIn(parse.captures).map(({ range }) => range);
  const low = ranges.find(({ type }) => type === 'greaterThan');
  const high = ranges.find(({ type }) => type === 'lessThan');
  if (low === undefined || high === undefined || low.from.minor >= high.from.minor) return values;
  const value = toWirePrice({ type: 'range', from: low.from, to: high.from });
  const first = values.find(({ value }) => typeof value === 'object');
  return values
    .filter((entry) => typeof entry.value !== 'object' || entry === first)
    .map((entry) => (entry === first ? { ...entry, value } : entry));
}

/**
 * Exact amounts: the wire's price is in whole units, this keeps what was said.
 *
 * @param currency What a number without a currency means; the region's if not given.
 */
export function amountsIn(
  sentence: AnalysedSentence,
  parse?: Parse,
  currency?: string,
): { amounts?: unknown[] } {
  const amounts: unknown[] = [];
  const add = (mention: Pick<Mention | Capture, 'value' | 'start' | 'end'>) => {
    const { value } = mention;
    if (!isPrice(value)) return;
    const { from, to } = value.range;
    const text = sentence.text(mention.start, mention.end);
    for (const money of to === undefined ? [from] : [from, to]) {
      amounts.push({
        amount: decimalString(money),
        currency: value.currency ?? currency ?? money.currency,
        text,
      });
    }
  };
  const { entities } = sentence.pack;
  for (const capture of parse?.captures ?? []) {
    add(capture);
    for (const part of capture.parts ?? []) add(part);
  }
  // what nothing was made of, and what is only told of
  const price = [...entities.values()].find(({ kind }) => kind === 'price');
  const texts = parse?.captures.filter(({ entity }) => entities.get(entity)?.kind === 'text');
  for (const { start, end } of texts ?? [{ start: 0, end: sentence.tokens.length }]) {
    for (let at = start; price !== undefined && at < end; at++) {
      const mention = sentence.mentions(price, at).findLast((one) => one.end <= end);
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

/** The values that a pattern has put together, "16 | 32 gigabyte"; a number alone is in the unit of the last one. */
export function alternativesIn(value: unknown): readonly unknown[] {
  if (typeof value !== 'string' || !value.includes(' | ')) return [value];
  const values = value.split(' | ');
  const unit = /^[\d.]+( \D+)$/.exec(values.at(-1)!)?.[1] ?? '';
  return values.map((one) => (/^[\d.]+$/.test(one) ? one + unit : one));
}
