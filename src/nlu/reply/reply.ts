import { didYouMeanHint } from '../../config/did-you-mean.js';
import { isEmpty } from '../context/fields.js';
import { measuredBy } from '../entities/quantity.js';
import { isWirePrice } from '../entities/wire-price.js';
import { areFarApart, otherBound } from '../entities/wished-amount.js';
import type { ResolvedLocale } from '../locales/index.js';
import { mostNested, type Part, partsOf, piecesOf, type ValuePart } from './reply-template.js';
import {
  currencySymbol,
  inMeasure,
  inMoney,
  inPlural,
  isAmount,
  money,
  sayAmount,
  sizesOf,
} from './say-amounts.js';
import { dayOfYear, spanOfTime, timeOfDay } from './say-times.js';

/**
 * What a reply template can name. In a template, `{name}` puts a value in, `{a, b}` all of several that are there,
 * `{name|filter}` formats it, and `[...]` is left out when a value inside it is missing. Lists are joined as the
 * language does. Filters:
 * - `or`: a list joined with "or"
 * - `besides`: the same, unless only some of the values hold a number: those say more of the others ("7 year old boys")
 * - `first`, `count`: the first entry of a list, how many it has
 * - `plural:one:other`: one of two words, by a number
 * - `counted:name`: the noun in the number that another value gives
 * - `number`, `number:is:are`: the noun in the number in which it was said, or one of two words by that
 * - `article`, `article:name`: of a field whose thing is counted "a" or "an", unless another value is there
 * - `words`: a small whole number as a word
 * - `measured`, `bounded`, `unmeasured`: of sizes the amounts with a unit ("18 volt"), their bounds ("over 50 inches"), and
 *   what else sizes are called
 * - `numbered`, `unnumbered`: those values that hold a figure, or hold none
 * - `listed:one:!other:third`, `unlisted:...`: those values that are on some lists, where the last one that a value is on
 *   is named without `!`; all others
 * - `measure`: an amount with its unit in the plural where that is said: "2 meters"
 * - `price`: a bound ("under $50"); `money:name`: an amount, in the currency that was said with it or that another value
 *   names, else the region's
 * - `place`: "in the kitchen", "upstairs"; `date`: "Tuesday, November 24", with its year where
 *   that is not the next one; `time`: "8:30 PM", or as the region writes it; `duration`: "1 hour and 20 minutes"
 */
export interface ReplyValues {
  [name: string]: unknown;
}

/** A text that was made of a template. */
export interface Rendered {
  text: string;
  /** The values that it names and that are there; what is left out of it names none. */
  named: ReadonlySet<string>;
}

/**
 * @returns A whole reply, the first letter of each sentence upper case; undefined when a value that is not optional is
 * missing.
 */
export function renderReply(
  template: string,
  values: ReplyValues,
  resolved: ResolvedLocale,
): string | undefined {
  const text = renderPart(template, values, resolved);
  return text === undefined ? undefined : capitalised(text);
}

/** A text with a capital at its start. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The same for a part of a reply: its first letter stays as it is. */
export function renderPart(
  template: string,
  values: ReplyValues,
  resolved: ResolvedLocale,
): string | undefined {
  return renderNaming(template, values, resolved)?.text;
}

/** The same, and what it names. */
export function renderNaming(
  template: string,
  values: ReplyValues,
  resolved: ResolvedLocale,
): Rendered | undefined {
  const named = new Set<string>();
  const text = render(partsOf(template), { values, resolved, behind: '', named })
    ?.replace(/\s+/g, ' ')
    .replace(/ ([.,?!])/g, '$1')
    .trim();
  return text === undefined ? undefined : { text, named };
}

/** What is wrong with how a reply is written, as clauses. Such a reply is rendered all the same, as far as it goes. */
export function replyFaults(template: string): string[] {
  const faults: string[] = [];
  let open = 0;
  let deepest = 0;
  for (const piece of piecesOf(template)) {
    if (piece === '[') deepest = Math.max(deepest, ++open);
    else if (piece === ']' && open > 0) open--;
    else if (piece === ']') faults.push('"]" closes nothing');
    else if (piece === '{') faults.push('"{" is never closed with "}"');
    else if (piece.startsWith('{')) {
      const [, ...filters] = piece.slice(1, -1).split('|');
      const kinds = filters.map((filter) => filter.trim().split(':')[0]);
      faults.push(...kinds.filter((kind) => !Object.hasOwn(formats, kind)).map(noFilter));
    }
  }
  if (deepest > mostNested) faults.push(`"[" is nested deeper than ${mostNested}`);
  if (open > 0) faults.push('"[" is never closed with "]"');
  return faults;
}

function noFilter(kind: string): string {
  const known = Object.keys(formats);
  return `there is no filter "${kind}"; ${didYouMeanHint(kind, known) ?? `there are: ${known.join(', ')}`}`;
}

/** What a part is rendered with. */
interface Rendering {
  values: ReplyValues;
  resolved: ResolvedLocale;
  /** What follows it, which tells an article. */
  behind: string;
  /** The values that it names are put here. */
  named: Set<string>;
}

/** From the last part to the first, as each is said by what follows it. */
function render(parts: readonly Part[], rendering: Rendering): string | undefined {
  const { values, resolved } = rendering;
  // most of what is optional in a reply is not there: nothing of it is made then
  if (parts.some((part) => isMissing(part, values))) return undefined;
  const named = new Set<string>();
  let text = '';
  /** Where the value stands that has only space before it so far. */
  let valueAt: number | undefined;
  for (const part of parts.toReversed()) {
    const there = { values, resolved, behind: text + rendering.behind, named };
    if (typeof part === 'string' || Array.isArray(part)) {
      const piece = typeof part === 'string' ? part : (render(part, there) ?? '');
      text = piece + text;
      if (valueAt === undefined) continue;
      valueAt += piece.length;
      const before = text.slice(0, valueAt);
      if (/[.!?]\s+$/.test(before)) text = before + capitalised(text.slice(valueAt));
      if (/\S/.test(before)) valueAt = undefined;
    } else {
      const value = format(lookupAll(values, part.names), part, there);
      if (value === undefined || value === '') return undefined;
      for (const name of part.names) if (!isEmpty(lookup(values, name))) named.add(name);
      text = value + text;
      valueAt = 0;
    }
  }
  for (const name of named) rendering.named.add(name);
  return text;
}

/** Filters that make something of a value that is not there. */
const madeOfNothing = new Set(['article', 'count', 'number', 'plural']);

/** Whether a part names values of which none is there, and nothing is made of that. */
function isMissing(part: Part, values: ReplyValues): boolean {
  if (typeof part === 'string' || Array.isArray(part)) return false;
  const { names, filters } = part;
  return (
    names.every((name) => isEmpty(lookup(values, name))) &&
    !filters.some(({ kind }) => madeOfNothing.has(kind))
  );
}

/** One value, or for `a, b` all that are there as one list. */
function lookupAll(values: ReplyValues, names: readonly string[]): unknown {
  if (names.length === 1) return lookup(values, names[0]);
  return names.flatMap((name) => lookup(values, name) ?? []);
}

function lookup(values: ReplyValues, path: string): unknown {
  if (!path.includes('.')) return Object.hasOwn(values, path) ? values[path] : undefined;
  let value: unknown = values;
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

function format(value: unknown, { names, filters }: ValuePart, rendering: Rendering): string | undefined {
  const { values, resolved, behind } = rendering;
  let current = value;
  for (const { kind, args } of filters) {
    if (Object.hasOwn(formats, kind))
      current = formats[kind](current, { values, resolved, behind, names, args });
  }
  if (current === undefined || current === null) return undefined;
  if (Array.isArray(current))
    return current.length === 0 ? undefined : resolved.locale.joinList([...new Set(current.map(String))]);
  return typeof current === 'object' ? sayAmount(current, resolved) : String(current);
}

/** What a filter goes by besides the value: what the template names, and what stands behind the filter. */
interface Formatting extends Omit<Rendering, 'named'> {
  names: readonly string[];
  args: readonly string[];
}

const formats: Readonly<Record<string, (value: unknown, by: Formatting) => unknown>> = {
  or: (value, { resolved }) => (isChoice(value, resolved) ? joinedByOr(value, resolved) : value),
  besides: (value, { resolved }) =>
    isSomeNumbered(value) ? besides(value.map(String), resolved) : joinedByOr(value, resolved),
  article: (_, { names, args: [unless = ''], values, resolved, behind }) => {
    const isCounted = (values.counted as string[] | undefined)?.includes(names[0]) === true;
    const [next] = behind.trimStart().split(/\s/);
    // "the hobbit" has one of its own
    const isDetermined = resolved.locale.statements.determiners.includes(next);
    return isCounted && !isDetermined && lookup(values, unless) === undefined
      ? resolved.locale.article?.(next)
      : undefined;
  },
  words: (value, { resolved }) => numberWord(value, resolved),
  measure: (value, { resolved }) => (typeof value === 'string' ? inMeasure(value, resolved) : value),
  measured: (value, { resolved }) => sizesOf('measured', value, resolved),
  bounded: (value, { resolved }) => sizesOf('bounded', value, resolved),
  unmeasured: (value, { resolved }) => sizesOf('unmeasured', value, resolved),
  numbered: (value) => [value ?? []].flat().filter((one) => /\d/.test(String(one))),
  unnumbered: (value) => [value ?? []].flat().filter((one) => !/\d/.test(String(one))),
  listed: (value, by) => [value ?? []].flat().filter((one) => isListed(String(one), by)),
  unlisted: (value, by) => [value ?? []].flat().filter((one) => !isListed(String(one), by)),
  first: (value) => (Array.isArray(value) ? value[0] : value),
  count: (value) => (Array.isArray(value) ? value.length : Number(value ?? 0)),
  place: (value, { resolved: { locale } }) => {
    const place = Array.isArray(value) ? locale.joinList(value.map(String)) : value;
    return (typeof place === 'string' && place !== '' && locale.inPlace?.(place)) || value;
  },
  date: (value, { values, resolved }) => dayOfYear(value, values.now, resolved),
  time: (value, { resolved }) => timeOfDay(value, resolved),
  duration: (value, { resolved }) => spanOfTime(value, resolved),
  plural: (value, { args: [one, other] }) => (Number(value) === 1 ? one : other),
  counted: (value, { args: [count], values, resolved }) =>
    typeof value === 'string' && Number(lookup(values, count) ?? 1) !== 1 ? inPlural(value, resolved) : value,
  number: inSaidNumber,
  // a list's value is a text, also where it is a price
  money: (value, { args: [currency = ''], values, resolved }) =>
    isAmount(value) ? money(Number(value), lookup(values, currency), resolved) : inMoney(value, resolved),
  price: (value, { values, resolved }) =>
    isWirePrice(value)
      ? resolved.locale.describePrice(value, currencySymbol(values.priceCurrency, resolved))
      : value,
};

/** Whether the last of the lists that a filter names and a value is on is named without `!`. */
function isListed(value: string, { args, values }: Formatting): boolean {
  const isOn = values.listed as ((list: string, value: string) => boolean) | undefined;
  const last = args.findLast((list) => isOn?.(list.replace('!', ''), value) === true);
  return last !== undefined && !last.startsWith('!');
}

function joinedByOr(value: unknown, { locale }: ResolvedLocale): unknown {
  return Array.isArray(value) && value.length > 0 ? locale.joinList(value.map(String), 'or') : value;
}

/** The nouns in the number in which they were said, or one of two words by that: of several nouns the plural. */
function inSaidNumber(value: unknown, { names, args, values, resolved }: Formatting): unknown {
  const isPlural = (name: string) => (values.plurals as string[] | undefined)?.includes(name) === true;
  if (args.length > 0) return names.length > 1 || names.some(isPlural) ? args[1] : args[0];
  if (names.length === 1)
    return isPlural(names[0]) && typeof value === 'string' ? inPlural(value, resolved) : value;
  return names.flatMap((name) => {
    const one = lookup(values, name) ?? [];
    return isPlural(name) ? inPlural(String(one), resolved) : one;
  });
}

/** Some values hold a number and others do not. */
function isSomeNumbered(values: unknown): values is unknown[] {
  return Array.isArray(values) && new Set(values.map((value) => /\d/.test(String(value)))).size > 1;
}

/** 6 year old girls or boys; boys, ages 5 to 6 */
function besides(values: readonly string[], { locale }: ResolvedLocale): string {
  const ages = values.filter((value) => /^\d+\D+$/.test(value));
  const words = values.filter((value) => !/\d/.test(value));
  const others = values.filter((value) => !ages.includes(value) && !words.includes(value));
  const either = [ages, words].filter((some) => some.length > 0).map((some) => locale.joinList(some, 'or'));
  return [either.join(' '), ...others].join(', ');
}

/** "Red or blue", but a length and a weight are asked for together, as are two bounds, and 16 and 512 gigabyte. */
function isChoice(values: unknown, { locale }: ResolvedLocale): boolean {
  if (!Array.isArray(values)) return true;
  const bounds = values.filter((value) => otherBound(value, locale) !== undefined);
  const areUnlike = values.some((one) => values.some((other) => areFarApart(one, other, locale)));
  return (
    bounds.length < 2 && !areUnlike && new Set(values.map((value) => measuredBy(value, locale))).size < 2
  );
}

/** Whole numbers below twenty as words. */
function numberWord(value: unknown, resolved: ResolvedLocale): unknown {
  const word = Object.entries(resolved.locale.numbers.units).find(([, number]) => number === value)?.[0];
  return word ?? value;
}
