import type { FieldValue } from '../context/fields.js';
import { isNumberWord } from '../entities/number.js';
import { numberIn } from '../entities/number-in.js';
import { measuredBy } from '../entities/quantity.js';
import {
  areFarApart,
  areOtherEnds,
  boundIncluding,
  timesApart,
  wishedAmount,
} from '../entities/wished-amount.js';
import type { Locale } from '../locales/locale.js';
import type { Pack } from '../pack/pack.js';
import type { FieldDefinition } from '../pack/schema/pack-schema.js';
import { areUnlike } from '../pack/value-kinds.js';
import type { Context } from '../understanding.js';
import { isSamePart } from './own-things.js';
import { joinBounds } from './price-bounds.js';

/** With `replace`, what a field or key held before goes. */
type Mode = 'replace' | 'add';

/** Puts values into a context. */
export function putValues(context: Context, values: readonly FieldValue[], pack: Pack, mode: Mode): void {
  new ValuePutter(context, values, pack, mode).run();
}

/** What takes the place of a value, or stands beside it, with another number in it. */
interface Anew {
  old: unknown;
  value: string;
}

class ValuePutter {
  readonly #context: Context;
  readonly #values: readonly FieldValue[];
  readonly #pack: Pack;
  readonly #mode: Mode;
  readonly #put: FieldValue[] = [];
  /** What lost its place in a map, and the list that it was put in as well: the motif of a costume is a keyword, too. */
  readonly #displaced: { field: string; value: unknown }[] = [];

  constructor(context: Context, values: readonly FieldValue[], pack: Pack, mode: Mode) {
    this.#context = context;
    this.#values = values;
    this.#pack = pack;
    this.#mode = mode;
  }

  run(): void {
    const context = this.#context;
    const { fields } = this.#pack.definition;
    for (const entry of this.#values) {
      const { field, key, value } = entry;
      const definition = fields[field];
      if (definition.kind === 'items') continue;
      if (definition.kind === 'value')
        context[field] = this.#mode === 'add' ? joinBounds(context[field], value) : value;
      else if (definition.kind === 'list') this.#putInList(entry, definition);
      else if (key !== undefined) this.#putInMap(entry, key, definition);
      this.#put.push(entry);
    }
    for (const { field, value } of this.#displaced)
      context[field] = (context[field] as unknown[]).filter((one) => one !== value);
  }

  #putInList(entry: FieldValue, { kinds = [], parts }: FieldDefinition): void {
    const { field, adds } = entry;
    const { locale } = this.#pack;
    const known = (this.#context[field] as unknown[] | undefined) ?? [];
    const anew = this.#withNumber(entry, known);
    const value = anew?.value ?? entry.value;
    // three drawers take the place of four, and of a drawer
    const counted = countedBy(value, locale);
    const isOfThose = (other: unknown) =>
      counted !== undefined &&
      (countedBy(other, locale) === counted ||
        (other !== known[0] && locale.stem(String(other)) === counted));
    const isPart = (other: unknown) => parts !== undefined && isSamePart(value, other, parts, this.#pack);
    const isBeside = (other: unknown) =>
      areUnlike(other, value, kinds) && !isOfThose(other) && !isPart(other);
    // the scooter is what was called scooters
    const isSame = (other: unknown) =>
      other !== value && locale.stem(String(other)) === locale.stem(String(value));
    const isPutRight = (other: unknown) => this.#mode !== 'add' && other === anew?.old;
    const isKept = (other: unknown) =>
      this.#isNew(entry, other) ||
      (!isSame(other) && !isPutRight(other) && (this.#mode === 'add' || (adds && isBeside(other))));
    this.#context[field] = including(known.filter(isKept), value);
    if (anew !== undefined) this.#putInTwins(anew);
  }

  /** A number alone is another one of what was last said with a number that it is near to: behind "spf 30", 50 is spf 50. */
  #withNumber(entry: FieldValue, known: readonly unknown[]): Anew | undefined {
    const { locale } = this.#pack;
    const said = numberIn(String(entry.value), locale);
    if (said?.isAll !== true) return undefined;
    const isNear = (number: number) => Math.abs(Math.log(number / said.number)) < Math.log(timesApart);
    for (const old of known.toReversed()) {
      const before = this.#isNew(entry, old) ? undefined : numberIn(String(old), locale);
      if (before !== undefined && isNear(before.number))
        return { old, value: before.withNumber(said.number) };
    }
    return undefined;
  }

  /** What a map holds by the same name as a list, an iphone 15, becomes another one with it. */
  #putInTwins({ old, value }: Anew): void {
    for (const [field, { kind }] of Object.entries(this.#pack.definition.fields)) {
      if (kind !== 'map') continue;
      const map = (this.#context[field] as Record<string, unknown[]> | undefined) ?? {};
      for (const [key, values] of Object.entries(map).filter(([, held]) => held.includes(old))) {
        const others = this.#mode === 'add' ? values : values.filter((one) => one !== old);
        this.#context[field] = { ...(this.#context[field] as object), [key]: including(others, value) };
      }
    }
  }

  #putInMap(entry: FieldValue, key: string, { numbersBeside, alike }: FieldDefinition): void {
    const { field, adds } = entry;
    const { definition, locale } = this.#pack;
    const { fields } = definition;
    // a weight takes the place of a weight, and leaves a length alone
    const measured = (one: unknown) => measuredBy(one, locale);
    const map = (this.#context[field] as Record<string, unknown[]> | undefined) ?? {};
    const known = Object.hasOwn(map, key) ? map[key] : [];
    const beside = numbersBeside?.[key] ?? [];
    const kinds = alike?.[key];
    // behind "65 inch", "or 55" is 55 inch, too; but boots 10 inch high in size 8 are not 8 inch high
    const isOther = !this.#isNew(entry, known.at(-1));
    const inUnit = isOther ? inUnitBefore(entry.value, known, locale) : undefined;
    const value = inUnit?.wish ?? this.#inFullUnit(entry, known);
    const twins = this.#values.filter(
      (other) => other.value === value && fields[other.field]?.kind === 'list',
    );
    const isKept = (other: unknown) =>
      (this.#mode === 'add' && other !== inUnit?.bound) ||
      this.#isNew(entry, other) ||
      measured(other) !== measured(value) ||
      areOtherEnds(other, value, locale) ||
      this.#isOfAnother(other, value, known) ||
      (kinds !== undefined && areUnlike(other, value, kinds)) ||
      isSaidOf(other, value, adds && twins.length === 0 ? [...beside, String(other)] : beside);
    const before = known.filter(isKept);
    const replaced = known.filter((one) => one !== value && !before.includes(one));
    this.#context[field] = { ...map, [key]: including(before, ofSameThing(value, replaced)) };
    for (const other of replaced)
      this.#displaced.push(...twins.map((twin) => ({ field: twin.field, value: other })));
  }

  /** Whether a measure is of something else than a new one: the 512 gigabyte of a disk, of 32 that take the place of 16. */
  #isOfAnother(other: unknown, value: unknown, known: readonly unknown[]): boolean {
    const { locale } = this.#pack;
    if (!areFarApart(other, value, locale)) return false;
    const isNear = (one: unknown) =>
      measuredBy(one, locale) === measuredBy(value, locale) && !areFarApart(one, value, locale);
    const unitOf = (one: unknown) => wishedAmount(String(one), locale)?.unit;
    return unitOf(other) !== unitOf(value) || known.some(isNear);
  }

  /** Behind 16 gigabytes of ram, "make it 32 gigabytes" is said of the ram, unless that is far from it. */
  #inFullUnit(entry: FieldValue, known: readonly unknown[]): unknown {
    const { value } = entry;
    const { locale } = this.#pack;
    const unitOf = (one: unknown) => wishedAmount(String(one), locale)?.unit;
    const unit = unitOf(value);
    if (unit === undefined || known.some((one) => unitOf(one) === unit)) return value;
    const isMeant = (one: unknown) =>
      measuredBy(one, locale) === measuredBy(value, locale) &&
      !areFarApart(one, value, locale) &&
      !this.#isNew(entry, one);
    const fuller = known.filter(isMeant).map(unitOf);
    const full = fuller.find((other) => other?.startsWith(`${unit} `));
    return full === undefined ? value : value + full.slice(unit.length);
  }

  /** Whether the same turn has put a value where another one goes: what it says is said together. */
  #isNew({ field, key }: FieldValue, value: unknown): boolean {
    return this.#put.some((one) => one.field === field && one.key === key && one.value === value);
  }
}

function including(values: readonly unknown[], value: unknown): readonly unknown[] {
  return values.includes(value) ? values : [...values, value];
}

/**
 * A number alone, or one by another, in the unit of the measure that was said before: behind "17 inch", "15" is 15 inch.
 * Of several measures that one is meant which it is nearest to: of 27 inch and 144 hertz by 32 the inches. Where
 * that is a bound, over or at least so much, it is another one, which leaves nothing of the first: "or sixty".
 */
function inUnitBefore(
  value: unknown,
  known: readonly unknown[],
  locale: Locale,
): { wish: string; bound?: unknown } | undefined {
  const measured = (one: unknown) => measuredBy(one, locale);
  if (!/^\d+(\.\d+)?( x \d+(\.\d+)?)*$/.test(String(value))) return undefined;
  const last = known.at(-1);
  if (measured(last) === undefined) return undefined;
  const times = (one: unknown) => Math.abs(Math.log(amountIn(one) / amountIn(value)));
  const nearest = known
    .filter((one) => measured(one) !== undefined)
    .reduce((best, one) => (times(one) <= times(best) ? one : best), last);
  const unit = /\d (\D+)$/.exec(String(nearest))?.[1];
  if (unit === undefined) return undefined;
  const amount = `${value} ${unit}`;
  const bound = boundIncluding(nearest, locale);
  return bound === undefined ? { wish: amount } : { wish: `${bound} ${amount}`, bound: nearest };
}

/** A measure as one of what those are of that it takes the place of: behind "16 gigabyte ram", "32 gigabyte" is ram. */
function ofSameThing(value: unknown, replaced: readonly unknown[]): unknown {
  const unitIn = (one: unknown) => /[\d.]+ (\D+)$/.exec(String(one))?.[1];
  const unit = unitIn(value);
  const thing = replaced.map(unitIn).find((one) => unit !== undefined && one?.startsWith(`${unit} `));
  return thing === undefined ? value : String(value) + thing.slice(unit!.length);
}

/** The first number of a value. */
function amountIn(value: unknown): number {
  return Number.parseFloat(/[\d.]+/.exec(String(value))?.[0] ?? '1');
}

/** Whether of two values one holds a figure and is said of the other: 6 year old, of girls. */
function isSaidOf(one: unknown, other: unknown, named: readonly string[]): boolean {
  const hasFigure = (value: unknown) => /\d/.test(String(value));
  return hasFigure(one) !== hasFigure(other) && named.includes(String(hasFigure(one) ? other : one));
}

/** What a value that begins with a number counts: the drawer of "three drawers", "4 drawer" and "at least 4 drawers". */
function countedBy(value: unknown, { numbers, stem, comparisons: { bounds } }: Locale): string | undefined {
  const text = String(value);
  const bound = Object.keys(bounds).find((opening) => text.startsWith(`${opening} `)) ?? '';
  const words = text.slice(bound.length).trim().split(' ');
  const isNumber = (word: string) => /^\d+$/.test(word) || isNumberWord(word, numbers);
  const begin = words.findIndex((word) => !isNumber(word));
  return begin > 0 ? stem(words.slice(begin).join(' ')) : undefined;
}
