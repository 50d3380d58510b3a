import { conditionsOf } from '../../nlu/pack/compile/conditions-of.js';
import type { Pack } from '../../nlu/pack/pack.js';

/**
 * Whether any reply is for sentences of which words were left out, or for what was ordered and is on no list: only such
 * replies tell people that they were understood in part.
 */
export function asksBack({ definition }: Pack): boolean {
  return [...conditionsOf(definition)].some(({ when }) =>
    when.said?.some((name) => ['unmatched', 'strangers', 'unknown', 'partial'].includes(name)),
  );
}
