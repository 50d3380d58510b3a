import type { FieldValue } from '../context/fields.js';
import { numberIn } from '../entities/number-in.js';
import type { Pack } from '../pack/pack.js';
import type { Context } from '../understanding.js';

/**
 * What of a search a name stands for that is not in it word for word: of "adjustable waistband" the waistband, of what
 * was taken for two things the one ("training", "wheels"), of a "usb port" the usb, and of what is glittery the glitter.
 * The thing itself is not meant by less than its name.
 *
 * @returns The value itself, where nothing else is named by it.
 */
export function heldValues(value: FieldValue, context: Context, pack: Pack): FieldValue[] {
  const { kind, things, parts } = pack.definition.fields[value.field];
  const held = context[value.field];
  if (kind !== 'list' || !Array.isArray(held) || held.includes(value.value)) return [value];
  const name = String(value.value);
  const thing = things === undefined ? undefined : held.find((one) => pack.endsOnList(things, one));
  const others = held.filter((one) => one !== thing);
  const run = others.findIndex((_, at) => runOf(name, others.slice(at)).length > 1);
  const qualities = pack.locale.adjectives(name);
  const isPart = (one: string) => parts !== undefined && pack.endsOnList(parts, one);
  const isNamed = (one: unknown) =>
    String(one).endsWith(` ${name}`) ||
    qualities.includes(String(one)) ||
    (String(one).startsWith(`${name} `) && isPart(String(one)));
  const named = run < 0 ? others.filter(isNamed) : runOf(name, others.slice(run));
  if (named.length > 0) return named.map((one) => ({ ...value, value: one }));
  const elsewhere = inMaps(name, context, pack);
  return elsewhere.length === 0 ? [value] : elsewhere;
}

/**
 * What any map holds by the name, in whatever number it was said, by its noun, and amounts by their unit: of "feathers" what
 * is filled with feather, of "sleeves" long sleeve, of "thread count" over 400 of it, of "nine" size 9.
 */
function inMaps(name: string, context: Context, { definition, locale }: Pack): FieldValue[] {
  const stem = locale.stem(name);
  const number = numberIn(name, locale);
  const isNamed = (one: string) =>
    isCalled(locale.stem(one), stem) || (number?.isAll === true && isNumbered(one, number.number));
  return Object.entries(definition.fields).flatMap(([field, { kind }]) =>
    Object.entries(
      kind === 'map' ? ((context[field] as Record<string, unknown> | undefined) ?? {}) : {},
    ).flatMap(([key, values]) =>
      [values]
        .flat()
        .filter((one) => isNamed(String(one)))
        .map((one) => ({ field, key, value: one })),
    ),
  );
}

/** As many values as a name is made of, if it begins with them; none where it is another name. */
function runOf(name: string, values: readonly unknown[]): unknown[] {
  const most = values.slice(0, name.split(' ').length);
  const count = most.findIndex((_, at) => most.slice(0, at + 1).join(' ') === name) + 1;
  return most.slice(0, count);
}

function isCalled(held: string, stem: string): boolean {
  return held === stem || held.endsWith(` ${stem}`);
}

/** Whether a value is a number, or so much of something. */
function isNumbered(held: string, number: number): boolean {
  return held === String(number) || held.startsWith(`${number} `);
}
