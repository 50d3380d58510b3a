import type { Entity } from '../pack/compile-entities.js';
import type { Mention } from './mention.js';

/** Whether a value begins what is said of a thing of which another one was named: "a mocha, no, iced latte". */
export function opensAnother(values: readonly Mention[], at: number, { heads, rest }: Entity): boolean {
  if (rest !== undefined) return false;
  let last = at;
  while (!heads.includes(values[last].entity) && values[last + 1]?.start === values[last].end) last++;
  const { entity } = values[last];
  return last > at && heads.includes(entity) && values.slice(0, at).some((one) => one.entity === entity);
}
