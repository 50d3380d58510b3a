import { isDeepStrictEqual } from 'node:util';
import type { When } from '../../nlu/pack/schema/pack-schema.js';

/**
 * Whether a condition holds wherever another one does, by what they say alone: in a field that is filled where it is one of
 * some values is something, and what is said after one intent is said after any of two.
 *
 * @param when The condition that holds; none always does.
 * @param other The condition that is asked about.
 */
export function implies(when: When | undefined, other: When | undefined): boolean {
  if (other === undefined || isDeepStrictEqual(when, other)) return true;
  if (when === undefined) return false;
  const { filled = [], anyFilled = [], empty = [], is = {}, after, ...rest } = other;
  const isFilled = (field: string) =>
    when.filled?.includes(field) || when.is?.[field]?.every((value) => value !== '');
  const isOneOf = (own: readonly string[] | undefined, wanted: readonly string[]) =>
    own?.every((value) => wanted.includes(value)) ?? false;
  return (
    filled.every(isFilled) &&
    (anyFilled.length === 0 || anyFilled.some(isFilled) || isOneOf(when.anyFilled, anyFilled)) &&
    empty.every((field) => when.empty?.includes(field)) &&
    Object.entries(is).every(([field, values]) => isOneOf(when.is?.[field], values)) &&
    (after === undefined || isOneOf(when.after, after)) &&
    Object.entries(rest).every(([key, value]) => isDeepStrictEqual(when[key as keyof When], value))
  );
}
