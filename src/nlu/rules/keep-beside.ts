import type { Turn } from '../context/context-change.js';
import { clearPath, type Fields, isEmpty } from '../context/fields.js';
import { stepsOf } from '../context/last-with.js';
import type { FieldDefinition } from '../pack/schema/pack-schema.js';
import type { Context } from '../understanding.js';
import { lastOther } from './go-back.js';

/**
 * Fields that hold a second value of another one ("the kitchen and the hall") go with it. Who says "both" means what
 * was spoken of last and what before it, who says "the other one" only the latter, and who says "in there" the former.
 *
 * @returns Whether there is what was meant; of one thing alone there is no other one.
 */
export function keepBeside(context: Context, before: Context, turn: Turn): boolean {
  const { pack, values, captures, memory } = turn;
  const { fields } = pack.definition;
  const beside = Object.entries(fields).flatMap(([name, { beside: field, recalledBy }]) =>
    field === undefined ? [] : [{ name, field, recalledBy }],
  );
  const isFound = recallOther(context, before, turn);
  const isSaid = (field: string) => values.some((value) => value.field === field);
  for (const [name, { keptBy, leftOutBy = '', keptWith }] of Object.entries(fields)) {
    const isThere = keptBy !== undefined && captures.some((capture) => capture.name === keptBy);
    const leftOut = memory.told?.[leftOutBy];
    if (isThere && !isSaid(name) && !isEmpty(leftOut)) context[name] = leftOut;
    const isKept = isThere || (keptWith?.keys.length === 0 && goesOn(turn, keptWith, before));
    if (isKept && isEmpty(context[name]) && !isEmpty(before[name])) context[name] = before[name];
  }
  for (const { name, field } of beside) {
    if ((isSaid(field) && !isSaid(name)) || isEmpty(context[field])) clearPath(context, name, fields);
  }
  if (beside.some(({ name }) => !isEmpty(context[name]))) return isFound;
  recallAll(context, turn);
  const recalled = beside.filter(({ recalledBy }) => captures.some(({ name }) => name === recalledBy));
  const fieldsOf = recalled.map(({ field }) => field);
  const earlier = lastOther(stepsOf(memory), fieldsOf, context)?.context ?? {};
  for (const { name, field } of recalled) {
    const other = earlier[field];
    if (!isEmpty(other) && other !== context[field]) context[name] = other;
  }
  return isFound;
}

/**
 * Keeps the keys of a map that hold in another search, too, where that goes on from the one before: whom it is for, in
 * "and a jumper", but not in "and a jumper for me".
 */
export function keepKeys(context: Context, before: Context, turn: Turn): void {
  const { pack, tokens, captures, values, inSentence } = turn;
  const begin = Math.min(...captures.map(({ start, parts }) => parts?.[0]?.start ?? start));
  for (const [name, { keptWith }] of Object.entries(pack.definition.fields)) {
    const held = before[name] as Record<string, unknown> | undefined;
    if (keptWith === undefined || held === undefined || captures.length === 0) continue;
    const isJoined = tokens.some(({ norm }, at) => at < begin && keptWith.words.includes(norm));
    if (!isJoined && !inSentence) continue;
    if (tokens.some(({ norm }) => pack.isOnList(keptWith.without, norm))) continue;
    for (const key of keptWith.keys) {
      const isSaid = values.some((value) => value.field === name && value.key === key);
      if (!isSaid && held[key] !== undefined)
        context[name] = { ...(context[name] as object), [key]: held[key] };
    }
  }
}

/**
 * Whether a request begins or ends with a word that says it goes on, or names again what was spoken of, and holds no word
 * that takes it elsewhere.
 */
function goesOn(
  { tokens, pack, values }: Turn,
  { words, without }: NonNullable<FieldDefinition['keptWith']>,
  before: Context,
): boolean {
  const { fields } = pack.definition;
  const isEdge = [tokens[0], tokens.at(-1)!].some(({ norm }) => words.includes(norm));
  // of two things that were said together either is spoken of
  const isHeld = (name: string, value: unknown) =>
    [name, ...besidesOf(name, fields)].some((field) => value === before[field]);
  const isAgain = values.some(({ field, value }) => isHeld(field, value));
  return (isEdge || isAgain) && !tokens.some(({ norm }) => pack.isOnList(without, norm));
}

/** "All of them": what was spoken of last, and what right before it, as long as only that changed from turn to turn. */
function recallAll(context: Context, { pack, captures, memory }: Turn): void {
  const { fields } = pack.definition;
  const names = fieldsNamedBy('allBy', fields, captures);
  for (const name of names) {
    const besides = besidesOf(name, fields);
    const found = new Set([context[name]]);
    for (const { context: before } of stepsOf(memory).toReversed()) {
      if (isEmpty(before[name]) || names.some((other) => other !== name && before[other] !== context[other]))
        break;
      for (const field of [name, ...besides]) if (!isEmpty(before[field])) found.add(before[field]);
    }
    const [, ...others] = found;
    for (const [index, field] of besides.entries())
      if (others[index] !== undefined) context[field] = others[index];
  }
}

/** "The other one": of two that were said together the second, else what was spoken of before this one. */
function recallOther(context: Context, before: Context, turn: Turn): boolean {
  const { pack, captures, memory } = turn;
  const { fields } = pack.definition;
  const names = fieldsNamedBy('otherBy', fields, captures);
  if (names.length === 0) return true;
  const said = captures.find(({ name }) => names.some((one) => fields[one].otherBy === name));
  const place = Number(said?.value);
  if (Number.isInteger(place)) return recallNth(context, before, names, place, turn);
  const isPair = names.some((name) => besidesOf(name, fields).some((other) => !isEmpty(before[other])));
  // of two that were said together, of which something was then done to one, the other one
  const othersAt = (step: Context, name: string) =>
    [name, ...besidesOf(name, fields)]
      .map((field) => step[field])
      .filter((value) => !isEmpty(value) && value !== context[name]);
  // what is never said of two at once tells one thing: a timer of the same name is no other one
  const telling = names.filter((name) => besidesOf(name, fields).length === 0);
  const isSame = (step: Context) =>
    telling.some((name) => !isEmpty(context[name]) && step[name] === context[name]);
  const earlier = stepsOf(memory).findLast(
    (step) => !isSame(step.context) && names.some((name) => othersAt(step.context, name).length > 0),
  );
  for (const name of names) {
    const second = besidesOf(name, fields).find((other) => !isEmpty(before[other]));
    const other = isPair ? second && before[second] : earlier && othersAt(earlier.context, name)[0];
    if (!isEmpty(other)) context[name] = other;
    else if (earlier !== undefined && telling.includes(name)) clearPath(context, name, fields);
    for (const pair of besidesOf(name, fields)) clearPath(context, pair, fields);
  }
  return isPair || earlier !== undefined;
}

/** "The first one", "the last one": of those that were spoken of last, together or one after the other. */
function recallNth(
  context: Context,
  before: Context,
  names: readonly string[],
  place: number,
  { pack, memory }: Turn,
): boolean {
  const { fields } = pack.definition;
  let isFound = false;
  for (const name of names) {
    const besides = besidesOf(name, fields);
    const earlier = stepsOf(memory)
      .map((step) => step.context[name])
      .filter((value) => !isEmpty(value));
    const together = [name, ...besides].map((field) => before[field]).filter((value) => !isEmpty(value));
    // of two that "both" put together the one came first that was spoken of first
    const order = (value: unknown) => (earlier.includes(value) ? earlier.lastIndexOf(value) : earlier.length);
    const spoken =
      together.length > 1
        ? together.toSorted((one, other) => order(one) - order(other))
        : [...new Set([...earlier, ...together].toReversed())]
            .slice(0, Math.max(2, 1 + besides.length))
            .toReversed();
    const meant = spoken.at(place > 0 ? place - 1 : place);
    for (const pair of besides) clearPath(context, pair, fields);
    if (isEmpty(meant)) continue;
    context[name] = meant;
    isFound ||= spoken.length > 1;
  }
  return isFound;
}

/** The fields whose slot of a kind, such as "all of them", is said. */
function fieldsNamedBy(kind: 'allBy' | 'otherBy', fields: Fields, captures: Turn['captures']): string[] {
  return Object.keys(fields).filter((name) =>
    captures.some((capture) => capture.name === fields[name][kind]),
  );
}

/** The fields that hold a second value of one. */
export function besidesOf(name: string, fields: Fields): string[] {
  return Object.keys(fields).filter((other) => fields[other].beside === name);
}
